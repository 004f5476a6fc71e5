/** The areas next to the current one. RD in, degrees out. */
import type { Polygon, Position } from 'geojson'
import { polygonToDegrees, toDegrees } from '../exact.ts'
import { collection, feature, type MapLayer } from '../map-layer.ts'
import type { Palette } from '../palette.ts'

/** Areas that are not current: those of the same draft, or those that a file offers. */
export const besideLayer = (
  palette: Palette,
  id: string,
  areas: readonly { lines: Position[][]; strong: boolean }[],
): MapLayer => ({
  id,
  data: collection(
    areas.map(({ lines, strong }) =>
      feature({ type: 'MultiLineString', coordinates: lines.map((line) => line.map(toDegrees)) }, { strong }),
    ),
  ),
  styles: [
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

export const keepOutLayer = (palette: Palette, areas: readonly Polygon[]): MapLayer => ({
  id: 'keep-out',
  data: collection(areas.map((area) => feature(polygonToDegrees(area)))),
  styles: [
    { type: 'fill', paint: { 'fill-color': palette.bad, 'fill-opacity': 0.12 } },
    { type: 'line', paint: { 'line-color': palette.bad, 'line-width': 1.5, 'line-dasharray': [1, 2] } },
  ],
})

/** In degrees. A notification that touches one gives no delivery. */
export const safetyLayer = (palette: Palette, areas: readonly Polygon[]): MapLayer => ({
  id: 'safety-areas',
  data: collection(areas.map((area) => feature(area))),
  styles: [
    { type: 'fill', paint: { 'fill-color': palette.bad, 'fill-opacity': 0.08 } },
    { type: 'line', paint: { 'line-color': palette.bad, 'line-width': 2.5 } },
  ],
})

/** A repair that is offered: what the outline would become. */
export const repairLayer = (palette: Palette, pieces: readonly Polygon[]): MapLayer => ({
  id: 'repair',
  data: collection(pieces.map((piece) => feature(polygonToDegrees(piece)))),
  styles: [
    { type: 'fill', paint: { 'fill-color': palette.good, 'fill-opacity': 0.2 } },
    { type: 'line', paint: { 'line-color': palette.good, 'line-width': 2 } },
  ],
})
