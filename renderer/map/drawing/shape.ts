/** What a person has given as area, in RD New metres on whole millimetres. Pure. */
import { buffer } from '@turf/turf'
import type { LineString, Polygon, Position } from 'geojson'
import { polygonToDegrees, polygonToRd, toDegrees, toMm } from '../exact.ts'

export type Frame = 'EPSG:28992' | 'EPSG:4326'

/** `given`: pasted or read from a file, so the map should go there. `name`: what the file called it. */
interface Origin {
  given?: true
  name?: string
}
export type Shape =
  | ({ kind: 'polygon'; geometry: Polygon } & Origin)
  /** The trench line and its whole width. */
  | ({ kind: 'corridor'; line: LineString; widthM: number } & Origin)

export const MIN_WIDTH_M = 1
export const MAX_WIDTH_M = 500
/** Beyond this number of corners dragging one by one is no longer a way to change an outline. */
const MAX_DRAGGABLE_CORNERS = 400

export const millimetres = (polygon: Polygon): Polygon => ({
  type: 'Polygon',
  coordinates: polygon.coordinates.map((ring) => ring.map(toMm)),
})

/** The area around a line or polygon at so many metres; negative shrinks a polygon. Null: nothing, or several pieces. */
export const around = (geometry: Polygon | LineString, metres: number): Polygon | null => {
  const inDegrees: Polygon | LineString =
    geometry.type === 'Polygon'
      ? polygonToDegrees(geometry)
      : { type: 'LineString', coordinates: geometry.coordinates.map(toDegrees) }
  const made = buffer(inDegrees, metres, { units: 'meters', steps: 8 })?.geometry
  return made?.type === 'Polygon' && made.coordinates.length > 0 ? polygonToRd(made) : null
}

/** The outline in RD; null when the shape is not an area (yet). */
export const polygonOf = (shape: Shape | null): Polygon | null => {
  if (!shape) return null
  if (shape.kind === 'polygon') return shape.geometry
  return new Set(shape.line.coordinates.map(String)).size < 2 ? null : around(shape.line, shape.widthM / 2)
}

/** What is sent to the server. */
export const areaOf = (shape: Shape | null): { geometry: Polygon; crs: Frame } | null => {
  const geometry = polygonOf(shape)
  return geometry && { geometry, crs: 'EPSG:28992' }
}

/** A polygon of the contract, in either system, as a shape. */
export const shapeFrom = (geometry: Polygon, crs: Frame): Shape => ({
  kind: 'polygon',
  geometry: crs === 'EPSG:4326' ? polygonToRd(geometry) : geometry,
  given: true,
})

export const cornersOf = (polygon: Polygon): number =>
  polygon.coordinates.reduce((total, ring) => total + Math.max(0, ring.length - 1), 0)

export type EditObstacle = 'nothingToEdit' | 'tooManyCorners'

/** Why the corners of this shape can't be dragged; null when they can. */
export const editObstacle = (shape: Shape | null): EditObstacle | null => {
  if (!shape) return 'nothingToEdit'
  if (shape.kind === 'corridor') return null
  return cornersOf(shape.geometry) > MAX_DRAGGABLE_CORNERS ? 'tooManyCorners' : null
}

export const distance = (a: Position, b: Position): number => Math.hypot(b[0]! - a[0]!, b[1]! - a[1]!)

/** Square metres, holes taken off. */
export const surfaceOf = ({ coordinates }: Polygon): number => {
  const [outline = 0, ...holes] = coordinates.map((ring) => Math.abs(doubleSurface(ring)) / 2)
  return holes.reduce((sum, hole) => sum - hole, outline)
}

const doubleSurface = (ring: readonly Position[]): number => {
  const [x0, y0] = ring[0] ?? [0, 0]
  let sum = 0
  for (let i = 0; i + 1 < ring.length; i++) {
    const [a, b] = [ring[i]!, ring[i + 1]!]
    sum += (a[0]! - x0!) * (b[1]! - y0!) - (b[0]! - x0!) * (a[1]! - y0!)
  }
  return sum
}

/** Where the side that begins at corner `at` crosses another side of the same ring; for the eye, like all local checks. */
export const crossingOf = (ring: readonly Position[], at: number): Position | null => {
  const [a, b] = [ring[at], ring[at + 1]]
  if (!a || !b) return null
  for (let i = 0; i + 1 < ring.length; i++) {
    const [c, d] = [ring[i]!, ring[i + 1]!]
    const [rx, ry, sx, sy] = [b[0]! - a[0]!, b[1]! - a[1]!, d[0]! - c[0]!, d[1]! - c[1]!]
    const turn = rx * sy - ry * sx
    if (turn === 0) continue
    const along = ((c[0]! - a[0]!) * sy - (c[1]! - a[1]!) * sx) / turn
    const across = ((c[0]! - a[0]!) * ry - (c[1]! - a[1]!) * rx) / turn
    if (along > 0 && along < 1 && across > 0 && across < 1) return [a[0]! + along * rx, a[1]! + along * ry]
  }
  return null
}
