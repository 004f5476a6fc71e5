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

export class WitnessPool {
  /** By x, so that a tile need only look at those above and below it. */
  readonly cells: readonly Cell[]
  readonly #xs: Float64Array
  readonly #ys: Float64Array
  #scattered: Int32Array | undefined

  constructor(cells: readonly Cell[]) {
    this.cells = [...cells].sort((p, q) => p[0] - q[0] || p[1] - q[1])
    this.#xs = Float64Array.from(this.cells, ([x]) => x)
    this.#ys = Float64Array.from(this.cells, ([, y]) => y)
  }

  /** How often each is covered. */
  coverageBy(partly: readonly Partly[]): Float64Array {
    const covered = new Float64Array(this.cells.length)
    for (const { tile, share } of partly) {
      const end = this.#from(tile.x1)
      for (let k = this.#from(tile.x0); k < end; k++) {
        if (this.#ys[k]! >= tile.y0 && this.#ys[k]! < tile.y1) covered[k]! += share
      }
    }
    return covered
  }

  /** At most so many of those that are covered least, not all from one place: none within `near` of another. */
  openIn(partly: readonly Partly[], near: number, most: number): Cell[] {
    const covered = this.coverageBy(partly)
    this.#scattered ??= scattered(this.cells.length)
    const order = this.#scattered
    // How much is covered and the place in that order in one number: such are sorted much faster.
    const keys = new Float64Array(order.length)
    let open = 0
    for (let place = 0; place < order.length; place++) {
      const share = covered[order[place]!]!
      if (share < COVERED) keys[open++] = Math.round(share * FINELY) * order.length + place
    }
    const chosen: Cell[] = []
    for (const key of keys.subarray(0, open).sort()) {
      if (chosen.length >= most) break
      const cell = this.cells[order[key % order.length]!]!
      const [x, y] = cell
      if (!chosen.some((other) => Math.abs(other[0] - x) < near && Math.abs(other[1] - y) < near)) chosen.push(cell)
    }
    return chosen
  }

  /** The first whose x is not below this. */
  #from(x: number): number {
    let [low, high] = [0, this.#xs.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#xs[middle]! < x) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** All numbers below `count`, in an order that jumps about, since neighbours in a list are neighbours on the ground. */
export const scattered = (count: number): Int32Array => {
  const keys = Uint32Array.from({ length: count }, (_, k) => Math.imul(k + 1, 0x9e3779b1))
  return Int32Array.from({ length: count }, (_, k) => k).sort((p, q) => keys[p]! - keys[q]!)
}
