/**
 * The squares that matter for covering some cells: those to which no further cell can be added. Every other square
 * covers no more than one of these (column dominance), so the fewest squares are found among them.
 */
import type { Lists } from './lists.ts'
import type { Cell } from './samples.ts'
import type { Tile } from './strips.ts'

export interface Candidates {
  readonly count: number
  /** Lower left corner of each square: in the middle of the room it has. */
  readonly xs: Float64Array
  readonly ys: Float64Array
  /** Indices of the cells that each covers, ascending. */
  readonly covers: Lists
}

export const tileOf = ({ xs, ys }: Candidates, c: number, side: number): Tile => ({
  x0: xs[c]!,
  y0: ys[c]!,
  x1: xs[c]! + side,
  y1: ys[c]! + side,
})

/** @param cells by their x. @returns candidates in the order of their x, then y */
export const candidatesOf = (cells: readonly Cell[], side: number): Candidates => {
  const count = cells.length
  const xs = new Float64Array(count)
  const ys = new Float64Array(count)
  for (let k = 0; k < count; k++) {
    xs[k] = cells[k]![0]
    ys[k] = cells[k]![1]
  }
  const up = upwards(xs, ys)
  const found = new Found(count)
  /** Cells from the left side to the right one, from below: their places among all from below. */
  const inside = new Int32Array(count)
  let within = 0
  let end = 0
  for (let at = 0; at < count; at++) {
    const left = xs[at]!
    if (at > 0 && xs[at - 1] === left) continue
    const before = end
    while (end < count && xs[end]! < left + side) end++
    within = slid(inside, within, left, Math.max(at, before), end, up)
    // Without a cell on the left side the square can be moved right, and is found there.
    let [lowestLeft, highestLeft] = [count, -1]
    for (let k = at; k < end && xs[k] === left; k++) {
      lowestLeft = Math.min(lowestLeft, up.placeOf[k]!)
      highestLeft = Math.max(highestLeft, up.placeOf[k]!)
    }
    const begin = firstAbove(inside, within, up.ys, up.ys[lowestLeft]! - side)
    let high = begin
    let lastHigh = -1
    let lastLeft = -1
    for (let low = begin; low < within && inside[low]! <= highestLeft; low++) {
      const bottom = up.ys[inside[low]!]!
      while (high < within && up.ys[inside[high]!]! < bottom + side) {
        if (up.xs[inside[high]!] === left) lastLeft = high
        high++
      }
      if (high === lastHigh) continue
      lastHigh = high
      if (lastLeft < low) continue
      const top = up.ys[inside[high - 1]!]!
      if (low > 0 && up.ys[inside[low - 1]!]! > top - side) continue
      let right = left
      for (let place = low; place < high; place++) {
        const x = up.xs[inside[place]!]!
        if (x > right) right = x
      }
      if (canGrowLeft(at, xs, ys, right - side, bottom, top, side)) continue
      const x = Math.floor((left + right - side + 1) / 2)
      found.add(x, Math.floor((bottom + top - side + 1) / 2), ys, at, end, bottom, top)
    }
  }
  return found.all()
}

/** All cells from below: by y, then x. */
interface Upwards {
  readonly xs: Float64Array
  readonly ys: Float64Array
  /** Where each is among them. */
  readonly placeOf: Int32Array
}

const upwards = (xs: Float64Array, ys: Float64Array): Upwards => {
  const byY = new Int32Array(xs.length)
  for (let k = 0; k < byY.length; k++) byY[k] = k
  byY.sort((p, q) => ys[p]! - ys[q]! || xs[p]! - xs[q]!)
  const placeOf = new Int32Array(byY.length)
  for (let place = 0; place < byY.length; place++) placeOf[byY[place]!] = place
  return { xs: Float64Array.from(byY, (k) => xs[k]!), ys: Float64Array.from(byY, (k) => ys[k]!), placeOf }
}

/**
 * The window moved right, in place: without the cells left of `left`, with those from `from` up to `end`.
 * @returns how many are in it
 */
const slid = (
  inside: Int32Array,
  within: number,
  left: number,
  from: number,
  end: number,
  { xs, placeOf }: Upwards,
): number => {
  let kept = 0
  for (let i = 0; i < within; i++) {
    const place = inside[i]!
    if (xs[place]! >= left) inside[kept++] = place
  }
  for (let k = from; k < end; k++) {
    const place = placeOf[k]!
    let i = kept++
    for (; i > 0 && inside[i - 1]! > place; i--) inside[i] = inside[i - 1]!
    inside[i] = place
  }
  return kept
}

/** The first in the window whose y is above this. */
const firstAbove = (inside: Int32Array, within: number, ys: Float64Array, y: number): number => {
  let low = 0
  let high = within
  while (low < high) {
    const middle = (low + high) >> 1
    if (ys[inside[middle]!]! <= y) low = middle + 1
    else high = middle
  }
  return low
}

/** Candidates as they are found; there may be many more than cells. */
class Found {
  #count = 0
  #length = 0
  #xs: Float64Array
  #ys: Float64Array
  #starts: Int32Array
  #cells: Int32Array

  constructor(cells: number) {
    this.#xs = new Float64Array(2 * cells + 1)
    this.#ys = new Float64Array(2 * cells + 1)
    this.#starts = new Int32Array(2 * cells + 1)
    this.#cells = new Int32Array(64 * cells + 1)
  }

  /** A candidate with the cells from `at` up to `end` whose y is from `bottom` to `top`. */
  add(x: number, y: number, ys: Float64Array, at: number, end: number, bottom: number, top: number): void {
    if (this.#count + 1 >= this.#starts.length) {
      this.#xs = enlarged(this.#xs, new Float64Array(2 * this.#xs.length))
      this.#ys = enlarged(this.#ys, new Float64Array(2 * this.#ys.length))
      this.#starts = enlarged(this.#starts, new Int32Array(2 * this.#starts.length))
    }
    while (this.#length + end - at > this.#cells.length) {
      this.#cells = enlarged(this.#cells, new Int32Array(2 * this.#cells.length))
    }
    this.#xs[this.#count] = x
    this.#ys[this.#count] = y
    this.#starts[this.#count++] = this.#length
    const cells = this.#cells
    let length = this.#length
    for (let k = at; k < end; k++) if (ys[k]! >= bottom && ys[k]! <= top) cells[length++] = k
    this.#length = length
  }

  all(): Candidates {
    this.#starts[this.#count] = this.#length
    return {
      count: this.#count,
      xs: this.#xs.subarray(0, this.#count),
      ys: this.#ys.subarray(0, this.#count),
      covers: { starts: this.#starts.subarray(0, this.#count + 1), values: this.#cells.subarray(0, this.#length) },
    }
  }
}

const enlarged = <T extends Float64Array | Int32Array>(values: T, room: T): T => {
  room.set(values)
  return room
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
