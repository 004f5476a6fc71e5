/**
 * Dynamic programming along a road: whether some cells can be covered by a given number of squares, when an order is
 * known in which squares follow each other. Some square must cover the first open cell, so after k squares only what is
 * left open matters: that is the state. Of two states that leave the same open, or one of them less, only that one can
 * be needed (dominance). Along a road few states are left after each square, where branches are more than can be tried:
 *
 *      ▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂      leaves less open here, more there: both go on
 *      ┌─────┐     ┌─────┐
 *      │1    │ ... │k    │   leaves more open everywhere: dominated
 *
 * A road that comes back to where it began is no different: its first square is one of those that cover its first cell.
 * Any order gives right answers; another than that of the road, late ones.
 */
import type { Budget } from './budget.ts'
import type { Candidates } from './candidates.ts'
import { invertedOf } from './lists.ts'

/** Words of bits for one unit of work. */
const WORDS_A_LOOK = 16

/** States that used equally many squares. */
interface States {
  count: number
  /** One bit for each place in the order that is open, state after state. */
  open: Int32Array
  /** The state that it goes on, and by which square. */
  before: Int32Array
  by: Int32Array
}

/**
 * @param order of all cells
 * @returns indices of at most `count` candidates that cover all cells; 'impossible'; or 'unknown' when the budget ran out
 */
export const coverInOrder = (
  { count: many, covers }: Candidates,
  order: Int32Array,
  count: number,
  budget: Budget,
): number[] | 'impossible' | 'unknown' => {
  const words = (order.length + 31) >>> 5
  const coveredBy = invertedOf(covers, order.length)
  const masks = new Int32Array(many * words)
  const first = statesFor(words, 1)
  first.count = 1
  order.forEach((cell, place) => {
    const [word, bit] = [place >>> 5, 1 << (place & 31)]
    for (let h = coveredBy.starts[cell]!; h < coveredBy.starts[cell + 1]!; h++) {
      masks[coveredBy.values[h]! * words + word]! |= bit
    }
    first.open[word]! |= bit
  })
  budget.left -= masks.length / WORDS_A_LOOK
  const steps: States[] = [first]
  const chosenBy = (state: number, last: number): number[] => {
    const chosen = [last]
    for (let [k, at] = [steps.length - 1, state]; k > 0; at = steps[k]!.before[at]!, k--) chosen.push(steps[k]!.by[at]!)
    return chosen
  }
  for (let used = 1; used <= count; used++) {
    const now = steps.at(-1)!
    const next = new Undominated(words)
    for (let state = 0; state < now.count; state++) {
      if (budget.left <= 0) return 'unknown'
      const cell = order[firstOf(now.open, state * words)]!
      for (let h = coveredBy.starts[cell]!; h < coveredBy.starts[cell + 1]!; h++) {
        const c = coveredBy.values[h]!
        if (!next.offer(now.open, state * words, masks, c * words)) return chosenBy(state, c)
        if (next.isTaken) next.note(state, c)
      }
      budget.left -= next.work / WORDS_A_LOOK
      next.work = 0
    }
    if (next.states.count === 0) return 'impossible'
    steps.push(next.states)
  }
  return 'impossible'
}

const statesFor = (words: number, room: number): States => ({
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

/** States of which none leaves open all that another does. */
class Undominated {
  states: States
  /** Of the last that was offered. */
  isTaken = false
  work = 0
  readonly #words: number
  readonly #offered: Int32Array

  constructor(words: number) {
    this.#words = words
    this.#offered = new Int32Array(words)
    this.states = statesFor(words, 64)
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
    const { states } = this
    let kept = 0
    for (let state = 0; state < states.count; state++) {
      const row = state * words
      let isMore = 0
      let isLess = 0
      let w = 0
      for (; w < words && (isMore === 0 || isLess === 0); w++) {
        isMore |= states.open[row + w]! & ~own[w]!
        isLess |= own[w]! & ~states.open[row + w]!
      }
      this.work += w
      // Nothing was dropped before: who is dominated dominates none.
      if (isMore === 0) return true
      if (isLess === 0) continue
      if (kept < state) this.#move(state, kept)
      kept++
    }
    states.count = kept
    this.isTaken = true
    return true
  }

  /** Keeps the last that was offered. */
  note(before: number, by: number): void {
    if (this.states.count === this.states.by.length) this.#enlarge()
    const at = this.states.count++
    this.states.open.set(this.#offered, at * this.#words)
    this.states.before[at] = before
    this.states.by[at] = by
  }

  #move(from: number, to: number): void {
    const { open, before, by } = this.states
    open.copyWithin(to * this.#words, from * this.#words, (from + 1) * this.#words)
    before[to] = before[from]!
    by[to] = by[from]!
  }

  #enlarge(): void {
    const larger = statesFor(this.#words, 2 * this.states.by.length)
    larger.count = this.states.count
    larger.open.set(this.states.open)
    larger.before.set(this.states.before)
    larger.by.set(this.states.by)
    this.states = larger
  }
}
