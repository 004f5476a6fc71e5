/** Writes PNGs of every kind, filter and order of lines, which no library lets one choose; and reads them with ours. */
import { crc32, deflateSync } from 'node:zlib'
import { pngRows } from '../../server/exports/ground/png-rows.ts'

export interface PngKind {
  /** 0 grey, 2 colour, 3 palette, 4 grey with alpha, 6 colour with alpha */
  colour: 0 | 2 | 3 | 4 | 6
  bits: 1 | 2 | 4 | 8 | 16
  interlaced?: boolean
  /** Of the first line; each line after it has the next. */
  filter?: 0 | 1 | 2 | 3 | 4
  palette?: readonly (readonly [number, number, number])[]
  paletteAlpha?: readonly number[]
  /** Of grey and colour: the samples that are called transparent. */
  transparent?: readonly number[]
}

/** Samples of a pixel, as many as the kind has, each with its bits. */
export type Samples = (x: number, y: number) => readonly number[]

const PASSES = [
  ...[
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ],
] as [number, number, number, number][]

export function png(width: number, height: number, kind: PngKind, samples: Samples): Buffer {
  const { colour, bits, interlaced = false, filter = 0 } = kind
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour]
  const passes = interlaced ? PASSES : [[0, 0, 1, 1] as const]
  const lines: Buffer[] = []
  for (const [x0, y0, dx, dy] of passes) {
    const count = Math.ceil((width - x0) / dx)
    if (count <= 0) continue
    let before = Buffer.alloc(Math.ceil((count * channels * bits) / 8))
    for (let y = y0; y < height; y += dy) {
      const line = Buffer.alloc(before.length)
      for (let i = 0, at = 0; i < count; i++) {
        for (const value of samples(x0 + i * dx, y)) {
          if (bits === 16) line.writeUInt16BE(value, at / 8)
          else line[at >> 3] = line[at >> 3]! | (value << (8 - bits - (at & 7)))
          at += bits
        }
      }
      lines.push(filtered(line, before, Math.max(1, (channels * bits) >> 3), (filter + lines.length) % 5))
      before = line
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, colour, 0, 0, interlaced ? 1 : 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from('Comment\0between')),
    ...(kind.palette ? [chunk('PLTE', Buffer.from(kind.palette.flat()))] : []),
    ...(kind.paletteAlpha ? [chunk('tRNS', Buffer.from(kind.paletteAlpha))] : []),
    ...(kind.transparent
      ? [chunk('tRNS', Buffer.from(kind.transparent.flatMap((value) => [value >> 8, value & 255])))]
      : []),
    ...inPieces(deflateSync(Buffer.concat(lines), { level: 4 })).map((piece) => chunk('IDAT', piece)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** In two, since a picture may have its data in as many as it likes. */
const inPieces = (data: Buffer): Buffer[] => [data.subarray(0, 7), data.subarray(7)]

export function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

function filtered(line: Buffer, before: Buffer, step: number, filter: number): Buffer {
  const out = Buffer.alloc(line.length + 1)
  out[0] = filter
  for (let i = 0; i < line.length; i++) {
    const left = i < step ? 0 : line[i - step]!
    const up = before[i]!
    const corner = i < step ? 0 : before[i - step]!
    const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!
    out[i + 1] = line[i]! - predicted
  }
  return out
}

function paeth(left: number, up: number, corner: number): number {
  const sum = left + up - corner
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(sum - value)) as [number, number, number]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** In pieces of an awkward length, as a stream may give them. */
export async function* pieces(data: Buffer, length = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < data.length; at += length) yield data.subarray(at, at + length)
}

/** All pixels, 0xAABBGGRR. */
export async function pixelsOf(data: Buffer, length?: number): Promise<Uint32Array> {
  const rows: number[][] = []
  for await (const row of pngRows(pieces(data, length))) rows.push([...row])
  return Uint32Array.from(rows.flat())
}

/** A colour as a pixel. */
export const rgb = (r: number, g: number, b: number): number => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0
