/**
 * Branch and bound: whether some cells can be covered by a given number of squares. Only maximal squares need be tried
 * (candidates.ts), and each branch is one of the squares that cover the cell with the fewest.
 *
 * Bounded by dual values: in no square do they sum to more than `most`, so `count` squares have count x most - sum to
 * spare, for squares that sum to less and values that are covered twice. A square that takes more than what is left to
 * spare is no branch (its reduced cost is above the gap). Whole numbers, so what is said to be impossible is.
 */
import type { Budget } from './budget.ts'
import type { Candidates } from './candidates.ts'
import { invertedOf } from './lists.ts'

/**
 * @param duals whole numbers, one for each cell; in no candidate do they sum to more than `most`
 * @returns indices of at most `count` candidates that cover all cells; 'impossible'; or 'unknown' when the budget ran out
 */
export const branchAndBound = (
  { count: many, covers }: Candidates,
  duals: Float64Array,
  most: number,
  count: number,
  budget: Budget,
): number[] | 'impossible' | 'unknown' => {
  const { starts, values } = covers
  const { starts: begins, values: coveredBy } = invertedOf(covers, duals.length)
  const times = new Int32Array(duals.length)
  /** Dual values that a candidate covers and no chosen one does. */
  const gain = new Float64Array(many)
  for (let c = 0; c < many; c++) for (let k = starts[c]!; k < starts[c + 1]!; k++) gain[c]! += duals[values[k]!]!
  /** All that can be done with these has been tried. */
  const done = new Uint8Array(many)
  const chosen: number[] = []
  const choose = (c: number): void => {
    chosen.push(c)
    for (let k = starts[c]!; k < starts[c + 1]!; k++) {
      const cell = values[k]!
      if (times[cell]!++ > 0) continue
      const dual = duals[cell]!
      const end = begins[cell + 1]!
      for (let h = begins[cell]!; h < end; h++) gain[coveredBy[h]!]! -= dual
      budget.left -= end - begins[cell]!
    }
  }
  const unchoose = (c: number): void => {
    chosen.pop()
    for (let k = starts[c]!; k < starts[c + 1]!; k++) {
      const cell = values[k]!
      if (--times[cell]! > 0) continue
      const dual = duals[cell]!
      const end = begins[cell + 1]!
      for (let h = begins[cell]!; h < end; h++) gain[coveredBy[h]!]! += dual
      budget.left -= end - begins[cell]!
    }
  }
  /** The open cell with the fewest choices; -1 when none is open. */
  const hardestOf = (spare: number): number => {
    const least = most - spare
    let hardest = -1
    let fewest = Infinity
    let work = 0
    for (let cell = 0; cell < times.length && fewest > 0; cell++) {
      if (times[cell]! > 0) continue
      let choices = 0
      const end = begins[cell + 1]!
      for (let h = begins[cell]!; h < end; h++) {
        const c = coveredBy[h]!
        if (gain[c]! >= least && done[c] === 0 && ++choices >= fewest) break
      }
      work += 1 + choices
      if (choices >= fewest) continue
      fewest = choices
      hardest = cell
    }
    budget.left -= work
    return hardest
  }
  const search = (left: number, spare: number): number[] | 'impossible' | 'unknown' => {
    if (budget.left <= 0) return 'unknown'
    const hardest = hardestOf(spare)
    if (hardest < 0) return [...chosen]
    if (left === 0) return 'impossible'
    const choices: number[] = []
    for (let h = begins[hardest]!; h < begins[hardest + 1]!; h++) {
      const c = coveredBy[h]!
      if (done[c] === 0 && most - gain[c]! <= spare) choices.push(c)
    }
    choices.sort((p, q) => gain[q]! - gain[p]! || p - q)
    let answer: number[] | 'impossible' | 'unknown' = 'impossible'
    for (const c of choices) {
      const used = most - gain[c]!
      choose(c)
      answer = search(left - 1, spare - used)
      unchoose(c)
      if (answer !== 'impossible') break
      done[c] = 1
    }
    for (const c of choices) done[c] = 0
    return answer
  }
  let sum = 0
  for (const dual of duals) sum += dual
  return sum > count * most ? 'impossible' : search(count, count * most - sum)
}
