/** Degrees to the unit square of web mercator: x from 180 degrees west to east, y from north to south, both 0 to 1. */
import type { Position } from './geometry.ts'

const DEGREE = Math.PI / 180

export const unitSquare = ([lng, lat]: Position): Position => [
  lng / 360 + 0.5,
  0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * DEGREE) / 2)) / (2 * Math.PI),
]
