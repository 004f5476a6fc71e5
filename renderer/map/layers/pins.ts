/** All jobs of the list as pins. Those that lie close together are one, in the colour and with the sign of the worst of them. */
import type { ExpressionSpecification } from 'maplibre-gl'
import type { JobPins } from '../../../server/features/jobs/dashboard-schema.ts'
import { type Tone, toneOfPill } from '../../tone.ts'
import { collection, feature, type LayerStyle, type MapLayer } from '../map-layer.ts'
import { colourOf, type Palette } from '../palette.ts'

export const PINS = 'pins'
/** About 1:30,000: at the scales one chooses, an open result is looked at, not the country. */
const RESULT_ZOOM = 12.5

/** The worst last; the sign says it without the colour. */
const TONES: readonly { tone: Tone; sign: string }[] = [
  { tone: 'plain', sign: '–' },
  { tone: 'good', sign: '✓' },
  { tone: 'busy', sign: '…' },
  { tone: 'care', sign: '!' },
  { tone: 'bad', sign: '×' },
]

const IS_CLUSTER: ExpressionSpecification = ['has', 'point_count']
const IS_PIN: ExpressionSpecification = ['!', IS_CLUSTER]
const WORST: ExpressionSpecification = ['get', 'worst']

const byTone = (value: (row: (typeof TONES)[number]) => string): ExpressionSpecification =>
  ['match', WORST, ...TONES.slice(1).flatMap((row, i) => [i + 1, value(row)]), value(TONES[0]!)] as never

/** @param title what the list calls it */
export const pinFeatures = (pins: JobPins['data'], title: (pin: JobPins['data'][number]) => string): MapLayer['data'] =>
  collection(
    pins.map((pin, order) =>
      feature(
        { type: 'Point', coordinates: pin.lnglat },
        {
          job: pin.job_id,
          title: title(pin),
          order,
          worst: TONES.findIndex(({ tone }) => tone === toneOfPill(pin)),
        },
      ),
    ),
  )

/** @param data of pinFeatures @param isResultOpen they make room for it */
export const pinsLayer = (palette: Palette, data: MapLayer['data'], isResultOpen: boolean): MapLayer => {
  const zooms = isResultOpen ? { maxzoom: RESULT_ZOOM } : {}
  const circle = (filter: ExpressionSpecification, radius: number): LayerStyle => ({
    type: 'circle',
    filter,
    ...zooms,
    paint: {
      'circle-radius': radius,
      'circle-color': byTone(({ tone }) => colourOf(palette, tone)),
      'circle-stroke-color': palette.halo,
      'circle-stroke-width': 2,
    },
  })
  const words = (filter: ExpressionSpecification, text: ExpressionSpecification, size: number): LayerStyle => ({
    type: 'symbol',
    filter,
    ...zooms,
    layout: {
      'text-field': text,
      'text-size': size,
      'text-font': ['sans-serif'],
      'text-padding': 0,
      'text-line-height': 0.95,
      // Of several at one place that of the newest.
      'symbol-sort-key': ['get', 'order'],
    },
    paint: { 'text-color': palette.halo },
  })
  const sign = byTone((row) => row.sign)
  return {
    id: PINS,
    data,
    clusters: { clusterRadius: 44, clusterMaxZoom: 14, clusterProperties: { worst: ['max', WORST] } },
    pickable: true,
    styles: [
      circle(IS_CLUSTER, 18),
      circle(IS_PIN, 10),
      words(IS_CLUSTER, ['concat', ['get', 'point_count_abbreviated'], '\n', sign], 13),
      words(IS_PIN, sign, 15),
    ],
  }
}
