/** What QGIS says of an object that is pointed at: the tip over the map, and the one line of identify and of lists. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { geopackageStyles } from '../../server/exports/conversion/geopackage-styles.ts'
import { layersFile } from '../../server/exports/conversion/layers-file.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import type { ResultGeometry } from '../../server/geometry/geometry.ts'
import { columnTitle } from '../../server/imkl/model/column-titles.ts'
import { LAYERS, type Layer, type Row } from '../../server/imkl/model/layers.ts'
import { folder } from '../formats/samples.ts'
import { FACTS, ORIGIN } from '../styling/specimen.ts'
import { openWorld } from '../support/api-world.ts'
import { inEachQgis, inQgis } from './qgis.ts'

interface TipReport {
  name: string
  id: string
  shown: [id: string, line: string, tip: string][]
  faults: string[]
}
interface Tips {
  alone: TipReport[]
  together: TipReport[]
  messages: string[]
}

const RING = [0, 0, 9, 0, 9, 9, 0, 9, 0, 0].map((value, i) => value + (i % 2 === 0 ? ORIGIN.x : ORIGIN.y))
const AREA: ResultGeometry = { type: 'MultiPolygon', polygons: [[RING]] }
const SHAPES: Record<Layer['geometry'], ResultGeometry> = {
  Point: { type: 'Point', xy: [ORIGIN.x, ORIGIN.y] },
  MultiLineString: { type: 'MultiLineString', lines: [RING] },
  MultiPolygon: AREA,
  Polygon: AREA,
}

/** Words of other people that look like HTML and like an expression. */
const HOSTILE = `<img src="x"> [% 1+1 %] & 'zo'`
const THEME = { thema: 'water', thema_naam: 'water' }

/** Something in every column. */
const full = ({ name, columns }: Layer): Row => ({
  ...Object.fromEntries(
    columns.map((column) => {
      const of: Record<string, string | number | boolean> = { date: '2020-01-02', real: 1.5, integer: 7, boolean: true }
      return [column.name, of[column.type] ?? `${column.name} van Net`]
    }),
  ),
  ...(columns.some((column) => column.name === 'thema') ? THEME : {}),
  ...(columns.some((column) => column.name === 'label') ? { label: HOSTILE } : {}),
  id: `${name}.vol`,
})

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')

/** Rows of tables, and what they are called. */
const OF_TABLES: [table: string, row: Row, line: string][] = [
  ['waarschuwing', { code: 'X', melding: 'KPN heeft niet geleverd' }, 'KPN heeft niet geleverd'],
  ['netbeheerder', { naam: 'KPN', geleverd: false, eis_voorzorgsmaatregel: false }, 'KPN, niet geleverd'],
  ['netbeheerder', { naam: 'Enexis', geleverd: true, eis_voorzorgsmaatregel: true }, 'Enexis, eis voorzorgsmaatregel'],
  ['netbeheerder', { naam: 'WML', geleverd: true, eis_voorzorgsmaatregel: false }, 'WML'],
  ['document', { soort: 'brief', bestand: 'brief.pdf' }, 'brief, brief.pdf'],
]

function writeOneOfEach(path: string): void {
  const writer = createGeoPackage(path)
  for (const layer of LAYERS) {
    const themed = layer.columns.some(({ name }) => name === 'thema')
    writer.feature(layer.name, full(layer), SHAPES[layer.geometry])
    writer.feature(
      layer.name,
      { id: `${layer.name}.leeg`, ...(themed ? { thema: 'water' } : {}), objecttype: 'Overig' },
      SHAPES[layer.geometry],
    )
  }
  for (const [table, row] of OF_TABLES) writer.row(table, row)
  writer.finish({
    lastChange: FACTS.date,
    warnings: [],
    dress: (layers) => geopackageStyles({ fileName: 'KLIC.gpkg', layers }, FACTS),
  })
}

/** Facts by which people act. Where a layer has the column, its tip says it, by its title. */
const SAID_BY_THE_TIP = [
  ...(['netbeheerder', 'objecttype', 'label', 'status_naam', 'diameter_mm', 'materiaal', 'diepte_m'] as const),
  ...(['nauwkeurigheid_xy_cm', 'aanlegdatum', 'toelichting', 'waarschuwing', 'eis', 'contact_naam'] as const),
  ...(['contact_telefoon', 'contact_email', 'bijlage', 'bestand', 'klic_nummer'] as const),
] as const
/** And the line the shortest of it. */
const SAID_BY_THE_LINE = ['thema_naam', 'label', 'diameter_mm', 'materiaal', 'status_naam', 'netbeheerder'] as const

/** @param quote as QGIS has read a double quote in a text */
function expectSaid({ shown, faults }: TipReport, layer: Layer, quote: string): void {
  assert.deepEqual(faults, [], layer.name)
  const [whole, bare] = ['vol', 'leeg'].map((which) => shown.find(([id]) => id === `${layer.name}.${which}`)!)
  const [, line, tip] = whole!
  const read = (value: Row[string]) => (typeof value === 'string' ? value.replaceAll('"', quote) : value)
  const row: Row = Object.fromEntries(Object.entries(full(layer)).map(([name, value]) => [name, read(value)]))
  const has = (name: string): boolean => layer.columns.some((column) => column.name === name)
  for (const name of SAID_BY_THE_TIP.filter(has)) {
    const value = escaped(String(row[name]))
    const links: Record<string, string> = { contact_telefoon: 'tel:', contact_email: 'mailto:' }
    const cell = links[name] ? `<a href="${links[name]}${value}">${value}</a>` : value
    assert.ok(tip.includes(`<tr><td>${columnTitle(name)}</td><td>${cell}</td></tr>`), `${layer.name} ${name}: ${tip}`)
  }
  assert.doesNotMatch(tip, /<img|null/i, layer.name)
  for (const name of SAID_BY_THE_LINE.filter(has))
    assert.ok(line.includes(String(row[name])), `${layer.name} ${name}: ${line}`)
  assert.doesNotMatch(line, /NULL|, *$|^$|^\d+$/, layer.name)
  // What is not known is left out, not said to be nothing.
  const [, shortLine, shortTip] = bare!
  assert.equal((shortTip.match(/<tr>/g) ?? []).length, has('objecttype') ? 1 : 0, `${layer.name}: ${shortTip}`)
  assert.doesNotMatch(`${shortLine} ${shortTip}`, /NULL|<td><\/td>|\[%/, layer.name)
}

inEachQgis(
  'every layer says what is known of an object that is pointed at, and nothing of what is not',
  async (t, qgis) => {
    const at = folder(t)
    const file = at.path('KLIC.gpkg')
    writeOneOfEach(file)
    const world = await openWorld(t)
    const { job_id: jobId } = await world.quote()
    await world.put(jobId, 'ready', 'delivered', { revision: 1 })
    await world.putFile(jobId, 'gpkg', readFileSync(file))
    await world.store.db.updateTable('job').set({ summary: '{"extent":null}' }).where('id', '=', jobId).execute()
    const below = `${world.baseUrl}/k/${world.keys.read}`
    const definition = at.path('live.qlr')
    writeFileSync(definition, layersFile(file, 'KLIC', { ogc: `${below}/ogc/${jobId}`, groundTiles: '' }))
    const own = await inQgis<Tips>('check_tips.py', [file], {}, qgis)
    const live = await inQgis<Tips>('check_tips.py', [definition], {}, qgis)
    for (const table of new Set(OF_TABLES.map(([name]) => name))) {
      const { shown, faults } = own.together.find(({ id }) => id.endsWith(`_${table}`))!
      const wanted = OF_TABLES.filter(([name]) => name === table).map(([, , line]) => line)
      assert.deepEqual([faults, shown.map(([, line]) => line)], [[], wanted], table)
    }
    for (const [how, layers] of Object.entries({ alone: own.alone, project: own.together, live: live.together }))
      for (const layer of LAYERS) {
        const found = layers.find(({ shown }) => shown.some(([id]) => id === `${layer.name}.vol`))
        assert.ok(found, `${how} ${layer.name}`)
        // Over OGC API QGIS 3.40 reads a quote in a text as a backslash.
        expectSaid(found, layer, how === 'live' && qgis.version.startsWith('3.40') ? '\\' : '"')
      }
  },
)
