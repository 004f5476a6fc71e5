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
import type { Candidate } from './candidates.ts'

export interface Lean {
  /** Indices of the cells that are left, ascending: who holds these holds all. */
  readonly kept: number[]
  /** For each cell the place in `kept` of itself or of the one that stands for it. */
  readonly standIns: Int32Array
  /** Some of the candidates; their cells are places in `kept`. */
  readonly candidates: Candidate[]
}

/** Each round makes the next one possible, for less and less. */
const MOST_ROUNDS = 2
const NEIGHBOURS = 2
/** Words of bits that take as long as one look. */
const WORDS_A_LOOK = 64

/** @param count of cells, each held by some candidate; @param candidates with their cells ascending */
export const leanOf = (count: number, candidates: readonly Candidate[], budget: Budget): Lean => {
  const standIn = Int32Array.from({ length: count }, (_, k) => k)
  const isGone = new Uint8Array(candidates.length)
  const sizes = Int32Array.from(candidates, ({ cells }) => cells.length)
  let held = candidates.map(({ cells }) => cells)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let isLess = false
    const holders = invertedOf(held, count)
    withFollowers(holders, held, count, budget, (cell, follower) => {
      if (standIn[cell] !== cell || standIn[follower] !== follower) return
      standIn[follower] = cell
      isLess = true
    })
    if (!isLess && round > 0) break
    if (isLess) held = held.map((cells) => cells.filter((cell) => standIn[cell] === cell))
    isLess = markNeedless(held, invertedOf(held, count), count, sizes, isGone, budget)
    held.forEach((cells, c) => {
      if (cells.length === 0) isGone[c] = 1
    })
    if (!isLess) break
    held = held.map((cells, c) => (isGone[c] === 1 ? [] : cells))
  }
  const kept: number[] = []
  const standIns = new Int32Array(count)
  for (let k = 0; k < count; k++) if (standIn[k] === k) standIns[k] = kept.push(k) - 1
  for (let k = 0; k < count; k++) {
    let by = k
    while (standIn[by] !== by) by = standIn[by]!
    standIns[k] = standIns[by]!
  }
  return {
    kept,
    standIns,
    candidates: candidates.flatMap(({ x, y }, c) =>
      isGone[c] === 1 ? [] : [{ x, y, cells: held[c]!.map((cell) => standIns[cell]!) }],
    ),
  }
}

/** @param lists of numbers below `count`. @returns for each number the indices of the lists that it is in, ascending */
const invertedOf = (lists: readonly (readonly number[])[], count: number): number[][] => {
  const inverted: number[][] = Array.from({ length: count }, () => [])
  lists.forEach((list, index) => {
    for (const each of list) inverted[each]!.push(index)
  })
  return inverted
}

/** For each list, one bit for each number in it; so many words. */
const bitsOf = (lists: readonly (readonly number[])[], words: number): Int32Array => {
  const bits = new Int32Array(words * lists.length)
  lists.forEach((list, index) => {
    for (const each of list) bits[index * words + (each >>> 5)]! |= 1 << (each & 31)
  })
  return bits
}

/** Tells, cell by cell, which others are in all of the squares in which it is. */
const withFollowers = (
  holders: readonly (readonly number[])[],
  held: readonly (readonly number[])[],
  count: number,
  budget: Budget,
  tell: (cell: number, follower: number) => void,
): void => {
  const words = (count + 31) >>> 5
  const bits = bitsOf(held, words)
  const common = new Int32Array(words)
  let looked = bits.length
  for (let cell = 0; cell < count; cell++) {
    const squares = holders[cell]!
    if (squares.length === 0) continue
    const first = held[squares[0]!]!
    const from = first[0]! >>> 5
    const to = first.at(-1)! >>> 5
    common.fill(-1, from, to + 1)
    common[cell >>> 5]! &= ~(1 << (cell & 31))
    let others = -1
    // Neighbours in the list hold nearly the same: the last is looked at first.
    for (let k = squares.length - 1; k >= 0 && others !== 0; k--) {
      const row = squares[k]! * words
      others = 0
      for (let w = from; w <= to; w++) {
        const both = common[w]! & bits[row + w]!
        common[w] = both
        others |= both
      }
      looked += to - from + 1
    }
    if (others === 0) continue
    for (let w = from; w <= to; w++) {
      for (let left = common[w]!; left !== 0; left &= left - 1) tell(cell, w * 32 + 31 - Math.clz32(left & -left))
    }
  }
  budget.left -= looked / WORDS_A_LOOK
}

/** Marks squares of which some other that is not marked holds all cells. @returns whether there were any */
const markNeedless = (
  held: readonly (readonly number[])[],
  holders: readonly (readonly number[])[],
  count: number,
  sizes: Int32Array,
  isGone: Uint8Array,
  budget: Budget,
): boolean => {
  const words = (count + 31) >>> 5
  const bits = bitsOf(held, words)
  let looked = bits.length
  let isAny = false
  const isNeedlessBeside = (c: number, other: number, from: number, to: number): boolean => {
    if (other === c || isGone[other] === 1) return false
    let w = from
    while (w <= to && (bits[c * words + w]! & ~bits[other * words + w]!) === 0) w++
    looked += w - from + 1
    if (w <= to) return false
    // Of two that hold the same, the one that holds more of what is left out stays: it leaves less to be moved.
    return held[other]!.length > held[c]!.length || sizes[other]! >= sizes[c]!
  }
  const isNeedless = (c: number): boolean => {
    const cells = held[c]!
    const from = cells[0]! >>> 5
    const to = cells.at(-1)! >>> 5
    // Mostly a neighbour in the list holds more.
    const last = Math.min(held.length - 1, c + NEIGHBOURS)
    for (let other = Math.max(0, c - NEIGHBOURS); other <= last; other++) {
      if (isNeedlessBeside(c, other, from, to)) return true
    }
    let rarest = cells[0]!
    for (const cell of cells) if (holders[cell]!.length < holders[rarest]!.length) rarest = cell
    for (const other of holders[rarest]!) if (isNeedlessBeside(c, other, from, to)) return true
    return false
  }
  for (let c = 0; c < held.length; c++) {
    if (held[c]!.length === 0 || !isNeedless(c)) continue
    isGone[c] = 1
    isAny = true
  }
  budget.left -= looked / WORDS_A_LOOK
  return isAny
}
