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
import { type Cell, evenly, witnessesFor } from './witnesses.ts'

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

interface Step {
  /** Without it always. */
  isFor?: (search: Search) => boolean
  run: (search: Search) => void
}

/** Proof, then search; so many looks for each. */
const both = (proving: number, searching: number, patience: Patience): Step['run'] => {
  return (search) => {
    search.prove(proving, patience)
    search.lower(searching, patience)
  }
}

/** The same; the proof among close witnesses, where the area has them. */
const bothClosely = (proving: number, searching: number, patience: Patience): Step['run'] => {
  return (search) => {
    const { close } = search
    if (close) search.question.chooseFrom(close)
    search.prove(proving, patience)
    if (close) search.question.chooseFrom(search.pool)
    search.lower(searching, patience)
  }
}

/** In this order: what is quick first. So many looks as 230 everyday areas took to save what can be saved. */
const STEPS: readonly Step[] = [
  { run: (search) => search.prove(FIRST_LOOKS, QUICKLY) },
  { isFor: ({ isRing }) => isRing, run: (search) => search.coverRing() },
  // Weights alone often end just below what a ring takes.
  { isFor: ({ isRing }) => isRing, run: (search) => search.proveRing() },
  // Around blocks that streets surround, equally many tiles may ask for much less.
  { isFor: ({ gap, rings }) => gap > 0 || rings.length > 1, run: (search) => search.addFiner() },
  // Some 250 ms for all.
  { run: both(1_500_000, 1_000_000, QUICKLY) },
  { run: bothClosely(2_000_000, 500_000, QUICKLY) },
  // Up to two seconds for what is worth it. Searching that long saved nothing, proving did.
  {
    isFor: ({ isWorthwhile, isFar, close }) => isWorthwhile && isFar && close !== undefined,
    run: (search) => search.weigh(),
  },
  // What the weights leave is for squares that find their order on the raster; the rest found nothing more of it.
  {
    isFor: ({ isWorthwhile, isWeighed }) => isWorthwhile && !isWeighed,
    run: bothClosely(15_000_000, 15_000_000, PATIENTLY),
  },
  {
    isFor: ({ isWorthwhile, isWeighed, close }) => isWorthwhile && !isWeighed && close !== undefined,
    run: bothClosely(20_000_000, 5_000_000, PATIENTLY),
  },
  { isFor: ({ isFar, isWeighed }) => isFar || isWeighed, run: (search) => search.anneal() },
  { isFor: ({ isRing }) => isRing, run: (search) => search.proveRing() },
]

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
  const search = new Search(rings, side, quick, proven, finer)
  for (const { isFor, run } of STEPS) if (isFor?.(search) ?? true) run(search)
  return { plans: search.plans, lowerBound: Math.min(search.question.proven, search.fewest) }
}

/** What is known so far, and the ways to know more. */
class Search {
  plans: Tile[][]
  isWeighed = false
  readonly rings: readonly MmRing[]
  readonly side: number
  readonly pool: WitnessPool
  readonly question: Question
  /** A road that comes back to where it began. */
  readonly isRing: boolean
  readonly #finer: () => Tile[][]
  readonly #apart: readonly Cell[]
  readonly #byArea: number
  #close: WitnessPool | undefined
  /** Of which it was tried to prove that it is the fewest round a ring. */
  #doubted = Infinity

  constructor(rings: readonly MmRing[], side: number, quick: readonly Tile[][], proven: number, finer: () => Tile[][]) {
    this.rings = rings
    this.side = side
    this.plans = [...quick]
    this.#finer = finer
    const cells = witnessesFor(rings, side, LINES_PER_SIDE, MOST_WITNESSES)
    const some = evenly(cells.length, MOST_APART).map((k) => cells[k]!)
    this.#apart = independentWitnesses(some, side, this.fewest).map((k) => some[k]!)
    this.#byArea = boundByArea(rings, side)
    this.pool = new WitnessPool(cells)
    this.isRing = rings.length === 2 && this.#byArea < NARROW * this.fewest
    const start = [...this.#apart, ...evenly(cells.length, STARTING_WITNESSES).map((k) => cells[k]!)]
    this.question = new Question(rings, side, this.pool, start, Math.max(proven, this.#apart.length))
  }

  get fewest(): number {
    return this.plans[0]!.length
  }

  get gap(): number {
    return this.fewest - this.question.proven
  }

  get isFar(): boolean {
    return this.gap > 1
  }

  get isOpen(): boolean {
    return this.gap > 0 && this.fewest <= MOST_DECIDED
  }

  get isWorthwhile(): boolean {
    // Of rings the way round has found what there is.
    if (this.isRing) return false
    return this.isFar || this.gap >= WORTHWHILE * this.fewest || this.#byArea < NARROW * this.fewest
  }

  /** Close witnesses; none of an area with too many corners. */
  get close(): WitnessPool | undefined {
    if (this.rings.reduce((sum, ring) => sum + ring.length / 2, 0) > MOST_CORNERS_CLOSE) return undefined
    this.#close ??= new WitnessPool(witnessesFor(this.rings, this.side, CLOSE_LINES_PER_SIDE, MOST_CLOSE_WITNESSES))
    return this.#close
  }

  /** Upward from what is proven. */
  prove(looks: number, patience: Patience): void {
    const budget = { left: looks }
    while (this.isOpen) {
      const answer = this.question.coverOfSize(this.question.proven, patience, budget)
      if (answer === 'unknown') break
      if (answer !== 'impossible') this.#found(answer)
    }
  }

  /** Downward from what is known. */
  lower(looks: number, patience: Patience): void {
    const budget = { left: looks }
    while (this.isOpen) {
      const answer = this.question.coverOfSize(this.fewest - 1, patience, budget)
      if (typeof answer === 'string') break
      this.#found(answer)
    }
  }

  addFiner(): void {
    this.plans = fewestOf([...this.plans, ...this.#finer()])
  }

  coverRing(): void {
    const { rings, side } = this
    const budget = { left: MARCHING_LOOKS }
    const isCover = (squares: Tile[]) => {
      if (budget.left <= 0) return undefined
      const isClosed = openBoxes(columnsBetween(rings, squares, Math.ceil(side / 100), budget), squares).length === 0
      return isClosed ? squares : pushedTogether(rings, squares, side, budget)
    }
    while (this.isOpen && budget.left > 0) {
      const found = marchedRound(rings, side, this.fewest, isCover)
      if (!found) break
      this.#found(found)
    }
  }

  proveRing(): void {
    if (!this.isOpen || this.fewest === this.#doubted) return
    this.#doubted = this.fewest
    const isProven = isTooFewRound(this.rings, this.side, this.fewest - 1, { left: ROUND_LOOKS })
    if (isProven) this.question.proven = this.fewest
  }

  /** From the beginning: what was learnt between questions is in the way. */
  weigh(): void {
    const { close } = this
    if (!close || !this.isOpen) return
    this.isWeighed = true
    const spread = evenly(close.cells.length, WEIGHED_WITNESSES).map((k) => close.cells[k]!)
    const weighing = new Question(this.rings, this.side, close, [...this.#apart, ...spread], this.question.proven)
    weighing.weighUp(this.fewest, { left: WEIGHING_LOOKS })
    this.question.proven = weighing.proven
  }

  anneal(): void {
    const { rings, side } = this
    const budget = { left: ANNEALING_LOOKS }
    const isCover = (squares: Tile[]) => pushedTogether(rings, squares, side, budget)
    for (let isFirst = true; this.isOpen && (isFirst || this.isFar); isFirst = false) {
      const found = annealedCover(rings, side, this.fewest - 1, budget, isCover)
      if (!found) break
      this.#found(found)
    }
  }

  /** Who is drawn in first gives way; which order leaves less area is seen at the end. */
  #found(squares: readonly Tile[]): void {
    this.plans = fewestOf([squares, squares.toReversed()].map((tiles) => drawnIn(this.rings, tiles, this.side)))
  }
}

export const fewestOf = (plans: readonly Tile[][]): Tile[][] => {
  const fewest = Math.min(...plans.map((tiles) => tiles.length))
  return plans.filter((tiles) => tiles.length === fewest)
}
