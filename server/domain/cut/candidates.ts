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

/** @param cells by their x. @returns candidates in the order of their x, then y */
export const candidatesOf = (cells: readonly Cell[], side: number): Candidate[] => {
  const xs = Float64Array.from(cells, ([x]) => x)
  const ys = Float64Array.from(cells, ([, y]) => y)
  const byY = Int32Array.from(cells, (_, k) => k).sort((p, q) => ys[p]! - ys[q]! || xs[p]! - xs[q]!)
  const candidates: Candidate[] = []
  const inside = new Int32Array(cells.length)
  let end = 0
  for (let at = 0; at < xs.length; at++) {
    const left = xs[at]!
    if (at > 0 && xs[at - 1] === left) continue
    while (end < xs.length && xs[end]! < left + side) end++
    let count = 0
    for (const k of byY) if (k >= at && k < end) inside[count++] = k
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
      if (low > 0 && ys[inside[low - 1]!]! > top - side) continue
      let right = left
      for (let place = low; place < high; place++) right = Math.max(right, xs[inside[place]!]!)
      if (canGrowLeft(at, xs, ys, right - side, bottom, top, side)) continue
      const held: number[] = []
      for (let k = at; k < end; k++) if (ys[k]! >= bottom && ys[k]! <= top) held.push(k)
      candidates.push({
        x: Math.floor((left + right - side + 1) / 2),
        y: Math.floor((bottom + top - side + 1) / 2),
        cells: held,
      })
    }
  }
  return candidates
}

/** A cell left of the square's cells would fit in with them. */
const canGrowLeft = (
  at: number,
  xs: Float64Array,
  ys: Float64Array,
  beyond: number,
  bottom: number,
  top: number,
  side: number,
): boolean => {
  for (let i = at - 1; i >= 0; i--) {
    if (xs[i]! <= beyond) return false
    if (ys[i]! > top - side && ys[i]! < bottom + side) return true
  }
  return false
}
