/**
 * Samples: cells, square millimetres, of the area; a part must cover each of them whole. A lower bound for them is one for
 * the area.
 *
 * [Note: why they are certain] Parts have whole millimetres: a part that covers any of the inside of a cell covers the
 * cell's column and row. In a column of one millimetre the area's shadow is rounded outward to whole millimetres
 * (columns.ts), and two stretches are joined only when no cell lies between them; so every cell of a stretch is met.
 */
import type { MmRing } from '../geometry/plane.ts'
import { extentOfRing } from '../geometry/plane.ts'
import { columnsOf } from './columns.ts'

/** x and y of the lower left corner of a square millimetre. A part of side s that starts at a holds i when a <= i < a + s. */
export type Cell = readonly [number, number]

/** Up to so many corners there is a line on either side of each. */
const MAX_CORNERS = 100

/**
 * Cells on upright lines: the ends of each stretch, and some between.
 * @param stepMm between the lines; @param upMm at most so far apart on one stretch
 */
export const samplesOn = (rings: readonly MmRing[], stepMm: number, upMm: number): Cell[] => {
  let [minX, maxX] = [Infinity, -Infinity]
  const lines = new Set<number>()
  const corners = rings.reduce((sum, ring) => sum + ring.length / 2, 0)
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      minX = Math.min(minX, ring[i]!)
      maxX = Math.max(maxX, ring[i]!)
      if (corners <= MAX_CORNERS) lines.add(ring[i]!).add(ring[i]! - 1)
    }
  }
  for (let x = minX; x < maxX; x += stepMm) lines.add(x)
  lines.add(maxX - 1)
  lines.delete(minX - 1)
  lines.delete(maxX)
  const xs = [...new Set([...lines].flatMap((x) => [x, x + 1]))].sort((p, q) => p - q)
  const { reach } = columnsOf(rings, xs)
  const cells: Cell[] = []
  reach.forEach((stretches, k) => {
    if (!lines.has(xs[k]!) || xs[k + 1]! - xs[k]! !== 1) return
    for (let i = 0; i < stretches.length; i += 2) {
      const low = stretches[i]!
      const high = stretches[i + 1]! - 1
      if (high < low) continue
      const steps = Math.min(high - low, Math.max(1, Math.ceil((high - low) / upMm)))
      for (let s = 0; s <= steps; s++) {
        cells.push([xs[k]!, steps === 0 ? low : low + Math.floor(((high - low) * s) / steps)])
      }
    }
  })
  return cells
}

/** The same with level lines. */
export const samplesAcross = (rings: readonly MmRing[], stepMm: number, acrossMm: number): Cell[] =>
  samplesOn(rings.map(mirroredInDiagonal), stepMm, acrossMm).map(([x, y]): Cell => [y, x])

/** Lines on which cells are sampled. */
const MAX_LINES = 600

/** Cells on lines both ways, evenly thinned to at most `most`. */
export const samplesFor = (rings: readonly MmRing[], side: number, linesPerSide: number, most: number): Cell[] => {
  const { minX, maxX, minY, maxY } = extentOfRing(rings[0]!)
  const step = Math.round(Math.max(side / linesPerSide, (maxX - minX) / MAX_LINES, (maxY - minY) / MAX_LINES))
  const all = [...samplesOn(rings, step, step), ...samplesAcross(rings, step, step)]
  return all.length <= most ? all : evenly(all.length, most).map((k) => all[k]!)
}

/** At most `most` indices below `count`. */
export const evenly = (count: number, most: number): number[] =>
  Array.from({ length: Math.min(count, most) }, (_, k) => Math.floor((k * count) / Math.min(count, most)))

/** Turned over the line x = y, in the other order, so that the area stays on the left. */
const mirroredInDiagonal = (ring: MmRing): number[] => {
  const out: number[] = []
  for (let i = ring.length - 2; i >= 0; i -= 2) out.push(ring[i + 1]!, ring[i]!)
  return out
}
