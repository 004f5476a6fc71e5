/** What lies beside the area in hand. RD in, degrees out. */
import type { Polygon, Position } from 'geojson'
import { polygonToDegrees, toDegrees } from '../exact.ts'
import type { Palette } from '../palette.ts'
import { collection, feature, type Sheet } from '../sheet.ts'

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

/** In degrees. A notification that touches one gives no delivery. */
export const safetySheet = (palette: Palette, areas: readonly Polygon[]): Sheet => ({
  id: 'safety-areas',
  data: collection(areas.map((area) => feature(area))),
  looks: [
    { type: 'fill', paint: { 'fill-color': palette.bad, 'fill-opacity': 0.08 } },
    { type: 'line', paint: { 'line-color': palette.bad, 'line-width': 2.5 } },
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
