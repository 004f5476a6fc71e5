/** A trench plan above its result: works, search band, trial trenches with their numbers, and how far each line is located. */
import type { Feature, Geometry, LineString, Position } from 'geojson'
import type { TrenchPlanView } from '../../../server/features/trenches/schema.ts'
import { type Axis, axisOf, between, isOpenRow, placeAt } from '../../../server/features/vocabulary.ts'
import { TONE_OF_ROW, toneOfRows } from '../../features/trenches/row-state.ts'
import { around } from '../drawing/shape.ts'
import { polygonToDegrees, toDegrees } from '../exact.ts'
import { feature, type MapLayer } from '../map-layer.ts'
import { colourOf, type Palette } from '../palette.ts'
import { trenchLayer } from './trench-styles.ts'

type Works = TrenchPlanView['works']
type Row = TrenchPlanView['rows'][number]

const lineOf = (line: readonly Position[]): LineString => ({ type: 'LineString', coordinates: line.map(toDegrees) })

/** Where a row meets the axis: each crossing, or else the stretches along which it lies within reach. */
const meetings = (axis: Axis, { crossings, stretches }: Row): Geometry[] =>
  crossings.length > 0
    ? crossings.map(({ chainage_m }) => ({ type: 'Point', coordinates: toDegrees(placeAt(axis, chainage_m).xy) }))
    : stretches.map(({ from_m, to_m }) => lineOf(between(axis, from_m, to_m)))

const planFeatures = (palette: Palette, works: Works, { search_m, rows, trenches }: TrenchPlanView): Feature[] => {
  const band = around(works, search_m)
  const axis = works.type === 'LineString' ? axisOf(works.coordinates) : null
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [
    ...(band ? [feature(polygonToDegrees(band), { part: 'band' })] : []),
    ...trenches.map(({ no, outline, rows: ids }) =>
      feature(polygonToDegrees({ type: 'Polygon', coordinates: [outline] }), {
        part: 'trench',
        no,
        colour: colourOf(palette, toneOfRows(ids, byId)),
      }),
    ),
    ...(axis ? rows : []).flatMap((row) =>
      meetings(axis!, row).map((geometry) =>
        feature(geometry, {
          part: 'row',
          colour: colourOf(palette, TONE_OF_ROW[row.state]),
          isLocated: !isOpenRow(row.state),
        }),
      ),
    ),
  ]
}

/**
 * @param works RD New, as everything in the plan
 * @param view null while it is computed
 * @param chosen number of the trench that is looked at
 */
export const trenchesLayer = (
  palette: Palette,
  works: Works,
  view: TrenchPlanView | null,
  chosen: number | null,
): MapLayer => {
  const look = { works: palette.accent, text: palette.text, halo: palette.halo, width: 2, textSize: 14 }
  const drawn = works.type === 'Polygon' ? polygonToDegrees(works) : lineOf(works.coordinates)
  const plan = view ? planFeatures(palette, works, view) : []
  return trenchLayer([feature(drawn, { part: 'works' }), ...plan], look, chosen)
}
