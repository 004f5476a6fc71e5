/** What changed between two results, above the newer one: green what is new, dashed red what is gone, the rest as something to look at. */
import type { Geometry } from 'geojson'
import type { JobDifference } from '../../../server/features/jobs/dashboard-schema.ts'
import { collection, feature, type LayerStyle, type MapLayer } from '../map-layer.ts'
import type { Palette } from '../palette.ts'

type Kind = JobDifference['listed'][number]['verschil']

const ofKind = (kind: Kind): NonNullable<LayerStyle['filter']> => ['==', ['get', 'verschil'], kind]
const ROUND = { 'line-cap': 'round', 'line-join': 'round' } as const
/** Thin while streets are small; from 1:500 as wide as what is pointed at. */
const byZoom = (far: number, near: number) => ['interpolate', ['linear'], ['zoom'], 15, far, 18.5, near] as never
/** What was asked for, not what lies there. */
const REQUEST = 'aanvraag_polygoon'
/** In widths of the line. */
const DASHES = [2, 1.6]

export const differencesSheet = ({ good, bad, care, halo }: Palette, listed: JobDifference['listed']): MapLayer => {
  const inks: readonly (readonly [Kind, string])[] = [
    ['gewijzigd', care],
    ['verplaatst', care],
    ['vervallen', bad],
    ['nieuw', good],
  ]
  return {
    id: 'differences',
    data: collection(
      listed.flatMap(({ verschil, laag, shape_lnglat: shape }) =>
        shape && laag !== REQUEST ? [feature(shape as Geometry, { verschil })] : [],
      ),
    ),
    styles: [
      { type: 'line', layout: ROUND, paint: { 'line-color': halo, 'line-width': byZoom(3.5, 7), 'line-opacity': 0.8 } },
      ...inks.flatMap(([kind, colour]): LayerStyle[] => [
        {
          type: 'line',
          filter: ofKind(kind),
          ...(kind === 'vervallen' ? {} : { layout: ROUND }),
          paint: {
            'line-color': colour,
            'line-width': byZoom(1.75, 3.5),
            ...(kind === 'vervallen' && { 'line-dasharray': DASHES }),
          },
        },
        {
          type: 'circle',
          filter: ['all', ['==', ['geometry-type'], 'Point'], ofKind(kind)] as NonNullable<LayerStyle['filter']>,
          paint: {
            'circle-radius': byZoom(2, 5),
            // What is gone is hollow: no dash can be seen on so small a ring.
            'circle-color': kind === 'vervallen' ? halo : colour,
            'circle-stroke-color': kind === 'vervallen' ? colour : halo,
            'circle-stroke-width': byZoom(1, 2),
          },
        },
      ]),
    ],
  }
}
