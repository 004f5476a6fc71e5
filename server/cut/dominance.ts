/**
 * The same set cover with fewer rows and columns. A cell that is in every square in which some other cell is, is covered
 * wherever that one is (row dominance); a square that covers nothing but what some other square covers is never needed
 * (column dominance). Both are left out, in turns:
 *
 *     ┌─────────┐         Every square that covers j covers i as well. So i is dominated, and its dual value can be
 *     │ j   i   │         moved to j: in no square do they sum to more by that.
 *     └─────────┘
 *
 * About half of the cells and half of the squares go, and what is left has the same answers.
 */
import type { Budget } from './budget.ts'
import type { Candidates } from './candidates.ts'
import { invertedOf, type Lists } from './lists.ts'

export interface Reduced {
  /** Indices of the cells that are left, ascending: what covers these covers all. */
  readonly kept: number[]
  /** For each cell the place in `kept` of itself or of the one that dominates it. */
  readonly representatives: Int32Array
  /** Some of the candidates; their cells are places in `kept`. */
  readonly candidates: Candidates
}

/** Each round makes the next one possible, for less and less. */
const MAX_ROUNDS = 2
/** Words of bits for one unit of work. */
const WORDS_A_LOOK = 64

/** @param count of cells, each covered by some candidate; @param candidates with their cells ascending */
export const reducedByDominance = (count: number, candidates: Candidates, budget: Budget): Reduced => {
  const representative = new Int32Array(count)
  for (let k = 0; k < count; k++) representative[k] = k
  const isGone = new Uint8Array(candidates.count)
  const sizes = new Int32Array(candidates.count)
  for (let c = 0; c < candidates.count; c++) sizes[c] = candidates.covers.starts[c + 1]! - candidates.covers.starts[c]!
  let covers = candidates.covers
  let coveredBy = invertedOf(covers, count)
  const isDominated = new Uint8Array(count)
  const leaveOut = (): void => {
    for (let k = 0; k < count; k++) isDominated[k] = Number(representative[k] !== k)
    covers = without(covers, isGone, isDominated)
    coveredBy = without(coveredBy, isDominated, isGone)
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let isLess = dominatedCellsFound(coveredBy, covers, representative, budget)
    if (!isLess && round > 0) break
    if (isLess) leaveOut()
    isLess = markDominatedSquares(covers, coveredBy, sizes, isGone, budget)
    if (!isLess) break
    leaveOut()
  }
  const kept: number[] = []
  const representatives = new Int32Array(count)
  for (let k = 0; k < count; k++) if (representative[k] === k) representatives[k] = kept.push(k) - 1
  for (let k = 0; k < count; k++) {
    let by = k
    while (representative[by] !== by) by = representative[by]!
    representatives[k] = representatives[by]!
  }
  return { kept, representatives, candidates: left(candidates, covers, isGone, representatives) }
}

/** The squares that are not gone, with their cells as places among those kept. */
const left = ({ xs, ys }: Candidates, covers: Lists, isGone: Uint8Array, representatives: Int32Array): Candidates => {
  let count = 0
  let length = 0
  for (let c = 0; c < isGone.length; c++) {
    if (isGone[c] === 1) continue
    count++
    length += covers.starts[c + 1]! - covers.starts[c]!
  }
  const values = new Int32Array(length)
  const starts = new Int32Array(count + 1)
  const all = { count, xs: new Float64Array(count), ys: new Float64Array(count), covers: { starts, values } }
  let at = 0
  let place = 0
  for (let c = 0; c < isGone.length; c++) {
    if (isGone[c] === 1) continue
    all.xs[place] = xs[c]!
    all.ys[place] = ys[c]!
    for (let k = covers.starts[c]!; k < covers.starts[c + 1]!; k++) values[at++] = representatives[covers.values[k]!]!
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

/** For each cell that is in all of the squares in which another is, that one. @returns whether there were any */
const dominatedCellsFound = (coveredBy: Lists, covers: Lists, representative: Int32Array, budget: Budget): boolean => {
  const count = representative.length
  const bits = bitsOf(covers, count)
  const words = wordsFor(count)
  const common = new Int32Array(words)
  let work = bits.length
  let isAny = false
  for (let cell = 0; cell < count; cell++) {
    const last = coveredBy.starts[cell + 1]! - 1
    const first = coveredBy.starts[cell]!
    if (last < first) continue
    const square = coveredBy.values[first]!
    let from = covers.values[covers.starts[square]!]! >>> 5
    let to = covers.values[covers.starts[square + 1]! - 1]! >>> 5
    for (let w = from; w <= to; w++) common[w] = -1
    common[cell >>> 5]! &= ~(1 << (cell & 31))
    const whole = to - from + 1
    // Neighbours in the list cover nearly the same: the last is compared first.
    for (let k = last; k >= first && from <= to; k--) {
      const row = coveredBy.values[k]! * words
      for (let w = from; w <= to; w++) common[w]! &= bits[row + w]!
      while (from <= to && common[from] === 0) from++
      while (from <= to && common[to] === 0) to--
      work += whole
    }
    if (from > to) continue
    for (let w = from; w <= to; w++) {
      for (let rest = common[w]!; rest !== 0; rest &= rest - 1) {
        const dominated = w * 32 + 31 - Math.clz32(rest & -rest)
        if (representative[cell] !== cell || representative[dominated] !== dominated) continue
        representative[dominated] = cell
        isAny = true
      }
    }
  }
  budget.left -= work / WORDS_A_LOOK
  return isAny
}

/**
 * Marks squares of which some other that is not marked covers all cells, and those that cover none.
 * @param coveredBy of each cell. @returns whether there were any of the first
 */
const markDominatedSquares = (
  covers: Lists,
  coveredBy: Lists,
  sizes: Int32Array,
  isGone: Uint8Array,
  budget: Budget,
): boolean => {
  const { starts, values } = covers
  const many = sizes.length
  const words = wordsFor(many)
  const bits = bitsOf(coveredBy, many)
  const common = new Int32Array(words)
  const present = new Int32Array(words)
  for (let c = 0; c < many; c++) {
    if (starts[c] === starts[c + 1]) isGone[c] = 1
    if (isGone[c] === 0) present[c >>> 5]! |= 1 << (c & 31)
  }
  let work = bits.length
  let isAny = false
  const isSquareDominated = (c: number): boolean => {
    let rarest = values[starts[c]!]!
    for (let k = starts[c]!; k < starts[c + 1]!; k++) {
      const cell = values[k]!
      if (sizeOf(coveredBy, cell) < sizeOf(coveredBy, rarest)) rarest = cell
    }
    let from = coveredBy.values[coveredBy.starts[rarest]!]! >>> 5
    let to = coveredBy.values[coveredBy.starts[rarest + 1]! - 1]! >>> 5
    for (let w = from; w <= to; w++) common[w] = present[w]! & bits[rarest * words + w]!
    common[c >>> 5]! &= ~(1 << (c & 31))
    const whole = to - from + 1
    // One that does not cover all of them mostly lacks one near the rim: from both ends by turns.
    let low = starts[c]!
    let high = starts[c + 1]! - 1
    for (let isLow = true; low <= high; isLow = !isLow) {
      const row = values[isLow ? low++ : high--]! * words
      for (let w = from; w <= to; w++) common[w]! &= bits[row + w]!
      while (from <= to && common[from] === 0) from++
      while (from <= to && common[to] === 0) to--
      work += whole
      if (from > to) return false
    }
    for (let w = from; w <= to; w++) {
      for (let rest = common[w]!; rest !== 0; rest &= rest - 1) {
        const other = w * 32 + 31 - Math.clz32(rest & -rest)
        // Of two that cover the same, the one that covers more of what is left out stays: it leaves less to be moved.
        if (sizeOf(covers, other) > sizeOf(covers, c) || sizes[other]! >= sizes[c]!) return true
      }
    }
    return false
  }
  for (let c = 0; c < many; c++) {
    if (starts[c] === starts[c + 1] || !isSquareDominated(c)) continue
    isGone[c] = 1
    present[c >>> 5]! &= ~(1 << (c & 31))
    isAny = true
  }
  budget.left -= work / WORDS_A_LOOK
  return isAny
}

const sizeOf = ({ starts }: Lists, i: number): number => starts[i + 1]! - starts[i]!
