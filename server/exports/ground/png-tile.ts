/** A tile as PNG: with a palette of its own and as few bits as that takes, in full colour only when it has more than 256. */
import { promisify } from 'node:util'
import { crc32, deflate, inflateSync } from 'node:zlib'
import { signed } from './pixels.ts'
import { indexes, TILE } from './tile.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const INDEXED = 3
const COLOUR = 2
const COLOUR_WITH_ALPHA = 6
const MAX_COLOURS = 256
/** Many more places than colours, so that few share one. */
const PLACES = 4096
const HASHED_AWAY = 32 - Math.log2(PLACES)

const packed = promisify(deflate)

/** Pixels by their place among the colours, of which nothing is the first. */
export interface Indexed {
  /** 0xAABBGGRR, at most MAX_COLOURS */
  readonly colours: readonly number[]
  /** TILE by TILE; the same memory for every tile */
  readonly indexes: Uint8Array
}

/**
 * @param pixels TILE by TILE, 0xAABBGGRR, 0 is nothing; they have been read when it returns
 * @param level of the packing
 */
export function tilePng(pixels: Uint32Array, level: number): Promise<Buffer> {
  const indexed = palette(pixels)
  return indexed === null ? fullColour(pixels, level) : indexedPng(indexed, level)
}

/** The same of pixels that are indexed already. */
export async function indexedPng({ colours, indexes }: Indexed, level: number): Promise<Buffer> {
  const bits = colours.length <= 2 ? 1 : colours.length <= 4 ? 2 : colours.length <= 16 ? 4 : 8
  const plte = Buffer.alloc(colours.length * 3)
  for (const [i, colour] of colours.entries()) plte.writeUIntLE(colour & 0xffffff, i * 3, 3)
  return assembled(bits, INDEXED, [
    chunk('PLTE', plte),
    // Nothing has the first place, when there is any.
    ...(colours[0] === 0 ? [chunk('tRNS', Buffer.from([0]))] : []),
    chunk('IDAT', await packed(lines(indexes, bits), { level, memLevel: 9 })),
  ])
}

/** Colours in the order of where they first occur, nothing before all others; null when they are too many. */
function palette(tile: Uint32Array): Indexed | null {
  const pixels = signed(tile)
  const colours: number[] = []
  // By a hash of the colour: its index, one more than that, since 0 is none.
  const taken = new Uint16Array(PLACES)
  const colourAt = new Int32Array(PLACES)
  if (tile.includes(0)) taken[0] = colours.push(0)
  for (let i = 0; i < pixels.length; ) {
    const colour = pixels[i]!
    let place = Math.imul(colour, 0x9e3779b1) >>> HASHED_AWAY
    while (taken[place] !== 0 && colourAt[place] !== colour) place = (place + 1) & (PLACES - 1)
    if (taken[place] === 0) {
      colourAt[place] = colour
      taken[place] = colours.push(colour)
      if (colours.length > MAX_COLOURS) return null
    }
    const index = taken[place]! - 1
    do indexes[i++] = index
    while (i < pixels.length && pixels[i] === colour)
  }
  return { colours, indexes }
}

/** The lines of an image, each after the byte that says it has no filter: of a palette none packs better. */
function lines(indexes: Uint8Array, bits: number): Buffer {
  const perByte = 8 / bits
  const length = TILE / perByte
  const out = Buffer.alloc(TILE * (length + 1))
  for (let y = 0; y < TILE; y++) {
    const from = y * TILE
    const to = y * (length + 1) + 1
    if (bits === 8) out.set(indexes.subarray(from, from + TILE), to)
    else if (bits === 4)
      for (let i = 0; i < length; i++) out[to + i] = (indexes[from + 2 * i]! << 4) | indexes[from + 2 * i + 1]!
    else
      for (let i = 0; i < TILE; i++) {
        const at = to + ((i * bits) >> 3)
        out[at] = (out[at]! << bits) | indexes[from + i]!
      }
  }
  return out
}

async function fullColour(pixels: Uint32Array, level: number): Promise<Buffer> {
  const hasAlpha = pixels.includes(0)
  const size = hasAlpha ? 4 : 3
  const out = Buffer.alloc(TILE * (TILE * size + 1))
  for (let y = 0, at = 0, from = 0; y < TILE; y++) {
    at++
    for (let x = 0; x < TILE; x++, at += size) {
      const pixel = pixels[from++]!
      if (hasAlpha) out.writeUInt32LE(pixel, at)
      else out.writeUIntLE(pixel & 0xffffff, at, 3)
    }
  }
  const data = await packed(out, { level, memLevel: 9 })
  return assembled(8, hasAlpha ? COLOUR_WITH_ALPHA : COLOUR, [chunk('IDAT', data)])
}

function assembled(bits: number, colour: number, chunks: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(TILE, 0)
  header.writeUInt32BE(TILE, 4)
  header[8] = bits
  header[9] = colour
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), ...chunks, chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(12 + data.length)
  out.writeUInt32BE(data.length, 0)
  out.write(type, 4, 'latin1')
  data.copy(out, 8)
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length)
  return out
}

/** The pixels of a tile that was written here: no other PNG. */
export function tilePixels(png: Uint8Array): Uint32Array {
  const file = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  const [bits, colour] = [file[24]!, file[25]!]
  const chunks = new Map<string, Buffer>()
  for (let at = SIGNATURE.length; at < file.length; ) {
    const length = file.readUInt32BE(at)
    chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const samples = inflateSync(chunks.get('IDAT')!)
  const lineLength = samples.length / TILE
  const pixels = new Uint32Array(TILE * TILE)
  if (colour !== INDEXED) {
    const size = colour === COLOUR ? 3 : 4
    for (let y = 0, to = 0; y < TILE; y++)
      for (let x = 0, at = y * lineLength + 1; x < TILE; x++, at += size) {
        const rgb = samples.readUIntLE(at, 3)
        pixels[to++] = size === 3 || samples[at + 3] !== 0 ? (rgb | 0xff000000) >>> 0 : 0
      }
    return pixels
  }
  const plte = chunks.get('PLTE')!
  const table = new Uint32Array(256)
  for (let i = 0; i * 3 < plte.length; i++) table[i] = (plte.readUIntLE(i * 3, 3) | 0xff000000) >>> 0
  if (chunks.has('tRNS')) table[0] = 0
  const mask = (1 << bits) - 1
  for (let y = 0, to = 0; y < TILE; y++) {
    const line = y * lineLength + 1
    for (let x = 0; x < TILE; x++) {
      const bit = x * bits
      pixels[to++] = table[(samples[line + (bit >> 3)]! >> (8 - bits - (bit & 7))) & mask]!
    }
  }
  return pixels
}
