/**
 * A result as the official visualisation draws it: theme colours, dashes by status, white cores in casings, circles for
 * appurtenances. Source: IMKL 2.0 style sheets (PMKL 2.0); the differences are named here:
 * - scale bands begin at whole zoom levels, because dash patterns are evaluated at whole zoom levels only;
 * - a hairline casing lies under each solid line, because theme colours are made for white paper;
 * - symbols are circles and squares at every scale: the symbol set is no part of this window yet.
 * At latitude 52: zoom 18 is about 1:650, 17 1:1,300, 16 1:2,600, 14 1:10,500.
 */
import type { FeatureCollection } from 'geojson'
import type { ExpressionSpecification, FilterSpecification } from 'maplibre-gl'
import type { Palette } from '../palette.ts'
import type { Look, Sheet } from '../sheet.ts'

export type LayerData = Readonly<Record<string, FeatureCollection | undefined>>

/** Layers that are always fetched, bottom to top. */
export const USUAL_LAYERS = [
  'eis_voorzorgsmaatregel',
  'extra_geometrie',
  'kabel_en_leiding_container',
  'kabel_of_leiding',
  'containerleidingelement',
  'leidingelement',
] as const

/** Layers that are fetched when someone asks for them. */
export const EXTRA_LAYERS = {
  annotation: ['annotatie_lijn', 'annotatie_punt'],
  dimension: ['maatvoering_lijn', 'maatvoering_punt'],
  depth: ['diepte'],
  topography: ['eigen_topografie_vlak', 'eigen_topografie_lijn', 'eigen_topografie_punt'],
  detail: ['extra_detailinfo_vlak', 'extra_detailinfo_lijn', 'extra_detailinfo_punt'],
} as const
export type Extra = keyof typeof EXTRA_LAYERS

const DRAW_ORDER = [
  'eigen_topografie_vlak',
  'eigen_topografie_lijn',
  'eigen_topografie_punt',
  ...USUAL_LAYERS.slice(0, 5),
  'annotatie_lijn',
  'annotatie_punt',
  'maatvoering_lijn',
  'maatvoering_punt',
  'diepte',
  'extra_detailinfo_vlak',
  'extra_detailinfo_lijn',
  'extra_detailinfo_punt',
  'leidingelement',
]

/** Pixels, on and off. */
const DASH_PX = { functional: null, projected: [4, 16], disused: [40, 12, 8, 12] } as const
const LINE_PX = { far: 1, middle: 2, near: 4 }
const NEAR_ZOOM = 18
const MIDDLE_ZOOM = 14

const byZoom = <T>(far: T, middle: T, near: T): ExpressionSpecification =>
  ['step', ['zoom'], far, MIDDLE_ZOOM, middle, NEAR_ZOOM, near] as unknown as ExpressionSpecification

const LINE_WIDTH = byZoom(LINE_PX.far, LINE_PX.middle, LINE_PX.near)

const dash = (pattern: readonly number[]): ExpressionSpecification => {
  const at = (widthPx: number) => ['literal', pattern.map((px) => px / widthPx)]
  return byZoom(at(LINE_PX.far), at(LINE_PX.middle), at(LINE_PX.near))
}

type Status = keyof typeof DASH_PX
const isStatus = (status: Status): ExpressionSpecification =>
  status === 'functional'
    ? ['!', ['in', ['get', 'status'], ['literal', ['projected', 'disused']]]]
    : ['==', ['get', 'status'], status]

/** Sheets are pure in their data; only what the looks need comes besides it. */
export interface ResultWish {
  palette: Palette
  /** Theme id -> official colour, as the server's summary names them. */
  colours: ReadonlyMap<string, string>
  hidden: readonly string[]
}

const UNKNOWN_THEME = '#6f5c10'

const themeColour = (colours: ReadonlyMap<string, string>): ExpressionSpecification | string =>
  colours.size === 0
    ? UNKNOWN_THEME
    : (['match', ['get', 'thema'], ...[...colours].flat(), UNKNOWN_THEME] as unknown as ExpressionSpecification)

const shownOnly = (hidden: readonly string[], ...more: ExpressionSpecification[]): FilterSpecification => [
  'all',
  ['!', ['in', ['coalesce', ['get', 'thema'], ''], ['literal', [...hidden]]]],
  ...more,
]

const lineLooks = ({ colours, hidden, palette }: ResultWish): Look[] => [
  {
    type: 'line',
    minzoom: 12,
    // Not under dashes: their gaps must stay gaps.
    filter: shownOnly(hidden, isStatus('functional')),
    layout: { 'line-join': 'round' },
    paint: { 'line-color': palette.casing, 'line-width': byZoom(1.8, 3.4, 6) },
  },
  ...(Object.keys(DASH_PX) as Status[]).map((status): Look => {
    const pattern = DASH_PX[status]
    return {
      type: 'line',
      filter: shownOnly(hidden, isStatus(status)),
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': themeColour(colours),
        'line-width': LINE_WIDTH,
        ...(pattern ? { 'line-dasharray': dash(pattern) } : {}),
      },
    }
  }),
]

/** Casings (mantelbuis): a theme line with a white line on it; not drawn farther off than 1:1,250. Ducts and beds are plain. */
const containerLooks = (wish: ResultWish): Look[] => {
  const casing: ExpressionSpecification = ['==', ['get', 'objecttype'], 'Mantelbuis']
  const width = (near: number, far: number) =>
    ['step', ['zoom'], far, NEAR_ZOOM, near] as unknown as ExpressionSpecification
  return [
    ...lineLooks(wish).map((look) => ({ ...look, filter: ['all', look.filter, ['!', casing]] }) as unknown as Look),
    {
      type: 'line',
      minzoom: 16.5,
      filter: shownOnly(wish.hidden, casing),
      paint: { 'line-color': themeColour(wish.colours), 'line-width': width(16, 10) },
    },
    {
      type: 'line',
      minzoom: 16.5,
      filter: shownOnly(wish.hidden, casing),
      paint: { 'line-color': '#ffffff', 'line-width': width(12, 6) },
    },
  ]
}

const circles = (
  wish: ResultWish,
  minzoom: number,
  opacity: number,
  radius: ExpressionSpecification | number,
): Look[] => [
  {
    type: 'circle',
    minzoom,
    filter: shownOnly(wish.hidden),
    paint: {
      'circle-color': themeColour(wish.colours),
      'circle-opacity': opacity,
      'circle-radius': radius,
      'circle-stroke-color': '#000000',
      'circle-stroke-width': 1,
    },
  },
]

const drawing = ({ palette, hidden }: ResultWish): Look[] => [
  { type: 'line', minzoom: 16, filter: shownOnly(hidden), paint: { 'line-color': palette.text, 'line-width': 1 } },
]

const texts = ({ palette, hidden }: ResultWish, field: ExpressionSpecification): Look[] => [
  {
    type: 'symbol',
    minzoom: 16,
    filter: shownOnly(hidden),
    layout: {
      'text-field': field,
      'text-size': 12,
      'text-font': ['sans-serif'],
      'text-rotate': ['coalesce', ['get', 'rotatie'], 0],
      'text-allow-overlap': true,
    },
    paint: { 'text-color': palette.text, 'text-halo-color': palette.halo, 'text-halo-width': 1.2 },
  },
]

const looksOf = (layer: string, wish: ResultWish): Look[] => {
  const { hidden, colours } = wish
  const label: ExpressionSpecification = ['to-string', ['coalesce', ['get', 'tekst'], ['get', 'label'], '']]
  switch (layer) {
    case 'kabel_of_leiding':
      return lineLooks(wish)
    case 'kabel_en_leiding_container':
      return containerLooks(wish)
    case 'leidingelement':
      return circles(wish, 16, 1, ['interpolate', ['linear'], ['zoom'], 16, 3, 18, 5.5])
    case 'containerleidingelement':
      return circles(wish, 14, 0.4, ['interpolate', ['linear'], ['zoom'], 14, 2.5, 18, 6])
    case 'eis_voorzorgsmaatregel':
      return [
        {
          type: 'fill',
          filter: shownOnly(hidden),
          paint: { 'fill-color': themeColour(colours), 'fill-opacity': 0.16 },
        },
        { type: 'line', filter: shownOnly(hidden), paint: { 'line-color': themeColour(colours), 'line-width': 2 } },
      ]
    case 'extra_geometrie':
      return [
        {
          type: 'fill',
          minzoom: 14,
          filter: shownOnly(hidden),
          paint: { 'fill-color': themeColour(colours), 'fill-opacity': 0.5 },
        },
      ]
    case 'annotatie_punt':
    case 'maatvoering_punt':
      return texts(wish, label)
    case 'diepte':
      return texts(wish, ['concat', ['to-string', ['coalesce', ['get', 'diepte_m'], '']], ' m'])
    default:
      return layer.endsWith('_punt') ? circles(wish, 16, 0.7, 4) : drawing(wish)
  }
}

export const resultSheets = (data: LayerData, wish: ResultWish): Sheet[] =>
  DRAW_ORDER.flatMap((layer) => {
    const features = data[layer]
    return features ? [{ id: `result-${layer}`, data: features, looks: looksOf(layer, wish), pickable: true }] : []
  })

/** What was picked, made plain by a wide band around it. */
export const pickedSheet = (palette: Palette, data: FeatureCollection): Sheet => ({
  id: 'picked',
  data,
  looks: [
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
