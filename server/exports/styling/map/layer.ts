/**
 * Layers of a map style (MapLibre style specification, version 8) and what they are put together from. A band of scales
 * becomes a layer of its own: a dash can't change between whole zoom levels, and a layer can begin anywhere.
 */

import { type Band, EXTRA_GROUPS, type ExtraGroup, type StyledLayer } from '../../../imkl/look/styles.ts'
import { zoomOfScale } from '../../tiles/map-tiles.ts'
import { THEME_COLOURS, UNKNOWN } from './images.ts'

export type Expression = readonly unknown[]

/** Paper that the map lies on. Official colours stay; what lies around them differs. */
export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

export interface MapLayer {
  readonly id: string
  readonly type: 'fill' | 'line' | 'circle' | 'symbol'
  readonly source: 'klic'
  readonly 'source-layer': StyledLayer
  readonly minzoom?: number
  readonly maxzoom?: number
  readonly filter?: Expression
  readonly layout?: Readonly<Record<string, unknown>>
  readonly paint?: Readonly<Record<string, unknown>>
  readonly metadata: {
    /** The group with which it is switched on; null: always drawn. */
    readonly 'klic:group': ExtraGroup | null
    /** Whether somebody who points at it means the feature; halos and ends of lines are no features. */
    readonly 'klic:pick': boolean
  }
}

/** Where the style is for: scales become zooms by the latitude. */
export interface Setting {
  readonly scheme: Scheme
  readonly latitude: number
}

export type Range = { readonly minzoom?: number; readonly maxzoom?: number }

const rounded = (zoom: number): number => Math.round(zoom * 1000) / 1000

/** Up to and including 1:`upTo`; `beyond` ends it where the band before it begins. */
export const upTo = ({ latitude }: Setting, scale: number | null, beyond: number | null = null): Range => ({
  ...(scale === null ? {} : { minzoom: rounded(zoomOfScale(scale, latitude)) }),
  ...(beyond === null ? {} : { maxzoom: rounded(zoomOfScale(beyond, latitude)) }),
})

/** @param begin where the first band begins */
export const inBands = (
  setting: Setting,
  bands: readonly Band<unknown>[],
  begin: number | null = null,
): { at: Range; name: string }[] =>
  bands.map(({ upTo: scale, ...band }, i) => ({
    at: upTo(setting, scale === Infinity ? null : scale, i === 0 ? begin : bands[i - 1]!.upTo),
    name: 'name' in band ? String(band.name) : String(scale),
  }))

const groupOf = (layer: StyledLayer): ExtraGroup | null => {
  for (const [group, layers] of Object.entries(EXTRA_GROUPS)) {
    if (layers.some((name) => name === layer)) return group as ExtraGroup
  }
  return null
}

type Look = Partial<Pick<MapLayer, 'filter' | 'layout' | 'paint'>> & Range & { pick?: boolean }

export const mapLayer = (
  layer: StyledLayer,
  name: string,
  type: MapLayer['type'],
  { pick = true, ...look }: Look,
): MapLayer => ({
  id: `${layer}:${name}`,
  type,
  source: 'klic',
  'source-layer': layer,
  ...look,
  metadata: { 'klic:group': groupOf(layer), 'klic:pick': pick },
})

export const get = (column: string): Expression => ['get', column]
export const is = (column: string, value: string): Expression => ['==', get(column), value]
/** Spelled out, as are the lists of one value in `match`: QGIS does not understand the shorter ways. */
export const isOneOf = (column: string, values: readonly string[]): Expression =>
  values.length === 1 ? is(column, values[0]!) : ['any', ...values.map((value) => is(column, value))]
export const isNoneOf = (column: string, values: readonly string[]): Expression => [
  'all',
  ...values.map((value): Expression => ['!=', get(column), value]),
]
/** What all of these ask for; nothing when they are none. */
export const filterOf = (...what: (Expression | null)[]): { filter?: Expression } => {
  const asked = what.filter((each) => each !== null)
  if (asked.length === 0) return {}
  return { filter: asked.length === 1 ? asked[0]! : ['all', ...asked] }
}

export const THEME_COLOUR: Expression = [
  'match',
  get('thema'),
  ...THEME_COLOURS.flatMap(({ id, colour }) => (id === UNKNOWN ? [colour] : [[id], colour])),
]

/** The image of a feature's theme; written out, since not every client can put a name together. */
export const byTheme = (name: (theme: string) => unknown): Expression => [
  'match',
  get('thema'),
  ...THEME_COLOURS.flatMap(({ id }) => (id === UNKNOWN ? [name(id)] : [[id], name(id)])),
]

/** The value of a column decides; the last is for everything else. */
export const byColumn = (
  column: string,
  cases: readonly (readonly [string, unknown])[],
  otherwise: unknown,
): Expression => ['match', get(column), ...cases.flatMap(([value, result]) => [[value], result]), otherwise]

/** Always drawn, also over others. */
export const NEVER_LEFT_OUT = {
  'icon-allow-overlap': true,
  'icon-ignore-placement': true,
  'text-allow-overlap': true,
  'text-ignore-placement': true,
} as const

/** Degrees clockwise. */
export const TURNED: Expression = ['coalesce', get('rotatie'), 0]
