/** What is being drawn: corners, the pen, the lengths of sides, and what lies beside the area in hand. RD in, degrees out. */
import type { Feature, Polygon, Position } from 'geojson'
import type { CornerTool, Making } from '../drawing/making.ts'
import { FORM, geometryOf, sketchedGeometry } from '../drawing/making.ts'
import { distance } from '../drawing/shape.ts'
import { polygonToDegrees, toDegrees } from '../exact.ts'
import type { Palette } from '../palette.ts'
import { collection, feature, type Sheet } from '../sheet.ts'
import { pointInside } from './area.ts'

/** Beyond this number of sides their lengths are only noise. */
const MAX_SIDES = 120
const INK = '#c800c8'

const point = (at: Position, properties: Record<string, unknown>): Feature =>
  feature({ type: 'Point', coordinates: toDegrees(at) }, properties)

export const makingSheet = (tool: CornerTool, making: Making): Sheet => {
  const { corners, cursor } = making
  const form = FORM[tool]
  const made = sketchedGeometry(tool, making) ?? null
  const way = [...corners, ...(cursor ? [cursor] : [])]
  const line = made ? (made.type === 'Polygon' ? made.coordinates[0]! : made.coordinates) : way
  const closes = form === 'ring' && geometryOf(tool, corners) !== null
  const features = [
    ...(line.length > 1
      ? [feature({ type: 'LineString', coordinates: line.map(toDegrees) }, { part: 'outline' })]
      : []),
    ...corners.map((corner, i) => point(corner, { part: 'corner', wide: closes && i === 0 })),
    ...(cursor ? [point(cursor, { part: 'cursor' })] : []),
  ]
  return {
    id: 'making',
    data: collection(features),
    looks: [
      {
        type: 'line',
        filter: ['==', ['get', 'part'], 'outline'],
        layout: { 'line-join': 'round', 'line-cap': 'round' },
        paint: { 'line-color': INK, 'line-width': 3, ...(tool === 'split' ? { 'line-dasharray': [2, 2] } : {}) },
      },
      {
        type: 'circle',
        filter: ['==', ['get', 'part'], 'corner'],
        paint: {
          'circle-radius': ['case', ['get', 'wide'], 8, 5],
          'circle-color': '#ffffff',
          'circle-stroke-color': INK,
          'circle-stroke-width': 2,
        },
      },
      {
        type: 'circle',
        filter: ['==', ['get', 'part'], 'cursor'],
        paint: {
          'circle-radius': 6,
          'circle-color': INK,
          'circle-opacity': 0.35,
          'circle-stroke-color': INK,
          'circle-stroke-width': 1.5,
        },
      },
    ],
  }
}

/** The corner that has the focus in the list. */
export const markedSheet = (at: Position | undefined): Sheet => ({
  id: 'marked',
  data: collection(at ? [point(at, {})] : []),
  looks: [
    {
      type: 'circle',
      paint: {
        'circle-radius': 11,
        'circle-color': INK,
        'circle-opacity': 0.2,
        'circle-stroke-color': INK,
        'circle-stroke-width': 2,
      },
    },
  ],
})

/** Metres times 2^zoom at which a side is long enough for its label: 45 pixels at the latitude of the Netherlands. */
const LABEL_FITS = 2.2e6

/** Clockwise from east as the screen turns, never upside down. */
const turnOf = ([ax, ay]: Position, [bx, by]: Position): number => {
  const degrees = (-Math.atan2(by! - ay!, bx! - ax!) * 180) / Math.PI
  return degrees > 90 ? degrees - 180 : degrees <= -90 ? degrees + 180 : degrees
}

/** Lengths along the sides: as points halfway, because the map's tiles would label both halves of a line. */
export const sidesSheet = (
  palette: Palette,
  lines: readonly (readonly Position[])[],
  say: (metres: number) => string,
  surface: { of: Polygon; label: string } | null,
): Sheet => {
  const count = lines.reduce((sum, line) => sum + line.length - 1, 0)
  const sides =
    count > MAX_SIDES
      ? []
      : lines.flatMap((line) =>
          line.slice(1).flatMap((to, i) => {
            const from = line[i]!
            const metres = distance(from, to)
            const middle = [(from[0]! + to[0]!) / 2, (from[1]! + to[1]!) / 2]
            return metres < 0.01 ? [] : [point(middle, { label: say(metres), metres, turn: turnOf(from, to) })]
          }),
        )
  const middle = surface && pointInside(polygonToDegrees(surface.of))
  const inside = middle
    ? [feature({ type: 'Point', coordinates: middle }, { label: surface.label, metres: 1e9, turn: 0, inside: true })]
    : []
  return {
    id: 'sides',
    data: collection([...inside, ...sides]),
    looks: [
      {
        type: 'symbol',
        filter: ['>', ['*', ['get', 'metres'], ['^', 2, ['zoom']]], LABEL_FITS],
        layout: {
          'text-field': ['get', 'label'],
          'text-size': 12,
          'text-font': ['sans-serif'],
          'text-rotate': ['get', 'turn'],
          'text-rotation-alignment': 'map',
          // Of the surface: below the number of a part.
          'text-offset': ['case', ['has', 'inside'], ['literal', [0, 1.8]], ['literal', [0, -0.9]]],
          'text-padding': 1,
          'symbol-sort-key': ['-', ['get', 'metres']],
        },
        paint: { 'text-color': palette.text, 'text-halo-color': palette.halo, 'text-halo-width': 2 },
      },
    ],
  }
}

/** Areas that are not in hand: those of the same draft, or those that a file offers. */
export const besideSheet = (
  palette: Palette,
  id: string,
  areas: readonly { lines: Position[][]; strong: boolean }[],
): Sheet => ({
  id,
  data: collection(
    areas.map(({ lines, strong }) =>
      feature({ type: 'MultiLineString', coordinates: lines.map((line) => line.map(toDegrees)) }, { strong }),
    ),
  ),
  looks: [
    {
      type: 'line',
      paint: {
        'line-color': palette.accent,
        'line-width': ['case', ['get', 'strong'], 3.5, 1.5],
        'line-opacity': ['case', ['get', 'strong'], 1, 0.7],
        'line-dasharray': [4, 2],
      },
    },
  ],
})

export const keepOutSheet = (palette: Palette, areas: readonly Polygon[]): Sheet => ({
  id: 'keep-out',
  data: collection(areas.map((area) => feature(polygonToDegrees(area)))),
  looks: [
    { type: 'fill', paint: { 'fill-color': palette.bad, 'fill-opacity': 0.12 } },
    { type: 'line', paint: { 'line-color': palette.bad, 'line-width': 1.5, 'line-dasharray': [1, 2] } },
  ],
})

/** A repair that is offered: what the outline would become. */
export const repairSheet = (palette: Palette, pieces: readonly Polygon[]): Sheet => ({
  id: 'repair',
  data: collection(pieces.map((piece) => feature(polygonToDegrees(piece)))),
  looks: [
    { type: 'fill', paint: { 'fill-color': palette.good, 'fill-opacity': 0.2 } },
    { type: 'line', paint: { 'line-color': palette.good, 'line-width': 2 } },
  ],
})
