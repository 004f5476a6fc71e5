/** What came since one last looked: a part that has come by its area, an operator that was silent by a band along its lines. */
import type { Polygon } from 'geojson'
import type { JobMap } from '../../../server/features/jobs/dashboard-schema.ts'
import { collection, feature, type LayerStyle, type MapLayer } from '../map-layer.ts'
import type { Palette } from '../palette.ts'
import { type ResultChoice, shownOnly } from './result.ts'

interface NewOnMap {
  partNo: number
  /** Those whose lines are new; none: all of the part is */
  operators: readonly { code: string }[]
}

const LINES = ['kabel_of_leiding', 'kabel_en_leiding_container']
const POINTS = ['leidingelement', 'containerleidingelement']

/** From the middle of an area nothing outside is nearer: what touches it belongs to it. */
const TOUCHING_M = 0.05

const ofPart = (polygon: Polygon, { operators }: NewOnMap): unknown[] => [
  'all',
  ['in', ['coalesce', ['get', 'bronhouder'], ''], ['literal', operators.map(({ code }) => code)]],
  ['<=', ['distance', polygon], TOUCHING_M],
]

/** @param result the layer whose lines are marked, and what of it is switched off */
export const newsLayers = (
  palette: Palette,
  news: readonly NewOnMap[],
  parts: JobMap['parts'],
  result: MapLayer | undefined,
  { hidden, hiddenOperators }: Pick<ResultChoice, 'hidden' | 'hiddenOperators'>,
): MapLayer[] => {
  const areaOf = (each: NewOnMap) => parts.find(({ part_no }) => part_no === each.partNo)?.geometry_lnglat
  const whole = news.filter(({ operators }) => operators.length === 0).flatMap((each) => areaOf(each) ?? [])
  const some = news.flatMap((each) => {
    const area = each.operators.length > 0 ? areaOf(each) : undefined
    return area ? [ofPart(area, each)] : []
  })
  const filter = [
    'all',
    ['any', ...some],
    ...shownOnly('thema', hidden),
    ...shownOnly('bronhouder', hiddenOperators),
  ] as unknown as NonNullable<LayerStyle['filter']>
  const areas: MapLayer = {
    id: 'news-areas',
    data: collection(whole.map((area) => feature(area))),
    styles: [
      { type: 'fill', paint: { 'fill-color': palette.accent, 'fill-antialias': false, 'fill-opacity': 0.1 } },
      { type: 'line', paint: { 'line-color': palette.accent, 'line-width': 5, 'line-opacity': 0.8 } },
    ],
  }
  const lines: MapLayer[] =
    result && some.length > 0
      ? [
          {
            id: `news:${result.id}`,
            source: result.id,
            data: result.data,
            styles: [
              ...LINES.map(
                (layer): LayerStyle => ({
                  type: 'line',
                  'source-layer': layer,
                  filter,
                  layout: { 'line-cap': 'round', 'line-join': 'round' },
                  paint: { 'line-color': palette.accent, 'line-width': 11, 'line-opacity': 0.3 },
                }),
              ),
              ...POINTS.map(
                (layer): LayerStyle => ({
                  type: 'circle',
                  'source-layer': layer,
                  filter,
                  paint: { 'circle-radius': 11, 'circle-color': palette.accent, 'circle-opacity': 0.3 },
                }),
              ),
            ],
          },
        ]
      : []
  return [...(whole.length > 0 ? [areas] : []), ...lines]
}
