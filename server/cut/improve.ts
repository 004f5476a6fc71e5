/**
 * From the quick plans to fewer tiles and a stronger proof, bounded by counts of work: upward from what is proven,
 * downward from what is known, until both meet or the work is spent. A road that comes back to where it began has a way
 * of its own (march.ts). An area that takes far more than is proven gets weights on many witnesses, then squares that
 * find their order on a raster (anneal.ts).
 *
 * Tried and left out, because it found nothing that this does not: taking out a few neighbouring tiles and asking for
 * what they leave with one less (large neighbourhood search).
 */
import type { MmRing } from '../domain/plane.ts'
import { annealedCover } from './anneal.ts'
import { boundByArea, independentWitnesses } from './bound.ts'
import { columnsBetween, drawnIn, openBoxes, pushedTogether } from './coverage.ts'
import { type Patience, Question } from './decide.ts'
import { marchedRound } from './march.ts'
import { isTooFewRound } from './round.ts'
import type { Tile } from './strips.ts'
import { WitnessPool } from './witness-pool.ts'
import { evenly, witnessesFor } from './witnesses.ts'

const LINES_PER_SIDE = 8
const MOST_WITNESSES = 6000
/** Witnesses closer together prove more. Only for proofs: a cover is found sooner among fewer. */
const CLOSE_LINES_PER_SIDE = 16
const MOST_CLOSE_WITNESSES = 20_000
/** With more, one look costs so much that proofs among so many places, or the last effort, would take seconds. */
const MOST_CORNERS_CLOSE = 2000
const STARTING_WITNESSES = 40
/** Witnesses among which some that no square joins are looked for. */
const MOST_APART = 1500
/** Looks for a proof before anything else is tried: mostly it comes at once. */
const FIRST_LOOKS = 500_000
const QUICKLY: Patience = { exhausting: 100_000, guessing: 300_000 }
const PATIENTLY: Patience = { exhausting: 1_000_000, guessing: 3_000_000 }
/** Looks for closing what squares along a ring leave open. */
const MARCHING_LOOKS = 2_000_000
/** Looks for whether fewer squares than are known go round a ring: four times what the hardest of 100 took. */
const ROUND_LOOKS = 3_000_000
/**
 * Looks for each of two ways, one after the other: some 250 ms; then for what is worth it, up to two seconds. So many
 * as 230 everyday areas took to save what can be saved: searching that long saved nothing, proving did.
 */
const EFFORTS = [
  { proving: 1_500_000, searching: 1_000_000, patience: QUICKLY, isForAll: true, isClose: false, isLast: false },
  { proving: 2_000_000, searching: 500_000, patience: QUICKLY, isForAll: true, isClose: true, isLast: false },
  { proving: 15_000_000, searching: 15_000_000, patience: PATIENTLY, isForAll: false, isClose: true, isLast: false },
  { proving: 20_000_000, searching: 5_000_000, patience: PATIENTLY, isForAll: false, isClose: true, isLast: true },
]
/** Looks for squares that find their order on a raster: most of a second where they find none. */
const ANNEALING_LOOKS = 45_000_000
/** Witnesses all over the area with which weighing begins, and looks for it: a fifth more than the hardest took. */
const WEIGHED_WITNESSES = 200
const WEIGHING_LOOKS = 30_000_000
/** Of the parts: who may save so many waits for it. */
const WORTHWHILE = 0.08
/** An area that fills less than this share of its tiles is a road or a pipeline, of which nearly all can be proven. */
const NARROW = 0.5
const MOST_DECIDED = 80

export interface Improved {
  /** With the fewest tiles known. */
  plans: Tile[][]
  /** Proven: no cut has fewer. */
  lowerBound: number
}

/**
 * @param rings laid along x, in which witnesses are sorted
 * @param quick plans with equally many tiles; @param proven no cut has fewer; @param finer makes more plans, slowly
 */
export const improvedPlans = (
  rings: readonly MmRing[],
  side: number,
  quick: readonly Tile[][],
  proven: number,
  finer: () => Tile[][],
): Improved => {
  let plans = [...quick]
  const fewest = () => plans[0]!.length
  const cells = witnessesFor(rings, side, LINES_PER_SIDE, MOST_WITNESSES)
  const some = evenly(cells.length, MOST_APART).map((k) => cells[k]!)
  const apart = independentWitnesses(some, side, fewest()).map((k) => some[k]!)
  const start = [...apart, ...evenly(cells.length, STARTING_WITNESSES).map((k) => cells[k]!)]
  const pool = new WitnessPool(cells)
  const byArea = boundByArea(rings, side)
  const isRing = rings.length === 2 && byArea < NARROW * fewest()
  const question = new Question(rings, side, pool, start, Math.max(proven, apart.length))
  const isOpen = () => question.proven < fewest() && fewest() <= MOST_DECIDED
  // Who is drawn in first gives way; which order leaves less area is seen at the end.
  const drawn = (squares: readonly Tile[]) =>
    fewestOf([squares, squares.toReversed()].map((tiles) => drawnIn(rings, tiles, side)))
  const prove = (looks: number, patience: Patience): void => {
    const budget = { left: looks }
    while (isOpen()) {
      const answer = question.coverOfSize(question.proven, patience, budget)
      if (answer === 'unknown') break
      if (answer !== 'impossible') plans = drawn(answer)
    }
  }
  const search = (looks: number, patience: Patience): void => {
    const budget = { left: looks }
    while (isOpen()) {
      const answer = question.coverOfSize(fewest() - 1, patience, budget)
      if (typeof answer === 'string') break
      plans = drawn(answer)
    }
  }
  const marchRound = (): void => {
    const budget = { left: MARCHING_LOOKS }
    const isCover = (squares: Tile[]) => {
      if (budget.left <= 0) return undefined
      const isClosed = openBoxes(columnsBetween(rings, squares, Math.ceil(side / 100), budget), squares).length === 0
      return isClosed ? squares : pushedTogether(rings, squares, side, budget)
    }
    while (isRing && isOpen() && budget.left > 0) {
      const found = marchedRound(rings, side, fewest(), isCover)
      if (!found) break
      plans = drawn(found)
    }
  }
  const isFar = () => fewest() > question.proven + 1
  let close: WitnessPool | undefined
  let isWeighed = false
  /** From the beginning: what was learnt between questions is in the way. */
  const weigh = (): void => {
    if (!close || !isFar() || !isOpen()) return
    isWeighed = true
    const { cells } = close
    const spread = evenly(cells.length, WEIGHED_WITNESSES).map((k) => cells[k]!)
    const weighing = new Question(rings, side, close, [...apart, ...spread], question.proven)
    weighing.weighUp(fewest(), { left: WEIGHING_LOOKS })
    question.proven = weighing.proven
  }
  const anneal = (): void => {
    const budget = { left: ANNEALING_LOOKS }
    const isCover = (squares: Tile[]) => pushedTogether(rings, squares, side, budget)
    let isFirst = isWeighed
    while ((isFar() || isFirst) && isOpen()) {
      isFirst = false
      const found = annealedCover(rings, side, fewest() - 1, budget, isCover)
      if (!found) break
      plans = drawn(found)
    }
  }
  let doubted = Infinity
  const proveRound = (): void => {
    if (!isRing || !isOpen() || fewest() === doubted) return
    doubted = fewest()
    if (isTooFewRound(rings, side, doubted - 1, { left: ROUND_LOOKS })) question.proven = doubted
  }
  const isWorthwhile = (): boolean => {
    const gap = fewest() - question.proven
    // Of rings the march has found what there is.
    if (isRing) return false
    return gap > 1 || gap >= WORTHWHILE * fewest() || byArea < NARROW * fewest()
  }
  prove(FIRST_LOOKS, QUICKLY)
  marchRound()
  // Weights alone often end just below what a ring takes.
  proveRound()
  // Around blocks that streets surround, equally many tiles may ask for much less.
  if (question.proven < fewest() || rings.length > 1) plans = fewestOf([...plans, ...finer()])
  const corners = rings.reduce((sum, ring) => sum + ring.length / 2, 0)
  for (const { proving, searching, patience, isForAll, isClose, isLast } of EFFORTS) {
    if (!isForAll && !isWorthwhile()) break
    if (!isForAll) weigh()
    // What the weights leave is for squares that find their order on the raster; the rest found nothing more of it.
    if (isWeighed) break
    if (isLast && corners > MOST_CORNERS_CLOSE) break
    if (isClose && corners <= MOST_CORNERS_CLOSE) {
      close ??= new WitnessPool(witnessesFor(rings, side, CLOSE_LINES_PER_SIDE, MOST_CLOSE_WITNESSES))
      question.chooseFrom(close)
    }
    prove(proving, patience)
    if (close) question.chooseFrom(pool)
    search(searching, patience)
  }
  anneal()
  proveRound()
  return { plans, lowerBound: Math.min(question.proven, fewest()) }
}

export const fewestOf = (plans: readonly Tile[][]): Tile[][] => {
  const fewest = Math.min(...plans.map((tiles) => tiles.length))
  return plans.filter((tiles) => tiles.length === fewest)
}
