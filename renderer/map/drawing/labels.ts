/** Which lengths and surfaces are written, and where: so many as do not lie on each other. Pure. */
import type { Position } from 'geojson'
import type { OverlayMark } from './overlay-marks.ts'

export type Label = Extract<OverlayMark, { draw: 'label' }>
/** From a place in degrees to pixels of the page. */
export type Place = (at: Position) => readonly [x: number, y: number]

export const FONT_PX = 12
/** Around a label, before the next. */
const ROOM_PX = 1
/** A side on the map shorter than this is not labelled, however short its label is. */
const LEAST_SIDE_PX = 45

/** What a label covers: a box around it as it is turned. */
interface Box {
  readonly x: number
  readonly y: number
  readonly halfWidth: number
  readonly halfHeight: number
}
const meet = (a: Box, b: Box): boolean =>
  Math.abs(a.x - b.x) < a.halfWidth + b.halfWidth && Math.abs(a.y - b.y) < a.halfHeight + b.halfHeight

/** Where labels go that do not lie on each other, the longest sides first. @param widthOf pixels */
export const labelsThatFit = (
  labels: readonly Label[],
  place: Place,
  metresOfPixel: number,
  widthOf: (text: string) => number,
): { label: Label; x: number; y: number; radians: number }[] => {
  const taken: Box[] = []
  return labels
    .toSorted((a, b) => b.metres - a.metres)
    .flatMap((label) => {
      if (label.metres / metresOfPixel < LEAST_SIDE_PX) return []
      const radians = (label.turn * Math.PI) / 180
      const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
      const [atX, atY] = place(label.at)
      const [x, y] = [atX - sin * label.below, atY + cos * label.below]
      const [along, across] = [widthOf(label.text) / 2 + ROOM_PX, FONT_PX / 2 + ROOM_PX]
      const halfWidth = Math.abs(cos) * along + Math.abs(sin) * across
      const halfHeight = Math.abs(sin) * along + Math.abs(cos) * across
      const box = { x, y, halfWidth, halfHeight }
      if (taken.some((other) => meet(box, other))) return []
      taken.push(box)
      return [{ label, x, y, radians }]
    })
}
