/** What a person has given as area, in the frame in which it was given. Pure. */
import { buffer } from '@turf/turf'
import type { LineString, Polygon, Position } from 'geojson'
import { rdToLngLat } from '../rd.ts'

export type Frame = 'EPSG:28992' | 'EPSG:4326'

export type Shape =
  /** `frame` is null when only the server can tell; `given`: pasted or dropped, so the map should go there. */
  | { kind: 'polygon'; frame: Frame | null; geometry: Polygon; given?: true }
  /** The trench line in degrees and its whole width. */
  | { kind: 'corridor'; line: LineString; widthM: number }

export const MIN_WIDTH_M = 1
export const MAX_WIDTH_M = 500
/** Beyond this number of corners dragging one by one is no longer a way to change an outline. */
const MAX_DRAGGABLE_CORNERS = 400

/** Nine decimals of a degree are a tenth of a millimetre; the drawing library takes no more. */
const rounded = (position: Position): Position => [
  Math.round(position[0]! * 1e9) / 1e9,
  Math.round(position[1]! * 1e9) / 1e9,
]
export const roundedPolygon = (polygon: Polygon): Polygon => ({
  type: 'Polygon',
  coordinates: polygon.coordinates.map((ring) => ring.map(rounded)),
})

const corridorPolygon = (line: LineString, widthM: number): Polygon | null => {
  const around = buffer(line, widthM / 2, { units: 'meters', steps: 8 })?.geometry
  return around?.type === 'Polygon' ? roundedPolygon(around) : null
}

/** What is sent to the server; null when the shape is not an area (yet). */
export const areaOf = (shape: Shape | null): { geometry: Polygon; crs?: Frame } | null => {
  if (!shape) return null
  if (shape.kind === 'corridor') {
    const geometry = corridorPolygon(shape.line, shape.widthM)
    return geometry && { geometry, crs: 'EPSG:4326' }
  }
  return { geometry: shape.geometry, ...(shape.frame ? { crs: shape.frame } : {}) }
}

export const cornersOf = (polygon: Polygon): number =>
  polygon.coordinates.reduce((total, ring) => total + Math.max(0, ring.length - 1), 0)

export type EditObstacle = 'holesNoEdit' | 'nothingToEdit' | 'tooManyCorners' | 'rdNoEdit'

/** Why the corners of this shape can't be dragged; null when they can. `exact`: its outline in degrees is known exactly. */
export const editObstacle = (shape: Shape | null, exact: boolean): EditObstacle | null => {
  if (!shape) return 'nothingToEdit'
  if (shape.kind === 'corridor') return null
  if (!exact) return 'rdNoEdit'
  if (shape.geometry.coordinates.length > 1) return 'holesNoEdit'
  return cornersOf(shape.geometry) > MAX_DRAGGABLE_CORNERS ? 'tooManyCorners' : null
}

/** A position of a shape in degrees, good to a metre: to show where it is, never to file it. */
export const positionForEye = (position: Position, frame: Frame | null): [number, number] =>
  frame === 'EPSG:28992' ? rdToLngLat(position) : [position[0]!, position[1]!]

export const outlineForEye = (area: { geometry: Polygon; crs?: Frame }): Polygon => ({
  type: 'Polygon',
  coordinates: area.geometry.coordinates.map((ring) => ring.map((at) => positionForEye(at, area.crs ?? null))),
})

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
