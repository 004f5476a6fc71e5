/**
 * A proof by trying everything: that some witnesses can't be held by a given number of squares. Only maximal squares
 * need be tried (candidates.ts), and each choice is between the squares that hold one witness, the one with the fewest.
 * A choice ends where more witnesses are left that exclude each other than squares. It closes what the weights of
 * dual.ts leave open on small counts, where a half of a square would do but there are no half notifications.
 */
import { candidatesOf } from './candidates.ts'
import type { Budget } from './cover-search.ts'
import type { Cell } from './heaviest.ts'

/** @returns true when it is certain that `count` squares can't hold all cells; false also when the budget ran out */
export const cannotHold = (cells: readonly Cell[], count: number, side: number, budget: Budget): boolean => {
  const candidates = candidatesOf(cells, side)
  const holders: number[][] = cells.map(() => [])
  candidates.forEach((candidate, c) => {
    for (const cell of candidate.cells) holders[cell]!.push(c)
  })
  const excludes = (p: number, q: number): boolean =>
    Math.abs(cells[p]![0] - cells[q]![0]) >= side || Math.abs(cells[p]![1] - cells[q]![1]) >= side
  // Few squares to choose from first: those exclude most.
  const order = cells.map((_, k) => k).sort((p, q) => holders[p]!.length - holders[q]!.length || p - q)
  const times = new Int32Array(cells.length)

  const isHopeless = (left: number): boolean => {
    const apart: number[] = []
    for (const cell of order) {
      if (times[cell]! > 0) continue
      budget.left -= apart.length + 1
      if (!apart.every((other) => excludes(cell, other))) continue
      apart.push(cell)
      if (apart.length > left) return true
    }
    return false
  }
  const failsWith = (left: number): boolean => {
    if (budget.left <= 0) return false
    const cell = order.find((each) => times[each] === 0)
    if (cell === undefined) return false
    if (isHopeless(left)) return true
    return holders[cell]!.every((c) => {
      for (const held of candidates[c]!.cells) times[held]!++
      const fails = failsWith(left - 1)
      for (const held of candidates[c]!.cells) times[held]!--
      return fails
    })
  }
  return failsWith(count)
}
