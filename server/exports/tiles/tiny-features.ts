/**
 * What is smaller than a step of a tile: a line of one place and an area without a surface are drawn nowhere, and answer to no
 * tap. A short piece of pipe between two fittings, or an area that was closed on itself, is there all the same: in the closest
 * tiles it is made as small as a tile can say.
 */
import type { GeoJSONVTTile } from '@maplibre/geojson-vt'

type TiledFeature = GeoJSONVTTile['features'][number]
type Place = [x: number, y: number]

const LINE = 2

/** Of one whose lines or rings all came to nothing, what can be drawn; every other as it is. */
export function keepVisible(feature: TiledFeature): TiledFeature {
  if (feature.type === 1) return feature
  const paths = feature.geometry as Place[][]
  if (paths.some(feature.type === LINE ? hasLength : hasSurface)) return feature
  const [from, to] = ends(paths.flat())
  return { ...feature, geometry: [feature.type === LINE ? [from, to] : ringAround(from, to)] } as TiledFeature
}

const hasLength = (path: readonly Place[]): boolean => path.some(([x, y]) => x !== path[0]![0] || y !== path[0]![1])

function hasSurface(ring: readonly Place[]): boolean {
  let twice = 0
  for (const [i, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!
    twice += x * nextY - nextX * y
  }
  return twice !== 0
}

/** The first place and what lies furthest from it, at least a step apart. */
function ends(places: readonly Place[]): [Place, Place] {
  const from = places[0]!
  const apart = ([x, y]: Place): number => Math.hypot(x - from[0], y - from[1])
  const to = places.reduce((furthest, place) => (apart(place) > apart(furthest) ? place : furthest))
  return [from, apart(to) > 0 ? to : [from[0] + 1, from[1]]]
}

/** A step wide, and clockwise on a screen, as a tile has its outer rings. */
function ringAround(from: Place, to: Place): Place[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const [sideX, sideY] = Math.abs(dx) >= Math.abs(dy) ? [0, Math.sign(dx)] : [-Math.sign(dy), 0]
  const beside = ([x, y]: Place): Place => [x + sideX, y + sideY]
  return [from, to, beside(to), beside(from), from]
}
