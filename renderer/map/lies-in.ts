/** Whether something lies in an area, wholly or in part. Longitude and latitude, so near by that they are a plane. Pure. */
import type { Geometry, Position } from 'geojson'

/** Lists of corners one after the other: lines, rings, or a single point. */
const stringsOf = (geometry: Geometry): Position[][] => {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]]
    case 'MultiPoint':
      return geometry.coordinates.map((at) => [at])
    case 'LineString':
      return [geometry.coordinates]
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates
    case 'MultiPolygon':
      return geometry.coordinates.flat()
    case 'GeometryCollection':
      return geometry.geometries.flatMap(stringsOf)
  }
}

const sidesOf = (corners: readonly Position[]): [Position, Position][] =>
  corners.slice(1).map((to, i) => [corners[i]!, to])

/** By the even-odd rule over all rings, holes too. */
const isInside = ([x, y]: Position, rings: readonly Position[][]): boolean =>
  rings
    .flatMap(sidesOf)
    .filter(([[ax, ay], [bx, by]]) => ay! > y! !== by! > y! && x! < ((bx! - ax!) * (y! - ay!)) / (by! - ay!) + ax!)
    .length %
    2 ===
  1

const turn = ([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number =>
  (bx! - ax!) * (cy! - ay!) - (by! - ay!) * (cx! - ax!)

const cross = ([a, b]: readonly [Position, Position], [c, d]: readonly [Position, Position]): boolean =>
  turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0 && turn(a, b, c) !== turn(a, b, d)

/** @param area a polygon or several */
export const liesIn = (thing: Geometry, area: Geometry): boolean => {
  if (area.type !== 'Polygon' && area.type !== 'MultiPolygon') return false
  const rings = stringsOf(area)
  const edges = rings.flatMap(sidesOf)
  const strings = stringsOf(thing)
  return (
    strings.some((corners) => isInside(corners[0]!, rings)) ||
    strings.flatMap(sidesOf).some((side) => edges.some((edge) => cross(side, edge)))
  )
}

/** All corners. */
export const cornersOf = (geometry: Geometry): Position[] => stringsOf(geometry).flat()
