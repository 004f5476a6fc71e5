/**
 * An area in square cells, and squares of a whole number of cells that are moved about on it. A cell of which the area
 * holds anything counts as a whole, so squares that leave no cell open cover the area.
 */
import type { MmRing } from '../geometry/plane.ts'
import { BitLines, type OccupiedCells, occupiedIn } from './bit-lines.ts'
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
  readonly occupied: Uint8Array
  /** The same in columns and in rows: a strip along x or along y is few lines of the one. */
  readonly inColumns: OccupiedCells
  readonly inRows: OccupiedCells
}

/** @param across cells in a side. @returns undefined when it takes more than `most` cells */
export const rasterOf = (rings: readonly MmRing[], side: number, across: number, most: number): Raster | undefined => {
  const step = side / across
  const box = boxAround(rings.slice(0, 1))
  const columns = Math.ceil((box.x1 - box.x0) / step)
  const rows = Math.ceil((box.y1 - box.y0) / step)
  const [width, height] = [columns + 2 * across, rows + 2 * across]
  if (width * height > most) return undefined
  const occupied = new Uint8Array(width * height)
  const xs = Array.from({ length: columns + 1 }, (_, k) => box.x0 + k * step)
  columnsOf(rings, xs).reach.forEach((stretches, k) => {
    const column = (k + across) * height + across
    for (let i = 0; i < stretches.length; i += 2) {
      const low = Math.floor((stretches[i]! - box.y0) / step)
      const high = Math.ceil((stretches[i + 1]! - box.y0) / step)
      occupied.fill(1, column + low, column + high)
    }
  })
  const inColumns = occupiedIn(width, height, (column, row) => occupied[column * height + row] === 1)
  const inRows = occupiedIn(height, width, (row, column) => occupied[column * height + row] === 1)
  return { x: box.x0 - side, y: box.y0 - side, side, step, across, width, height, occupied, inColumns, inRows }
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
  readonly #raster: Raster
  /** Column and row of each square's lowest left cell. */
  readonly #places: Int32Array
  readonly #columns: BitLines
  readonly #rows: BitLines
  /** The move that was judged last: an upright strip so wide is left and another gained, and a level one so high. */
  readonly #judged = {
    square: 0,
    y: 0,
    toX: 0,
    toY: 0,
    wide: 0,
    fromX: 0,
    newX: 0,
    high: 0,
    fromY: 0,
    newY: 0,
    /** Between these lies what is level. */
    left: 0,
    right: 0,
    change: 0,
  }

  /** @param places as for tilesAt */
  constructor(raster: Raster, places: readonly number[]) {
    const { across, width, height, inColumns, inRows } = raster
    this.#raster = raster
    this.#places = Int32Array.from(places)
    this.#columns = new BitLines(inColumns)
    this.#rows = new BitLines(inRows)
    for (let k = 0; k < places.length; k += 2) {
      const [x, y] = [this.#places[k]!, this.#places[k + 1]!]
      this.#cover(x, x + across, y, y + across)
    }
    this.open = this.#columns.open(0, width, 0, height)
  }

  get places(): number[] {
    return Array.from(this.#places)
  }

  /** Which are open; numbered column after column. */
  openCells(): number[] {
    return this.#columns.openCells()
  }

  /** How much was done. */
  get work(): number {
    return this.#columns.work + this.#rows.work
  }

  /** How many more cells would be open when a square is moved so many columns and rows, as far as the raster goes. */
  changeBy(square: number, columns: number, rows: number): number {
    const { across, width, height } = this.#raster
    const x = this.#places[2 * square]!
    const y = this.#places[2 * square + 1]!
    const toX = this.#within(x + columns, width)
    const toY = this.#within(y + rows, height)
    const isApart = Math.abs(toX - x) >= across || Math.abs(toY - y) >= across
    const move = this.#judged
    move.square = square
    move.y = y
    move.toX = toX
    move.toY = toY
    // What both places share stays as it is: an upright strip beside it changes, and a level one above or below.
    move.wide = isApart ? across : Math.abs(toX - x)
    move.fromX = isApart || toX > x ? x : toX + across
    move.newX = isApart || toX < x ? toX : x + across
    move.high = Math.abs(toY - y)
    move.fromY = toY > y ? y : toY + across
    move.newY = toY < y ? toY : y + across
    move.left = Math.max(x, toX)
    move.right = isApart ? move.left : Math.min(x, toX) + across
    move.change =
      this.#columns.once(move.fromX, move.fromX + move.wide, y, y + across) -
      this.#columns.open(move.newX, move.newX + move.wide, toY, toY + across) +
      this.#rows.once(move.fromY, move.fromY + move.high, move.left, move.right) -
      this.#rows.open(move.newY, move.newY + move.high, move.left, move.right)
    return move.change
  }

  /** Makes the move that was judged last. */
  move(): void {
    const { across } = this.#raster
    const { square, y, toX, toY, wide, fromX, newX, high, fromY, newY, left, right, change } = this.#judged
    this.#places[2 * square] = toX
    this.#places[2 * square + 1] = toY
    this.open += change
    this.#cover(newX, newX + wide, toY, toY + across)
    this.#uncover(fromX, fromX + wide, y, y + across)
    this.#cover(left, right, newY, newY + high)
    this.#uncover(left, right, fromY, fromY + high)
  }

  /** Where a square may begin, of so many columns or rows. */
  #within(place: number, length: number): number {
    return Math.max(0, Math.min(length - this.#raster.across, place))
  }

  #cover(x0: number, x1: number, y0: number, y1: number): void {
    this.#columns.cover(x0, x1, y0, y1)
    this.#rows.cover(y0, y1, x0, x1)
  }

  #uncover(x0: number, x1: number, y0: number, y1: number): void {
    this.#columns.uncover(x0, x1, y0, y1)
    this.#rows.uncover(y0, y1, x0, x1)
  }
}
