/**
 * What QGIS says of an object when it is pointed at, identified or listed: left to itself it takes a column whose name has
 * "name" in it, and called every gas and water pipe "0", after nominale_spanning_v.
 */
import { columnTitle } from '../../imkl/model/column-titles.ts'
import type { Column } from '../../imkl/model/layers.ts'
import { el, type Xml } from './xml.ts'

/** An expression for each column that belongs in the one line, in this order, where the layer has it. */
const IN_THE_LINE: readonly (readonly [column: string, expression: string])[] = [
  ['thema_naam', 'coalesce("thema_naam","objecttype")'],
  ['type_naam', '"type_naam"'],
  ['soort', '"soort"'],
  ['label', '"label"'],
  ['tekst', '"tekst"'],
  ['diameter_mm', `"diameter_mm" || ' mm'`],
  ['materiaal', '"materiaal"'],
  ['status_naam', '"status_naam"'],
  ['diepte_m', `'diepte ' || "diepte_m" || ' m'`],
  ['eis', '"eis"'],
  ['contact_telefoon', '"contact_telefoon"'],
  ['netbeheerder', '"netbeheerder"'],
]

/** Rows of the tip, in this order; what is unknown is left out. */
const IN_THE_TIP = [
  ...[
    'objecttype',
    'netbeheerder',
    'label',
    'omschrijving',
    'status_naam',
    'diameter_mm',
    'materiaal',
    'druk_bar',
    'spanning_v',
  ],
  ...['diepte_m', 'standaard_diepte_m', 'nauwkeurigheid_xy_cm', 'aanlegdatum', 'toelichting', 'waarschuwing', 'eis'],
  ...['contact_naam', 'contact_telefoon', 'contact_email', 'bijlage', 'bestand', 'adres', 'referentie', 'klic_nummer'],
]

const LINKS: Readonly<Record<string, string>> = { contact_telefoon: 'tel:', contact_email: 'mailto:' }

/** Texts are other people's: none is read as HTML. */
const shown = (name: string): string =>
  `replace(replace(replace(to_string("${name}"),'&','&amp;'),'<','&lt;'),'"','&quot;')`

function row(name: string): string {
  const link = LINKS[name]
  const value =
    link === undefined ? shown(name) : `'<a href="${link}' || ${shown(name)} || '">' || ${shown(name)} || '</a>'`
  return `[% CASE WHEN "${name}" IS NULL THEN '' ELSE '<tr><td>${columnTitle(name)}</td><td>' || ${value} || '</td></tr>' END %]`
}

/** What QGIS calls its columns. The number of a row comes first in a GeoPackage. */
export const aliasesOf = (columns: readonly Pick<Column, 'name'>[]): Xml =>
  el(
    'aliases',
    {},
    ...columns.map(({ name }, i) => el('alias', { index: i + 1, field: name, name: columnTitle(name) })),
  )

/** @returns the parts of a layer's style that say it; the columns beside the ones that every layer has, `fid` and shape */
export function wordsOfObject(columns: readonly Column[]): Xml[] {
  const has = (name: string): boolean => columns.some((column) => column.name === name)
  const parts = IN_THE_LINE.filter(([name]) => has(name)).map(([, expression]) => expression)
  const line = `regexp_replace(concat(${parts.map((part) => `coalesce(${part} || ', ','')`).join(', ')}), ', $', '')`
  const head = has('thema_naam') ? `<b>[% coalesce(${shown('thema_naam')}, '') %]</b>` : ''
  return [
    aliasesOf(columns),
    el('previewExpression', {}, line),
    el('mapTip', { enabled: 1 }, `${head}<table>${IN_THE_TIP.filter(has).map(row).join('')}</table>`),
  ]
}
