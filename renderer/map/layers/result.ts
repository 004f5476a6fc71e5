/**
 * A result as the server's map style draws it: the official look is made there, once. Here it is only decided what of it
 * is on: themes, groups of layers, and how much of a theme shines through.
 */
import type { FeatureCollection } from 'geojson'
import type { MapStyleLayer, ResultTiles } from '../../../server/features/results/map/map-style-schema.ts'
import type { LayerStyle, MapLayer } from '../map-layer.ts'
import type { Palette } from '../palette.ts'

/** Drawn from the job itself, which has it before there is a result. */
const DRAWN_ELSEWHERE = ['aanvraag_polygoon']

export interface ResultChoice {
  /** Themes that are switched off. */
  hidden: readonly string[]
  /** Codes of operators that are switched off. */
  hiddenOperators: readonly string[]
  /** Groups of layers that are switched on beyond the usual ones. */
  extra: readonly string[]
  /** From 0 to 1, by theme; '' for all that are not named. */
  strengths: Readonly<Record<string, number>>
}

/** A demand for precaution is never made faint. */
const ALWAYS_STRONG = ['eis_voorzorgsmaatregel']

const OPACITIES = {
  fill: ['fill-opacity'],
  line: ['line-opacity'],
  circle: ['circle-opacity', 'circle-stroke-opacity'],
  symbol: ['icon-opacity', 'text-opacity'],
} as const

/** Every area of a result has a border line of its own: a smoothed edge below it is a shader more and nothing to see. */
const UNBORDERED = { 'fill-antialias': false }

const textOf = (property: string) => ['coalesce', ['get', property], '']

/** Of a filter: nothing that is switched off. */
export const shownOnly = (property: string, hidden: readonly string[]): unknown[] =>
  hidden.length > 0 ? [['!', ['in', textOf(property), ['literal', [...hidden]]]]] : []

const opacityOf = (strengths: ResultChoice['strengths']): unknown => {
  const { '': ofAll = 1, ...ofThemes } = strengths
  const cases = Object.entries(ofThemes)
  return cases.length === 0 ? ofAll : ['match', textOf('thema'), ...cases.flat(), ofAll]
}

const styleOf = ({ id: _id, source: _source, ...rest }: MapStyleLayer, choice: ResultChoice): LayerStyle => {
  const layer = rest as MapStyleLayer
  const group = layer.metadata['klic:group']
  const isOn = group === null || choice.extra.includes(group)
  const shown = [...shownOnly('thema', choice.hidden), ...shownOnly('bronhouder', choice.hiddenOperators)]
  const isFaint = Object.keys(choice.strengths).length > 0 && !ALWAYS_STRONG.includes(layer['source-layer'])
  const opacity = opacityOf(choice.strengths)
  const faint = isFaint ? Object.fromEntries(OPACITIES[layer.type].map((name) => [name, opacity])) : {}
  return {
    ...layer,
    ...(shown.length > 0 ? { filter: ['all', ...(layer.filter ? [layer.filter] : []), ...shown] } : {}),
    layout: { ...layer.layout, visibility: isOn ? 'visible' : 'none' },
    paint: { ...layer.paint, ...(layer.type === 'fill' ? UNBORDERED : {}), ...faint },
  } as unknown as LayerStyle
}

const sourceOf = ({ ground: _ground, ...source }: ResultTiles) => source

const CABLES = 'kabel_of_leiding'

/** Cuts lines whose position is invented to pieces. @param paper what shows between them */
const inventedStyle = (paper: string, { hidden, hiddenOperators }: ResultChoice): LayerStyle =>
  ({
    type: 'line',
    'source-layer': CABLES,
    filter: [
      'all',
      ['to-boolean', ['get', 'fictief']],
      ...shownOnly('thema', hidden),
      ...shownOnly('bronhouder', hiddenOperators),
    ],
    metadata: { 'klic:pick': false },
    paint: { 'line-color': paper, 'line-width': 6, 'line-dasharray': [0.7, 1.6] },
  }) as unknown as LayerStyle

/**
 * @param key of the result and its colours: another one is another layer
 * @param paper the colour of the map where nothing lies
 */
export const resultLayer = (
  key: string,
  style: { layers: readonly MapStyleLayer[]; tiles: ResultTiles },
  choice: ResultChoice,
  paper: string,
): MapLayer => {
  const layers = style.layers.filter((layer) => !DRAWN_ELSEWHERE.includes(layer['source-layer']))
  const above = layers.findLastIndex((layer) => layer['source-layer'] === CABLES) + 1
  const styles = layers.map((layer) => styleOf(layer, choice))
  return {
    id: `result:${key}`,
    data: { type: 'vector', ...sourceOf(style.tiles) } as MapLayer['data'],
    styles: [...styles.slice(0, above), inventedStyle(paper, choice), ...styles.slice(above)],
    pickable: true,
    isResult: true,
  }
}

/** What was picked, made plain by a wide band around it. */
export const pickedLayer = (palette: Palette, data: FeatureCollection): MapLayer => ({
  id: 'picked',
  data,
  styles: [
    {
      type: 'line',
      filter: ['!=', ['geometry-type'], 'Point'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': palette.accent, 'line-width': 13, 'line-opacity': 0.35 },
    },
    {
      type: 'circle',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: { 'circle-radius': 13, 'circle-color': palette.accent, 'circle-opacity': 0.35 },
    },
  ],
})
