/**
 * Whether an area can be covered by a given number of squares: yes, and how; no, for certain; or not known.
 *
 * The question is put for some witnesses, first few. When they can't be held by so many squares, nor can the area. When
 * they can, the squares either cover the area, which is the answer, or leave other witnesses open, which are added.
 * Weights on the witnesses (fractional.ts) say how much any square holds at most, in whole numbers; mostly they decide
 * by themselves, else trying everything does (exhaust.ts), and where that takes too long a guess brings the next
 * witnesses. All of that is asked of what is left of the witnesses when those go that others stand for (lean.ts).
 *
 * Tried and left out, because it decided nothing more in the same time: weighing anew in each branch of trying
 * everything (branch and bound on the fractional question).
 */
import type { MmRing } from '../domain/plane.ts'
import { type Budget, spending } from './budget.ts'
import { type Candidates, candidatesOf, tileOf } from './candidates.ts'
import { columnsBetween, openBoxes, pushedTogether } from './coverage.ts'
import { heldBy } from './exhaust.ts'
import { fractionalOf } from './fractional.ts'
import { type Lean, leanOf } from './lean.ts'
import { guessedCover } from './local-search.ts'
import type { Tile } from './strips.ts'
import { type Partly, scattered, WitnessPool } from './witness-pool.ts'
import { type Cell, witnessesIn } from './witnesses.ts'

const PARTS_OF_ONE = 1_000_000
const FIRST_TOLERANCE = 0.01
const LAST_TOLERANCE = 0.004
const LEAST_A_ROUND = 30
/** Rounds with the same weights. */
const MOST_ROUNDS = 8
/** With more open places than this, moving squares together has never closed them all. */
const FEW_OPEN = 3
/** Who stays among those that are weighed, and how many come. */
interface Choice {
  /** A witness with no weight that the shares cover so much more than once does not matter; none is left out at Infinity. */
  spare: number
  /** As a share of the pool, and at least LEAST_A_ROUND. */
  aRound: number
}
const BETWEEN_QUESTIONS: Choice = { spare: 1.1, aRound: 1 / 300 }
/** When nothing but weighing is asked. Who goes sooner comes back, and the weights rise no more. */
const WEIGHING: Choice = { spare: 1.5, aRound: 1 / 200 }
/** After a round in which they did not rise: among few witnesses, the same would come and go for ever. */
const STUCK: Choice = { ...WEIGHING, spare: Infinity }
/** Looks that show how fast weights rise. */
const PACE_LOOKS = 10_000_000
/** For each witness in the pool, to find those that are covered least. */
const LOOKS_A_CHOICE = 4
/** Shares and weights below this are none. */
const NOTHING = 1e-4
/** Weights that sum to so much more than the count prove enough. */
const ENOUGH = 1.001
/** Open boxes in which witnesses are looked for. */
const MOST_BOXES = 60

interface Witness {
  readonly cell: Cell
  /** A whole number; no square holds more than PARTS_OF_ONE of them, but for what rounding adds. */
  weight: number
  /** Is weighed next time. */
  isLive: boolean
  /** Some guess left it open: it stays. */
  isKept: boolean
}

/** How long one round goes on. */
export interface Patience {
  /** Looks for trying everything. */
  exhausting: number
  /** Looks for a guess. */
  guessing: number
}

/** What is learnt about one count serves the next. */
export class Question {
  /** Proven: no cover has fewer squares. */
  proven: number
  readonly rings: readonly MmRing[]
  readonly side: number
  #pool: WitnessPool
  /** By x, then y. */
  #witnesses: Witness[] = []
  readonly #byCell = new Map<string, Witness>()
  #isWeighed = false
  #rounds = 0
  /** Of the last weights, in squares. */
  #sum = 0
  #tolerance = FIRST_TOLERANCE
  #hint: Tile[] = []

  /**
   * @param pool of witnesses to choose from; @param first of them to begin with; @param proven already
   */
  constructor(rings: readonly MmRing[], side: number, pool: WitnessPool, first: readonly Cell[], proven: number) {
    this.rings = rings
    this.side = side
    this.#pool = pool
    this.proven = proven
    this.#add(first, false)
  }

  /** From now on others, among which some may prove more. */
  chooseFrom(pool: WitnessPool): void {
    this.#pool = pool
    this.#isWeighed = false
  }

  /**
   * @returns at most `count` squares that cover the area; they may overlap
   */
  coverOfSize(count: number, patience: Patience, budget: Budget): Tile[] | 'impossible' | 'unknown' {
    while (budget.left > 0 && this.proven <= count) {
      const wasWeighed = this.#isWeighed
      const open = wasWeighed ? [] : this.#weigh(count, budget)
      if (this.proven > count) break
      const lean = this.#leanFor(this.#witnesses, budget)
      const held = this.#held(lean, count, patience, budget)
      if (held === 'impossible') this.proven = count + 1
      else if (held) {
        const tiles = held.map((c) => tileOf(lean.candidates, c, this.side))
        const left = this.#openIn(tiles, budget)
        if (left === 'nothing') return tiles
        const pushed = left.length <= FEW_OPEN && pushedTogether(this.rings, tiles, this.side, budget)
        if (pushed) return pushed
        this.#hint = tiles
        this.#add(open, false)
        this.#add(left, true)
        if (++this.#rounds > MOST_ROUNDS) this.#isWeighed = false
      } else if (wasWeighed) this.#isWeighed = false
      else if (open.length === 0) return 'unknown'
      else {
        this.#add(open, false)
        this.#isWeighed = false
      }
    }
    return this.proven > count ? 'impossible' : 'unknown'
  }

  /**
   * Weighs more and more witnesses, and asks nothing else, until `enough` is proven, the budget is spent, or the weights
   * rise too slowly to reach the next whole number with what is left of it.
   */
  weighUp(enough: number, budget: Budget): void {
    const trail: { sum: number; left: number }[] = []
    let highest = 0
    let choice = WEIGHING
    for (let from = 0; budget.left > 0 && this.proven < enough; ) {
      const open = this.#weigh(enough - 1, budget, choice)
      choice = this.#sum > highest ? WEIGHING : STUCK
      highest = Math.max(highest, this.#sum)
      if (open.length === 0) break
      this.#add(open, false)
      budget.left -= this.#pool.cells.length * LOOKS_A_CHOICE
      trail.push({ sum: this.#sum, left: budget.left })
      while (trail[from + 1] && trail[from + 1]!.left - budget.left >= PACE_LOOKS) from++
      const spent = trail[from]!.left - budget.left
      const pace = (this.#sum - trail[from]!.sum) / spent
      if (spent >= PACE_LOOKS && this.#sum + pace * budget.left < this.proven) break
    }
    this.#isWeighed = false
  }

  #add(cells: readonly Cell[], isKept: boolean): void {
    for (const cell of cells) {
      const known = this.#byCell.get(String(cell))
      const witness = known ?? { cell, weight: 0, isLive: true, isKept }
      witness.isLive = true
      witness.isKept ||= isKept
      if (known) continue
      this.#witnesses.push(witness)
      this.#byCell.set(String(cell), witness)
    }
    this.#witnesses.sort((p, q) => p.cell[0] - q.cell[0] || p.cell[1] - q.cell[1])
  }

  /** New weights. @returns witnesses that the best shares of squares leave open */
  #weigh(count: number, budget: Budget, { spare, aRound } = BETWEEN_QUESTIONS): Cell[] {
    const live = this.#witnesses.filter(({ isLive }) => isLive)
    const { kept, candidates } = this.#leanFor(live, budget)
    const { weights, shares } = fractionalOf(kept.length, candidates.held, this.#tolerance, count * ENOUGH, budget)
    const partly: Partly[] = []
    const covered = new Float64Array(kept.length)
    const { starts, values } = candidates.held
    for (let c = 0; c < candidates.count; c++) {
      const share = shares[c]!
      if (share <= NOTHING) continue
      partly.push({ tile: tileOf(candidates, c, this.side), share })
      for (let k = starts[c]!; k < starts[c + 1]!; k++) covered[values[k]!]! += share
    }
    for (const witness of this.#witnesses) witness.weight = 0
    kept.forEach((k, place) => {
      live[k]!.weight = Math.round(weights[place]! * PARTS_OF_ONE)
    })
    // One that another stands for can rest: when it is left open it comes back.
    for (const witness of live) witness.isLive = spare === Infinity
    kept.forEach((k, place) => {
      live[k]!.isLive ||= live[k]!.weight > NOTHING * PARTS_OF_ONE || covered[place]! < spare
    })
    const whole = Float64Array.from(kept, (k) => live[k]!.weight)
    const most = heaviestOf(candidates, whole)
    const sum = whole.reduce((total, weight) => total + weight, 0)
    this.proven = Math.max(this.proven, Math.floor((sum + most - 1) / most))
    this.#sum = sum / most
    this.#witnesses = this.#witnesses.filter(({ cell, isLive, isKept }) => {
      if (!isLive && !isKept) this.#byCell.delete(String(cell))
      return isLive || isKept
    })
    this.#tolerance = Math.max(LAST_TOLERANCE, this.#tolerance / 1.3)
    this.#isWeighed = true
    this.#rounds = 0
    const resting = new WitnessPool(this.#witnesses.flatMap(({ cell, isLive }) => (isLive ? [] : [cell])))
    return [...this.#open(this.#pool, partly, aRound), ...this.#open(resting, partly, aRound)]
  }

  #leanFor(witnesses: readonly Witness[], budget: Budget): Lean {
    const candidates = candidatesOf(
      witnesses.map(({ cell }) => cell),
      this.side,
    )
    return leanOf(witnesses.length, candidates, budget)
  }

  /** @returns indices of candidates that hold all witnesses; undefined when none were found, though there may be some */
  #held(
    { kept, standIns, candidates }: Lean,
    count: number,
    { exhausting, guessing }: Patience,
    budget: Budget,
  ): number[] | 'impossible' | undefined {
    const weights = new Float64Array(kept.length)
    this.#witnesses.forEach(({ weight }, k) => {
      weights[standIns[k]!]! += weight
    })
    const most = heaviestOf(candidates, weights)
    const held = spending(budget, exhausting, (some) => heldBy(candidates, weights, most, count, some))
    if (held !== 'unknown') return held
    return spending(budget, guessing, (some) => guessedCover(weights.length, candidates, count, this.#hint, some))
  }

  /** Witnesses that no tile holds; first from the pool, then from wherever anything is open. */
  #openIn(tiles: readonly Tile[], budget: Budget): Cell[] | 'nothing' {
    const { rings, side } = this
    const whole = tiles.map((tile) => ({ tile, share: 1 }))
    const inPool = this.#open(this.#pool, whole)
    if (inPool.length > 0) return inPool
    const boxes = openBoxes(columnsBetween(rings, tiles, Math.ceil(side / 100), budget), tiles)
    if (boxes.length === 0) return 'nothing'
    const some = [...scattered(boxes.length).slice(0, MOST_BOXES)]
    return this.#open(new WitnessPool(some.flatMap((k) => witnessesIn(rings, boxes[k]!))), whole)
  }

  #open(pool: WitnessPool, partly: readonly Partly[], aRound = BETWEEN_QUESTIONS.aRound): Cell[] {
    const most = Math.max(LEAST_A_ROUND, Math.round(this.#pool.cells.length * aRound))
    return pool.openIn(partly, this.side / 8, most)
  }
}

/** What the heaviest square holds; at least 1. */
const heaviestOf = ({ count, held: { starts, values } }: Candidates, weights: Float64Array): number => {
  let heaviest = 1
  for (let c = 0; c < count; c++) {
    let sum = 0
    for (let k = starts[c]!; k < starts[c + 1]!; k++) sum += weights[values[k]!]!
    heaviest = Math.max(heaviest, sum)
  }
  return heaviest
}
