/** The page to print of one result: its template, filled in. */
import type { Extent } from '../../geometry/geometry.ts'
import type { StyledLayer } from '../../imkl/look/styles.ts'
import { NORTH_ARROW } from '../../imkl/look/symbols.ts'
import { IN_THE_GROUND } from '../../imkl/model/layers.ts'
import { noteLine } from '../../imkl/model/result-notes.ts'
import type { ResultFacts } from './contents.ts'
import { PAGE_TEMPLATE, WARNINGS_TEMPLATE } from './layout-template.ts'
import { embedSvg, svgOf } from './svg.ts'
import type { Group } from './tree.ts'
import { el, escapeXml, options, type Xml } from './xml.ts'

/** Of the map on the page, in millimetres: as the template has it. */
const MAP = { width: 300, height: 277 }

/** QGIS would evaluate what stands between [% and %], and references and numbers are other people's words. */
const plain = (text: string): string => text.replace(/\[%/g, '[ %')

/** KLIC numbers as far as they fit, and how many more there are. */
const SHOWN_NUMBERS = 12

/**
 * @param groups in the order of the tree; the legend shows what the map shows of them
 * @param atlas that the map follows, of sheets as large as the frame; left out: one page
 */
export function layoutXml(
  groups: readonly Group[],
  { title, klicNumbers, date, notes }: ResultFacts,
  frame: Extent,
  atlas?: Xml,
): Xml {
  const more = klicNumbers.length - SHOWN_NUMBERS
  const numbers = klicNumbers.slice(0, SHOWN_NUMBERS).join(', ') + (more > 0 ? ` en ${more} meer` : '')
  const made = date?.slice(0, 10) ?? 'onbekend'
  return filledIn(PAGE_TEMPLATE, {
    name: atlas ? 'A3 liggend, bladen 1:500' : 'A3 liggend',
    isAtlas: atlas ? '1' : '0',
    sheet: atlas ? ', blad [% @atlas_featurenumber %] van [% @atlas_totalfeatures %]' : '',
    atlas: atlas ?? '',
    title: plain(title),
    numbers: plain(`KLIC-nummers: ${numbers || 'onbekend'}\nSamengesteld: ${made}`),
    warnings:
      notes.length === 0
        ? ''
        : filledIn(WARNINGS_TEMPLATE, { text: notes.map(({ code }) => noteLine(code, 'nl')).join('\n') }),
    extent: extent(frame),
    legend: {
      xml: legend(groups)
        .map(({ xml }) => xml)
        .join(''),
    },
    northArrow: embedSvg(svgOf(NORTH_ARROW, '#000000')),
  })
}

/** @param values text, which is escaped, or XML */
const filledIn = (template: string, values: Readonly<Record<string, string | Xml>>): Xml => ({
  xml: template.replaceAll(/\n\s*/g, '').replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]!
    return typeof value === 'string' ? escapeXml(value) : value.xml
  }),
})

/** What a ruler has, up to the whole of the Netherlands. */
const ROUND_SCALES = [100, 1000, 10_000, 100_000, 1_000_000].flatMap((scale) => [
  scale,
  2 * scale,
  2.5 * scale,
  5 * scale,
])

/** As the map item takes it: filled up to a round scale and the shape of the item, around the same middle. */
function extent({ minX, minY, maxX, maxY }: Extent): Xml {
  const least = Math.max((maxX - minX) / MAP.width, (maxY - minY) / MAP.height) * 1000
  const metresPerMm = (ROUND_SCALES.find((scale) => scale >= least) ?? least) / 1000
  const [x, y] = [(minX + maxX) / 2, (minY + maxY) / 2]
  const [halfX, halfY] = [(metresPerMm * MAP.width) / 2, (metresPerMm * MAP.height) / 2]
  return el('Extent', { xmin: x - halfX, ymin: y - halfY, xmax: x + halfX, ymax: y + halfY })
}

/** What needs an explanation; drawings and outlines to scale explain themselves, and a page is small. */
const EXPLAINED: readonly string[] = ['aanvraag_polygoon', ...IN_THE_GROUND, 'eis_voorzorgsmaatregel']
const explained = (groups: readonly Group[]): Group[] =>
  groups
    .map((group) => ({ ...group, layers: group.layers.filter(({ table }) => EXPLAINED.includes(table)) }))
    .filter(({ layers }) => layers.length > 0)

/** Their groups say enough. */
const UNTITLED: readonly StyledLayer[] = ['aanvraag_polygoon', 'kabel_of_leiding']
const withoutTitle = el('customproperties', {}, options({ 'legend/title-style': 'hidden' }))

const legend = (groups: readonly Group[]): Xml[] =>
  explained(groups).map(({ name, layers }) =>
    el(
      'layer-tree-group',
      { name, checked: 'Qt::Checked', expanded: 1 },
      ...layers.map(({ id, table, name: layerName }) =>
        el(
          'layer-tree-layer',
          { id, name: layerName, checked: 'Qt::Checked', expanded: 1 },
          UNTITLED.includes(table) && withoutTitle,
        ),
      ),
    ),
  )
