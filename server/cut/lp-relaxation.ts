/**
 * The LP relaxation of the set cover, and its dual: the greatest sum of values on cells, none below 0, that sum to at
 * most 1 in each square. No whole number of squares below that sum can cover all cells. The primal solution comes with
 * it: the least fractions of squares such that each cell is covered once.
 *
 * A primal-dual interior-point method (Mehrotra's predictor and corrector) on normal equations. Both solutions are
 * feasible from the first step on, so it may stop anywhere; and it ends in the middle of the optimal face, not in a
 * corner, which is what finding more cells that matter needs. Doubles: whoever needs certainty sums the dual values
 * again in whole numbers (set-cover.ts).
 *
 * A square only ties cells that are close together. When neighbours on the ground have neighbouring numbers, a row of
 * the equations is empty up to some column, and so is its factor (envelope, or skyline, Cholesky): a tenth of the work.
 */

import type { Budget } from './budget.ts'
import type { Lists } from './lists.ts'

export interface LpSolution {
  /** One for each cell. */
  duals: Float64Array
  /** One for each square. */
  primals: Float64Array
}

const MAX_STEPS = 40
/** Multiplications for one unit of work. */
const FILLED_A_LOOK = 16
const FACTORED_A_LOOK = 144
/** A step goes this far towards where a value would be 0. */
const NEARLY = 0.97
/** What a pivot is at least, so that rounding makes none negative. */
const TINY = 1e-12

/**
 * @param count of cells, each covered by some square, numbered along the area; @param squares the cells that each
 * covers, ascending
 * @param tolerance of the sum, as a share of it; @param enough a sum above this is not improved on
 */
export const lpRelaxation = (
  count: number,
  { starts, values: cells }: Lists,
  tolerance: number,
  enough: number,
  budget: Budget,
): LpSolution => {
  const many = starts.length - 1
  let largest = 1
  let filled = 0
  for (let s = 0; s < many; s++) {
    const size = starts[s + 1]! - starts[s]!
    largest = Math.max(largest, size)
    filled += size * size
  }

  const sumOver = (values: Float64Array, s: number): number => {
    let sum = 0
    for (let k = starts[s]!; k < starts[s + 1]!; k++) sum += values[cells[k]!]!
    return sum
  }
  const addTo = (values: Float64Array, s: number, value: number): void => {
    for (let k = starts[s]!; k < starts[s + 1]!; k++) values[cells[k]!]! += value
  }

  const duals = new Float64Array(count)
  /** Slack of a square: how much more its cells may sum to. */
  const room = new Float64Array(many)
  const primals = new Float64Array(many)
  /** Surplus of a cell: what covers it beyond once. */
  const excess = new Float64Array(count)
  duals.fill(0.5 / largest)
  for (let s = 0; s < many; s++) {
    room[s] = 1 - sumOver(duals, s)
    primals[s] = 1 / room[s]!
    addTo(excess, s, primals[s]!)
  }
  const enlarged = 1.5 / excess.reduce((least, value) => Math.min(least, value), Infinity)
  for (let s = 0; s < many; s++) primals[s]! *= enlarged
  for (let w = 0; w < count; w++) excess[w] = excess[w]! * enlarged - 1

  const dualStep = new Float64Array(count)
  const roomStep = new Float64Array(many)
  const primalStep = new Float64Array(many)
  const excessStep = new Float64Array(count)
  /** What the products dual x excess and primal x room are to change by. */
  const forCells = new Float64Array(count)
  const forSquares = new Float64Array(many)
  const matrix = new Float64Array(count * count)
  const firsts = firstColumns(count, starts, cells)

  const fillMatrix = (): void => {
    for (let w = 0; w < count; w++) matrix.fill(0, w * count + firsts[w]!, w * count + w + 1)
    for (let s = 0; s < many; s++) {
      const ratio = primals[s]! / room[s]!
      for (let k = starts[s]!; k < starts[s + 1]!; k++) {
        const row = cells[k]! * count
        for (let l = starts[s]!; l <= k; l++) matrix[row + cells[l]!]! += ratio
      }
    }
    for (let w = 0; w < count; w++) matrix[w * count + w]! += excess[w]! / duals[w]!
  }
  const solve = (): void => {
    for (let w = 0; w < count; w++) dualStep[w] = forCells[w]! / duals[w]!
    for (let s = 0; s < many; s++) addTo(dualStep, s, -forSquares[s]! / room[s]!)
    substituted(matrix, firsts, dualStep)
    for (let s = 0; s < many; s++) {
      const more = sumOver(dualStep, s)
      roomStep[s] = -more
      primalStep[s] = (forSquares[s]! + primals[s]! * more) / room[s]!
    }
    for (let w = 0; w < count; w++) excessStep[w] = (forCells[w]! - excess[w]! * dualStep[w]!) / duals[w]!
  }

  const factored = firsts.reduce((sum, first, w) => sum + (w - first) ** 2, 0) * (6 / 2 / FACTORED_A_LOOK)
  const work = factored + filled / FILLED_A_LOOK
  for (let step = 0; step < MAX_STEPS; step++) {
    const sum = duals.reduce((total, dual) => total + dual, 0)
    const gap = dot(duals, excess) + dot(primals, room)
    if (gap < tolerance * sum || sum > enough) break
    budget.left -= work
    fillMatrix()
    factorised(matrix, firsts)
    for (let w = 0; w < count; w++) forCells[w] = -duals[w]! * excess[w]!
    for (let s = 0; s < many; s++) forSquares[s] = -primals[s]! * room[s]!
    solve()
    const a = Math.min(reachOf(duals, dualStep), reachOf(room, roomStep))
    const b = Math.min(reachOf(primals, primalStep), reachOf(excess, excessStep))
    let left = 0
    for (let w = 0; w < count; w++) left += (duals[w]! + a * dualStep[w]!) * (excess[w]! + b * excessStep[w]!)
    for (let s = 0; s < many; s++) left += (primals[s]! + b * primalStep[s]!) * (room[s]! + a * roomStep[s]!)
    const target = (gap / (count + many)) * (left / gap) * (left / gap) * (left / gap)
    for (let w = 0; w < count; w++) forCells[w]! += target - dualStep[w]! * excessStep[w]!
    for (let s = 0; s < many; s++) forSquares[s]! += target - primalStep[s]! * roomStep[s]!
    solve()
    // Where rounding has the last word, what is known so far is the answer.
    if (!Number.isFinite(dot(dualStep, dualStep) + dot(primalStep, primalStep))) break
    const p = NEARLY * Math.min(reachOf(duals, dualStep), reachOf(room, roomStep))
    const d = NEARLY * Math.min(reachOf(primals, primalStep), reachOf(excess, excessStep))
    for (let w = 0; w < count; w++) {
      duals[w]! += p * dualStep[w]!
      excess[w]! += d * excessStep[w]!
    }
    for (let s = 0; s < many; s++) {
      room[s]! += p * roomStep[s]!
      primals[s]! += d * primalStep[s]!
    }
  }
  return { duals, primals }
}

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

/** How much of the step can be taken, up to all of it, with no value below 0. */
const reachOf = (values: Float64Array, step: Float64Array): number => {
  let reach = 1
  for (let i = 0; i < values.length; i++) if (step[i]! < 0) reach = Math.min(reach, -values[i]! / step[i]!)
  return reach
}

/**
 * For each row of the equations the first column that is not empty, left of which the factor is empty as well. Rows are
 * taken in twos, which share theirs; it is even.
 */
const firstColumns = (count: number, starts: Int32Array, cells: Int32Array): Int32Array => {
  const firsts = new Int32Array(count)
  for (let w = 0; w < count; w++) firsts[w] = w
  for (let s = 0; s + 1 < starts.length; s++) {
    const lowest = cells[starts[s]!]!
    for (let k = starts[s]!; k < starts[s + 1]!; k++) firsts[cells[k]!] = Math.min(firsts[cells[k]!]!, lowest)
  }
  for (let w = 0; w < count; w += 2) {
    const first = Math.min(firsts[w]!, firsts[w + 1] ?? w) & ~1
    firsts[w] = first
    if (w + 1 < count) firsts[w + 1] = first
  }
  return firsts
}

/** Cholesky, lower triangle, in place; two rows and two columns at a time, which reads each number half as often. */
const factorised = (matrix: Float64Array, firsts: Int32Array): void => {
  const count = firsts.length
  for (let i = 0; i < count; i += 2) {
    const row = i * count
    const isPair = i + 1 < count
    const next = isPair ? row + count : row
    const first = firsts[i]!
    for (let j = first; j < i; j += 2) {
      const other = j * count
      const after = other + count
      let a = matrix[row + j]!
      let b = matrix[row + j + 1]!
      let c = matrix[next + j]!
      let d = matrix[next + j + 1]!
      for (let k = Math.max(first, firsts[j]!); k < j; k++) {
        const p = matrix[row + k]!
        const q = matrix[next + k]!
        const u = matrix[other + k]!
        const v = matrix[after + k]!
        a -= p * u
        b -= p * v
        c -= q * u
        d -= q * v
      }
      a /= matrix[other + j]!
      c /= matrix[other + j]!
      const across = matrix[after + j]!
      const second = matrix[after + j + 1]!
      matrix[row + j] = a
      matrix[row + j + 1] = (b - a * across) / second
      if (!isPair) continue
      matrix[next + j] = c
      matrix[next + j + 1] = (d - c * across) / second
    }
    let top = matrix[row + i]!
    let across = isPair ? matrix[next + i]! : 0
    let bottom = isPair ? matrix[next + i + 1]! : 1
    for (let k = first; k < i; k++) {
      const p = matrix[row + k]!
      const q = matrix[next + k]!
      top -= p * p
      across -= p * q
      bottom -= q * q
    }
    matrix[row + i] = Math.sqrt(Math.max(top, TINY))
    if (!isPair) continue
    matrix[next + i] = across / matrix[row + i]!
    matrix[next + i + 1] = Math.sqrt(Math.max(bottom - matrix[next + i]! * matrix[next + i]!, TINY))
  }
}

/** Solves with the factor, in place. */
const substituted = (factor: Float64Array, firsts: Int32Array, values: Float64Array): void => {
  const count = firsts.length
  for (let i = 0; i < count; i++) {
    let value = values[i]!
    for (let k = firsts[i]!; k < i; k++) value -= factor[i * count + k]! * values[k]!
    values[i] = value / factor[i * count + i]!
  }
  for (let i = count - 1; i >= 0; i--) {
    const value = values[i]! / factor[i * count + i]!
    values[i] = value
    for (let k = firsts[i]!; k < i; k++) values[k]! -= factor[i * count + k]! * value
  }
}
