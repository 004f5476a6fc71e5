/** A trench plan above its result: works, search band, trial trenches with their numbers, and how far each line is located. */
import type { Feature, Geometry, LineString, Polygon, Position } from 'geojson'
import type { TrenchPlanView } from '../../../server/features/trenches/schema.ts'
import { type Axis, axisOf, between, isOpenRow, placeAt } from '../../../server/features/vocabulary.ts'
import { gravest, TONE_OF_ROW } from '../../features/trenches/row-state.ts'
import { around } from '../drawing/shape.ts'
import { polygonToDegrees, toDegrees } from '../exact.ts'
import { collection, feature, type MapLayer } from '../map-layer.ts'
import { colourOf, type Palette } from '../palette.ts'
import { ofPart, trenchStyles } from './trench-styles.ts'

type Row = TrenchPlanView['rows'][number]
/** Small where a street is, from 1:500 as large as what is pointed at. */
const byZoom = (far: number, near: number) => ['interpolate', ['linear'], ['zoom'], 15, far, 18.5, near] as never
const lineOf = (line: readonly Position[]): LineString => ({ type: 'LineString', coordinates: line.map(toDegrees) })

/** Where a row meets the axis: each crossing, or else the stretches along which it lies within reach. */
const meetings = (axis: Axis, { crossings, stretches }: Row): Geometry[] =>
  crossings.length > 0
    ? crossings.map(({ chainage_m }) => ({ type: 'Point', coordinates: toDegrees(placeAt(axis, chainage_m).xy) }))
    : stretches.map(({ from_m, to_m }) => lineOf(between(axis, from_m, to_m)))

const shapes = (palette: Palette, works: LineString | Polygon, view: TrenchPlanView | undefined): Feature[] => {
  const band = view && around(works, view.search_m)
  const axis = view && works.type === 'LineString' ? axisOf(works.coordinates as [number, number][]) : null
  const rows = new Map(view?.rows.map((row) => [row.id, row]))
  const colour = (state: Row['state']) => colourOf(palette, TONE_OF_ROW[state])
  return [
    ...(band ? [feature(polygonToDegrees(band), { part: 'band' })] : []),
    feature(works.type === 'Polygon' ? polygonToDegrees(works) : lineOf(works.coordinates), { part: 'works' }),
    ...(view?.trenches ?? []).map(({ no, outline, rows: ids }) =>
      feature(polygonToDegrees({ type: 'Polygon', coordinates: [outline] }), {
        part: 'trench',
        no,
        colour: colour(gravest(ids.flatMap((id) => rows.get(id)?.state ?? []))),
      }),
    ),
    ...(axis ? [...rows.values()] : []).flatMap((row) =>
      meetings(axis!, row).map((geometry) =>
        feature(geometry, { part: 'row', colour: colour(row.state), isLocated: !isOpenRow(row.state) }),
      ),
    ),
  ]
}

/**
 * @param works RD New, as everything in the plan
 * @param view undefined while it is computed
 * @param chosen number of the trench that is looked at
 */
export const trenchesLayer = (
  palette: Palette,
  works: LineString | Polygon,
  view: TrenchPlanView | undefined,
  chosen: number | null,
): MapLayer => {
  const look = { works: palette.accent, text: palette.text, halo: palette.halo, width: 2, textSize: 14 }
  const [numbers, ...trenches] = trenchStyles(look, chosen)
  return {
    id: 'trenches',
    data: collection(shapes(palette, works, view)),
    styles: [
      { type: 'fill', filter: ofPart('band'), paint: { 'fill-color': palette.accent, 'fill-opacity': 0.12 } },
      ...trenches,
      {
        type: 'line',
        filter: ofPart('row', ['==', ['geometry-type'], 'LineString']),
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-color': ['get', 'colour'], 'line-width': byZoom(2, 6), 'line-opacity': 0.7 },
      },
      {
        type: 'circle',
        filter: ofPart('row', ['==', ['geometry-type'], 'Point']),
        paint: {
          'circle-radius': byZoom(1.5, 6),
          // A line that is not located is hollow, so that the colour does not say it alone.
          'circle-color': ['case', ['get', 'isLocated'], ['get', 'colour'], palette.halo],
          'circle-stroke-color': ['get', 'colour'],
          'circle-stroke-width': byZoom(1, 2.5),
        },
      },
      numbers,
    ],
  }
}
