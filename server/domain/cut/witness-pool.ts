/** Witnesses to choose from, and which of them some tiles leave open. */
import type { Tile } from './strips.ts'
import type { Cell } from './witnesses.ts'

/** A tile, or a share of one. */
export interface Partly {
  tile: Tile
  share: number
}

const COVERED = 0.99
/** Shares that differ by less are equal. */
const FINELY = 2 ** 30

/** Cells in one slab. */
const IN_SLAB = 64

/** Cells next to each other from the west, ordered from the south. */
interface Slab {
  readonly x0: number
  readonly x1: number
  /** Where it is among all. */
  readonly from: number
  readonly to: number
}

export class WitnessPool {
  /** By x, then y. */
  readonly cells: readonly Cell[]
  readonly #slabs: Slab[] = []
  /** Slab by slab, by y in each: the x and y, and which cell it is. */
  readonly #xs: Float64Array
  readonly #ys: Float64Array
  readonly #order: Int32Array

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

  /** How often each is covered. */
  coverageBy(partly: readonly Partly[]): Float64Array {
    const covered = new Float64Array(this.cells.length)
    for (const { tile, share } of partly) {
      for (const slab of this.#slabs) {
        if (slab.x1 < tile.x0) continue
        if (slab.x0 >= tile.x1) break
        for (let k = this.#from(tile.y0, slab); k < slab.to && this.#ys[k]! < tile.y1; k++) {
          if (this.#xs[k]! >= tile.x0 && this.#xs[k]! < tile.x1) covered[this.#order[k]!]! += share
        }
      }
    }
    return covered
  }

  /** At most so many of those that are covered least, not all from one place: none within `near` of another. */
  openIn(partly: readonly Partly[], near: number, most: number): Cell[] {
    const covered = this.coverageBy(partly)
    const open: number[] = []
    for (let k = 0; k < covered.length; k++) if (covered[k]! < COVERED) open.push(k)
    // How much is covered and the place in that order in one number: such are sorted much faster.
    const order = scatteredBy(open)
    const keys = new Float64Array(order.length)
    for (let place = 0; place < order.length; place++) {
      keys[place] = Math.round(covered[order[place]!]! * FINELY) * order.length + place
    }
    const chosen: Cell[] = []
    for (const key of keys.sort()) {
      if (chosen.length >= most) break
      const cell = this.cells[order[key % order.length]!]!
      const [x, y] = cell
      if (!chosen.some((other) => Math.abs(other[0] - x) < near && Math.abs(other[1] - y) < near)) chosen.push(cell)
    }
    return chosen
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
export const scattered = (count: number): Int32Array => scatteredBy(Array.from({ length: count }, (_, k) => k))

const scatteredBy = (numbers: readonly number[]): Int32Array => {
  const count = numbers.length
  const keys = Float64Array.from(numbers, (number, k) => (Math.imul(number + 1, 0x9e3779b1) >>> 0) * count + k)
  return Int32Array.from(keys.sort(), (key) => numbers[key % count]!)
}
