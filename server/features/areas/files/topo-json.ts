/**
 * TopoJSON, whose shapes share their borders, as the GeoJSON that says the same: one node for each of its objects. GDAL
 * reads it too, and drops borders that are not there without a word.
 */
import { feature } from 'topojson-client'
import type { Topology } from 'topojson-specification'
import { MAX_INPUT_POSITIONS } from '../../../geometry/registry-limits.ts'
import { UnreadableArea } from './fault.ts'

export const isTopoJson = (json: { type?: unknown }): json is Topology => json.type === 'Topology'

/** @returns each of its objects, by name. @throws UnreadableArea */
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
