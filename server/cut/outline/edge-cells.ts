/**
 * Which sides of a ring, or positions, may lie near a place, while the ring changes. A raster of lists: a side is
 * entered in every cell its box meets and never taken out again, so a caller compares the side as it is now.
 */
import type { Extent } from '../../geometry/geometry.ts'

const MAX_CELLS_ACROSS = 128

export class EdgeCells {
  readonly #cells: (number[] | undefined)[] = []
  readonly #extent: Extent
  readonly #across: number
  readonly #width: number
  readonly #height: number

  /** @param extent that no position will ever leave; @param count of sides to expect */
  constructor(extent: Extent, count: number) {
    this.#extent = extent
    this.#across = Math.max(1, Math.min(MAX_CELLS_ACROSS, Math.floor(Math.sqrt(count))))
    this.#width = (extent.maxX - extent.minX) / this.#across || 1
    this.#height = (extent.maxY - extent.minY) / this.#across || 1
  }

  add(side: number, ax: number, ay: number, bx: number, by: number): void {
    this.#walk(ax, ay, bx, by, (cell) => {
      const list = this.#cells[cell]
      if (list) list.push(side)
      else this.#cells[cell] = [side]
      return true
    })
  }

  /** True when `isFine` holds for every side that may meet the box of the two positions; some come more than once. */
  everyNear(ax: number, ay: number, bx: number, by: number, isFine: (side: number) => boolean): boolean {
    return this.#walk(ax, ay, bx, by, (cell) => this.#cells[cell]?.every(isFine) ?? true)
  }

  #walk(ax: number, ay: number, bx: number, by: number, visit: (cell: number) => boolean): boolean {
    const { minX, minY } = this.#extent
    const most = this.#across - 1
    const place = (value: number) => Math.max(0, Math.min(most, Math.floor(value)))
    const left = place((Math.min(ax, bx) - minX) / this.#width)
    const right = place((Math.max(ax, bx) - minX) / this.#width)
    const bottom = place((Math.min(ay, by) - minY) / this.#height)
    const top = place((Math.max(ay, by) - minY) / this.#height)
    for (let row = bottom; row <= top; row++) {
      for (let column = left; column <= right; column++) if (!visit(row * this.#across + column)) return false
    }
    return true
  }
}
