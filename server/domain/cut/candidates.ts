/**
 * The squares that matter for covering some cells: those to which no further cell can be added. Every other square
 * holds no more than one of these, so the fewest squares are found among them.
 */
import type { Cell } from './witnesses.ts'

export interface Candidate {
  /** Lower left corner of the square: in the middle of the room it has. */
  x: number
  y: number
  /** Indices of the cells it holds, ascending. */
  cells: number[]
}

/** Candidates in the order of their x, then y. */
export const candidatesOf = (cells: readonly Cell[], side: number): Candidate[] => {
  const xs = Float64Array.from(cells, ([x]) => x)
  const ys = Float64Array.from(cells, ([, y]) => y)
  const byY = cells.map((_, k) => k).sort((p, q) => ys[p]! - ys[q]! || xs[p]! - xs[q]!)
  const byX = cells.map((_, k) => k).sort((p, q) => xs[p]! - xs[q]! || ys[p]! - ys[q]!)
  const candidates: Candidate[] = []
  const inside = new Int32Array(cells.length)
  for (let at = 0; at < byX.length; at++) {
    const left = xs[byX[at]!]!
    if (at > 0 && xs[byX[at - 1]!] === left) continue
    let count = 0
    for (const k of byY) if (xs[k]! >= left && xs[k]! < left + side) inside[count++] = k
    let high = 0
    let lastHigh = -1
    /** The last place of a cell on the left side; without one the square can be moved right, and is found there. */
    let lastLeft = -1
    for (let low = 0; low < count; low++) {
      const bottom = ys[inside[low]!]!
      while (high < count && ys[inside[high]!]! < bottom + side) {
        if (xs[inside[high]!] === left) lastLeft = high
        high++
      }
      if (high === lastHigh) continue
      lastHigh = high
      if (lastLeft < low) continue
      const top = ys[inside[high - 1]!]!
      let right = left
      for (let place = low; place < high; place++) right = Math.max(right, xs[inside[place]!]!)
      if (low > 0 && ys[inside[low - 1]!]! > top - side) continue
      if (canGrowLeft(byX, at, xs, ys, right - side, bottom, top, side)) continue
      candidates.push({
        x: Math.floor((left + right - side + 1) / 2),
        y: Math.floor((bottom + top - side + 1) / 2),
        cells: [...inside.slice(low, high).sort()],
      })
    }
  }
  return candidates
}

/** A cell left of the square's cells would fit in with them. */
const canGrowLeft = (
  byX: readonly number[],
  at: number,
  xs: Float64Array,
  ys: Float64Array,
  beyond: number,
  bottom: number,
  top: number,
  side: number,
): boolean => {
  for (let i = at - 1; i >= 0; i--) {
    const k = byX[i]!
    if (xs[k]! <= beyond) return false
    if (ys[k]! > top - side && ys[k]! < bottom + side) return true
  }
  return false
}
