/**
 * Trying everything along a road: whether some cells can be held by a given number of squares, when an order is known
 * in which squares follow each other. The first open cell must be held by some square, so after k squares only what is
 * left open matters; and of two ways that leave the same open, or one of them less, only that one can be needed. Along
 * a road few ways are left after each square, where the ways themselves are more than can be tried:
 *
 *      ▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂      who leaves less open here, leaves more there: both go on
 *      ┌─────┐     ┌─────┐
 *      │1    │ ... │k    │   who leaves more open everywhere: never needed
 *
 * A road that comes back to where it began is no different: its first square is one of those that hold its first cell.
 * Any order gives right answers; another than that of the road, late ones.
 */
import type { Budget } from './budget.ts'
import type { Candidates } from './candidates.ts'
import { invertedOf } from './lists.ts'

/** Words of bits that take as long as one look. */
const WORDS_A_LOOK = 16

/** Ways that used equally many squares. */
interface Ways {
  count: number
  /** One bit for each place in the order that is open, way after way. */
  open: Int32Array
  /** The way that it goes on, and by which square. */
  before: Int32Array
  by: Int32Array
}

/**
 * @param order of all cells
 * @returns indices of at most `count` candidates that hold all cells; 'impossible'; or 'unknown' when the budget ran out
 */
export const heldInOrder = (
  { count: many, held }: Candidates,
  order: Int32Array,
  count: number,
  budget: Budget,
): number[] | 'impossible' | 'unknown' => {
  const words = (order.length + 31) >>> 5
  const holders = invertedOf(held, order.length)
  const masks = new Int32Array(many * words)
  const first = waysFor(words, 1)
  first.count = 1
  order.forEach((cell, place) => {
    const [word, bit] = [place >>> 5, 1 << (place & 31)]
    for (let h = holders.starts[cell]!; h < holders.starts[cell + 1]!; h++) {
      masks[holders.values[h]! * words + word]! |= bit
    }
    first.open[word]! |= bit
  })
  budget.left -= masks.length / WORDS_A_LOOK
  const steps: Ways[] = [first]
  const chosenBy = (way: number, last: number): number[] => {
    const chosen = [last]
    for (let [k, at] = [steps.length - 1, way]; k > 0; at = steps[k]!.before[at]!, k--) chosen.push(steps[k]!.by[at]!)
    return chosen
  }
  for (let used = 1; used <= count; used++) {
    const now = steps.at(-1)!
    const next = new Undominated(words)
    for (let way = 0; way < now.count; way++) {
      if (budget.left <= 0) return 'unknown'
      const cell = order[firstOf(now.open, way * words)]!
      for (let h = holders.starts[cell]!; h < holders.starts[cell + 1]!; h++) {
        const c = holders.values[h]!
        if (!next.offer(now.open, way * words, masks, c * words)) return chosenBy(way, c)
        if (next.isTaken) next.note(way, c)
      }
      budget.left -= next.looked / WORDS_A_LOOK
      next.looked = 0
    }
    if (next.ways.count === 0) return 'impossible'
    steps.push(next.ways)
  }
  return 'impossible'
}

const waysFor = (words: number, room: number): Ways => ({
  count: 0,
  open: new Int32Array(words * room),
  before: new Int32Array(room),
  by: new Int32Array(room),
})

const firstOf = (bits: Int32Array, from: number): number => {
  let w = from
  while (bits[w] === 0) w++
  const word = bits[w]!
  return (w - from) * 32 + 31 - Math.clz32(word & -word)
}

/** Ways of which none leaves open all that another does. */
class Undominated {
  ways: Ways
  /** Of the last that was offered. */
  isTaken = false
  looked = 0
  readonly #words: number
  readonly #offered: Int32Array

  constructor(words: number) {
    this.#words = words
    this.#offered = new Int32Array(words)
    this.ways = waysFor(words, 64)
  }

  /** What is open, without what the mask holds. @returns whether that is anything */
  offer(open: Int32Array, from: number, masks: Int32Array, mask: number): boolean {
    const words = this.#words
    const own = this.#offered
    let any = 0
    for (let w = 0; w < words; w++) {
      const left = open[from + w]! & ~masks[mask + w]!
      own[w] = left
      any |= left
    }
    this.isTaken = false
    if (any === 0) return false
    const { ways } = this
    let kept = 0
    for (let way = 0; way < ways.count; way++) {
      const row = way * words
      let isMore = 0
      let isLess = 0
      let w = 0
      for (; w < words && (isMore === 0 || isLess === 0); w++) {
        isMore |= ways.open[row + w]! & ~own[w]!
        isLess |= own[w]! & ~ways.open[row + w]!
      }
      this.looked += w
      // Nothing was dropped before: who is dominated dominates none.
      if (isMore === 0) return true
      if (isLess === 0) continue
      if (kept < way) this.#move(way, kept)
      kept++
    }
    ways.count = kept
    this.isTaken = true
    return true
  }

  /** Keeps the last that was offered. */
  note(before: number, by: number): void {
    if (this.ways.count === this.ways.by.length) this.#enlarge()
    const at = this.ways.count++
    this.ways.open.set(this.#offered, at * this.#words)
    this.ways.before[at] = before
    this.ways.by[at] = by
  }

  #move(from: number, to: number): void {
    const { open, before, by } = this.ways
    open.copyWithin(to * this.#words, from * this.#words, (from + 1) * this.#words)
    before[to] = before[from]!
    by[to] = by[from]!
  }

  #enlarge(): void {
    const larger = waysFor(this.#words, 2 * this.ways.by.length)
    larger.count = this.ways.count
    larger.open.set(this.ways.open)
    larger.before.set(this.ways.before)
    larger.by.set(this.ways.by)
    this.ways = larger
  }
}
