/** TopoJSON, whose shapes share their borders, as the GeoJSON that says the same: a collection for each of its objects. */
import { MAX_INPUT_POSITIONS } from '../../domain/klic/registry-limits.ts'
import { UnreadableArea } from './fault.ts'
import { listOf, positionOf } from './json-positions.ts'

/** Collections in each other. */
const MAX_DEPTH = 10

interface Topology {
  type: 'Topology'
  arcs?: unknown
  objects?: unknown
  transform?: { scale?: unknown; translate?: unknown }
}
interface TopoGeometry {
  type?: unknown
  arcs?: unknown
  geometries?: unknown
  properties?: unknown
}

export const isTopoJson = (json: { type?: unknown }): json is Topology => json.type === 'Topology'

/** @returns each of its objects, by name. @throws UnreadableArea */
export function geoJsonOfTopology(topology: Topology): [name: string, json: object][] {
  const lines = linesOf(topology)
  // A few bytes can name a long border any number of times.
  let positions = 0
  const line = (arcs: unknown): number[][] =>
    listOf(arcs).flatMap((arc, i) => {
      const number = Number(arc)
      const found = number < 0 ? lines[~number]?.toReversed() : lines[number]
      if (!found) throw new UnreadableArea('NOT_UNDERSTOOD', 'This TopoJSON names a border that is not in it.')
      positions += found.length
      if (positions > 4 * MAX_INPUT_POSITIONS)
        throw new UnreadableArea('TOO_MANY_CORNERS', `The file has more than ${4 * MAX_INPUT_POSITIONS} corners.`)
      return i === 0 ? found : found.slice(1)
    })
  const lists = (arcs: unknown): number[][][] => listOf(arcs).map(line)
  const geometryOf = ({ type, arcs, geometries }: TopoGeometry, depth: number): object | null => {
    if (depth > MAX_DEPTH)
      throw new UnreadableArea('NOT_UNDERSTOOD', 'In this TopoJSON collections hold each other too deep.')
    if (type === null || type === undefined) return null
    if (type === 'LineString') return { type, coordinates: line(arcs) }
    if (type === 'Polygon' || type === 'MultiLineString') return { type, coordinates: lists(arcs) }
    if (type === 'MultiPolygon') return { type, coordinates: listOf(arcs).map(lists) }
    if (type === 'GeometryCollection') return collection(geometries, depth + 1)
    return { type, coordinates: [] }
  }
  const featureOf = (geometry: TopoGeometry | null, depth: number): object => ({
    type: 'Feature',
    properties: geometry?.properties,
    geometry: geometry && geometryOf(geometry, depth),
  })
  const collection = (geometries: unknown, depth: number): object => ({
    type: 'FeatureCollection',
    features: listOf(geometries).map((each) => featureOf(each as TopoGeometry | null, depth)),
  })
  return Object.entries((topology.objects ?? {}) as Record<string, TopoGeometry>).map(([name, object]) => [
    name,
    featureOf(object, 0),
  ])
}

/** Of a quantised topology each position is the step from the one before, in whole steps of the transform. */
function linesOf({ arcs, transform }: Topology): number[][][] {
  if (!transform) return listOf(arcs).map((arc) => listOf(arc).map(positionOf))
  const [scaleX, scaleY] = positionOf(transform.scale) as [number, number]
  const [fromX, fromY] = positionOf(transform.translate) as [number, number]
  return listOf(arcs).map((arc) => {
    let [x, y] = [0, 0]
    return listOf(arc).map((step) => {
      const [right, up] = positionOf(step) as [number, number]
      x += right
      y += up
      return [x * scaleX + fromX, y * scaleY + fromY]
    })
  })
}
