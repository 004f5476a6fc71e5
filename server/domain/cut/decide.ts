/**
 * Whether an area can be covered by a given number of squares: yes, and how; no, for certain; or not known.
 *
 * The question is put for some witnesses, first few. When they can't be held by so many squares, nor can the area. When
 * they can, the squares either cover the area, which is the answer, or leave other witnesses open, which are added.
 * Weights on the witnesses (fractional.ts) say how much any square holds at most, in whole numbers; mostly they decide
 * by themselves, else trying everything does (exhaust.ts), and where that takes too long a guess brings the next
 * witnesses.
 */
import type { MmRing } from '../plane.ts'
import { type Budget, spending } from './budget.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import { columnsBetween, openBoxes, pushedTogether } from './coverage.ts'
import { heldBy } from './exhaust.ts'
import { fractionalOf } from './fractional.ts'
import { guessedCover } from './local-search.ts'
import type { Tile } from './strips.ts'
import { type Cell, witnessesIn } from './witnesses.ts'

const PARTS_OF_ONE = 1_000_000
const FIRST_TOLERANCE = 0.01
const LAST_TOLERANCE = 0.004
/** What one round may spend on trying everything, and on a guess. */
const EXHAUSTING = 1_000_000
const GUESSING = 3_000_000
const WITNESSES_A_ROUND = 30
/** A witness with no weight that the shares cover so much more than once does not matter. */
const SPARE = 1.1
const COVERED = 0.99
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

/** What is learnt about one count serves the next. */
export class Question {
  /** Proven: no cover has fewer squares. */
  proven: number
  readonly rings: readonly MmRing[]
  readonly side: number
  readonly #pool: readonly Cell[]
  #witnesses: Witness[] = []
  #isWeighed = false
  #rounds = 0
  #tolerance = FIRST_TOLERANCE
  #hint: Tile[] = []

  /** @param pool witnesses to choose from; @param first of them, by index */
  constructor(rings: readonly MmRing[], side: number, pool: readonly Cell[], first: readonly number[], proven: number) {
    this.rings = rings
    this.side = side
    this.#pool = pool
    this.proven = proven
    this.#add(
      first.map((k) => pool[k]!),
      false,
    )
  }

  /**
   * @param rounds with the same weights, when each brings a cover of the witnesses: few to disprove, many to find
   * @returns at most `count` squares that cover the area; they may overlap
   */
  coverOfSize(count: number, rounds: number, budget: Budget): Tile[] | 'impossible' | 'unknown' {
    while (budget.left > 0 && this.proven <= count) {
      const wasWeighed = this.#isWeighed
      const open = wasWeighed ? [] : this.#weigh(count, budget)
      if (this.proven > count) break
      const candidates = candidatesOf(
        this.#witnesses.map(({ cell }) => cell),
        this.side,
      )
      const held = this.#held(candidates, count, budget)
      if (held === 'impossible') this.proven = count + 1
      else if (held) {
        const tiles = held.map((c) => tileOf(candidates[c]!, this.side))
        const left = this.#openIn(tiles, budget)
        if (left === 'nothing') return tiles
        const pushed = pushedTogether(this.rings, tiles, this.side, budget)
        if (pushed) return pushed
        this.#hint = tiles
        this.#add(open, false)
        this.#add(left, true)
        if (++this.#rounds > rounds) this.#isWeighed = false
      } else if (wasWeighed) this.#isWeighed = false
      else if (open.length === 0) return 'unknown'
      else {
        this.#add(open, false)
        this.#isWeighed = false
      }
    }
    return this.proven > count ? 'impossible' : 'unknown'
  }

  #add(cells: readonly Cell[], isKept: boolean): void {
    const known = new Map(this.#witnesses.map((witness) => [String(witness.cell), witness]))
    for (const cell of cells) {
      const witness = known.get(String(cell)) ?? { cell, weight: 0, isLive: true, isKept }
      witness.isLive = true
      witness.isKept ||= isKept
      if (!known.has(String(cell))) this.#witnesses.push(witness)
      known.set(String(cell), witness)
    }
  }

  /** New weights. @returns witnesses that the best shares of squares leave open */
  #weigh(count: number, budget: Budget): Cell[] {
    const live = this.#witnesses.filter(({ isLive }) => isLive)
    const cells = live.map(({ cell }) => cell)
    const candidates = candidatesOf(cells, this.side)
    const { weights, shares } = fractionalOf(
      cells.length,
      candidates.map((candidate) => candidate.cells),
      this.#tolerance,
      count * ENOUGH,
      budget,
    )
    const partly = candidates.flatMap((candidate, c) =>
      shares[c]! > NOTHING ? [{ tile: tileOf(candidate, this.side), share: shares[c]! }] : [],
    )
    const covered = coverageOf(cells, partly)
    for (const witness of this.#witnesses) witness.weight = 0
    live.forEach((witness, k) => {
      witness.weight = Math.round(weights[k]! * PARTS_OF_ONE)
      witness.isLive = weights[k]! > NOTHING || covered[k]! < SPARE
    })
    const most = candidates.reduce((heaviest, { cells: held }) => Math.max(heaviest, sumOf(live, held)), 1)
    const sum = live.reduce((total, { weight }) => total + weight, 0)
    this.proven = Math.max(this.proven, Math.floor((sum + most - 1) / most))
    this.#witnesses = this.#witnesses.filter(({ isLive, isKept }) => isLive || isKept)
    this.#tolerance = Math.max(LAST_TOLERANCE, this.#tolerance / 1.3)
    this.#isWeighed = true
    this.#rounds = 0
    const resting = this.#witnesses.filter(({ isLive }) => !isLive).map(({ cell }) => cell)
    return [...openOf(this.#pool, partly, this.side), ...openOf(resting, partly, this.side)]
  }

  /** @returns indices of candidates that hold all witnesses; undefined when none were found, though there may be some */
  #held(candidates: readonly Candidate[], count: number, budget: Budget): number[] | 'impossible' | undefined {
    const weights = this.#witnesses.map(({ weight }) => weight)
    const most = candidates.reduce((heaviest, { cells }) => Math.max(heaviest, sumOf(this.#witnesses, cells)), 1)
    const held = spending(budget, EXHAUSTING, (some) => heldBy(candidates, weights, most, count, some))
    if (held !== 'unknown') return held
    return spending(budget, GUESSING, (some) => guessedCover(weights.length, candidates, count, this.#hint, some))
  }

  /** Witnesses that no tile holds; first from the pool, then from wherever anything is open. */
  #openIn(tiles: readonly Tile[], budget: Budget): Cell[] | 'nothing' {
    const { rings, side } = this
    const whole = tiles.map((tile) => ({ tile, share: 1 }))
    const inPool = openOf(this.#pool, whole, side)
    if (inPool.length > 0) return inPool
    const boxes = openBoxes(columnsBetween(rings, tiles, Math.ceil(side / 100), budget), tiles)
    if (boxes.length === 0) return 'nothing'
    const some = scattered(boxes.length).slice(0, MOST_BOXES)
    return openOf(
      some.flatMap((k) => witnessesIn(rings, boxes[k]!)),
      whole,
      side,
    )
  }
}

const sumOf = (witnesses: readonly Witness[], cells: readonly number[]): number =>
  cells.reduce((sum, k) => sum + witnesses[k]!.weight, 0)

const tileOf = ({ x, y }: Candidate, side: number): Tile => ({ x0: x, y0: y, x1: x + side, y1: y + side })

interface Partly {
  tile: Tile
  share: number
}

const coverageOf = (cells: readonly Cell[], partly: readonly Partly[]): Float64Array => {
  const covered = new Float64Array(cells.length)
  for (const { tile, share } of partly) {
    cells.forEach(([x, y], k) => {
      if (x >= tile.x0 && x < tile.x1 && y >= tile.y0 && y < tile.y1) covered[k]! += share
    })
  }
  return covered
}

/** Cells that the shares cover least, not all from one place. */
const openOf = (cells: readonly Cell[], partly: readonly Partly[], side: number): Cell[] => {
  const covered = coverageOf(cells, partly)
  const open = scattered(cells.length).filter((k) => covered[k]! < COVERED)
  const chosen: Cell[] = []
  const near = side / 8
  for (const k of open.sort((p, q) => covered[p]! - covered[q]!)) {
    if (chosen.length >= WITNESSES_A_ROUND) break
    const [x, y] = cells[k]!
    if (!chosen.some((other) => Math.abs(other[0] - x) < near && Math.abs(other[1] - y) < near)) chosen.push(cells[k]!)
  }
  return chosen
}

/** All numbers below `count`, in an order that jumps about, since neighbours in a list are neighbours on the ground. */
const scattered = (count: number): number[] => {
  const order = Array.from({ length: count }, (_, k) => k)
  const key = (k: number) => Math.imul(k + 1, 0x9e3779b1) >>> 0
  return order.sort((p, q) => key(p) - key(q))
}
