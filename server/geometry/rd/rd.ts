/**
 * RD New (EPSG:28992) to longitude and latitude and back, after RDNAPTRANS2018 variant 2: projection, then the shift
 * between Bessel and ETRS89 from the official grid. Agrees with PROJ and that grid to well under 1 mm.
 * ETRS89 is taken as WGS84, as is usual in the Netherlands (Kadaster and PDOK do so in GeoJSON).
 * Until `useGrid` was called the shift comes from our own surface (geometry/rd/correction.ts, error stated there), and
 * `transformationKind` says so: who shows or delivers coordinates tells the user. Meant for the Netherlands; far
 * outside it the figures are finite but not to be used.
 */
import proj4 from 'proj4'
import type { LngLatPolygon, Position, RdPolygon } from '../geometry.ts'
import { CORRECTION, MAX_ERROR_M } from './correction.ts'
import { readShiftRasters, type ShiftRaster } from './grid.ts'
import { splineShift } from './spline.ts'

export { MAX_ERROR_M as APPROXIMATION_ERROR_M }

// The projection alone, on the Bessel ellipsoid: a transformation between two systems does the same at twice the price.
const stereographic = new proj4.Proj(
  '+proj=sterea +lat_0=52.15616055555555 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +units=m +no_defs',
)
const DEGREE = Math.PI / 180
const DEGREES = 180 / Math.PI

let rasters: readonly ShiftRaster[] = []

/**
 * Installs the official grid for the whole process.
 * @param tiff the bytes of nl_nsgi_rdtrans2018.tif (its checksum is for the caller to check); null: the approximation
 * @throws Error when the bytes are no such grid; then nothing changes.
 */
export const useGrid = async (tiff: ArrayBuffer | null): Promise<void> => {
  if (!tiff) {
    rasters = []
    return
  }
  const read = await readShiftRasters(tiff)
  if (read.length === 0) throw new Error('the correction grid is empty')
  rasters = read
}

export const transformationKind = (): 'grid' | 'approximation' => (rasters.length > 0 ? 'grid' : 'approximation')

/** @returns [longitude, latitude] in degrees on the ellipsoid of RD itself (Amersfoort, EPSG:4289): about 100 m from ETRS89. */
export const besselFromRd = (rd: Position): Position => {
  checkFinite(rd)
  const { x, y } = stereographic.inverse({ x: rd[0], y: rd[1] })
  return [x * DEGREES, y * DEGREES]
}

/** @returns [longitude, latitude] in degrees of a position in RD New metres. */
export const lngLatFromRd = (rd: Position): Position => {
  const [lng, lat] = besselFromRd(rd)
  shiftAt(lng, lat)
  return [lng + shift[0]!, lat + shift[1]!]
}

const checkFinite = ([x, y]: Position): void => {
  if (!Number.isFinite(x) || !Number.isFinite(y)) throw new TypeError('A coordinate is no finite number')
}

/** @returns RD New metres, not rounded, of [longitude, latitude] in degrees. */
export const rdFromLngLatUnrounded = (lngLat: Position): Position => {
  checkFinite(lngLat)
  let lng = lngLat[0]
  let lat = lngLat[1]
  // The shift belongs to the Bessel side, which is sought: it changes by 1e-4 of the way, so a few rounds are exact.
  for (let round = 0; round < 4; round++) {
    shiftAt(lng, lat)
    lng = lngLat[0] - shift[0]!
    lat = lngLat[1] - shift[1]!
  }
  const { x, y } = stereographic.forward({ x: lng * DEGREE, y: lat * DEGREE })
  return [x, y]
}

/** @returns RD New on whole millimetres, the form the registry takes. */
export const rdFromLngLat = (lngLat: Position): Position => {
  const [x, y] = rdFromLngLatUnrounded(lngLat)
  return [toMillimetre(x), toMillimetre(y)]
}

/** Nearest multiple of 0.001 (as the double nearest to that decimal). */
export const toMillimetre = (metres: number): number => Math.round(metres * 1000) / 1000

export const lngLatPolygonFromRd = (polygon: RdPolygon): LngLatPolygon => ({
  crs: 'CRS84',
  rings: polygon.rings.map((ring) => ring.map(lngLatFromRd)),
})

/** Result of the last `shiftAt`; kept, because an array per point costs half of the time. */
const shift = new Float64Array(2)

const shiftAt = (lngDeg: number, latDeg: number): void => {
  for (const raster of rasters) if (rasterShift(raster, lngDeg, latDeg)) return
  splineShift(CORRECTION, lngDeg, latDeg, shift)
}

/** Bilinear, as NTv2 wants it. @returns false outside the raster. */
const rasterShift = (raster: ShiftRaster, lngDeg: number, latDeg: number): boolean => {
  const u = (lngDeg - raster.westDeg) / raster.stepLngDeg
  const v = (latDeg - raster.southDeg) / raster.stepLatDeg
  if (!(u >= 0 && v >= 0 && u <= raster.columns - 1 && v <= raster.rows - 1)) return false
  const column = Math.min(Math.floor(u), raster.columns - 2)
  const row = Math.min(Math.floor(v), raster.rows - 2)
  const s = u - column
  const t = v - row
  const at = row * raster.columns + column
  const above = at + raster.columns
  const mix = (values: Float64Array) =>
    (1 - t) * ((1 - s) * values[at]! + s * values[at + 1]!) + t * ((1 - s) * values[above]! + s * values[above + 1]!)
  shift[0] = mix(raster.lngDeg)
  shift[1] = mix(raster.latDeg)
  return true
}
