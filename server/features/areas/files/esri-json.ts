/** What ArcGIS gives as JSON, a set of features or one geometry, as the GeoJSON that says the same. */
import { passesEast } from '../../../geometry/flat.ts'
import { doubleArea } from '../../../geometry/plane.ts'
import { UnreadableArea } from './fault.ts'
import { lineOf, listOf } from './json-positions.ts'

interface EsriGeometry {
  rings?: unknown
  paths?: unknown
  curveRings?: unknown
  curvePaths?: unknown
  spatialReference?: { wkid?: unknown; latestWkid?: unknown }
}
export interface EsriJson extends EsriGeometry {
  features?: unknown
}

/** Esri's own numbers for web mercator, from before it had one of EPSG. */
const WEB_MERCATOR = [102_100, 102_113, 900_913]

export const isEsriJson = (json: object): json is EsriJson =>
  !('type' in json) && ['features', 'rings', 'paths', 'curveRings', 'curvePaths'].some((name) => name in json)

export function geoJsonOfEsri(json: EsriJson): object {
  const features = json.features === undefined ? [{ geometry: json }] : listOf(json.features)
  const name = systemIn(json) ?? features.map((each) => systemIn(geometryIn(each))).find((each) => each !== undefined)
  return {
    type: 'FeatureCollection',
    ...(name && { crs: { properties: { name } } }),
    features: features.map((each) => {
      const properties = (each as { attributes?: unknown } | null)?.attributes
      return { type: 'Feature', properties, geometry: geometryOf(geometryIn(each)) }
    }),
  }
}

const geometryIn = (feature: unknown): EsriGeometry | null =>
  (feature as { geometry?: EsriGeometry | null } | null)?.geometry ?? null

const systemIn = (geometry: EsriGeometry | null): string | undefined => {
  const { latestWkid, wkid } = geometry?.spatialReference ?? {}
  const number = Number(latestWkid ?? wkid)
  if (!Number.isInteger(number) || number <= 0) return undefined
  return `EPSG:${WEB_MERCATOR.includes(number) ? 3857 : number}`
}

function geometryOf(geometry: EsriGeometry | null): object | null {
  if (geometry === null) return null
  if (geometry.curveRings !== undefined || geometry.curvePaths !== undefined) {
    const message = 'This JSON of ArcGIS has curves: export the areas without them (densify), or as GeoJSON.'
    throw new UnreadableArea('NOT_UNDERSTOOD', message)
  }
  if (geometry.rings !== undefined)
    return { type: 'MultiPolygon', coordinates: polygonsOf(listOf(geometry.rings).map(lineOf)) }
  if (geometry.paths !== undefined) return { type: 'MultiLineString', coordinates: geometry.paths }
  return { type: 'Point', coordinates: [] }
}

/** Outlines run with the clock, holes against it, and which hole is whose is told by where it lies. */
function polygonsOf(rings: readonly number[][][]): number[][][][] {
  const outlines = rings.filter(isClockwise)
  if (outlines.length === 0) return rings.map((ring) => [ring])
  const polygons = outlines.map((outline) => [outline])
  for (const hole of rings) {
    if (isClockwise(hole)) continue
    const around = polygons.find(([outline]) => hole[0] && isWithin(hole[0], outline!))
    if (around) around.push(hole)
    else polygons.push([hole])
  }
  return polygons
}

const isClockwise = (ring: readonly number[][]): boolean => doubleArea(ring.flat()) < 0

const isWithin = ([x, y]: readonly number[], ring: readonly number[][]): boolean =>
  ring.filter(([bx, by], i) => passesEast(x!, y!, ...(ring.at(i - 1) as [number, number]), bx!, by!)).length % 2 === 1
