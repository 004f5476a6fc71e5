/**
 * A number of squares below which no cut can come: positions of the area of which no two fit in one square each need
 * a square of their own; and the area itself divided by that of a square.
 */
import type { MmRing } from '../plane.ts'
import { columnsOf } from './columns.ts'

/** Rounding of intervals can move a position by 1 mm. */
const SLACK_MM = 2
const MOST_SAMPLES = 1000
const MOST_BY_DEGREE = 40
const MOST_CORNERS = 100

/** x and y. */
export type Sample = [number, number]

/**
 * @param samples positions of the area, true to the millimetre
 * @param enough a bound this high is not improved on: a cut with so many parts is known
 */
export const lowerBoundOf = (
  samples: readonly Sample[],
  doubleAreaMm2: number,
  side: number,
  enough: number,
): number => {
  const byArea = Math.ceil(doubleAreaMm2 / 2 / side / side - 1e-9)
  const apart = side + SLACK_MM
  const fromSides = independentFromSides(samples, apart, enough)
  // The slow way is worth it for the counts that people draw.
  if (fromSides >= enough || fromSides > MOST_BY_DEGREE) return Math.max(1, byArea, fromSides)
  const thinned = samples.length <= MOST_SAMPLES ? samples : samples.filter((_, i) => isKept(i, samples.length))
  return Math.max(1, byArea, fromSides, independentByDegree(thinned, apart))
}

const isKept = (i: number, count: number): boolean =>
  Math.floor((i * MOST_SAMPLES) / count) !== Math.floor(((i - 1) * MOST_SAMPLES) / count)

/**
 * Positions of the area: on upright lines a fraction of a side apart, the ends of each stretch and some between.
 * @param stepMm between the lines
 */
export const samplesOf = (rings: readonly MmRing[], side: number, stepMm: number): Sample[] => {
  let [minX, maxX] = [Infinity, -Infinity]
  const lines = new Set<number>()
  const corners = rings.reduce((sum, ring) => sum + ring.length / 2, 0)
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      minX = Math.min(minX, ring[i]!)
      maxX = Math.max(maxX, ring[i]!)
      if (corners <= MOST_CORNERS) lines.add(ring[i]!).add(ring[i]! - 1)
    }
  }
  for (let x = minX; x < maxX; x += stepMm) lines.add(x)
  lines.add(maxX - 1)
  // Columns of 1 mm: what one reaches is a position of the area to within SLACK_MM.
  const xs = [...new Set([...lines].flatMap((x) => [x, x + 1]))].sort((p, q) => p - q)
  const { reach } = columnsOf(rings, xs)
  const samples: Sample[] = []
  reach.forEach((stretches, k) => {
    if (xs[k + 1]! - xs[k]! !== 1) return
    for (let i = 0; i < stretches.length; i += 2) {
      const low = stretches[i]!
      const high = stretches[i + 1]!
      const steps = Math.max(1, Math.ceil((high - low) / side))
      for (let s = 0; s <= steps; s++) samples.push([xs[k]!, low + ((high - low) * s) / steps])
    }
  })
  return samples
}

const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
] as const

/** From one side to the other: whatever no taken position stands in the way of is taken. The best of eight sides. */
const independentFromSides = (samples: readonly Sample[], apart: number, enough: number): number => {
  let most = 0
  for (const [a, b] of SIDES) {
    const taken = new Map<number, Sample[]>()
    let count = 0
    for (const p of [...samples].sort((p, q) => a * (p[0] - q[0]) + b * (p[1] - q[1]))) {
      const column = Math.floor(p[0] / apart)
      const row = Math.floor(p[1] / apart)
      let isFree = true
      for (let c = column - 1; c <= column + 1 && isFree; c++) {
        for (let r = row - 1; r <= row + 1 && isFree; r++) {
          isFree = !taken.get(c * ROWS + r)?.some((q) => isNear(p, q, apart))
        }
      }
      if (!isFree) continue
      count++
      const cell = taken.get(column * ROWS + row)
      if (cell) cell.push(p)
      else taken.set(column * ROWS + row, [p])
    }
    most = Math.max(most, count)
    if (most >= enough) return most
  }
  return most
}

/** More than there are sides of a part between the south and the north. */
const ROWS = 100_000

/** Always the position that stands in the way of the fewest others: better, but each is compared with each. */
const independentByDegree = (samples: readonly Sample[], apart: number): number => {
  let open = [...samples]
  let taken = 0
  while (open.length > 0) {
    let best = open[0]!
    let fewest = Infinity
    for (const p of open) {
      let inTheWay = 0
      for (const q of open) if (isNear(p, q, apart)) inTheWay++
      if (inTheWay < fewest) {
        fewest = inTheWay
        best = p
      }
    }
    open = open.filter((q) => !isNear(best, q, apart))
    taken++
  }
  return taken
}

const isNear = (p: Sample, q: Sample, apart: number): boolean =>
  Math.abs(p[0] - q[0]) <= apart && Math.abs(p[1] - q[1]) <= apart
