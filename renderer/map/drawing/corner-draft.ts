/**
 * A shape that is being made corner by corner, by hand, by arrow keys or by typed numbers: all three are the same acts here.
 * RD New metres; angles in degrees clockwise from the grid's north. Pure.
 */
import type { LineString, Polygon, Position } from 'geojson'
import { toMm } from '../exact.ts'
import { distance } from './shape.ts'

export const CORNER_TOOLS = ['polygon', 'corridor', 'rectangle', 'circle', 'hole', 'split', 'keepOut'] as const
export type CornerTool = (typeof CORNER_TOOLS)[number]

type Form = 'ring' | 'line' | 'box' | 'circle'
export const FORM: Record<CornerTool, Form> = {
  polygon: 'ring',
  corridor: 'line',
  rectangle: 'box',
  circle: 'circle',
  hole: 'ring',
  split: 'line',
  keepOut: 'ring',
}
/** As many as the registry takes for one part, the closing position counted. */
const CIRCLE_CORNERS = 48

export interface CornerDraft {
  readonly corners: readonly Position[]
  /** Taken back, the latest last. */
  readonly undone: readonly Position[]
  /** Where the pointer stands. */
  readonly cursor: Position | null
}
export const NOTHING_MADE: CornerDraft = { corners: [], undone: [], cursor: null }

const same = (a: Position | undefined, b: Position): boolean => a !== undefined && distance(a, b) < 0.0005

export const placeCorner = (making: CornerDraft, at: Position): CornerDraft => {
  const corner = toMm(at)
  if (same(making.corners.at(-1), corner)) return making
  return { corners: [...making.corners, corner], undone: [], cursor: corner }
}
export const takenBack = (making: CornerDraft): CornerDraft => ({
  corners: making.corners.slice(0, -1),
  undone: [...making.undone, making.corners.at(-1)!],
  cursor: making.corners.at(-2) ?? making.cursor,
})
export const putBack = (making: CornerDraft): CornerDraft => ({
  corners: [...making.corners, making.undone.at(-1)!],
  undone: making.undone.slice(0, -1),
  cursor: making.undone.at(-1)!,
})

const boxOf = ([ax, ay]: Position, [bx, by]: Position): Position[] => [
  [ax!, ay!],
  [bx!, ay!],
  [bx!, by!],
  [ax!, by!],
  [ax!, ay!],
]
const circleOf = (centre: Position, radiusM: number): Position[] => {
  const ring = Array.from({ length: CIRCLE_CORNERS }, (_, i) => {
    const turn = (2 * Math.PI * i) / CIRCLE_CORNERS
    return toMm([centre[0]! + radiusM * Math.cos(turn), centre[1]! + radiusM * Math.sin(turn)])
  })
  return [...ring, ring[0]!]
}

/** What the corners make; null while they make nothing. */
export const geometryOf = (tool: CornerTool, corners: readonly Position[]): Polygon | LineString | null => {
  const form = FORM[tool]
  const [first, second] = corners
  if (form === 'line') return corners.length < 2 ? null : { type: 'LineString', coordinates: [...corners] }
  if (!first || !second) return null
  if (form === 'circle') {
    const radiusM = distance(first, second)
    return radiusM > 0 ? { type: 'Polygon', coordinates: [circleOf(first, radiusM)] } : null
  }
  if (form === 'box') {
    const isFlat = first[0] === second[0] || first[1] === second[1]
    return isFlat ? null : { type: 'Polygon', coordinates: [boxOf(first, second)] }
  }
  return corners.length < 3 ? null : { type: 'Polygon', coordinates: [[...corners, first]] }
}

/** With the pointer's place as the corner to come. */
export const sketchedGeometry = (tool: CornerTool, { corners, cursor }: CornerDraft): Polygon | LineString | null =>
  geometryOf(tool, cursor && !same(corners.at(-1), cursor) ? [...corners, cursor] : corners)

/** Two corners are all that a box or a circle has. */
export const isComplete = (tool: CornerTool, { corners }: CornerDraft): boolean =>
  (FORM[tool] === 'box' || FORM[tool] === 'circle') && corners.length >= 2

export const canFinish = (tool: CornerTool, corners: readonly Position[]): boolean => geometryOf(tool, corners) !== null

export const angleOf = (from: Position, to: Position): number => {
  const degrees = (Math.atan2(to[0]! - from[0]!, to[1]! - from[1]!) * 180) / Math.PI
  return degrees < 0 ? degrees + 360 : degrees
}

/** The corner at a typed distance; without an angle the pointer's own direction holds, and north when it has none. */
export const cornerAt = (
  { corners, cursor }: CornerDraft,
  lengthM: number,
  angleDeg: number | null,
): Position | null => {
  const from = corners.at(-1)
  if (!from) return null
  const degrees = angleDeg ?? (cursor && !same(from, cursor) ? angleOf(from, cursor) : 0)
  const turn = (degrees * Math.PI) / 180
  return toMm([from[0]! + lengthM * Math.sin(turn), from[1]! + lengthM * Math.cos(turn)])
}

/** The opposite corner of a box of a typed size, on the side where the pointer stands. */
export const oppositeAt = ({ corners, cursor }: CornerDraft, widthM: number, heightM: number): Position | null => {
  const from = corners[0]
  if (!from) return null
  const [east, north] = [(cursor?.[0] ?? from[0]!) >= from[0]!, (cursor?.[1] ?? from[1]!) >= from[1]!]
  return toMm([from[0]! + (east ? widthM : -widthM), from[1]! + (north ? heightM : -heightM)])
}

/** The nearest of the eight directions from the last corner, for who holds Shift. */
export const straightenCorner = ({ corners }: CornerDraft, at: Position): Position => {
  const from = corners.at(-1)
  if (!from) return at
  const step = Math.PI / 4
  const turn = Math.round(Math.atan2(at[0]! - from[0]!, at[1]! - from[1]!) / step) * step
  const along = (at[0]! - from[0]!) * Math.sin(turn) + (at[1]! - from[1]!) * Math.cos(turn)
  return [from[0]! + along * Math.sin(turn), from[1]! + along * Math.cos(turn)]
}
