/**
 * The ground as a cloud-optimised GeoTIFF (OGC 21-026): tiles of red, green, blue and alpha, packed without loss, with the pyramid
 * that it has, placed in RD New (OGC 19-008r4). All directories stand at its beginning, the finest level first; then the
 * tiles, the coarsest level first: who reads a part of it over a network sees from its first bytes where that lies.
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
  /** The finest level; level 0 is the coarsest. */
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

const HEADER_BYTES = 8
/** Positions in a TIFF have 32 bits. */
const MAX_BYTES = 2 ** 32 - 1

/** One level, and how many tiles that is. */
interface Level {
  /** 0: the finest */
  readonly coarser: number
  readonly width: number
  readonly height: number
  readonly columns: number
  readonly rows: number
}

interface Tiles {
  offsets: number[]
  lengths: number[]
}

/**
 * @param path of a file that does not exist yet
 * @param said one line for people, ASCII
 */
export async function writeGeoTiff(path: string, raster: GroundRaster, said: string): Promise<void> {
  const levels = levelsOf(raster)
  // How long a directory is follows from how many tiles it names.
  const lengths = levels.map((level) => directory(entriesOf(raster, level, said, unwritten(level)), 0, 0).length)
  const starts = lengths.map((_, i) => lengths.slice(0, i).reduce((sum, length) => sum + length, HEADER_BYTES))
  const file = new TiffFile(await open(path, 'wx'), starts.at(-1)! + lengths.at(-1)!)
  try {
    const nothing = await packed(new Uint8Array(TILE * TILE * 4))
    const tiles: Tiles[] = []
    for (const level of levels.toReversed()) tiles.unshift(await addTiles(file, raster, level, nothing))
    const directories = levels.map((level, i) =>
      directory(entriesOf(raster, level, said, tiles[i]!), starts[i]!, starts[i + 1] ?? 0),
    )
    const header = Buffer.from('II*\0\0\0\0\0', 'latin1')
    header.writeUInt32LE(HEADER_BYTES, 4)
    await file.begin(Buffer.concat([header, ...directories]))
    await file.sync()
  } finally {
    await file.close()
  }
}

function entriesOf(raster: GroundRaster, { coarser, width, height }: Level, said: string, tiles: Tiles): Entry[] {
  return [
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
}

/** The six lines of a world file: for programs that read no position in the picture itself. */
export const worldFile = ({ origin, pixel }: Pick<GroundRaster, 'origin' | 'pixel'>): string =>
  [pixel.x, 0, 0, -pixel.y, origin.x + pixel.x / 2, origin.y - pixel.y / 2].map((value) => `${value}\r\n`).join('')

/** How many pixels it has at its finest level. */
export const sizeOf = ({ extent, pixel }: Pick<GroundRaster, 'extent' | 'pixel'>) => ({
  width: Math.round((extent.maxX - extent.minX) / pixel.x),
  height: Math.round((extent.maxY - extent.minY) / pixel.y),
})

function levelsOf(raster: GroundRaster): Level[] {
  const size = sizeOf(raster)
  return Array.from({ length: raster.level + 1 }, (_, coarser) => {
    const [width, height] = [Math.ceil(size.width / 2 ** coarser), Math.ceil(size.height / 2 ** coarser)]
    return { coarser, width, height, columns: Math.ceil(width / TILE), rows: Math.ceil(height / TILE) }
  })
}

function unwritten({ columns, rows }: Level): Tiles {
  const zeros = new Array<number>(columns * rows).fill(0)
  return { offsets: zeros, lengths: zeros }
}

/** @param nothing a tile in which nothing lies, packed; each level has it once, so that its tiles lie together */
async function addTiles(
  file: TiffFile,
  raster: GroundRaster,
  { coarser, columns, rows }: Level,
  nothing: Buffer,
): Promise<Tiles> {
  const [offsets, lengths]: [number[], number[]] = [[], []]
  let empty: number | undefined
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const pixels = raster.tile(raster.level - coarser, column, row)
      const bytes = pixels ? await packed(inOrder(pixels)) : nothing
      const at = (pixels ? undefined : empty) ?? (await file.add(bytes))
      if (!pixels) empty = at
      offsets.push(at)
      lengths.push(bytes.length)
    }
  }
  return { offsets, lengths }
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
  private end: number

  /** @param begun how many bytes its beginning will have */
  constructor(file: FileHandle, begun: number) {
    this.file = file
    this.end = begun
  }

  /** @returns where it is */
  async add(bytes: Buffer): Promise<number> {
    const at = this.end
    if (at + bytes.length + 1 > MAX_BYTES) throw new Error('The ground is too large for a TIFF')
    await this.file.write(bytes, 0, bytes.length, at)
    this.end = at + even(bytes.length)
    return at
  }

  async begin(bytes: Buffer): Promise<void> {
    await this.file.write(bytes, 0, bytes.length, 0)
  }

  sync = (): Promise<void> => this.file.sync()
  close = (): Promise<void> => this.file.close()
}

/** What follows begins at an even byte. */
const even = (bytes: number): number => bytes + (bytes % 2)

/**
 * With the values that do not fit in it behind it.
 * @param at where it will lie
 * @param next where the next one will; 0: there is none
 */
function directory(entries: readonly Entry[], at: number, next: number): Buffer {
  const out = Buffer.alloc(2 + entries.length * 12 + 4)
  out.writeUInt16LE(entries.length)
  const behind: Buffer[] = []
  let end = at + out.length
  for (const [i, [tag, kind, values]] of entries.entries()) {
    const here = 2 + i * 12
    out.writeUInt16LE(tag, here)
    out.writeUInt16LE(kind, here + 2)
    out.writeUInt32LE(values.length, here + 4)
    const written = valuesOf(kind, values)
    if (written.length <= 4) written.copy(out, here + 8)
    else {
      out.writeUInt32LE(end, here + 8)
      const padded = Buffer.alloc(even(written.length))
      written.copy(padded)
      behind.push(padded)
      end += padded.length
    }
  }
  out.writeUInt32LE(next, out.length - 4)
  return Buffer.concat([out, ...behind])
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
