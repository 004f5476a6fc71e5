/** A sheet as a frame on the ground, which may be turned: its corners, and which sheet goes on where it ends. */
import type { Position } from '../../geometry/geometry.ts'
import type { Sheet } from './print-sheets.ts'

const SIDES = ['right', 'top', 'left', 'bottom'] as const
export type Side = (typeof SIDES)[number]

type Frame = Pick<Sheet, 'ground' | 'degrees'>

/** Of what is turned anti-clockwise by so many degrees: exactly 1 and 0 where it is not. */
export const directionOf = (degrees: number): readonly [cos: number, sin: number] =>
  degrees === 0 ? [1, 0] : [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]

/** @param right,up of the middle, by its own directions, in metres */
function placeIn({ ground, degrees }: Frame, right: number, up: number): Position {
  const [cos, sin] = directionOf(degrees)
  return [
    (ground.minX + ground.maxX) / 2 + cos * right - sin * up,
    (ground.minY + ground.maxY) / 2 + sin * right + cos * up,
  ]
}

const halvesOf = ({ ground }: Frame): readonly [number, number] => [
  (ground.maxX - ground.minX) / 2,
  (ground.maxY - ground.minY) / 2,
]

/** Closed, anti-clockwise from its lower left. */
export function cornersOf(frame: Frame): Position[] {
  const [right, up] = halvesOf(frame)
  const corners = [
    [-right, -up],
    [right, -up],
    [right, up],
    [-right, up],
  ] as const
  return [...corners, corners[0]].map(([x, y]) => placeIn(frame, x, y))
}

function holds(frame: Frame, [x, y]: Position): boolean {
  const [cos, sin] = directionOf(frame.degrees)
  const [halfWidth, halfHeight] = halvesOf(frame)
  const [middleX, middleY] = placeIn(frame, 0, 0)
  const right = cos * (x - middleX) + sin * (y - middleY)
  const up = cos * (y - middleY) - sin * (x - middleX)
  return Math.abs(right) <= halfWidth && Math.abs(up) <= halfHeight
}

/** Which sheet goes on beyond each side: the one that holds what lies a tenth of the sheet beyond its middle, nearest first. */
export function neighboursOf(sheet: Sheet, sheets: readonly Sheet[]): Partial<Record<Side, number>> {
  const [halfWidth, halfHeight] = halvesOf(sheet)
  const beyond: Record<Side, Position> = {
    right: placeIn(sheet, halfWidth * 1.2, 0),
    top: placeIn(sheet, 0, halfHeight * 1.2),
    left: placeIn(sheet, -halfWidth * 1.2, 0),
    bottom: placeIn(sheet, 0, -halfHeight * 1.2),
  }
  const found: Partial<Record<Side, number>> = {}
  for (const side of SIDES) {
    const at = beyond[side]
    const away = (one: Sheet): number => {
      const [x, y] = placeIn(one, 0, 0)
      return Math.hypot(x - at[0], y - at[1])
    }
    const [nearest] = sheets
      .filter((one) => one.no !== sheet.no && holds(one, at))
      .sort((one, other) => away(one) - away(other) || one.no - other.no)
    if (nearest) found[side] = nearest.no
  }
  return found
}
