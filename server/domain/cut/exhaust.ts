/**
 * Trying everything: whether some cells can be held by a given number of squares. Only maximal squares need be tried
 * (candidates.ts), and each choice is between the squares that hold one cell.
 *
 * Weights make it short. No square holds more than `most` of them, so with `count` squares at most count x most - sum
 * may be wasted: by squares that hold less, and by weights that are held twice. A square that wastes more than what is
 * left to waste is no choice. Whole numbers, so what is said to be impossible is.
 */
import type { Budget } from './budget.ts'
import type { Candidate } from './candidates.ts'

/**
 * @param weights whole numbers, one for each cell; no candidate holds more than `most` in all
 * @returns indices of at most `count` candidates that hold all cells; 'impossible'; or 'unknown' when the budget ran out
 */
export const heldBy = (
  candidates: readonly Candidate[],
  weights: readonly number[],
  most: number,
  count: number,
  budget: Budget,
): number[] | 'impossible' | 'unknown' => {
  const holders: number[][] = weights.map(() => [])
  candidates.forEach(({ cells }, c) => {
    for (const cell of cells) holders[cell]!.push(c)
  })
  const times = new Int32Array(weights.length)
  /** Weights that a candidate holds and no chosen one does. */
  const gain = candidates.map(({ cells }) => cells.reduce((sum, cell) => sum + weights[cell]!, 0))
  /** All that can be done with these has been tried. */
  const done = new Uint8Array(candidates.length)
  const chosen: number[] = []
  const choose = (c: number): void => {
    chosen.push(c)
    for (const cell of candidates[c]!.cells) {
      if (times[cell]!++ > 0) continue
      for (const other of holders[cell]!) gain[other]! -= weights[cell]!
      budget.left -= holders[cell]!.length
    }
  }
  const unchoose = (c: number): void => {
    chosen.pop()
    for (const cell of candidates[c]!.cells) {
      if (--times[cell]! > 0) continue
      for (const other of holders[cell]!) gain[other]! += weights[cell]!
      budget.left -= holders[cell]!.length
    }
  }
  const search = (left: number, waste: number): number[] | 'impossible' | 'unknown' => {
    if (budget.left <= 0) return 'unknown'
    const isChoice = (c: number) => done[c] === 0 && most - gain[c]! <= waste
    let hardest = -1
    let fewest = Infinity
    for (let cell = 0; cell < times.length && fewest > 0; cell++) {
      if (times[cell]! > 0) continue
      let choices = 0
      for (const c of holders[cell]!) if (isChoice(c) && ++choices >= fewest) break
      budget.left -= 1 + choices
      if (choices >= fewest) continue
      fewest = choices
      hardest = cell
    }
    if (hardest < 0) return [...chosen]
    if (left === 0) return 'impossible'
    const choices = holders[hardest]!.filter(isChoice).sort((p, q) => gain[q]! - gain[p]! || p - q)
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
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return sum > count * most ? 'impossible' : search(count, count * most - sum)
}
