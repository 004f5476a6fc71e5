/**
 * Reads a PNG as a stream, row by row, in memory that depends on its width alone. Nothing is unpacked before its size was judged.
 * Every kind of the standard is read (palette, grey, colour, with alpha, 1 to 16 bits). One that is interlaced is held whole, so
 * it may be no larger than that.
 * GDAL reads the same pixels. But loading it takes 0.4 s of processor and 80 MiB: the conversion of 22O000517 with its base map
 * then took 388 MiB instead of 306, where 320 are allowed. GDAL 3.6 confuses the bytes of interlaced samples of 16 bits.
 */
import { Readable, type TransformOptions } from 'node:stream'
import { createInflate, type ZlibOptions } from 'node:zlib'
import { ByteSource } from './byte-source.ts'
import { CHANNELS, type ColourKind, type Colours, type PixelRow, pixelReader, type ToPixels } from './pixels.ts'
import { damaged, UnreadablePicture } from './unreadable.ts'

/** Size and form of a picture. */
export interface PngHead {
  readonly width: number
  readonly height: number
}

const PIECE_BYTES = 256 * 1024
/** Inflated ahead in another thread, while this one draws what is there. */
const AHEAD_BYTES = 1024 * 1024

const MAX_PIXELS = 100_000_000
/** Held whole, four bytes a pixel. */
const MAX_INTERLACED_PIXELS = 25_000_000
const MAX_SIDE = 100_000
/** Of chunks that hold no picture, in all; a copyright and a colour profile are some kilobytes. */
const MAX_BESIDE_BYTES = 16 * 1024 * 1024
/** As many as if each held 100 pixels: a file of empty ones would be read for hours. */
const MAX_CHUNKS = 1_000_000

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Bytes up to the end of the header: signature, length and type, and what it says. */
export const HEAD_BYTES = 8 + 8 + 13

interface Header extends PngHead {
  bits: number
  colour: ColourKind
  isInterlaced: boolean
}

const BITS: Record<ColourKind, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/** @throws UnreadablePicture for what is no PNG, or too large a one */
export function readHead(bytes: Uint8Array): Header {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Of one that is cut off within its signature as much as is there.
  if (!head.subarray(0, 8).equals(SIGNATURE.subarray(0, head.length)))
    throw new UnreadablePicture('no_png', 'It is none')
  const isHeaded =
    head.length >= HEAD_BYTES && head.readUInt32BE(8) === 13 && head.toString('latin1', 12, 16) === 'IHDR'
  if (!isHeaded) throw damaged('It has no header')
  const [width, height] = [head.readUInt32BE(16), head.readUInt32BE(20)]
  const [bits, colour, compression, filter, interlace] = head.subarray(24, 29) as unknown as number[]
  const isKnown = BITS[colour as ColourKind]?.includes(bits!) && compression === 0 && filter === 0 && interlace! < 2
  if (!isKnown || width === 0 || height === 0) throw damaged('Its header can not be')
  const isInterlaced = interlace === 1
  const most = isInterlaced ? MAX_INTERLACED_PIXELS : MAX_PIXELS
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > most)
    throw new UnreadablePicture('too_large', `${width} by ${height} pixels`)
  return { width, height, bits: bits!, colour: colour as ColourKind, isInterlaced }
}

/**
 * The rows from top to bottom; the next overwrites the one before.
 * @param chunks the whole file; read to its end, so that what gives it can check it
 * @throws UnreadablePicture
 */
export async function* pngRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<PixelRow> {
  const source = new ByteSource(chunks)
  const header = readHead(await source.take(HEAD_BYTES))
  await source.take(4)
  const colours: { palette?: Buffer; alpha?: Buffer } = {}
  const packed = Readable.from(imageData(source, colours), { objectMode: false, highWaterMark: PIECE_BYTES })
  const options: ZlibOptions & TransformOptions = { chunkSize: PIECE_BYTES, readableHighWaterMark: AHEAD_BYTES }
  const unpacked = createInflate(options)
  packed.on('error', (error) => unpacked.destroy(error)).pipe(unpacked)
  try {
    yield* header.isInterlaced ? interlaced(unpacked, header, colours) : straight(unpacked, header, colours)
  } catch (error) {
    const { code } = error as { code?: string }
    throw code?.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE'
      ? damaged(`Its data is damaged (${code})`)
      : error
  } finally {
    unpacked.destroy()
    packed.destroy()
  }
}

/** What all IDAT chunks hold; palette and transparency come before them, and go to `colours`. */
async function* imageData(
  source: ByteSource,
  colours: { palette?: Buffer; alpha?: Buffer },
): AsyncGenerator<Uint8Array> {
  let isOver = false
  let beside = 0
  for (let chunks = 0; !isOver; chunks++) {
    const start = await source.take(8)
    let left = start.readUInt32BE(0)
    const type = start.toString('latin1', 4, 8)
    if (type !== 'IDAT') beside += left
    if (chunks > MAX_CHUNKS || beside > MAX_BESIDE_BYTES) throw damaged('It holds more than a picture')
    if (type === 'PLTE' || type === 'tRNS') {
      if (left > 768) throw damaged('Its palette is too long')
      colours[type === 'PLTE' ? 'palette' : 'alpha'] = Buffer.from(await source.take(left))
      left = 0
    }
    while (left > 0) {
      const piece = await source.some(left)
      left -= piece.length
      if (type === 'IDAT') yield piece
    }
    await source.take(4)
    isOver = type === 'IEND'
  }
  await source.end()
}

async function* straight(data: AsyncIterable<Buffer>, header: Header, colours: Colours): AsyncGenerator<PixelRow> {
  const pixels = new Uint32Array(header.width)
  let toPixels: ToPixels | undefined
  for await (const line of scanLines(data, header, [{ width: header.width, height: header.height }])) {
    toPixels ??= pixelReader(header, colours)
    toPixels(line, header.width, pixels)
    yield pixels
  }
}

const ADAM7 = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
] as const

async function* interlaced(data: AsyncIterable<Buffer>, header: Header, colours: Colours): AsyncGenerator<PixelRow> {
  const { width, height } = header
  const whole = new Uint32Array(width * height)
  const passes = ADAM7.map((pass) => ({
    ...pass,
    width: Math.ceil((width - pass.x) / pass.dx),
    height: Math.ceil((height - pass.y) / pass.dy),
  })).filter((pass) => pass.width > 0 && pass.height > 0)
  const places = passes.flatMap((pass) => Array.from({ length: pass.height }, (_, row) => ({ ...pass, row })))
  const pixels = new Uint32Array(width)
  let toPixels: ToPixels | undefined
  let at = 0
  for await (const line of scanLines(data, header, passes)) {
    const { row, x, y, dx, dy, width: count } = places[at++]!
    toPixels ??= pixelReader(header, colours)
    toPixels(line, count, pixels)
    const start = (y + row * dy) * width + x
    for (let i = 0; i < count; i++) whole[start + i * dx] = pixels[i]!
  }
  for (let y = 0; y < height; y++) yield whole.subarray(y * width, (y + 1) * width)
}

/** Lines with their filter undone, of one pass after the other. Exactly as many as there must be. */
async function* scanLines(
  data: AsyncIterable<Buffer>,
  { bits, colour }: Header,
  passes: readonly { width: number; height: number }[],
): AsyncGenerator<Uint8Array> {
  const bitsPerPixel = bits * CHANNELS[colour]
  const step = Math.max(1, bitsPerPixel >> 3)
  let pass = -1
  let rowsLeft = 0
  let before: Uint8Array = new Uint8Array()
  let line: Uint8Array = before
  let filled = 0
  const begin = (): boolean => {
    const next = passes[++pass]
    if (next === undefined) return false
    rowsLeft = next.height
    const bytes = Math.ceil((next.width * bitsPerPixel) / 8)
    // The filter of each line stands before it.
    before = new Uint8Array(bytes + 1)
    line = new Uint8Array(bytes + 1)
    return true
  }
  let isMore = begin()
  for await (const piece of data) {
    let from = 0
    while (from < piece.length) {
      if (!isMore) throw damaged('It holds more than its size')
      const count = Math.min(line.length - filled, piece.length - from)
      line.set(piece.subarray(from, from + count), filled)
      filled += count
      from += count
      if (filled < line.length) continue
      unfilter(line, before, step)
      yield line.subarray(1)
      ;[line, before] = [before, line]
      filled = 0
      if (--rowsLeft === 0) isMore = begin()
    }
  }
  if (isMore) throw damaged('It ends too soon')
}

/** Both lines begin with the byte that names the filter. */
function unfilter(line: Uint8Array, before: Uint8Array, step: number): void {
  const filter = line[0]!
  const end = line.length
  if (filter > 4) throw damaged('It has a filter that there is not')
  if (filter === 1) for (let i = step + 1; i < end; i++) line[i] = line[i]! + line[i - step]!
  else if (filter === 2) for (let i = 1; i < end; i++) line[i] = line[i]! + before[i]!
  else if (filter === 3) {
    for (let i = 1; i <= step && i < end; i++) line[i] = line[i]! + (before[i]! >> 1)
    for (let i = step + 1; i < end; i++) line[i] = line[i]! + ((line[i - step]! + before[i]!) >> 1)
  } else if (filter === 4) {
    for (let i = 1; i <= step && i < end; i++) line[i] = line[i]! + before[i]!
    for (let i = step + 1; i < end; i++) {
      const left = line[i - step]!
      const up = before[i]!
      const corner = before[i - step]!
      // How far each lies from left + up - corner.
      const ofLeft = Math.abs(up - corner)
      const ofUp = Math.abs(left - corner)
      const ofCorner = Math.abs(left + up - 2 * corner)
      line[i] = line[i]! + (ofLeft <= ofUp && ofLeft <= ofCorner ? left : ofUp <= ofCorner ? up : corner)
    }
  }
}
