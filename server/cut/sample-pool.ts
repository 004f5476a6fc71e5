/** Samples to choose from, and which of them some tiles leave open. */

import type { Cell } from './samples.ts'
import type { Tile } from './strips.ts'

/** Some of a tile, as in the solution of a relaxation. */
export interface FractionalTile {
  tile: Tile
  fraction: number
}

const COVERED = 0.99
/** Fractions that differ by less are equal. */
const FINELY = 2 ** 30

/** Cells in one slab. */
const IN_SLAB = 256

/** Cells next to each other from the west, ordered from the south. */
interface Slab {
  readonly x0: number
  readonly x1: number
  /** Where it is among all. */
  readonly from: number
  readonly to: number
}

export class SamplePool {
  /** By x, then y. */
  readonly cells: readonly Cell[]
  readonly #slabs: Slab[] = []
  /** Slab by slab, by y in each: the x and y, and which cell it is. */
  readonly #xs: Float64Array
  readonly #ys: Float64Array
  readonly #order: Int32Array
  /** All cells in an order that jumps about, and for each its place in that. */
  #scattered: Int32Array | undefined
  #placeOf = new Int32Array(0)

  constructor(cells: readonly Cell[]) {
    this.cells = sorted(cells)
    const count = this.cells.length
    this.#xs = new Float64Array(count)
    this.#ys = new Float64Array(count)
    this.#order = new Int32Array(count)
    const keys = new Float64Array(IN_SLAB)
    const south = this.cells.reduce((least, [, y]) => Math.min(least, y), Infinity)
    for (let from = 0; from < count; from += IN_SLAB) {
      const to = Math.min(count, from + IN_SLAB)
      const own = keys.subarray(0, to - from)
      for (let k = from; k < to; k++) own[k - from] = (this.cells[k]![1] - south) * IN_SLAB + k - from
      own.sort()
      for (let place = from; place < to; place++) {
        const k = from + (own[place - from]! % IN_SLAB)
        this.#order[place] = k
        this.#xs[place] = this.cells[k]![0]
        this.#ys[place] = this.cells[k]![1]
      }
      this.#slabs.push({ x0: this.cells[from]![0], x1: this.cells[to - 1]![0], from, to })
    }
  }

  /** At most so many of those that are covered least, not all from one place: none within `near` of another. */
  openIn(fractional: readonly FractionalTile[], near: number, most: number): Cell[] {
    const count = this.cells.length
    const { ends, own } = this.#coverageBy(fractional)
    this.#scattered ??= this.#scatter()
    // How much is covered and the place in that order in one number: such are sorted much faster.
    const keys = new Float64Array(count)
    let open = 0
    let covered = 0
    for (let place = 0; place < count; place++) {
      covered += ends[place]!
      const fraction = covered + own[place]!
      if (fraction >= COVERED) continue
      keys[open++] = Math.round(fraction * FINELY) * count + this.#placeOf[this.#order[place]!]!
    }
    const chosen: Cell[] = []
    for (const key of keys.subarray(0, open).sort()) {
      if (chosen.length >= most) break
      const cell = this.cells[this.#scattered[key - Math.floor(key / count) * count]!]!
      const [x, y] = cell
      if (!chosen.some((other) => Math.abs(other[0] - x) < near && Math.abs(other[1] - y) < near)) chosen.push(cell)
    }
    return chosen
  }

  /**
   * How often each is covered, slab by slab: the sum of all `ends` up to a cell, which rise where something begins to
   * cover and fall where it ends, and what is its own.
   */
  #coverageBy(fractional: readonly FractionalTile[]): { ends: Float64Array; own: Float64Array } {
    const ends = new Float64Array(this.cells.length + 1)
    const own = new Float64Array(this.cells.length)
    for (const { tile, fraction } of fractional) {
      for (const slab of this.#slabs) {
        if (slab.x1 < tile.x0) continue
        if (slab.x0 >= tile.x1) break
        const from = this.#from(tile.y0, slab)
        const to = this.#from(tile.y1, slab)
        if (slab.x0 >= tile.x0 && slab.x1 < tile.x1) {
          ends[from]! += fraction
          ends[to]! -= fraction
          continue
        }
        for (let k = from; k < to; k++) if (this.#xs[k]! >= tile.x0 && this.#xs[k]! < tile.x1) own[k]! += fraction
      }
    }
    return { ends, own }
  }

  #scatter(): Int32Array {
    const all = scattered(this.cells.length)
    this.#placeOf = new Int32Array(all.length)
    for (let place = 0; place < all.length; place++) this.#placeOf[all[place]!] = place
    return all
  }

  /** The first in the slab whose y is not below this. */
  #from(y: number, slab: Slab): number {
    let low = slab.from
    let high = slab.to
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#ys[middle]! < y) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** By x, then y; the very same when they are. */
const sorted = (cells: readonly Cell[]): readonly Cell[] => {
  const isBefore = (p: Cell, q: Cell) => p[0] < q[0] || (p[0] === q[0] && p[1] < q[1])
  if (cells.every((cell, k) => k === 0 || !isBefore(cell, cells[k - 1]!))) return cells
  const count = cells.length
  const keys = Float64Array.from(cells, ([x], k) => (x - cells[0]![0]) * count + k).sort()
  const byX = Array.from(keys, (key) => cells[key - Math.floor(key / count) * count]!)
  // Few have the same x, and those mostly come from below already.
  for (let k = 1; k < count; k++) {
    const cell = byX[k]!
    let place = k
    for (; place > 0 && isBefore(cell, byX[place - 1]!); place--) byX[place] = byX[place - 1]!
    byX[place] = cell
  }
  return byX
}

/** All numbers below `count`, in an order that jumps about, since neighbours in a list are neighbours on the ground. */
export const scattered = (count: number): Int32Array => {
  const keys = new Float64Array(count)
  for (let k = 0; k < count; k++) keys[k] = (Math.imul(k + 1, 0x9e3779b1) >>> 0) * count + k
  return Int32Array.from(keys.sort(), (key) => key % count)
}
