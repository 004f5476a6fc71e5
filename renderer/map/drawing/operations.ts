/** What can be done to an area as a whole. RD New in and out, on whole millimetres; several pieces come largest first. Pure. */
import { simplify } from '@turf/turf'
import type { LineString, Polygon, Position } from 'geojson'
import polygonClipping, { type MultiPolygon, type Polygon as Rings } from 'polygon-clipping'
import { distance, millimetres, surfaceOf } from './shape.ts'

/** Below this a piece is a leftover of the arithmetic. */
export const MIN_AREA_M2 = 0.01

const rings = ({ coordinates }: Polygon): Rings => coordinates as Rings

/** Positions that fall together on the millimetre, and corners at which a side turns back onto itself. */
export const tidyRing = (ring: readonly Position[]): { ring: Position[]; duplicates: number; spikes: number } => {
  const open = ring.slice(0, -1)
  let [duplicates, spikes] = [0, 0]
  for (let at = 0; open.length >= 3 && at < open.length; ) {
    const [a, b, c] = [open.at(at - 1)!, open[at]!, open[(at + 1) % open.length]!]
    const isDouble = distance(a, b) < 0.0005
    const isSpike = !isDouble && distance(a, c) < 0.0005
    if (!isDouble && !isSpike) {
      at += 1
      continue
    }
    open.splice(at, 1)
    if (isDouble) duplicates += 1
    else spikes += 1
    at = Math.max(0, at - 1)
  }
  return { ring: open.length > 0 ? [...open, open[0]!] : [], duplicates, spikes }
}

const polygonsFrom = (multi: MultiPolygon): Polygon[] =>
  multi
    .map((coordinates) => millimetres({ type: 'Polygon', coordinates }))
    .map(
      ({ coordinates }): Polygon => ({
        type: 'Polygon',
        coordinates: coordinates.map((ring) => tidyRing(ring).ring).filter((ring) => ring.length >= 4),
      }),
    )
    .filter((polygon) => polygon.coordinates.length > 0 && surfaceOf(polygon) > MIN_AREA_M2)
    .sort((a, b) => surfaceOf(b) - surfaceOf(a))

export const cutAway = (polygon: Polygon, ...holes: Polygon[]): Polygon[] =>
  polygonsFrom(polygonClipping.difference(rings(polygon), ...holes.map(rings)))

/** One polygon when they touch or overlap, else as many as there are groups. Crossing outlines come out without crossings. */
export const joinPolygons = (polygons: readonly Polygon[]): Polygon[] => {
  const [first, ...others] = polygons
  return first ? polygonsFrom(polygonClipping.union(rings(first), ...others.map(rings))) : []
}

const FAR_M = 1_000_000

/** Along the line and, at both ends, on in its direction: one side of it as an area of its own. */
const oneSide = (line: readonly Position[]): Polygon => {
  const onward = (from: Position, to: Position): Position => {
    const scale = FAR_M / Math.max(distance(from, to), 1e-9)
    return [to[0]! + (to[0]! - from[0]!) * scale, to[1]! + (to[1]! - from[1]!) * scale]
  }
  const start = onward(line[1]!, line[0]!)
  const end = onward(line.at(-2)!, line.at(-1)!)
  // Always to the right of the way from start to end.
  const [dx, dy] = [end[0]! - start[0]!, end[1]! - start[1]!]
  const aside = ([x, y]: Position): Position => [x! + dy, y! - dx]
  return { type: 'Polygon', coordinates: [[start, ...line, end, aside(end), aside(start), start]] }
}

/** The pieces on either side of the line; one piece when the line does not divide the polygon. */
export const dividePolygon = (polygon: Polygon, { coordinates }: LineString): Polygon[] => {
  const side = oneSide(coordinates)
  const right = polygonsFrom(polygonClipping.intersection(rings(polygon), rings(side)))
  const left = cutAway(polygon, side)
  return [...right, ...left].sort((a, b) => surfaceOf(b) - surfaceOf(a))
}

/** Fewer corners; none of those left out lay farther than `toleranceM` from the new outline. */
export const simplifyPolygon = (polygon: Polygon, toleranceM: number): Polygon =>
  millimetres(simplify(polygon, { tolerance: toleranceM, highQuality: true, mutate: false }))
