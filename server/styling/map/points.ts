/** Points on a map: symbols of appurtenances and of cabinets and the like, texts, depths, topography, detail information. */
import {
  APPURTENANCE,
  DEPTH,
  DETAIL_INFO,
  DRAWING,
  ELEMENT,
  type StyledLayer,
  TOPOGRAPHY,
} from '../../domain/styles.ts'
import { APPURTENANCE_SYMBOLS, ELEMENT_SYMBOLS } from '../../domain/symbols.ts'
import { symbolName } from './images.ts'
import {
  byColumn,
  byTheme,
  type Expression,
  get,
  inBands,
  is,
  isNoneOf,
  isOneOf,
  type MapLayer,
  mapLayer,
  NEVER_LEFT_OUT,
  type Setting,
  THEME_COLOUR,
  TURNED,
  upTo,
} from './layer.ts'

/** The font that is served with the map; Liberation Sans, which the standard names, is the same design. */
export const FONT = 'Arimo Regular'

const icon = (image: Expression | string, more: Record<string, unknown> = {}) => ({
  layout: { 'icon-image': image, 'icon-rotation-alignment': 'map', ...NEVER_LEFT_OUT, ...more },
})

const TURNED_ICON = { 'icon-rotate': TURNED }

/** The symbol whatever the status; then, where symbols would be too large, a circle. */
export function appurtenanceLayers(setting: Setting): MapLayer[] {
  const { symbol, circle } = APPURTENANCE
  const named = APPURTENANCE_SYMBOLS.filter((each) => each.icon !== null)
  const other = APPURTENANCE_SYMBOLS.find((each) => each.icon === null)!
  const image = byTheme((theme) =>
    byColumn(
      'symbool',
      named.map(({ name }) => [name, `${symbolName(name)}-${theme}`] as const),
      `${symbolName(other.name)}-${theme}`,
    ),
  )
  return [
    mapLayer('leidingelement', 'cirkel', 'circle', {
      ...upTo(setting, circle.upTo, symbol.upTo),
      paint: {
        'circle-color': THEME_COLOUR,
        'circle-radius': circle.size / 2 - 0.5,
        'circle-stroke-color': '#000000',
        'circle-stroke-width': 1,
      },
    }),
    mapLayer('leidingelement', 'symbool', 'symbol', { ...upTo(setting, symbol.upTo), ...icon(image, TURNED_ICON) }),
  ]
}

/** On a white square unless it is in use, with a dot on its anchor; then squares. */
export function elementLayers(setting: Setting): MapLayer[] {
  const layer = 'containerleidingelement'
  const near = upTo(setting, ELEMENT.symbol.upTo)
  const types = Object.keys(ELEMENT_SYMBOLS)
  return [
    ...ELEMENT.squares.map(({ upTo: scale, size }, i) =>
      mapLayer(layer, `blok-${scale}`, 'symbol', {
        ...upTo(setting, scale, ELEMENT.squares[i - 1]?.upTo ?? ELEMENT.symbol.upTo),
        ...icon(
          byTheme((theme) =>
            byColumn(
              'status',
              [
                ['projected', `element-${size}-projected-${theme}`],
                ['disused', `element-${size}-disused-${theme}`],
              ],
              `element-${size}-functional-${theme}`,
            ),
          ),
        ),
      }),
    ),
    mapLayer(layer, 'vlak', 'symbol', {
      ...near,
      filter: isOneOf('status', ['projected', 'disused']),
      ...icon(byColumn('status', [['projected', 'element-vlak-projected']], 'element-vlak-disused')),
    }),
    mapLayer(layer, 'symbool', 'symbol', {
      ...near,
      ...icon(
        byTheme((theme) =>
          byColumn(
            'objecttype',
            types.map((type) => [type, `element-${type}-${theme}`] as const),
            `element-Kast-${theme}`,
          ),
        ),
        TURNED_ICON,
      ),
    }),
    mapLayer(layer, 'punt', 'circle', {
      ...near,
      paint: {
        'circle-color': ELEMENT.dot.colour,
        'circle-radius': ELEMENT.dot.size / 2,
        'circle-stroke-color': ELEMENT.dot.edge,
        'circle-stroke-width': ELEMENT.dot.edgeWidth,
      },
      pick: false,
    }),
  ]
}

const inkName = ({ scheme }: Setting, name: string): string => (scheme === 'dark' ? `${name}-halo` : name)

/** Black on any paper: on a dark one each sign lies on white of its own, as wide as the fonts allow. */
const textPaint = ({ scheme }: Setting) => ({
  'text-color': DRAWING.colour,
  'text-halo-color': scheme === 'dark' ? '#ffffff' : 'rgba(255, 255, 255, 0.85)',
  'text-halo-width': scheme === 'dark' ? 3 : 1,
})

const textLayout = {
  'text-font': [FONT],
  'text-size': DRAWING.textHeight,
  'text-line-height': 1,
  'text-max-width': 100,
  'text-padding': 0,
  'text-rotation-alignment': 'map',
} as const

const ARROW_HEADS = ['maatvoeringspijlpunt', 'annotatiepijlpunt']

export const drawingPointLayers = (setting: Setting, layer: StyledLayer): MapLayer[] => {
  const at = upTo(setting, DRAWING.upTo)
  return [
    mapLayer(layer, 'pijlpunt', 'symbol', {
      ...at,
      filter: isOneOf('type', ARROW_HEADS),
      ...icon(inkName(setting, 'pijlpunt'), { ...TURNED_ICON, 'icon-anchor': 'right' }),
      pick: false,
    }),
    mapLayer(layer, 'tekst', 'symbol', {
      ...at,
      filter: isNoneOf('type', ARROW_HEADS),
      layout: {
        ...textLayout,
        'text-field': get('tekst'),
        'text-anchor': ['coalesce', get('anker'), 'center'],
        'text-rotate': TURNED,
        ...NEVER_LEFT_OUT,
      },
      paint: textPaint(setting),
    }),
  ]
}

/** The text stands right of and above the tip of the triangle, and is not turned with it. */
export function depthLayers(setting: Setting): MapLayer[] {
  const at = upTo(setting, DRAWING.upTo)
  const ems = ([x, y]: readonly [number, number]) => ['literal', [x / DRAWING.textHeight, -y / DRAWING.textHeight]]
  const { DiepteNAP, DiepteTovMaaiveld } = DEPTH.textOffset
  return [
    mapLayer('diepte', 'symbool', 'symbol', { ...at, ...icon(inkName(setting, 'diepte'), TURNED_ICON) }),
    mapLayer('diepte', 'tekst', 'symbol', {
      ...at,
      filter: ['has', 'diepte_m'],
      layout: {
        ...textLayout,
        'text-field': ['to-string', ['/', ['round', ['*', get('diepte_m'), 100]], 100]],
        'text-anchor': 'bottom-left',
        'text-offset': ['case', is('objecttype', 'DiepteNAP'), ems(DiepteNAP), ems(DiepteTovMaaiveld)],
        ...NEVER_LEFT_OUT,
      },
      paint: textPaint(setting),
    }),
  ]
}

export const topographyPointLayers = (setting: Setting): MapLayer[] =>
  inBands(setting, TOPOGRAPHY.circles).map(({ size, at, name }) =>
    mapLayer('eigen_topografie_punt', name, 'symbol', {
      ...at,
      ...icon(byColumn('status', [['plan', `topografie-${size}-plan`]], `topografie-${size}-bestaand`)),
    }),
  )

export const detailPointLayers = (setting: Setting): MapLayer[] => {
  const { large } = DETAIL_INFO
  return [
    mapLayer('extra_detailinfo_punt', 'klein', 'symbol', {
      ...upTo(setting, null, large.upTo),
      ...icon('detail-klein'),
    }),
    mapLayer('extra_detailinfo_punt', 'groot', 'symbol', { ...upTo(setting, large.upTo), ...icon('detail-groot') }),
  ]
}
