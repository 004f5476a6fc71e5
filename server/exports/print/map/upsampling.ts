/** A picture of twice as many pixels each way, drawn between those that there are: what was at a place stays there. */
import type { GroundPicture } from '../print-options.ts'

export const upsample2x = ({ extent, width, height, bands }: GroundPicture): GroundPicture => ({
  extent,
  width: width * 2,
  height: height * 2,
  *bands() {
    let before: Uint8Array | null = null
    let row: Uint8Array | null = null
    for (const after of rowsOf(bands(), width)) {
      if (row !== null) yield twoRows(before ?? row, row, after)
      before = row
      row = after
    }
    if (row !== null) yield twoRows(before ?? row, row, row)
  },
})

function* rowsOf(bands: Iterable<Uint8Array>, width: number): Generator<Uint8Array> {
  for (const band of bands) for (let at = 0; at < band.length; at += width) yield band.subarray(at, at + width)
}

/** Of every row the two in its place: each a quarter of the way to the row beside it. */
function twoRows(before: Uint8Array, row: Uint8Array, after: Uint8Array): Uint8Array {
  const { length } = row
  const out = new Uint8Array(length * 4)
  widen(before, row, out, 0)
  widen(after, row, out, length * 2)
  return out
}

function widen(beside: Uint8Array, row: Uint8Array, out: Uint8Array, from: number): void {
  const { length } = row
  let left = 3 * row[0]! + beside[0]!
  let here = left
  for (let x = 0, at = from; x < length; x++) {
    const right = x + 1 < length ? 3 * row[x + 1]! + beside[x + 1]! : here
    out[at++] = (3 * here + left + 8) >> 4
    out[at++] = (3 * here + right + 8) >> 4
    left = here
    here = right
  }
}
