/**
 * The ground as GeoTIFF: tiles of red, green, blue and alpha, packed without loss, with the pyramid that it has, placed in RD New
 * (OGC 19-008r4). It is written tile by tile; where they lie stands at its end.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { Extent } from '../domain/geometry/geometry.ts'

/** One scale of the ground, with its tiles. */
export interface GroundRaster {
  readonly table: string
  /** Top left, RD New metres */
  readonly origin: { readonly x: number; readonly y: number }
  /** Metres at the finest level */
  readonly pixel: { readonly x: number; readonly y: number }
  /** The finest level; level 0 is a single tile. */
  readonly level: number
  readonly extent: Extent
  /** TILE by TILE pixels, 0xAABBGGRR; undefined when nothing lies there. */
  tile(level: number, column: number, row: number): Uint32Array | undefined
}

const TILE = 512
const RD_NEW = 28992
const packed = promisify(deflate)

type Kind = 2 | 3 | 4 | 12
const BYTES: Readonly<Record<Kind, number>> = { 2: 1, 3: 2, 4: 4, 12: 8 }
const [TEXT, SHORT, LONG, DOUBLE] = [2, 3, 4, 12] as const
type Entry = readonly [tag: number, kind: Kind, values: readonly number[]]

/** Positions in a TIFF have 32 bits. */
const MAX_BYTES = 2 ** 32 - 1

/**
 * @param path of a file that does not exist yet
 * @param said one line for people, ASCII
 */
export async function writeGeoTiff(path: string, raster: GroundRaster, said: string): Promise<void> {
  const file = new TiffFile(await open(path, 'wx'))
  try {
    await file.add(Buffer.from('II*\0\0\0\0\0', 'latin1'))
    const nothing = await file.add(await packed(new Uint8Array(TILE * TILE * 4)))
    // Where the position of the next directory is to be written.
    let pointer = 4
    for (let coarser = 0; coarser <= raster.level; coarser++) {
      const { width, height, ...tiles } = await addLevel(file, raster, coarser, nothing)
      const entries: Entry[] = [
        [254, LONG, [coarser === 0 ? 0 : 1]],
        [256, LONG, [width]],
        [257, LONG, [height]],
        [258, SHORT, [8, 8, 8, 8]],
        [259, SHORT, [8]],
        [262, SHORT, [2]],
        ...(coarser === 0 ? [[270, TEXT, [...Buffer.from(`${said}\0`, 'latin1')]] as const] : []),
        [277, SHORT, [4]],
        [284, SHORT, [1]],
        [322, LONG, [TILE]],
        [323, LONG, [TILE]],
        [324, LONG, tiles.offsets],
        [325, LONG, tiles.lengths],
        [338, SHORT, [2]],
        ...(coarser === 0 ? placing(raster) : []),
      ]
      const { at, next } = await file.directory(entries)
      await file.patch(pointer, at)
      pointer = next
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The six lines of a world file: for programs that read no position in the picture itself. */
export const worldFile = ({ origin, pixel }: Pick<GroundRaster, 'origin' | 'pixel'>): string =>
  [pixel.x, 0, 0, -pixel.y, origin.x + pixel.x / 2, origin.y - pixel.y / 2].map((value) => `${value}\r\n`).join('')

/** How many pixels it has at its finest level. */
export const sizeOf = ({ extent, pixel }: Pick<GroundRaster, 'extent' | 'pixel'>) => ({
  width: Math.round((extent.maxX - extent.minX) / pixel.x),
  height: Math.round((extent.maxY - extent.minY) / pixel.y),
})

interface Piece {
  at: number
  bytes: number
}

async function addLevel(file: TiffFile, raster: GroundRaster, coarser: number, nothing: Piece) {
  const size = sizeOf(raster)
  const [width, height] = [Math.ceil(size.width / 2 ** coarser), Math.ceil(size.height / 2 ** coarser)]
  const [offsets, lengths]: [number[], number[]] = [[], []]
  for (let row = 0; row * TILE < height; row++) {
    for (let column = 0; column * TILE < width; column++) {
      const pixels = raster.tile(raster.level - coarser, column, row)
      const piece = pixels ? await file.add(await packed(inOrder(pixels))) : nothing
      offsets.push(piece.at)
      lengths.push(piece.bytes)
    }
  }
  return { width, height, offsets, lengths }
}

/** Red, green, blue, alpha. */
function inOrder(pixels: Uint32Array): Buffer {
  const out = Buffer.alloc(pixels.length * 4)
  for (let i = 0; i < pixels.length; i++) out.writeUInt32LE(pixels[i]!, i * 4)
  return out
}

/** Of a projected system, by the area of its pixels, in metres. */
const GEO_KEYS = [
  [1024, 1],
  [1025, 1],
  [3072, RD_NEW],
  [3076, 9001],
]

const placing = ({ origin, pixel }: GroundRaster): Entry[] => [
  [33550, DOUBLE, [pixel.x, pixel.y, 0]],
  [33922, DOUBLE, [0, 0, 0, origin.x, origin.y, 0]],
  [34735, SHORT, [1, 1, 1, GEO_KEYS.length, ...GEO_KEYS.flatMap(([key, value]) => [key!, 0, 1, value!])]],
]

class TiffFile {
  private readonly file: FileHandle
  private end = 0

  constructor(file: FileHandle) {
    this.file = file
  }

  async add(bytes: Buffer): Promise<Piece> {
    const at = this.end
    if (at + bytes.length + 1 > MAX_BYTES) throw new Error('The ground is too large for a TIFF')
    await this.file.write(bytes, 0, bytes.length, at)
    // What follows begins at an even byte.
    this.end = at + bytes.length + (bytes.length % 2)
    return { at, bytes: bytes.length }
  }

  /** @returns where it is, and where the position of the next one goes */
  async directory(entries: readonly Entry[]): Promise<{ at: number; next: number }> {
    const out = Buffer.alloc(2 + entries.length * 12 + 4)
    out.writeUInt16LE(entries.length)
    let at = 2
    for (const [tag, kind, values] of entries) {
      out.writeUInt16LE(tag, at)
      out.writeUInt16LE(kind, at + 2)
      out.writeUInt32LE(values.length, at + 4)
      const written = valuesOf(kind, values)
      if (written.length <= 4) written.copy(out, at + 8)
      else out.writeUInt32LE((await this.add(written)).at, at + 8)
      at += 12
    }
    const piece = await this.add(out)
    return { at: piece.at, next: piece.at + at }
  }

  async patch(at: number, value: number): Promise<void> {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    await this.file.write(bytes, 0, 4, at)
  }

  sync = (): Promise<void> => this.file.sync()
  close = (): Promise<void> => this.file.close()
}

function valuesOf(kind: Kind, values: readonly number[]): Buffer {
  const out = Buffer.alloc(values.length * BYTES[kind])
  for (const [i, value] of values.entries()) {
    const at = i * BYTES[kind]
    if (kind === DOUBLE) out.writeDoubleLE(value, at)
    else out.writeUIntLE(value, at, BYTES[kind])
  }
  return out
}
