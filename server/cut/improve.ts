/**
 * From the quick plans to fewer tiles: strips with finer borders, then simulated annealing, bounded by counts of work.
 *
 * Tried and left out: set cover over sampled cells (LP relaxation, branch and bound, local search) and a way of its own for
 * ring roads. For 734 areas (`npm run bench -- cut-count`) they took 5,720 notifications, this 5,713, and three times as
 * long at most; they proved more covers to be minimal (688 instead of 551).
 */
import type { MmRing } from '../geometry/plane.ts'
import { annealedCover } from './annealing.ts'
import { independentSamples } from './bound.ts'
import { gapsClosed, trimTiles } from './coverage.ts'
import { evenly, samplesFor } from './samples.ts'
import type { Tile } from './strips.ts'

const LINES_PER_SIDE = 8
const MAX_SAMPLES = 6000
/** Samples among which those that no square joins are found. */
const MAX_APART = 1500
/** Work of annealing: some 0.3 s where it finds none. */
const ANNEALING_WORK = 30_000_000
/** With more tiles annealing finds none within its work. */
const MAX_ANNEALED = 80

export interface ImprovedCut {
  /** With the fewest tiles known. */
  plans: Tile[][]
  /** Proven: no cut has fewer. */
  lowerBound: number
}

/**
 * @param rings laid along x, in which samples are sorted
 * @param known plans with equally many tiles; @param quickBound no cut has fewer
 */
export const improvedPlans = (
  rings: readonly MmRing[],
  side: number,
  known: readonly Tile[][],
  quickBound: number,
): ImprovedCut => {
  let plans = smallestPlans(known)
  const fewest = () => plans[0]!.length
  const cells = samplesFor(rings, side, LINES_PER_SIDE, MAX_SAMPLES)
  const some = evenly(cells.length, MAX_APART).map((k) => cells[k]!)
  const lowerBound = Math.max(quickBound, independentSamples(some, side, fewest()).length)
  const budget = { left: ANNEALING_WORK }
  const isCover = (squares: Tile[]) => gapsClosed(rings, squares, side, budget)
  while (fewest() > lowerBound && fewest() <= MAX_ANNEALED && budget.left > 0) {
    const squares = annealedCover(rings, side, fewest() - 1, budget, isCover)
    if (!squares) break
    // Of two tiles that overlap the earlier gives way; which order leaves less area is seen at the end.
    plans = smallestPlans([squares, squares.toReversed()].map((tiles) => trimTiles(rings, tiles, side)))
  }
  return { plans, lowerBound: Math.min(lowerBound, fewest()) }
}

export const smallestPlans = (plans: readonly Tile[][]): Tile[][] => {
  const fewest = Math.min(...plans.map((tiles) => tiles.length))
  return plans.filter((tiles) => tiles.length === fewest)
}
