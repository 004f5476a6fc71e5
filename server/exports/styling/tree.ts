/**
 * The layer tree of a project: requests, drawings, then a group for each theme that the result has, so that a theme is
 * switched on and off with one click. Every feature is in exactly one layer of the tree.
 */

import { DRAW_ORDER, LAYER_NAMES, type StyledLayer } from '../../imkl/look/styles.ts'
import { THEMES, type Theme } from '../../imkl/model/themes.ts'
import { translate } from '../../texts/texts.ts'
import type { ResultContents } from './contents.ts'
import type { OnlyTheme } from './look-rules.ts'
import { el, type Xml } from './xml.ts'

/** One layer of the tree. */
export interface ProjectLayer {
  readonly id: string
  readonly name: string
  readonly table: StyledLayer
  readonly only: OnlyTheme
  /** Part of SQL; undefined: all features. */
  readonly subset?: string
}

export interface Group {
  readonly name: string
  readonly layers: readonly ProjectLayer[]
  readonly on: boolean
}

/** Layers that every result has once, however many themes it has. */
const REQUEST = ['aanvraag_polygoon'] as const satisfies readonly StyledLayer[]
const DRAWINGS = [
  'maatvoering_punt',
  'maatvoering_lijn',
  'annotatie_punt',
  'annotatie_lijn',
  'diepte',
  'extra_detailinfo_punt',
  'extra_detailinfo_lijn',
  'extra_detailinfo_vlak',
] as const satisfies readonly StyledLayer[]
const TOPOGRAPHY = [
  'eigen_topografie_punt',
  'eigen_topografie_lijn',
  'eigen_topografie_vlak',
] as const satisfies readonly StyledLayer[]
const BY_THEME = DRAW_ORDER.filter(
  (name) => ![...REQUEST, ...DRAWINGS, ...TOPOGRAPHY].some((other) => other === name),
).reverse()

/** QGIS gives a layer whose id is shorter than eleven characters another one, and the tree would not find it. */
export const idOf = (name: string): string => `klic_layer_${name}`

const quoted = (text: string): string => `'${text.replace(/'/g, "''")}'`

/** Groups in the order of the tree. Empty layers are left out, those of the request excepted. */
export function groupsOf(contents: ResultContents): Group[] {
  const themes = (table: StyledLayer) => contents.layers.find(({ name }) => name === table)?.themes ?? new Map()
  const whole = (table: StyledLayer): ProjectLayer => ({
    id: idOf(table),
    name: LAYER_NAMES[table],
    table,
    only: undefined,
  })
  const filled = (tables: readonly StyledLayer[]) => tables.filter((table) => themes(table).size > 0).map(whole)
  const t = translate('nl')
  const ofTheme = (theme: Theme): Group => ({
    name: t(`imkl.theme.${theme.id}`),
    on: true,
    layers: BY_THEME.filter((table) => themes(table).has(theme.id)).map((table) => ({
      id: idOf(`${table}__${theme.id}`),
      name: LAYER_NAMES[table],
      table,
      only: theme,
      subset: `"thema" = ${quoted(theme.id)}`,
    })),
  })
  const known: readonly string[] = THEMES.map(({ id }) => id)
  const unknown: Group = {
    name: t('imkl.unknownTheme'),
    on: true,
    layers: BY_THEME.filter((table) => [...themes(table).keys()].some((id) => !known.includes(id))).map((table) => ({
      id: idOf(`${table}__onbekend`),
      name: LAYER_NAMES[table],
      table,
      only: null,
      subset: `"thema" IS NULL OR "thema" NOT IN (${known.map(quoted).join(',')})`,
    })),
  }
  return [
    { name: 'aanvraag', on: true, layers: REQUEST.map(whole) },
    { name: 'maatvoering, annotatie en detail', on: true, layers: filled(DRAWINGS) },
    ...THEMES.map(ofTheme),
    unknown,
    { name: 'eigen topografie', on: true, layers: filled(TOPOGRAPHY) },
  ].filter(({ layers }) => layers.length > 0)
}

export const checked = (on: boolean): string => (on ? 'Qt::Checked' : 'Qt::Unchecked')

/** A layer where QGIS lists it. */
export const treeLayer = (id: string, name: string, source: string, providerKey: string, on = true): Xml =>
  el('layer-tree-layer', { id, name, source, providerKey, checked: checked(on), expanded: 0 })
