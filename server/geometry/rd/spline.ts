/**
 * A surface of uniform cubic B-splines over longitude and latitude: what stands in for the official grid where that
 * can't be had. Only evaluation; build/fit-rd-correction.ts makes the coefficients.
 */

/** `rows[r][c]` weighs the spline that starts `c - 3` steps east and `r - 3` steps north of the south-west corner. */
export interface SplineSurface {
  readonly westDeg: number
  readonly southDeg: number
  readonly stepLngDeg: number
  readonly stepLatDeg: number
  /** Number of steps; there are three more coefficients each way. */
  readonly columns: number
  readonly rows: number
  /** Units of 1e-9 degree, row after row from the south. */
  readonly lng: Int32Array
  readonly lat: Int32Array
}

const UNIT_DEG = 1e-9

/** The four cubic B-splines that are not zero at `t` (0..1) between two knots. */
export const splineWeights = (t: number): [number, number, number, number] => {
  const s = 1 - t
  return [(s * s * s) / 6, (t * t * (3 * t - 6) + 4) / 6, (s * s * (3 * s - 6) + 4) / 6, (t * t * t) / 6]
}

/** Shift in degrees at a place; beyond the rim the rim's value holds. Writes [lng, lat] into `out`. */
export const splineShift = (surface: SplineSurface, lngDeg: number, latDeg: number, out: Float64Array): void => {
  const u = clamp((lngDeg - surface.westDeg) / surface.stepLngDeg, surface.columns)
  const v = clamp((latDeg - surface.southDeg) / surface.stepLatDeg, surface.rows)
  const column = Math.min(Math.floor(u), surface.columns - 1)
  const row = Math.min(Math.floor(v), surface.rows - 1)
  const across = splineWeights(u - column)
  const up = splineWeights(v - row)
  const width = surface.columns + 3
  let lng = 0
  let lat = 0
  for (let r = 0; r < 4; r++) {
    const start = (row + r) * width + column
    for (let c = 0; c < 4; c++) {
      const weight = up[r]! * across[c]!
      lng += weight * surface.lng[start + c]!
      lat += weight * surface.lat[start + c]!
    }
  }
  out[0] = lng * UNIT_DEG
  out[1] = lat * UNIT_DEG
}

const clamp = (value: number, most: number): number => (value < 0 ? 0 : value > most ? most : value)
