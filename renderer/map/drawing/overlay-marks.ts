/**
 * What is being drawn, as marks on the overlay of the map (overlay.ts): corners, the pointer, lengths of sides, the parts of the
 * live cut. Areas come in RD New where the hand made them; marks lie in degrees, its sizes are pixels of the page. Pure.
 */
import type { Polygon, Position } from 'geojson'
import type { JobMap } from '../../../server/features/jobs/dashboard-schema.ts'
import type { Section } from '../../../server/features/results/schema.ts'
import { polygonToDegrees, toDegrees } from '../exact.ts'
import { pointInside } from '../layers/area.ts'
import type { Palette } from '../palette.ts'
import type { CornerDraft, CornerTool } from './corner-draft.ts'
import { FORM, geometryOf, sketchedGeometry } from './corner-draft.ts'
import { distance } from './shape.ts'

export type OverlayMark =
  | { readonly draw: 'fill'; readonly rings: readonly Position[][]; readonly colour: string; readonly opacity: number }
  | {
      readonly draw: 'line'
      readonly lines: readonly Position[][]
      readonly colour: string
      readonly width: number
      readonly opacity?: number
      /** On and off. */
      readonly dash?: readonly number[]
    }
  | {
      readonly draw: 'dot'
      readonly at: Position
      readonly radius: number
      readonly colour: string
      readonly opacity?: number
      readonly rim: string
      readonly rimWidth: number
    }
  | {
      readonly draw: 'label'
      readonly at: Position
      readonly text: string
      readonly colour: string
      readonly halo: string
      /** Clockwise from upright, in degrees. */
      readonly turn: number
      /** Its middle, from the place: below it as the text stands. */
      readonly below: number
      /** What it names is so long on the ground; it is left out where it would be longer than that. Longer ones go first. */
      readonly metres: number
    }

const DRAWN_COLOUR = '#c800c8'
/** Beyond this number of sides their lengths are only noise. */
const MAX_SIDES = 120
/** From the side, and from the middle of an area: below the number of its part. */
const ABOVE_SIDE_PX = -11
const BELOW_NUMBER_PX = 22

/** The parts of the cut, and the request polygon as the registry draws it, if it is to be drawn: magenta, dash 30,6. */
export const cutMarks = (palette: Palette, outline: Polygon | null, parts: JobMap['parts']): OverlayMark[] => [
  ...parts.map(
    ({ geometry_lnglat }): OverlayMark => ({
      draw: 'fill',
      rings: geometry_lnglat.coordinates,
      colour: palette.accent,
      opacity: 0.14,
    }),
  ),
  ...parts.map(
    ({ geometry_lnglat }): OverlayMark => ({
      draw: 'line',
      lines: geometry_lnglat.coordinates,
      colour: palette.accent,
      width: 1.4,
      opacity: 0.9,
    }),
  ),
  ...(outline
    ? [{ draw: 'line', lines: outline.coordinates, colour: palette.request, width: 3, dash: [30, 6] } as const]
    : []),
]

/** Corners that were placed, what they make with the pointer's place, and the pointer. */
export const makingMarks = (tool: CornerTool, making: CornerDraft): OverlayMark[] => {
  const { corners, cursor } = making
  const made = sketchedGeometry(tool, making)
  const way = [...corners, ...(cursor ? [cursor] : [])]
  const line = made ? (made.type === 'Polygon' ? made.coordinates[0]! : made.coordinates) : way
  const closes = FORM[tool] === 'ring' && geometryOf(tool, corners) !== null
  const dash = tool === 'split' ? { dash: [6, 6] } : {}
  return [
    ...(line.length > 1
      ? [{ draw: 'line', lines: [line.map(toDegrees)], colour: DRAWN_COLOUR, width: 3, ...dash } as const]
      : []),
    ...corners.map(
      (corner, i): OverlayMark => ({
        draw: 'dot',
        at: toDegrees(corner),
        radius: closes && i === 0 ? 8 : 5,
        colour: '#ffffff',
        rim: DRAWN_COLOUR,
        rimWidth: 2,
      }),
    ),
    ...(cursor
      ? [
          {
            draw: 'dot',
            at: toDegrees(cursor),
            radius: 6,
            colour: DRAWN_COLOUR,
            opacity: 0.35,
            rim: DRAWN_COLOUR,
            rimWidth: 1.5,
          } as const,
        ]
      : []),
  ]
}

/** The corner that has the focus in the list. */
export const cornerMarks = (at: Position | undefined): OverlayMark[] =>
  at
    ? [
        {
          draw: 'dot',
          at: toDegrees(at),
          radius: 11,
          colour: DRAWN_COLOUR,
          opacity: 0.2,
          rim: DRAWN_COLOUR,
          rimWidth: 2,
        },
      ]
    : []

/** Clockwise from east as the screen turns, never upside down. */
const turnOf = ([ax, ay]: Position, [bx, by]: Position): number => {
  const degrees = (-Math.atan2(by! - ay!, bx! - ax!) * 180) / Math.PI
  return degrees > 90 ? degrees - 180 : degrees <= -90 ? degrees + 180 : degrees
}

/** Lengths along the sides, and the surface in the middle. */
export const sideMarks = (
  palette: Palette,
  lines: readonly (readonly Position[])[],
  say: (metres: number) => string,
  surface: { of: Polygon; label: string } | null,
): OverlayMark[] => {
  const look = { draw: 'label', colour: palette.text, halo: palette.halo } as const
  const count = lines.reduce((sum, line) => sum + line.length - 1, 0)
  const sides = (count > MAX_SIDES ? [] : lines).flatMap((line) =>
    line.slice(1).flatMap((to, i): OverlayMark[] => {
      const from = line[i]!
      const metres = distance(from, to)
      if (metres < 0.01) return []
      const at = toDegrees([(from[0]! + to[0]!) / 2, (from[1]! + to[1]!) / 2])
      return [{ ...look, at, text: say(metres), turn: turnOf(from, to), below: ABOVE_SIDE_PX, metres }]
    }),
  )
  if (!surface) return sides
  const at = pointInside(polygonToDegrees(surface.of))
  return [
    ...sides,
    { ...look, at, text: surface.label, turn: 0, below: BELOW_NUMBER_PX, metres: Number.POSITIVE_INFINITY },
  ]
}

/** What a cross-section meets, as dots on its line. @param colours theme id -> official colour */
export const crossingMarks = (
  palette: Palette,
  { crossings }: Section,
  colours: ReadonlyMap<string, string>,
): OverlayMark[] =>
  crossings.map(({ lnglat, properties }) => ({
    draw: 'dot',
    at: lnglat,
    radius: 6,
    colour: colours.get(String(properties.thema)) ?? palette.text,
    rim: palette.halo,
    rimWidth: 2,
  }))
