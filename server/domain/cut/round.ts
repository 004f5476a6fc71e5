/**
 * That a road which comes back to where it began can't be covered by a given number of squares. Weights on witnesses
 * end just below a whole number there, and no weights can say more: round a ring each square may give a little to the
 * next. Trying everything along the road (in-order.ts) does, and needs no weights.
 *
 * Witnesses are square millimetres that every legal part holds whole or not at all, so what is impossible for them is
 * impossible. They lie on lines, on both sides of the road; where few lines leave a way open, more are drawn.
 *
 * Tried and left out: adding only what an answer leaves open, as decide.ts does. Round a ring an answer can shift a little
 * everywhere, so each round closed one way and left its neighbours: five times as many looks.
 */
import type { MmRing } from '../plane.ts'
import type { Budget } from './budget.ts'
import { candidatesOf } from './candidates.ts'
import { heldInOrder } from './in-order.ts'
import { leanOf } from './lean.ts'
import { boxAround } from './strips.ts'
import { WitnessPool } from './witness-pool.ts'
import { type Cell, witnessesAcross, witnessesOn } from './witnesses.ts'

const LINES_PER_SIDE = [32, 100]
/** With more, a look costs so much that it takes longer than a doubt is worth. */
const MOST_WITNESSES = 3000

/** @returns whether it is proven that no `count` squares cover the area */
export const isTooFewRound = (rings: readonly MmRing[], side: number, count: number, budget: Budget): boolean => {
  for (const lines of LINES_PER_SIDE) {
    const step = Math.ceil(side / lines)
    const ends = [...witnessesOn(rings, step, Infinity), ...witnessesAcross(rings, step, Infinity)]
    const { cells } = new WitnessPool(ends)
    if (budget.left <= 0 || cells.length > MOST_WITNESSES) break
    const { kept, candidates } = leanOf(cells.length, candidatesOf(cells, side), budget)
    const order = roundOrder(
      rings,
      kept.map((k) => cells[k]!),
    )
    const held = heldInOrder(candidates, order, count, budget)
    if (typeof held === 'string') return held === 'impossible'
  }
  return false
}

/** By their direction from the middle. */
const roundOrder = (rings: readonly MmRing[], cells: readonly Cell[]): Int32Array => {
  const { x0, y0, x1, y1 } = boxAround(rings.slice(0, 1))
  const angles = cells.map(([x, y]) => Math.atan2(2 * y - y0 - y1, 2 * x - x0 - x1))
  return Int32Array.from(angles, (_, k) => k).sort((p, q) => angles[p]! - angles[q]! || p - q)
}
