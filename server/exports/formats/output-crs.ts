/**
 * The coordinate systems in which features are given out, by their OGC names, with the order of their axes.
 * Everything is kept in RD New; this turns a position of a result into what was asked for, and a box that was asked
 * for into RD. Source: OGC API - Features Part 2, and the EPSG registry for the order of axes.
 */
import { emptyExtent, growExtent, widen } from '../../geometry/flat.ts'
import type { Extent, Position, ResultGeometry } from '../../geometry/geometry.ts'
import { lngLatFromRd, rdFromLngLatUnrounded } from '../../geometry/rd/rd.ts'
import { degrees, exactly, metres, type Place } from './geojson-text.ts'

export const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84'
export const RD_NEW = 'http://www.opengis.net/def/crs/EPSG/0/28992'
const WGS84 = 'http://www.opengis.net/def/crs/EPSG/0/4326'
/** Its numbers are those of WGS 84, as everywhere here (geometry/rd/rd.ts); programs that know it shift nothing then. */
const ETRS89 = 'http://www.opengis.net/def/crs/EPSG/0/4258'
const WEB_MERCATOR = 'http://www.opengis.net/def/crs/EPSG/0/3857'

/**
 * As they are listed: RD New first, in which everything is kept and exact, for programs that take the first. Who names none
 * gets CRS84, as the standard has it, wherever that stands.
 */
export const OUTPUT_CRS = [RD_NEW, CRS84, WGS84, WEB_MERCATOR, ETRS89] as const
export type OutputCrs = (typeof OUTPUT_CRS)[number]

const EARTH_RADIUS_M = 6_378_137
const DEGREE = Math.PI / 180
const mercator = ([lng, lat]: Position): Position => [
  EARTH_RADIUS_M * lng * DEGREE,
  EARTH_RADIUS_M * Math.log(Math.tan(Math.PI / 4 + (lat * DEGREE) / 2)),
]

const lngLatOfMercator = ([x, y]: Position): Position => [
  x / EARTH_RADIUS_M / DEGREE,
  (2 * Math.atan(Math.exp(y / EARTH_RADIUS_M)) - Math.PI / 2) / DEGREE,
]

/** In degrees, latitude before longitude. */
export const isLatitudeFirst = (crs: OutputCrs): boolean => crs === WGS84 || crs === ETRS89

/** How a position is written in the axes and units of `crs`: to a millimetre or finer, and in RD New exactly. */
export function placeIn(crs: OutputCrs): Place {
  switch (crs) {
    case RD_NEW:
      return (x, y) => `[${exactly(x)},${exactly(y)}]`
    case CRS84:
      return (x, y) => {
        const [lng, lat] = lngLatFromRd([x, y])
        return `[${degrees(lng)},${degrees(lat)}]`
      }
    case WGS84:
    case ETRS89:
      return (x, y) => {
        const [lng, lat] = lngLatFromRd([x, y])
        return `[${degrees(lat)},${degrees(lng)}]`
      }
    case WEB_MERCATOR:
      return (x, y) => {
        const [east, north] = mercator(lngLatFromRd([x, y]))
        return `[${metres(east)},${metres(north)}]`
      }
  }
}

/** Degrees: where RD New means anything, with room around the Netherlands and their part of the sea. */
const RD_DOMAIN: Extent = { minX: 2, minY: 50, maxX: 8.5, maxY: 56.5 }

/** Points taken along each side of a box: a straight side in one system is a slight curve in the other. */
const SAMPLES = 16
/** What the curve may reach between two samples, for boxes of the size of the Netherlands. */
const SLACK = 1e-4

/**
 * @param box in the axes of `crs`; in degrees its west may lie east of its east, when it spans the antimeridian
 * @returns the RD boxes that hold all of it that lies in or near the Netherlands: none, one, or one at either side
 */
export const boxesToRd = (crs: OutputCrs, box: Extent): Extent[] =>
  crs === RD_NEW ? [box] : inDomain(boxAsLngLat(crs, box)).map(rdAround)

function rdAround(degrees: Extent): Extent {
  const rd = emptyExtent()
  for (let i = 0; i <= SAMPLES; i++) {
    const lng = degrees.minX + ((degrees.maxX - degrees.minX) * i) / SAMPLES
    const lat = degrees.minY + ((degrees.maxY - degrees.minY) * i) / SAMPLES
    const onSides: Position[] = [
      [lng, degrees.minY],
      [lng, degrees.maxY],
      [degrees.minX, lat],
      [degrees.maxX, lat],
    ]
    for (const onSide of onSides) widen(rd, rdFromLngLatUnrounded(onSide))
  }
  const slack = Math.max(rd.maxX - rd.minX, rd.maxY - rd.minY) * SLACK
  return growExtent(rd, slack)
}

/** Sides of a box stay sides: degrees, and metres of web mercator, lie square to each other. */
function boxAsLngLat(crs: OutputCrs, { minX, minY, maxX, maxY }: Extent): Extent {
  if (isLatitudeFirst(crs)) return { minX: minY, minY: minX, maxX: maxY, maxY: maxX }
  if (crs !== WEB_MERCATOR) return { minX, minY, maxX, maxY }
  const [west, south] = lngLatOfMercator([minX, minY])
  const [east, north] = lngLatOfMercator([maxX, maxY])
  return { minX: west, minY: south, maxX: east, maxY: north }
}

function inDomain({ minX: west, minY: south, maxX: east, maxY: north }: Extent): Extent[] {
  const ranges =
    west > east
      ? ([
          [west, 180],
          [-180, east],
        ] as const)
      : ([[west, east]] as const)
  return ranges
    .map(([minX, maxX]) => ({
      minX: Math.max(minX, RD_DOMAIN.minX),
      minY: Math.max(south, RD_DOMAIN.minY),
      maxX: Math.min(maxX, RD_DOMAIN.maxX),
      maxY: Math.min(north, RD_DOMAIN.maxY),
    }))
    .filter(({ minX, minY, maxX, maxY }) => minX <= maxX && minY <= maxY)
}

/** The box around what becomes of a box's corners: it does not lie square in another system. */
export function boxOver(box: Extent, at: (position: Position) => Position): [number, number, number, number] {
  const corners: Position[] = [
    [box.minX, box.minY],
    [box.maxX, box.minY],
    [box.maxX, box.maxY],
    [box.minX, box.maxY],
  ]
  const moved = corners.map(at)
  const xs = moved.map(([x]) => x)
  const ys = moved.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** As far as positions are written. */
const roundedDegrees = (value: number): number => Math.round(value * 1e9) / 1e9

/** The box around an RD box, in the axes of CRS84. */
export const boxInDegrees = (box: Extent): [number, number, number, number] =>
  boxOver(box, (position) => lngLatFromRd(position).map(roundedDegrees) as Position)

export interface GeometryJson {
  type: 'Point' | 'MultiLineString' | 'Polygon' | 'MultiPolygon'
  coordinates: unknown
}

/** GeoJSON of a result's geometry, each position where `at` puts it. */
export function geometryAt(
  geometry: ResultGeometry,
  at: (position: Position) => Position,
  single = false,
): GeometryJson {
  const path = (flat: readonly number[]): Position[] => {
    const positions: Position[] = []
    for (let i = 0; i < flat.length; i += 2) positions.push(at([flat[i]!, flat[i + 1]!]))
    return positions
  }
  switch (geometry.type) {
    case 'Point':
      return { type: 'Point', coordinates: at([geometry.xy[0], geometry.xy[1]]) }
    case 'MultiLineString':
      return { type: 'MultiLineString', coordinates: geometry.lines.map(path) }
    case 'MultiPolygon': {
      const polygons = geometry.polygons.map((rings) => rings.map(path))
      return single && polygons.length === 1
        ? { type: 'Polygon', coordinates: polygons[0] }
        : { type: 'MultiPolygon', coordinates: polygons }
    }
  }
}
