/**
 * Fits the surface that stands in for the official RD grid where that can't be had, and writes it to
 * server/geometry/rd/correction.ts with the largest error it leaves.
 *
 *   node build/fit-rd-correction.ts <nl_nsgi_rdtrans2018.tif>
 *
 * Least squares of tensor-product cubic B-splines on the nodes of the fine raster. Data and splines both lie on a
 * rectangle, so one direction is solved after the other.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { readShiftRasters, type ShiftRaster } from '../server/geometry/rd/grid.ts'
import { type SplineSurface, splineShift, splineWeights } from '../server/geometry/rd/spline.ts'

/** The Netherlands box of the registry (geometry/area.ts) with some room around it, degrees. */
const BOX = { west: 3.1, east: 7.5, south: 50.5, north: 53.8 }
const COLUMNS = 40
const ROWS = 48
const UNIT_DEG = 1e-9

/** The matrix that turns samples at `count` even places into `intervals + 3` spline weights. */
const leastSquares = (count: number, intervals: number): Float64Array[] => {
  const size = intervals + 3
  const normal = Array.from({ length: size }, () => new Float64Array(size))
  const right = Array.from({ length: size }, () => new Float64Array(count))
  for (let i = 0; i < count; i++) {
    const place = (i / (count - 1)) * intervals
    const first = Math.min(Math.floor(place), intervals - 1)
    splineWeights(place - first).forEach((weight, a, all) => {
      right[first + a]![i] = weight
      all.forEach((other, b) => {
        normal[first + a]![first + b]! += weight * other
      })
    })
  }
  for (let p = 0; p < size; p++) {
    for (let q = 0; q < size; q++) {
      const factor = q === p ? 0 : normal[q]![p]! / normal[p]![p]!
      if (factor === 0) continue
      for (let c = 0; c < size; c++) normal[q]![c]! -= factor * normal[p]![c]!
      for (let i = 0; i < count; i++) right[q]![i]! -= factor * right[p]![i]!
    }
  }
  right.forEach((row, p) => {
    for (let i = 0; i < count; i++) row[i]! /= normal[p]![p]!
  })
  return right
}

const window = (raster: ShiftRaster) => {
  const index = (deg: number, start: number, step: number) => Math.round((deg - start) / step)
  const left = index(BOX.west, raster.westDeg, raster.stepLngDeg)
  const right = index(BOX.east, raster.westDeg, raster.stepLngDeg)
  const bottom = index(BOX.south, raster.southDeg, raster.stepLatDeg)
  const top = index(BOX.north, raster.southDeg, raster.stepLatDeg)
  return { left, right, bottom, top, across: right - left + 1, up: top - bottom + 1 }
}

const fit = (raster: ShiftRaster): SplineSurface => {
  const { left, bottom, across, up } = window(raster)
  const horizontal = leastSquares(across, COLUMNS)
  const vertical = leastSquares(up, ROWS)
  const weightsOf = (values: Float64Array): Int32Array => {
    const half = Array.from({ length: up }, (_, y) =>
      horizontal.map((row) =>
        row.reduce((sum, w, x) => sum + w * values[(bottom + y) * raster.columns + left + x]!, 0),
      ),
    )
    return Int32Array.from(
      vertical.flatMap((row) =>
        horizontal.map((_, c) => Math.round(row.reduce((sum, w, y) => sum + w * half[y]![c]!, 0) / UNIT_DEG)),
      ),
    )
  }
  return {
    westDeg: BOX.west,
    southDeg: BOX.south,
    stepLngDeg: (BOX.east - BOX.west) / COLUMNS,
    stepLatDeg: (BOX.north - BOX.south) / ROWS,
    columns: COLUMNS,
    rows: ROWS,
    lng: weightsOf(raster.lngDeg),
    lat: weightsOf(raster.latDeg),
  }
}

/** Largest distance in metres between the surface and the nodes it was fitted to. */
const largestErrorM = (surface: SplineSurface, raster: ShiftRaster): number => {
  const { left, right, bottom, top } = window(raster)
  const shift = new Float64Array(2)
  let largest = 0
  for (let y = bottom; y <= top; y++) {
    const latDeg = raster.southDeg + y * raster.stepLatDeg
    for (let x = left; x <= right; x++) {
      splineShift(surface, raster.westDeg + x * raster.stepLngDeg, latDeg, shift)
      const east = (shift[0]! - raster.lngDeg[y * raster.columns + x]!) * 111_320 * Math.cos((latDeg * Math.PI) / 180)
      const north = (shift[1]! - raster.latDeg[y * raster.columns + x]!) * 111_250
      largest = Math.max(largest, Math.hypot(east, north))
    }
  }
  return largest
}

const path = process.argv[2]
if (!path) throw new Error('give the path of nl_nsgi_rdtrans2018.tif')
const file = readFileSync(path)
const bytes = new ArrayBuffer(file.byteLength)
new Uint8Array(bytes).set(file)
const raster = (await readShiftRasters(bytes))[0]!
const surface = fit(raster)
const errorM = largestErrorM(surface, raster)

const table = (values: Int32Array): string =>
  Array.from({ length: ROWS + 3 }, (_, r) => {
    const row = values.subarray(r * (COLUMNS + 3), (r + 1) * (COLUMNS + 3))
    // Differences along the row: half the digits.
    return `  '${Array.from(row, (value, c) => (c === 0 ? value : value - row[c - 1]!)).join(' ')}',`
  }).join('\n')

writeFileSync(
  new URL('../server/geometry/rd/correction.ts', import.meta.url),
  `/**
 * The shift from RD Bessel to ETRS89 as a surface of cubic B-splines, for when the official grid can't be had.
 * Written by build/fit-rd-correction.ts; don't edit. Fitted to the correction grid of RDNAPTRANS2018 by NSGI
 * (Kadaster, Rijkswaterstaat, Hydrographic Service), CC BY 4.0; not that grid, and not certified.
 * Largest distance to it over the Netherlands box: MAX_ERROR_M.
 */
import type { SplineSurface } from './rd-spline.ts'

export const MAX_ERROR_M = ${Math.ceil(errorM * 1000) / 1000}

/** A row of whole units of 1e-9 degree: the first, then each as the difference from the one before. */
const unpack = (rows: readonly string[]): Int32Array =>
  Int32Array.from(
    rows.flatMap((row) => {
      let value = 0
      return row.split(' ').map((step) => {
        value += Number(step)
        return value
      })
    }),
  )

const LNG = [
${table(surface.lng)}
]

const LAT = [
${table(surface.lat)}
]

export const CORRECTION: SplineSurface = {
  westDeg: ${BOX.west},
  southDeg: ${BOX.south},
  stepLngDeg: ${surface.stepLngDeg},
  stepLatDeg: ${surface.stepLatDeg},
  columns: ${COLUMNS},
  rows: ${ROWS},
  lng: unpack(LNG),
  lat: unpack(LAT),
}
`,
)
console.log(`largest error ${(errorM * 1000).toFixed(1)} mm at the nodes of the grid`)
