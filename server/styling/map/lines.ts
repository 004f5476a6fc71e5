/** Lines on a map: cables, pipes and their containers, drawings, topography, detail information. */
import {
  CASING,
  type Dash,
  DETAIL_INFO,
  DRAWING,
  LINE_DASH,
  LINE_WIDTH,
  STATUSES,
  type Status,
  type StyledLayer,
  TOPOGRAPHY,
} from '../../domain/styles.ts'
import { ENLARGED } from './images.ts'
import {
  all,
  byTheme,
  type Expression,
  inBands,
  is,
  isNoneOf,
  type MapLayer,
  mapLayer,
  NEVER_LEFT_OUT,
  type Scheme,
  type Setting,
  THEME_COLOUR,
  TURNED,
  upTo,
} from './layer.ts'

export const ofStatus = (status: Status): Expression =>
  status === 'functional'
    ? isNoneOf(
        'status',
        STATUSES.map(({ id }) => id).filter((id) => id !== 'functional'),
      )
    : is('status', status)

/**
 * Lengths in line widths, as the specification counts them. Maps draw them at whole zoom levels and enlarge them in
 * between: made smaller by ENLARGED, they are the standard's in the middle.
 */
export const dashed = (dash: Dash, widthPx: number): { 'line-dasharray'?: readonly number[] } =>
  dash === null ? {} : { 'line-dasharray': dash.map((px) => Math.round((px / widthPx / ENLARGED) * 1000) / 1000) }

/** A hair around solid lines: theme colours are made for white paper, and yellow is hard to see even there. */
const HAIR: Readonly<Record<Scheme, { colour: string; widthPx: number }>> = {
  light: { colour: 'rgba(40, 52, 58, 0.3)', widthPx: 1 },
  dark: { colour: 'rgba(255, 255, 255, 0.5)', widthPx: 1.4 },
}

/** Points of a layer of lines are its ends, on which something is drawn, turned with the line. */
const IS_POINT: Expression = ['has', 'rotatie']
const IS_LINE: Expression = ['!', IS_POINT]

/** @param which further condition; null: all lines of the layer */
function cables(setting: Setting, layer: StyledLayer, which: Expression | null): MapLayer[] {
  const hair = HAIR[setting.scheme]
  const chosen = (...more: Expression[]) => all(IS_LINE, ...(which ? [which] : []), ...more)
  return inBands(setting, LINE_WIDTH).flatMap(({ size, at, name }) => [
    mapLayer(layer, `rand-${name}`, 'line', {
      ...at,
      // Not under dashes: their gaps must stay gaps.
      filter: chosen(ofStatus('functional')),
      layout: { 'line-join': 'round' },
      paint: { 'line-color': hair.colour, 'line-width': size + hair.widthPx },
      pick: false,
    }),
    ...STATUSES.map(({ id }) =>
      mapLayer(layer, `${id}-${name}`, 'line', {
        ...at,
        filter: chosen(ofStatus(id)),
        layout: { 'line-join': 'round' },
        paint: { 'line-color': THEME_COLOUR, 'line-width': size, ...dashed(LINE_DASH[id], size) },
      }),
    ),
  ])
}

export const cableLayers = (setting: Setting): MapLayer[] => cables(setting, 'kabel_of_leiding', null)

const IS_CASING = is('objecttype', 'Mantelbuis')

/** Kabelbed, Duct and others as cables, below; then Mantelbuis: its edges, its white inside, and a tick across each end. */
export function containerLayers(setting: Setting): MapLayer[] {
  const layer = 'kabel_en_leiding_container'
  const near = inBands(setting, CASING)
  return [
    ...cables(setting, layer, isNoneOf('objecttype', ['Mantelbuis'])),
    ...near.flatMap(({ size, at, name }) => [
      ...STATUSES.map(({ id }) =>
        mapLayer(layer, `mantelbuis-${id}-${name}`, 'line', {
          ...at,
          filter: all(IS_LINE, IS_CASING, ofStatus(id)),
          paint: { 'line-color': THEME_COLOUR, 'line-width': size.outer, ...dashed(size.dash[id], size.outer) },
        }),
      ),
      mapLayer(layer, `mantelbuis-binnen-${name}`, 'line', {
        ...at,
        filter: all(IS_LINE, IS_CASING),
        paint: { 'line-color': '#ffffff', 'line-width': size.inner },
      }),
      mapLayer(layer, `mantelbuis-einde-${name}`, 'symbol', {
        ...at,
        filter: all(IS_POINT, IS_CASING),
        layout: {
          'icon-image': byTheme((theme) => `einde-${size.outer}-${theme}`),
          'icon-rotate': TURNED,
          'icon-rotation-alignment': 'map',
          ...NEVER_LEFT_OUT,
        },
        pick: false,
      }),
    ]),
  ]
}

/** Under black and grey where the paper is dark. */
export const UNDERLAY = { colour: 'rgba(255, 255, 255, 0.75)', widthPx: 2 } as const

const inkLines = (
  setting: Setting,
  layer: StyledLayer,
  name: string,
  scale: number | null,
  look: { colour: string; widthPx: number; dash?: Dash; filter?: Expression },
): MapLayer[] => {
  const at = upTo(setting, scale)
  const filter = look.filter ? { filter: look.filter } : {}
  return [
    ...(setting.scheme === 'dark'
      ? [
          mapLayer(layer, `${name}-onder`, 'line', {
            ...at,
            ...filter,
            paint: { 'line-color': UNDERLAY.colour, 'line-width': look.widthPx + UNDERLAY.widthPx },
            pick: false,
          }),
        ]
      : []),
    mapLayer(layer, name, 'line', {
      ...at,
      ...filter,
      paint: { 'line-color': look.colour, 'line-width': look.widthPx, ...dashed(look.dash ?? null, look.widthPx) },
    }),
  ]
}

/** Their arrow heads are points of the tile. */
export const drawingLineLayers = (setting: Setting, layer: StyledLayer): MapLayer[] =>
  inkLines(setting, layer, 'lijn', DRAWING.upTo, { colour: DRAWING.colour, widthPx: DRAWING.lineWidth })

/** Lines, and the outlines of areas. */
export const topographyLineLayers = (setting: Setting, layer: StyledLayer): MapLayer[] => {
  const look = { colour: TOPOGRAPHY.colour, widthPx: TOPOGRAPHY.lineWidth }
  return [
    ...inkLines(setting, layer, 'bestaand', TOPOGRAPHY.upTo, { ...look, filter: isNoneOf('status', ['plan']) }),
    ...inkLines(setting, layer, 'plan', TOPOGRAPHY.upTo, {
      ...look,
      dash: TOPOGRAPHY.planDash,
      filter: is('status', 'plan'),
    }),
  ]
}

/** A corridor with hatching, closed at both ends. */
export function detailLineLayers(setting: Setting): MapLayer[] {
  const { colour, corridor } = DETAIL_INFO
  const layer = 'extra_detailinfo_lijn'
  const at = upTo(setting, corridor.upTo)
  const inside = corridor.size - 2
  return [
    mapLayer(layer, 'rand', 'line', {
      ...at,
      filter: IS_LINE,
      paint: { 'line-color': colour, 'line-width': corridor.size },
    }),
    mapLayer(layer, 'binnen', 'line', {
      ...at,
      filter: IS_LINE,
      paint: { 'line-color': '#ffffff', 'line-width': inside },
      pick: false,
    }),
    mapLayer(layer, 'arcering', 'line', {
      ...at,
      filter: IS_LINE,
      paint: { 'line-pattern': 'arcering-lijn', 'line-width': inside },
      pick: false,
    }),
    mapLayer(layer, 'einde', 'symbol', {
      ...at,
      filter: IS_POINT,
      layout: {
        'icon-image': 'detail-einde',
        'icon-rotate': TURNED,
        'icon-rotation-alignment': 'map',
        ...NEVER_LEFT_OUT,
      },
      pick: false,
    }),
  ]
}
