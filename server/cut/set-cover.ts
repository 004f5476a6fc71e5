/**
 * Whether an area can be covered by a given number of squares: yes, and how; no, for certain; or not known. A set cover
 * over sampled cells, with row generation: first few cells. When so many squares can't cover those, they can't cover the
 * area. When they can, they either cover the area, which is the answer, or leave other cells uncovered, which are added.
 *
 * The dual values of the LP relaxation (lp-relaxation.ts), in whole numbers, are a lower bound that mostly answers by
 * itself; else branch and bound does (branch-and-bound.ts), and where that takes too long a local search brings the next
 * cells (local-search.ts). All of that on the problem that dominance leaves (dominance.ts).
 *
 * Tried and left out, because it answered nothing more in the same time: solving the relaxation anew in each branch.
 */
import type { MmRing } from '../domain/geometry/plane.ts'
import { branchAndBound } from './branch-and-bound.ts'
import { type Budget, spending } from './budget.ts'
import { type Candidates, candidatesOf, tileOf } from './candidates.ts'
import { columnsBetween, gapsClosed, openBoxes } from './coverage.ts'
import { type Reduced, reducedByDominance } from './dominance.ts'
import { localSearch } from './local-search.ts'
import { lpRelaxation } from './lp-relaxation.ts'
import { type FractionalTile, SamplePool, scattered } from './sample-pool.ts'
import { type Cell, samplesIn } from './samples.ts'
import type { Tile } from './strips.ts'

const DUAL_SCALE = 1_000_000
const FIRST_TOLERANCE = 0.01
const LAST_TOLERANCE = 0.004
const LEAST_A_ROUND = 30
/** Rounds with the same dual values. */
const MAX_ROUNDS = 8
/** With more open places than this, closing gaps has never closed them all. */
const FEW_OPEN = 3
/** Which cells stay in the relaxation, and how many come. */
interface Choice {
  /** A cell of dual value 0 that the primal solution covers so much more than once goes; none does at Infinity. */
  spare: number
  /** As a share of the pool, and at least LEAST_A_ROUND. */
  aRound: number
}
const BETWEEN_COUNTS: Choice = { spare: 1.1, aRound: 1 / 300 }
/** When only the bound is raised. What goes sooner comes back, and the bound rises no more. */
const RAISING: Choice = { spare: 1.5, aRound: 1 / 200 }
/** After a round in which it did not rise: among few cells, the same would come and go for ever. */
const STUCK: Choice = { ...RAISING, spare: Infinity }
/** Work that shows how fast the bound rises. */
const PACE_WORK = 10_000_000
/** For each cell in the pool, to find those that are covered least. */
const WORK_A_CHOICE = 4
/** Primal and dual values below this are 0. */
const NOTHING = 1e-4
/** Dual values that sum to so much more than the count prove enough. */
const ENOUGH = 1.001
/** Uncovered boxes in which cells are sampled. */
const MAX_BOXES = 60

interface Sample {
  readonly cell: Cell
  /** A whole number; in no square do they sum to more than DUAL_SCALE, but for what rounding adds. */
  dual: number
  /** Is in the relaxation next time. */
  isLive: boolean
  /** Some cover left it open: it stays. */
  isKept: boolean
}

/** How long one round goes on. */
export interface Limits {
  /** Work of branch and bound. */
  branching: number
  /** Work of local search. */
  searching: number
}

/** What is learnt about one count serves the next. */
export class SetCover {
  /** Proven: no cover has fewer squares. */
  lowerBound: number
  readonly rings: readonly MmRing[]
  readonly side: number
  #pool: SamplePool
  /** By x, then y. */
  #samples: Sample[] = []
  readonly #byCell = new Map<string, Sample>()
  #hasDuals = false
  #rounds = 0
  /** Of the last dual values, in squares. */
  #sum = 0
  #tolerance = FIRST_TOLERANCE
  #hint: Tile[] = []

  /**
   * @param pool of samples to choose from; @param first of them to begin with; @param lowerBound already
   */
  constructor(rings: readonly MmRing[], side: number, pool: SamplePool, first: readonly Cell[], lowerBound: number) {
    this.rings = rings
    this.side = side
    this.#pool = pool
    this.lowerBound = lowerBound
    this.#add(first, false)
  }

  /** From now on others, among which some may prove more. */
  chooseFrom(pool: SamplePool): void {
    this.#pool = pool
    this.#hasDuals = false
  }

  /**
   * @returns at most `count` squares that cover the area; they may overlap
   */
  coverOfSize(count: number, limits: Limits, budget: Budget): Tile[] | 'impossible' | 'unknown' {
    while (budget.left > 0 && this.lowerBound <= count) {
      const hadDuals = this.#hasDuals
      const open = hadDuals ? [] : this.#solveRelaxation(count, budget)
      if (this.lowerBound > count) break
      const reduced = this.#reducedFor(this.#samples, budget)
      const cover = this.#cover(reduced, count, limits, budget)
      if (cover === 'impossible') this.lowerBound = count + 1
      else if (cover) {
        const tiles = cover.map((c) => tileOf(reduced.candidates, c, this.side))
        const left = this.#openIn(tiles, budget)
        if (left === 'nothing') return tiles
        const pushed = left.length <= FEW_OPEN && gapsClosed(this.rings, tiles, this.side, budget)
        if (pushed) return pushed
        this.#hint = tiles
        this.#add(open, false)
        this.#add(left, true)
        if (++this.#rounds > MAX_ROUNDS) this.#hasDuals = false
      } else if (hadDuals) this.#hasDuals = false
      else if (open.length === 0) return 'unknown'
      else {
        this.#add(open, false)
        this.#hasDuals = false
      }
    }
    return this.lowerBound > count ? 'impossible' : 'unknown'
  }

  /**
   * Raises the lower bound alone, by the LP relaxation over more and more cells, until it is `enough`, the budget is
   * spent, or it rises too slowly to reach the next whole number with what is left of it.
   */
  raiseBound(enough: number, budget: Budget): void {
    const trail: { sum: number; left: number }[] = []
    let highest = 0
    let choice = RAISING
    for (let from = 0; budget.left > 0 && this.lowerBound < enough; ) {
      const open = this.#solveRelaxation(enough - 1, budget, choice)
      choice = this.#sum > highest ? RAISING : STUCK
      highest = Math.max(highest, this.#sum)
      if (open.length === 0) break
      this.#add(open, false)
      budget.left -= this.#pool.cells.length * WORK_A_CHOICE
      trail.push({ sum: this.#sum, left: budget.left })
      while (trail[from + 1] && trail[from + 1]!.left - budget.left >= PACE_WORK) from++
      const spent = trail[from]!.left - budget.left
      const pace = (this.#sum - trail[from]!.sum) / spent
      if (spent >= PACE_WORK && this.#sum + pace * budget.left < this.lowerBound) break
    }
    this.#hasDuals = false
  }

  #add(cells: readonly Cell[], isKept: boolean): void {
    for (const cell of cells) {
      const known = this.#byCell.get(String(cell))
      const sample = known ?? { cell, dual: 0, isLive: true, isKept }
      sample.isLive = true
      sample.isKept ||= isKept
      if (known) continue
      this.#samples.push(sample)
      this.#byCell.set(String(cell), sample)
    }
    this.#samples.sort((p, q) => p.cell[0] - q.cell[0] || p.cell[1] - q.cell[1])
  }

  /** New dual values. @returns cells that the primal solution leaves open */
  #solveRelaxation(count: number, budget: Budget, { spare, aRound } = BETWEEN_COUNTS): Cell[] {
    const live = this.#samples.filter(({ isLive }) => isLive)
    const { kept, candidates } = this.#reducedFor(live, budget)
    const { duals, primals } = lpRelaxation(kept.length, candidates.covers, this.#tolerance, count * ENOUGH, budget)
    const fractional: FractionalTile[] = []
    const covered = new Float64Array(kept.length)
    const { starts, values } = candidates.covers
    for (let c = 0; c < candidates.count; c++) {
      const fraction = primals[c]!
      if (fraction <= NOTHING) continue
      fractional.push({ tile: tileOf(candidates, c, this.side), fraction })
      for (let k = starts[c]!; k < starts[c + 1]!; k++) covered[values[k]!]! += fraction
    }
    for (const sample of this.#samples) sample.dual = 0
    kept.forEach((k, place) => {
      live[k]!.dual = Math.round(duals[place]! * DUAL_SCALE)
    })
    // A dominated one can rest: when it is left open it comes back.
    for (const sample of live) sample.isLive = spare === Infinity
    kept.forEach((k, place) => {
      live[k]!.isLive ||= live[k]!.dual > NOTHING * DUAL_SCALE || covered[place]! < spare
    })
    const whole = Float64Array.from(kept, (k) => live[k]!.dual)
    const most = largestDualSum(candidates, whole)
    const sum = whole.reduce((total, dual) => total + dual, 0)
    this.lowerBound = Math.max(this.lowerBound, Math.floor((sum + most - 1) / most))
    this.#sum = sum / most
    this.#samples = this.#samples.filter(({ cell, isLive, isKept }) => {
      if (!isLive && !isKept) this.#byCell.delete(String(cell))
      return isLive || isKept
    })
    this.#tolerance = Math.max(LAST_TOLERANCE, this.#tolerance / 1.3)
    this.#hasDuals = true
    this.#rounds = 0
    const resting = new SamplePool(this.#samples.flatMap(({ cell, isLive }) => (isLive ? [] : [cell])))
    return [...this.#open(this.#pool, fractional, aRound), ...this.#open(resting, fractional, aRound)]
  }

  #reducedFor(samples: readonly Sample[], budget: Budget): Reduced {
    const candidates = candidatesOf(
      samples.map(({ cell }) => cell),
      this.side,
    )
    return reducedByDominance(samples.length, candidates, budget)
  }

  /** @returns indices of candidates that cover all samples; undefined when none were found, though there may be some */
  #cover(
    { kept, representatives, candidates }: Reduced,
    count: number,
    { branching, searching }: Limits,
    budget: Budget,
  ): number[] | 'impossible' | undefined {
    const duals = new Float64Array(kept.length)
    this.#samples.forEach(({ dual }, k) => {
      duals[representatives[k]!]! += dual
    })
    const most = largestDualSum(candidates, duals)
    const cover = spending(budget, branching, (some) => branchAndBound(candidates, duals, most, count, some))
    if (cover !== 'unknown') return cover
    return spending(budget, searching, (some) => localSearch(duals.length, candidates, count, this.#hint, some))
  }

  /** Samples that no tile covers; first from the pool, then from wherever anything is open. */
  #openIn(tiles: readonly Tile[], budget: Budget): Cell[] | 'nothing' {
    const { rings, side } = this
    const whole = tiles.map((tile) => ({ tile, fraction: 1 }))
    const inPool = this.#open(this.#pool, whole)
    if (inPool.length > 0) return inPool
    const boxes = openBoxes(columnsBetween(rings, tiles, Math.ceil(side / 100), budget), tiles)
    if (boxes.length === 0) return 'nothing'
    const some = [...scattered(boxes.length).slice(0, MAX_BOXES)]
    return this.#open(new SamplePool(some.flatMap((k) => samplesIn(rings, boxes[k]!))), whole)
  }

  #open(pool: SamplePool, fractional: readonly FractionalTile[], aRound = BETWEEN_COUNTS.aRound): Cell[] {
    const most = Math.max(LEAST_A_ROUND, Math.round(this.#pool.cells.length * aRound))
    return pool.openIn(fractional, this.side / 8, most)
  }
}

/** In the square with the largest sum; at least 1. */
const largestDualSum = ({ count, covers: { starts, values } }: Candidates, duals: Float64Array): number => {
  let heaviest = 1
  for (let c = 0; c < count; c++) {
    let sum = 0
    for (let k = starts[c]!; k < starts[c + 1]!; k++) sum += duals[values[k]!]!
    heaviest = Math.max(heaviest, sum)
  }
  return heaviest
}
