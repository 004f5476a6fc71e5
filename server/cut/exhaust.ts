/**
 * Trying everything: whether some cells can be held by a given number of squares. Only maximal squares need be tried
 * (candidates.ts), and each choice is between the squares that hold one cell.
 *
 * Weights make it short. No square holds more than `most` of them, so with `count` squares at most count x most - sum
 * may be wasted: by squares that hold less, and by weights that are held twice. A square that wastes more than what is
 * left to waste is no choice. Whole numbers, so what is said to be impossible is.
 */
import type { Budget } from './budget.ts'
import type { Candidates } from './candidates.ts'
import { invertedOf } from './lists.ts'

/**
 * @param weights whole numbers, one for each cell; no candidate holds more than `most` in all
 * @returns indices of at most `count` candidates that hold all cells; 'impossible'; or 'unknown' when the budget ran out
 */
export const heldBy = (
  { count: many, held }: Candidates,
  weights: Float64Array,
  most: number,
  count: number,
  budget: Budget,
): number[] | 'impossible' | 'unknown' => {
  const { starts, values } = held
  const { starts: begins, values: holders } = invertedOf(held, weights.length)
  const times = new Int32Array(weights.length)
  /** Weights that a candidate holds and no chosen one does. */
  const gain = new Float64Array(many)
  for (let c = 0; c < many; c++) for (let k = starts[c]!; k < starts[c + 1]!; k++) gain[c]! += weights[values[k]!]!
  /** All that can be done with these has been tried. */
  const done = new Uint8Array(many)
  const chosen: number[] = []
  const choose = (c: number): void => {
    chosen.push(c)
    for (let k = starts[c]!; k < starts[c + 1]!; k++) {
      const cell = values[k]!
      if (times[cell]!++ > 0) continue
      const weight = weights[cell]!
      const end = begins[cell + 1]!
      for (let h = begins[cell]!; h < end; h++) gain[holders[h]!]! -= weight
      budget.left -= end - begins[cell]!
    }
  }
  const unchoose = (c: number): void => {
    chosen.pop()
    for (let k = starts[c]!; k < starts[c + 1]!; k++) {
      const cell = values[k]!
      if (--times[cell]! > 0) continue
      const weight = weights[cell]!
      const end = begins[cell + 1]!
      for (let h = begins[cell]!; h < end; h++) gain[holders[h]!]! += weight
      budget.left -= end - begins[cell]!
    }
  }
  /** The open cell with the fewest choices; -1 when none is open. */
  const hardestOf = (waste: number): number => {
    const least = most - waste
    let hardest = -1
    let fewest = Infinity
    let looks = 0
    for (let cell = 0; cell < times.length && fewest > 0; cell++) {
      if (times[cell]! > 0) continue
      let choices = 0
      const end = begins[cell + 1]!
      for (let h = begins[cell]!; h < end; h++) {
        const c = holders[h]!
        if (gain[c]! >= least && done[c] === 0 && ++choices >= fewest) break
      }
      looks += 1 + choices
      if (choices >= fewest) continue
      fewest = choices
      hardest = cell
    }
    budget.left -= looks
    return hardest
  }
  const search = (left: number, waste: number): number[] | 'impossible' | 'unknown' => {
    if (budget.left <= 0) return 'unknown'
    const hardest = hardestOf(waste)
    if (hardest < 0) return [...chosen]
    if (left === 0) return 'impossible'
    const choices: number[] = []
    for (let h = begins[hardest]!; h < begins[hardest + 1]!; h++) {
      const c = holders[h]!
      if (done[c] === 0 && most - gain[c]! <= waste) choices.push(c)
    }
    choices.sort((p, q) => gain[q]! - gain[p]! || p - q)
    let answer: number[] | 'impossible' | 'unknown' = 'impossible'
    for (const c of choices) {
      const wasted = most - gain[c]!
      choose(c)
      answer = search(left - 1, waste - wasted)
      unchoose(c)
      if (answer !== 'impossible') break
      done[c] = 1
    }
    for (const c of choices) done[c] = 0
    return answer
  }
  let sum = 0
  for (const weight of weights) sum += weight
  return sum > count * most ? 'impossible' : search(count, count * most - sum)
}
