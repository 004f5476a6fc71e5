/**
 * Esri JSON (a set of features or one geometry) and TopoJSON, as the GeoJSON that says the same. GDAL 3.6 opens no single geometry
 * of Esri and no features without attributes, says nothing of its curves, and drops borders of TopoJSON that are not there
 * without a word.
 */

import { feature } from 'topojson-client'
import type { Topology } from 'topojson-specification'
import { passesEast } from '../../../geometry/flat.ts'
import { doubleArea } from '../../../geometry/plane.ts'
import { MAX_INPUT_POSITIONS } from '../../../geometry/registry-limits.ts'
import { UnreadableArea } from './fault.ts'

interface EsriGeometry {
  rings?: unknown
  paths?: unknown
  curveRings?: unknown
  curvePaths?: unknown
  xmin?: unknown
  ymin?: unknown
  xmax?: unknown
  ymax?: unknown
  spatialReference?: { wkid?: unknown; latestWkid?: unknown }
}
export interface EsriJson extends EsriGeometry {
  features?: unknown
}

/** Esri's own numbers for web mercator, from before it had one of EPSG. */
const WEB_MERCATOR = [102_100, 102_113, 900_913]

export const isEsriJson = (json: object): json is EsriJson =>
  !('type' in json) && ['features', 'rings', 'paths', 'curveRings', 'curvePaths', 'xmin'].some((name) => name in json)

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
  if (geometry.xmin !== undefined) {
    const { xmin, ymin, xmax, ymax } = geometry
    const corners = [
      [xmin, ymin],
      [xmax, ymin],
      [xmax, ymax],
      [xmin, ymax],
      [xmin, ymin],
    ]
    return { type: 'Polygon', coordinates: [corners] }
  }
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

export const listOf = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) throw new UnreadableArea('NOT_UNDERSTOOD', 'The coordinates of a geometry are not a list.')
  return value
}

const positionOf = (position: unknown): number[] => {
  const [x, y] = Array.isArray(position) ? (position as unknown[]) : []
  if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) {
    throw new UnreadableArea('NOT_UNDERSTOOD', 'A position is not two numbers.')
  }
  // Height and measure are dropped: an area lies flat.
  return [x, y]
}

export const lineOf = (value: unknown): number[][] => listOf(value).map(positionOf)

export const isTopoJson = (json: { type?: unknown }): json is Topology => json.type === 'Topology'

/** Shapes that share their borders. @returns each of its objects, by name. @throws UnreadableArea */
export function geoJsonOfTopology(topology: Topology): [name: string, json: object][] {
  try {
    refuseManyCorners(topology)
    return Object.entries(topology.objects).map(([name, object]) => [name, feature(topology, object)])
  } catch (error) {
    if (error instanceof UnreadableArea) throw error
    throw new UnreadableArea('NOT_UNDERSTOOD', 'This TopoJSON holds a mistake, or names a border that is not in it.')
  }
}

/** A few bytes can name a long border any number of times. */
function refuseManyCorners({ arcs, objects }: Topology): void {
  let corners = 0
  const count = (arc: unknown): void => {
    if (Array.isArray(arc)) arc.forEach(count)
    else corners += arcs[Number(arc) < 0 ? ~Number(arc) : Number(arc)]!.length
    if (corners > 4 * MAX_INPUT_POSITIONS)
      throw new UnreadableArea('TOO_MANY_CORNERS', `The file has more than ${4 * MAX_INPUT_POSITIONS} corners.`)
  }
  const walk = (object: Topology['objects'][string]): void => {
    if (object.type === 'GeometryCollection') object.geometries.forEach(walk)
    else if ('arcs' in object) count(object.arcs)
  }
  Object.values(objects).forEach(walk)
}
