/**
 * RD New to the unit square of web mercator: x from 180 degrees west to east, y from north to south, both 0 to 1.
 * Exact at the corners of cells of 100 m and linear between them, which is off by less than a millimetre and costs a
 * fifth of the time: a result has hundreds of thousands of positions, on a few square kilometres.
 */
import type { Position } from '../../geometry/geometry.ts'
import { lngLatFromRd } from '../../geometry/rd/rd.ts'
import { unitSquare } from '../../geometry/unit-square.ts'

const CELL_M = 100
export type ToUnitSquare = (x: number, y: number) => Position

export function unitSquareFromRd(): ToUnitSquare {
  const corners = new Map<string, Position>()
  const corner = (column: number, row: number): Position => {
    const name = `${column},${row}`
    const known = corners.get(name)
    if (known) return known
    const made = unitSquare(lngLatFromRd([column * CELL_M, row * CELL_M]))
    corners.set(name, made)
    return made
  }
  // Most positions lie in the cell of the one before.
  let [lastColumn, lastRow] = [Number.NaN, Number.NaN]
  let cell: [Position, Position, Position, Position] | undefined
  return (x, y) => {
    const column = Math.floor(x / CELL_M)
    const row = Math.floor(y / CELL_M)
    if (!cell || column !== lastColumn || row !== lastRow) {
      cell = [corner(column, row), corner(column + 1, row), corner(column, row + 1), corner(column + 1, row + 1)]
      lastColumn = column
      lastRow = row
    }
    const s = x / CELL_M - column
    const t = y / CELL_M - row
    const [a, b, c, d] = cell
    return [
      (1 - t) * ((1 - s) * a[0] + s * b[0]) + t * ((1 - s) * c[0] + s * d[0]),
      (1 - t) * ((1 - s) * a[1] + s * b[1]) + t * ((1 - s) * c[1] + s * d[1]),
    ]
  }
}
