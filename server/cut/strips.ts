/**
 * The first plan of a cut: upright strips at most one side wide, each covered from below by as few squares as its
 * shadow needs. The best borders are found exactly among the given columns: the border that has come furthest with k squares
 * can do all that the others with k squares can, so one furthest border for each k is enough.
 */
import { extentOfRing, type MmRing } from '../geometry/plane.ts'
import { type Columns, coverOf, type Intervals, mergeIntervals } from './columns.ts'

/** A rectangle in which one part will lie; at most one side wide and high. Millimetres. */
export interface Tile {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** Infinite and inside out when there are no positions. */
export const boxAround = (rings: readonly MmRing[]): Tile => {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity }
  for (const ring of rings) {
    const { minX, minY, maxX, maxY } = extentOfRing(ring)
    box.x0 = Math.min(box.x0, minX)
    box.x1 = Math.max(box.x1, maxX)
    box.y0 = Math.min(box.y0, minY)
    box.y1 = Math.max(box.y1, maxY)
  }
  return box
}

/** Turned over the line x = y: who went round counter-clockwise goes clockwise. */
export const transposeRings = (ring: MmRing): number[] => {
  const out: number[] = []
  for (let i = 0; i < ring.length; i += 2) out.push(ring[i + 1]!, ring[i]!)
  return out
}

interface Step {
  /** Column where the strip starts and the one it ends before. */
  from: number
  to: number
  count: number
  before: Step | undefined
}

/** @returns tiles with disjoint insides that cover the area; undefined when it takes more than `most`. */
export const stripTiles = ({ xs, reach }: Columns, side: number, most: number): Tile[] | undefined => {
  const end = reach.length
  const skipEmpty = (column: number): number => {
    let at = column
    while (at < end && reach[at]!.length === 0) at++
    return at
  }
  /** For each number of squares the step that came furthest. */
  const furthest: (Step | undefined)[] = []
  const offer = (used: number, step: Step): void => {
    if (used > most) return
    const known = furthest[used]
    if (!known || step.to > known.to) furthest[used] = step
  }
  offer(0, { from: 0, to: skipEmpty(0), count: 0, before: undefined })
  let record = -1
  for (let used = 0; used <= most; used++) {
    const step = furthest[used]
    if (!step || step.to <= record) continue
    record = step.to
    if (step.to >= end) return tilesOf(step, xs, reach, side)
    let shadow: Intervals = []
    let count = 0
    for (let column = step.to; column < end && xs[column + 1]! - xs[step.to]! <= side; column++) {
      const wider = mergeIntervals(shadow, reach[column]!)
      if (wider !== shadow) {
        shadow = wider
        count = coverOf(shadow, side).length
        if (used + count > most) break
      }
      offer(used + count, { from: step.to, to: skipEmpty(column + 1), count, before: step })
    }
  }
  return undefined
}

/**
 * The same for who may not join pieces: a strip costs what its pieces take one by one, so that borders come to lie where
 * few pieces are cut off. A narrower strip may then cost more than a wider one, so each border is reached from all.
 */
export const stripTilesByPieces = ({ xs, reach }: Columns, side: number): Tile[] => {
  const steps: Step[] = [{ from: 0, to: 0, count: 0, before: undefined }]
  const offer = (step: Step): void => {
    const known = steps[step.to]
    if (!known || step.count < known.count) steps[step.to] = step
  }
  for (let from = 0; from < reach.length; from++) {
    const before = steps[from]!
    if (reach[from]!.length === 0) offer({ from, to: from + 1, count: before.count, before })
    let pieces: Piece[] = []
    for (let column = from; column < reach.length && xs[column + 1]! - xs[from]! <= side; column++) {
      pieces = extended(pieces, reach[column]!)
      const count = pieces.reduce(
        (sum, { low, high }) => sum + Math.max(1, Math.ceil((high - low) / side)),
        before.count,
      )
      offer({ from, to: column + 1, count, before })
    }
  }
  return tilesOf(steps[reach.length], xs, reach, side)
}

/** What hangs together in a strip. */
interface Piece {
  low: number
  high: number
  /** In the last column; none when it ends before. */
  here: Intervals
}

const extended = (pieces: readonly Piece[], stretches: Intervals): Piece[] => {
  let next = pieces.map(({ low, high, here }) => ({ low, high, before: here, here: [] as Intervals }))
  for (let i = 0; i < stretches.length; i += 2) {
    const [low, high] = [stretches[i]!, stretches[i + 1]!]
    const isMet = ({ before }: { before: Intervals }) =>
      before.some((end, k) => k % 2 === 0 && end <= high && before[k + 1]! >= low)
    const met = next.filter(isMet)
    const joined = {
      low: Math.min(low, ...met.map((piece) => piece.low)),
      high: Math.max(high, ...met.map((piece) => piece.high)),
      before: met.flatMap((piece) => piece.before),
      here: [...met.flatMap((piece) => piece.here), low, high],
    }
    next = [...next.filter((piece) => !met.includes(piece)), joined]
  }
  return next
}

const tilesOf = (last: Step | undefined, xs: readonly number[], reach: readonly Intervals[], side: number): Tile[] => {
  const steps: Step[] = []
  for (let step: Step | undefined = last; step?.before; step = step.before) steps.unshift(step)
  return steps.flatMap(({ from, to }) => {
    if (reach[from]!.length === 0) return []
    let shadow: Intervals = []
    let right = from
    for (let column = from; column < to; column++) {
      if (reach[column]!.length === 0) continue
      shadow = mergeIntervals(shadow, reach[column]!)
      right = column + 1
    }
    return coverOf(shadow, side).map((y0) => ({ x0: xs[from]!, y0, x1: xs[right]!, y1: y0 + side }))
  })
}
