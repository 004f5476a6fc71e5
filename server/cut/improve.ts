/**
 * From the quick plans to fewer tiles and a stronger proof, bounded by counts of work: upward from the lower bound,
 * downward from what is known, until both meet or the work is spent. A road that comes back to where it began has a way
 * of its own (ring-cover.ts). An area that takes far more than its bound gets the LP bound over many cells, then
 * simulated annealing (annealing.ts).
 *
 * Tried and left out, because it found nothing that this does not: taking out a few neighbouring tiles and covering what
 * they leave with one less (large neighbourhood search).
 */
import type { MmRing } from '../domain/geometry/plane.ts'
import { annealedCover } from './annealing.ts'
import { boundByArea, independentSamples } from './bound.ts'
import { columnsBetween, gapsClosed, openBoxes, trimmed } from './coverage.ts'
import { isRingInfeasible } from './ring-bound.ts'
import { ringCover } from './ring-cover.ts'
import { SamplePool } from './sample-pool.ts'
import { type Cell, evenly, samplesFor } from './samples.ts'
import { type Limits, SetCover } from './set-cover.ts'
import type { Tile } from './strips.ts'

const LINES_PER_SIDE = 8
const MAX_SAMPLES = 6000
/** Samples closer together prove more. Only for bounds: a cover is found sooner among fewer. */
const CLOSE_LINES_PER_SIDE = 16
const MAX_CLOSE_SAMPLES = 20_000
/** With more, one step costs so much that proofs among so many places, or the last effort, would take seconds. */
const MAX_CORNERS_CLOSE = 2000
const STARTING_SAMPLES = 40
/** Samples among which those that no square joins are found. */
const MAX_APART = 1500
/** Work of a proof before anything else is tried: mostly it comes at once. */
const FIRST_WORK = 500_000
const QUICK: Limits = { branching: 100_000, searching: 300_000 }
const LONG: Limits = { branching: 1_000_000, searching: 3_000_000 }
/** Work of closing what squares along a ring leave open. */
const RING_COVER_WORK = 2_000_000
/** Work of proving that fewer squares than are known don't go round a ring: four times what the hardest of 100 took. */
const RING_BOUND_WORK = 3_000_000
/** Work of annealing: most of a second where it finds none. */
const ANNEALING_WORK = 45_000_000
/** Samples all over the area with which raising the bound begins, and its work: a fifth more than the hardest took. */
const RAISING_SAMPLES = 200
const RAISING_WORK = 30_000_000
/** Of the parts: who may save so many waits for it. */
const WORTHWHILE = 0.08
/** An area that fills less than this share of its tiles is a road or a pipeline, for which the bound is nearly always met. */
const NARROW = 0.5
const MAX_SOLVED = 80

export interface Improved {
  /** With the fewest tiles known. */
  plans: Tile[][]
  /** Proven: no cut has fewer. */
  lowerBound: number
}

interface Step {
  /** Without it always. */
  isFor?: (search: Search) => boolean
  run: (search: Search) => void
}

/** Upward, then downward, with so much work for each. */
const both = (proving: number, searching: number, limits: Limits): Step['run'] => {
  return (search) => {
    search.prove(proving, limits)
    search.lower(searching, limits)
  }
}

/** The same; upward over close samples, where the area has them. */
const bothClosely = (proving: number, searching: number, limits: Limits): Step['run'] => {
  return (search) => {
    const { close } = search
    if (close) search.setCover.chooseFrom(close)
    search.prove(proving, limits)
    if (close) search.setCover.chooseFrom(search.pool)
    search.lower(searching, limits)
  }
}

/** In this order: what is quick first. So much work as 230 everyday areas took to save what can be saved. */
const STEPS: readonly Step[] = [
  { run: (search) => search.prove(FIRST_WORK, QUICK) },
  { isFor: ({ isRing }) => isRing, run: (search) => search.coverRing() },
  // The LP bound often ends just below what a ring takes.
  { isFor: ({ isRing }) => isRing, run: (search) => search.proveRing() },
  // Around blocks that streets surround, equally many tiles may ask for much less.
  { isFor: ({ gap, rings }) => gap > 0 || rings.length > 1, run: (search) => search.addFiner() },
  // Some 250 ms for all.
  { run: both(1_500_000, 1_000_000, QUICK) },
  { run: bothClosely(2_000_000, 500_000, QUICK) },
  // Up to two seconds for what is worth it. Searching that long saved nothing, proving did.
  {
    isFor: ({ isWorthwhile, isFar, close }) => isWorthwhile && isFar && close !== undefined,
    run: (search) => search.raiseBound(),
  },
  // Where the bound alone was raised, what is left is for annealing; these found nothing more of it.
  {
    isFor: ({ isWorthwhile, isBoundRaised }) => isWorthwhile && !isBoundRaised,
    run: bothClosely(15_000_000, 15_000_000, LONG),
  },
  {
    isFor: ({ isWorthwhile, isBoundRaised, close }) => isWorthwhile && !isBoundRaised && close !== undefined,
    run: bothClosely(20_000_000, 5_000_000, LONG),
  },
  { isFor: ({ isFar, isBoundRaised }) => isFar || isBoundRaised, run: (search) => search.anneal() },
  { isFor: ({ isRing }) => isRing, run: (search) => search.proveRing() },
]

/**
 * @param rings laid along x, in which samples are sorted
 * @param quick plans with equally many tiles; @param lowerBound no cut has fewer; @param finer makes more plans, slowly
 */
export const improvedPlans = (
  rings: readonly MmRing[],
  side: number,
  quick: readonly Tile[][],
  lowerBound: number,
  finer: () => Tile[][],
): Improved => {
  const search = new Search(rings, side, quick, lowerBound, finer)
  for (const { isFor, run } of STEPS) if (isFor?.(search) ?? true) run(search)
  return { plans: search.plans, lowerBound: Math.min(search.setCover.lowerBound, search.fewest) }
}

/** What is known so far, and the ways to know more. */
class Search {
  plans: Tile[][]
  isBoundRaised = false
  readonly rings: readonly MmRing[]
  readonly side: number
  readonly pool: SamplePool
  readonly setCover: SetCover
  readonly #finer: () => Tile[][]
  readonly #apart: readonly Cell[]
  readonly #byArea: number
  #close: SamplePool | undefined
  /** A road that comes back to where it began. */
  readonly isRing: boolean
  /** Of which it was tried to prove that it is the fewest round a ring. */
  #doubted = Infinity

  constructor(
    rings: readonly MmRing[],
    side: number,
    quick: readonly Tile[][],
    lowerBound: number,
    finer: () => Tile[][],
  ) {
    this.rings = rings
    this.side = side
    this.plans = [...quick]
    this.#finer = finer
    const cells = samplesFor(rings, side, LINES_PER_SIDE, MAX_SAMPLES)
    const some = evenly(cells.length, MAX_APART).map((k) => cells[k]!)
    this.#apart = independentSamples(some, side, this.fewest).map((k) => some[k]!)
    this.#byArea = boundByArea(rings, side)
    this.pool = new SamplePool(cells)
    this.isRing = rings.length === 2 && this.#byArea < NARROW * this.fewest
    const start = [...this.#apart, ...evenly(cells.length, STARTING_SAMPLES).map((k) => cells[k]!)]
    this.setCover = new SetCover(rings, side, this.pool, start, Math.max(lowerBound, this.#apart.length))
  }

  get fewest(): number {
    return this.plans[0]!.length
  }

  get gap(): number {
    return this.fewest - this.setCover.lowerBound
  }

  get isFar(): boolean {
    return this.gap > 1
  }

  get isOpen(): boolean {
    return this.gap > 0 && this.fewest <= MAX_SOLVED
  }

  get isWorthwhile(): boolean {
    // The way round a ring has found what there is.
    if (this.isRing) return false
    return this.isFar || this.gap >= WORTHWHILE * this.fewest || this.#byArea < NARROW * this.fewest
  }

  /** Close samples; none of an area with too many corners. */
  get close(): SamplePool | undefined {
    if (this.rings.reduce((sum, ring) => sum + ring.length / 2, 0) > MAX_CORNERS_CLOSE) return undefined
    this.#close ??= new SamplePool(samplesFor(this.rings, this.side, CLOSE_LINES_PER_SIDE, MAX_CLOSE_SAMPLES))
    return this.#close
  }

  /** Upward from the lower bound. */
  prove(work: number, limits: Limits): void {
    const budget = { left: work }
    while (this.isOpen) {
      const answer = this.setCover.coverOfSize(this.setCover.lowerBound, limits, budget)
      if (answer === 'unknown') break
      if (answer !== 'impossible') this.#found(answer)
    }
  }

  /** Downward from what is known. */
  lower(work: number, limits: Limits): void {
    const budget = { left: work }
    while (this.isOpen) {
      const answer = this.setCover.coverOfSize(this.fewest - 1, limits, budget)
      if (typeof answer === 'string') break
      this.#found(answer)
    }
  }

  coverRing(): void {
    const { rings, side } = this
    const budget = { left: RING_COVER_WORK }
    const isCover = (squares: Tile[]) => {
      if (budget.left <= 0) return undefined
      const isClosed = openBoxes(columnsBetween(rings, squares, Math.ceil(side / 100), budget), squares).length === 0
      return isClosed ? squares : gapsClosed(rings, squares, side, budget)
    }
    while (this.isOpen && budget.left > 0) {
      const found = ringCover(rings, side, this.fewest, isCover)
      if (!found) break
      this.#found(found)
    }
  }

  proveRing(): void {
    if (!this.isOpen || this.fewest === this.#doubted) return
    this.#doubted = this.fewest
    const isProven = isRingInfeasible(this.rings, this.side, this.fewest - 1, { left: RING_BOUND_WORK })
    if (isProven) this.setCover.lowerBound = this.fewest
  }

  addFiner(): void {
    this.plans = smallestPlans([...this.plans, ...this.#finer()])
  }

  /** From the beginning: what was learnt for one count of squares after the other is in the way. */
  raiseBound(): void {
    const { close } = this
    if (!close || !this.isOpen) return
    this.isBoundRaised = true
    const spread = evenly(close.cells.length, RAISING_SAMPLES).map((k) => close.cells[k]!)
    const raising = new SetCover(this.rings, this.side, close, [...this.#apart, ...spread], this.setCover.lowerBound)
    raising.raiseBound(this.fewest, { left: RAISING_WORK })
    this.setCover.lowerBound = raising.lowerBound
  }

  anneal(): void {
    const { rings, side } = this
    const budget = { left: ANNEALING_WORK }
    const isCover = (squares: Tile[]) => gapsClosed(rings, squares, side, budget)
    for (let isFirst = true; this.isOpen && (isFirst || this.isFar); isFirst = false) {
      const found = annealedCover(rings, side, this.fewest - 1, budget, isCover)
      if (!found) break
      this.#found(found)
    }
  }

  /** Who is drawn in first gives way; which order leaves less area is seen at the end. */
  #found(squares: readonly Tile[]): void {
    this.plans = smallestPlans([squares, squares.toReversed()].map((tiles) => trimmed(this.rings, tiles, this.side)))
  }
}

export const smallestPlans = (plans: readonly Tile[][]): Tile[][] => {
  const fewest = Math.min(...plans.map((tiles) => tiles.length))
  return plans.filter((tiles) => tiles.length === fewest)
}
