/**
 * An area in square cells, and squares of a whole number of cells that are moved about on it. A cell of which the area
 * holds anything counts as a whole, so squares that leave no cell open cover the area.
 */
import type { MmRing } from '../plane.ts'
import { columnsOf } from './columns.ts'
import { boxAround, type Tile } from './strips.ts'

export interface Raster {
  /** The lower left corner, one side of a square outside of the area's box: mm. */
  readonly x: number
  readonly y: number
  /** The side of a square: mm. */
  readonly side: number
  /** The side of a cell: mm, not always a whole number. */
  readonly step: number
  /** Cells in a side of a square. */
  readonly across: number
  readonly width: number
  readonly height: number
  /** 1 for a cell that holds some of the area; column after column, from below. */
  readonly held: Uint8Array
}

/** @param across cells in a side. @returns undefined when it takes more than `most` cells */
export const rasterOf = (rings: readonly MmRing[], side: number, across: number, most: number): Raster | undefined => {
  const step = side / across
  const box = boxAround(rings.slice(0, 1))
  const columns = Math.ceil((box.x1 - box.x0) / step)
  const rows = Math.ceil((box.y1 - box.y0) / step)
  const [width, height] = [columns + 2 * across, rows + 2 * across]
  if (width * height > most) return undefined
  const held = new Uint8Array(width * height)
  const xs = Array.from({ length: columns + 1 }, (_, k) => box.x0 + k * step)
  columnsOf(rings, xs).reach.forEach((stretches, k) => {
    const column = (k + across) * height + across
    for (let i = 0; i < stretches.length; i += 2) {
      const low = Math.floor((stretches[i]! - box.y0) / step)
      const high = Math.ceil((stretches[i + 1]! - box.y0) / step)
      held.fill(1, column + low, column + high)
    }
  })
  return { x: box.x0 - side, y: box.y0 - side, side, step, across, width, height, held }
}

/** On whole mm. @param places column and row of the lowest left cell of one square after the other */
export const tilesAt = ({ x, y, side, step }: Raster, places: readonly number[]): Tile[] =>
  Array.from({ length: places.length / 2 }, (_, square) => {
    const [x0, y0] = [Math.round(x + places[2 * square]! * step), Math.round(y + places[2 * square + 1]! * step)]
    return { x0, y0, x1: x0 + side, y1: y0 + side }
  })

export class Squares {
  /** Cells that hold some of the area and are in no square. */
  open = 0
  /** Cells that were looked at. */
  looked = 0
  readonly #raster: Raster
  /** Column and row of each square's lowest left cell. */
  readonly #places: Int32Array
  /** In how many squares each cell is. */
  readonly #times: Uint8Array

  /** @param places as for tilesAt */
  constructor(raster: Raster, places: readonly number[]) {
    this.#raster = raster
    this.#places = Int32Array.from(places)
    this.#times = new Uint8Array(raster.held.length)
    for (const isHeld of raster.held) this.open += isHeld
    for (let k = 0; k < places.length; k += 2) this.#cover(this.#places[k]!, this.#places[k + 1]!, 1)
  }

  get places(): number[] {
    return [...this.#places]
  }

  /** Moves a square so many columns and rows, as far as the raster goes. @returns how many more cells are open then */
  move(square: number, columns: number, rows: number): number {
    const { across, width, height } = this.#raster
    const [x, y] = [this.#places[2 * square]!, this.#places[2 * square + 1]!]
    const toX = Math.max(0, Math.min(width - across, x + columns))
    const toY = Math.max(0, Math.min(height - across, y + rows))
    const before = this.open
    this.#places[2 * square] = toX
    this.#places[2 * square + 1] = toY
    const [left, right] = [Math.max(x, toX), Math.min(x, toX) + across]
    if (left >= right || Math.abs(toY - y) >= across) {
      this.#cover(toX, toY, 1)
      this.#cover(x, y, -1)
      return this.open - before
    }
    // What both places share stays as it is: an upright strip beside it, and a level one above or below.
    if (toX > x) {
      this.#change(x + across, toX + across, toY, toY + across, 1)
      this.#change(x, toX, y, y + across, -1)
    } else {
      this.#change(toX, x, toY, toY + across, 1)
      this.#change(toX + across, x + across, y, y + across, -1)
    }
    if (toY > y) {
      this.#change(left, right, y + across, toY + across, 1)
      this.#change(left, right, y, toY, -1)
    } else {
      this.#change(left, right, toY, y, 1)
      this.#change(left, right, toY + across, y + across, -1)
    }
    return this.open - before
  }

  /** The column and row of a square. */
  placeOf(square: number): readonly [number, number] {
    return [this.#places[2 * square]!, this.#places[2 * square + 1]!]
  }

  #cover(x: number, y: number, by: 1 | -1): void {
    const { across } = this.#raster
    this.#change(x, x + across, y, y + across, by)
  }

  #change(x0: number, x1: number, y0: number, y1: number, by: 1 | -1): void {
    const { height, held } = this.#raster
    const times = this.#times
    // Covered for the first time, or no longer.
    const turning = by > 0 ? 1 : 0
    let turned = 0
    for (let x = x0; x < x1; x++) {
      const end = x * height + y1
      for (let cell = x * height + y0; cell < end; cell++) {
        const now = times[cell]! + by
        times[cell] = now
        if (now === turning) turned += held[cell]!
      }
    }
    this.open -= by * turned
    this.looked += (x1 - x0) * (y1 - y0)
  }
}
