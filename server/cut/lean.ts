/**
 * The same question with less in it. A cell that is in every square in which some other cell is, is held wherever that
 * one is; a square that holds nothing but what some other square holds is never needed. Both are left out, in turns:
 *
 *     ┌─────────┐         Every square that holds j holds i as well. So i need not be asked about, and what it weighs
 *     │ j   i   │         can be put on j: no square gets heavier by that.
 *     └─────────┘
 *
 * About half of the cells and half of the squares go, and what is left has the same answers.
 */
import type { Budget } from './budget.ts'
import type { Candidates } from './candidates.ts'
import { invertedOf, type Lists } from './lists.ts'

export interface Lean {
  /** Indices of the cells that are left, ascending: who holds these holds all. */
  readonly kept: number[]
  /** For each cell the place in `kept` of itself or of the one that stands for it. */
  readonly standIns: Int32Array
  /** Some of the candidates; their cells are places in `kept`. */
  readonly candidates: Candidates
}

/** Each round makes the next one possible, for less and less. */
const MOST_ROUNDS = 2
/** Words of bits that take as long as one look. */
const WORDS_A_LOOK = 64

/** @param count of cells, each held by some candidate; @param candidates with their cells ascending */
export const leanOf = (count: number, candidates: Candidates, budget: Budget): Lean => {
  const standIn = new Int32Array(count)
  for (let k = 0; k < count; k++) standIn[k] = k
  const isGone = new Uint8Array(candidates.count)
  const sizes = new Int32Array(candidates.count)
  for (let c = 0; c < candidates.count; c++) sizes[c] = candidates.held.starts[c + 1]! - candidates.held.starts[c]!
  let held = candidates.held
  let holders = invertedOf(held, count)
  const isFollower = new Uint8Array(count)
  const leaveOut = (): void => {
    for (let k = 0; k < count; k++) isFollower[k] = Number(standIn[k] !== k)
    held = without(held, isGone, isFollower)
    holders = without(holders, isFollower, isGone)
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let isLess = followersFound(holders, held, standIn, budget)
    if (!isLess && round > 0) break
    if (isLess) leaveOut()
    isLess = markNeedless(held, holders, sizes, isGone, budget)
    if (!isLess) break
    leaveOut()
  }
  const kept: number[] = []
  const standIns = new Int32Array(count)
  for (let k = 0; k < count; k++) if (standIn[k] === k) standIns[k] = kept.push(k) - 1
  for (let k = 0; k < count; k++) {
    let by = k
    while (standIn[by] !== by) by = standIn[by]!
    standIns[k] = standIns[by]!
  }
  return { kept, standIns, candidates: left(candidates, held, isGone, standIns) }
}

/** The squares that are not gone, with their cells as places among those kept. */
const left = ({ xs, ys }: Candidates, held: Lists, isGone: Uint8Array, standIns: Int32Array): Candidates => {
  let count = 0
  let length = 0
  for (let c = 0; c < isGone.length; c++) {
    if (isGone[c] === 1) continue
    count++
    length += held.starts[c + 1]! - held.starts[c]!
  }
  const values = new Int32Array(length)
  const starts = new Int32Array(count + 1)
  const all = { count, xs: new Float64Array(count), ys: new Float64Array(count), held: { starts, values } }
  let at = 0
  let place = 0
  for (let c = 0; c < isGone.length; c++) {
    if (isGone[c] === 1) continue
    all.xs[place] = xs[c]!
    all.ys[place] = ys[c]!
    for (let k = held.starts[c]!; k < held.starts[c + 1]!; k++) values[at++] = standIns[held.values[k]!]!
    starts[++place] = at
  }
  return all
}

/** The lists without the numbers that are left out; those of a list that is left out itself become none. */
const without = ({ starts, values }: Lists, isListOut: Uint8Array, isOut: Uint8Array): Lists => {
  const begins = new Int32Array(starts.length)
  const fewer = new Int32Array(values.length)
  let at = 0
  for (let i = 0; i + 1 < starts.length; i++) {
    for (let k = starts[i]!; k < starts[i + 1]! && isListOut[i] === 0; k++) {
      const value = values[k]!
      if (isOut[value] === 0) fewer[at++] = value
    }
    begins[i + 1] = at
  }
  return { starts: begins, values: fewer.subarray(0, at) }
}

const wordsFor = (count: number): number => (count + 31) >>> 5

/** For each list, one bit for each number in it. */
const bitsOf = ({ starts, values }: Lists, count: number): Int32Array => {
  const words = wordsFor(count)
  const bits = new Int32Array(words * (starts.length - 1))
  for (let c = 0; c + 1 < starts.length; c++) {
    for (let k = starts[c]!; k < starts[c + 1]!; k++) bits[c * words + (values[k]! >>> 5)]! |= 1 << (values[k]! & 31)
  }
  return bits
}

/** Lets cells stand for those that are in all of the squares in which they are. @returns whether there were any */
const followersFound = (holders: Lists, held: Lists, standIn: Int32Array, budget: Budget): boolean => {
  const count = standIn.length
  const bits = bitsOf(held, count)
  const words = wordsFor(count)
  const common = new Int32Array(words)
  let looked = bits.length
  let isAny = false
  for (let cell = 0; cell < count; cell++) {
    const last = holders.starts[cell + 1]! - 1
    const first = holders.starts[cell]!
    if (last < first) continue
    const square = holders.values[first]!
    let from = held.values[held.starts[square]!]! >>> 5
    let to = held.values[held.starts[square + 1]! - 1]! >>> 5
    for (let w = from; w <= to; w++) common[w] = -1
    common[cell >>> 5]! &= ~(1 << (cell & 31))
    const whole = to - from + 1
    // Neighbours in the list hold nearly the same: the last is looked at first.
    for (let k = last; k >= first && from <= to; k--) {
      const row = holders.values[k]! * words
      for (let w = from; w <= to; w++) common[w]! &= bits[row + w]!
      while (from <= to && common[from] === 0) from++
      while (from <= to && common[to] === 0) to--
      looked += whole
    }
    if (from > to) continue
    for (let w = from; w <= to; w++) {
      for (let rest = common[w]!; rest !== 0; rest &= rest - 1) {
        const follower = w * 32 + 31 - Math.clz32(rest & -rest)
        if (standIn[cell] !== cell || standIn[follower] !== follower) continue
        standIn[follower] = cell
        isAny = true
      }
    }
  }
  budget.left -= looked / WORDS_A_LOOK
  return isAny
}

/**
 * Marks squares of which some other that is not marked holds all cells, and those that hold none.
 * @param holders of each cell. @returns whether there were any of the first
 */
const markNeedless = (held: Lists, holders: Lists, sizes: Int32Array, isGone: Uint8Array, budget: Budget): boolean => {
  const { starts, values } = held
  const many = sizes.length
  const words = wordsFor(many)
  const bits = bitsOf(holders, many)
  const common = new Int32Array(words)
  const present = new Int32Array(words)
  for (let c = 0; c < many; c++) {
    if (starts[c] === starts[c + 1]) isGone[c] = 1
    if (isGone[c] === 0) present[c >>> 5]! |= 1 << (c & 31)
  }
  let looked = bits.length
  let isAny = false
  const isNeedless = (c: number): boolean => {
    let rarest = values[starts[c]!]!
    for (let k = starts[c]!; k < starts[c + 1]!; k++) {
      const cell = values[k]!
      if (sizeOf(holders, cell) < sizeOf(holders, rarest)) rarest = cell
    }
    let from = holders.values[holders.starts[rarest]!]! >>> 5
    let to = holders.values[holders.starts[rarest + 1]! - 1]! >>> 5
    for (let w = from; w <= to; w++) common[w] = present[w]! & bits[rarest * words + w]!
    common[c >>> 5]! &= ~(1 << (c & 31))
    const whole = to - from + 1
    // Who does not hold all of them mostly lacks one near the rim: from both ends by turns.
    let low = starts[c]!
    let high = starts[c + 1]! - 1
    for (let isLow = true; low <= high; isLow = !isLow) {
      const row = values[isLow ? low++ : high--]! * words
      for (let w = from; w <= to; w++) common[w]! &= bits[row + w]!
      while (from <= to && common[from] === 0) from++
      while (from <= to && common[to] === 0) to--
      looked += whole
      if (from > to) return false
    }
    for (let w = from; w <= to; w++) {
      for (let rest = common[w]!; rest !== 0; rest &= rest - 1) {
        const other = w * 32 + 31 - Math.clz32(rest & -rest)
        // Of two that hold the same, the one that holds more of what is left out stays: it leaves less to be moved.
        if (sizeOf(held, other) > sizeOf(held, c) || sizes[other]! >= sizes[c]!) return true
      }
    }
    return false
  }
  for (let c = 0; c < many; c++) {
    if (starts[c] === starts[c + 1] || !isNeedless(c)) continue
    isGone[c] = 1
    present[c >>> 5]! &= ~(1 << (c & 31))
    isAny = true
  }
  budget.left -= looked / WORDS_A_LOOK
  return isAny
}

const sizeOf = ({ starts }: Lists, i: number): number => starts[i + 1]! - starts[i]!
