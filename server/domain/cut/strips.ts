/**
 * The first plan of a cut: upright strips at most one side wide, each covered from below by as few squares as its
 * shadow needs. The best borders are found exactly among the given columns: whoever has come furthest with k squares
 * can do all that the others with k squares can, so one furthest border for each k is enough.
 */
import { type Columns, coverOf, type Intervals, merged } from './columns.ts'

/** A rectangle in which one part will lie; at most one side wide and high. Millimetres. */
export interface Tile {
  x0: number
  y0: number
  x1: number
  y1: number
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
      const wider = merged(shadow, reach[column]!)
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

const tilesOf = (last: Step, xs: readonly number[], reach: readonly Intervals[], side: number): Tile[] => {
  const steps: Step[] = []
  for (let step: Step | undefined = last; step?.before; step = step.before) steps.unshift(step)
  return steps.flatMap(({ from, to }) => {
    let shadow: Intervals = []
    let right = from
    for (let column = from; column < to; column++) {
      if (reach[column]!.length === 0) continue
      shadow = merged(shadow, reach[column]!)
      right = column + 1
    }
    return coverOf(shadow, side).map((y0) => ({ x0: xs[from]!, y0, x1: xs[right]!, y1: y0 + side }))
  })
}
