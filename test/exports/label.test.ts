/** An export that holds test data says so where every reader meets it, in every format. Names of files, and in a ZIP those that others gave. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import Database from 'better-sqlite3'
import gdal from 'gdal-async'
import { runTask } from '../../server/exports/conversion/task.ts'
import {
  fileNumbers,
  inOrder,
  readableName,
  resultName,
  resultTitle,
  withTestLabel,
} from '../../server/exports/file-name.ts'
import {
  EXPORT_FORMATS,
  type ExportFormat,
  keptEnding,
  RESULT_FORMATS,
  type ResultFormat,
} from '../../server/exports/result-formats.ts'
import { installRdGrid } from '../../server/geometry/install-grid.ts'
import { useGrid } from '../../server/geometry/rd/rd.ts'
import { openZip } from '../../server/imkl/delivery/zip.ts'
import type { JobLabel } from '../../server/imkl/model/conversion-task.ts'
import { folder } from '../formats/samples.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'

const LABEL = /testgegevens/i
const FIELD = /niet gebruiken in het veld/i

/** By format: what a person meets first when the file is opened, besides its name. */
const FIRST_SEEN: Record<ExportFormat, (path: string) => string[] | Promise<string[]>> = {
  gpkg(path) {
    const db = new Database(path, { readonly: true })
    const [project] = db.prepare('SELECT content FROM qgis_projects').pluck().all() as string[]
    const [described] = db.prepare('SELECT metadata FROM gpkg_metadata').pluck().all() as string[]
    const [warning] = db.prepare('SELECT melding FROM waarschuwing ORDER BY fid').pluck().all() as string[]
    db.close()
    const zipped = Buffer.from(project!, 'hex')
    return [inflateRawSync(zipped.subarray(30 + zipped.readUInt16LE(26))).toString(), described!, warning!]
  },
  // The name of the layer in every GIS program.
  geojson: (path) => [gdal.open(path).layers.get(0).name],
  async shp(path) {
    const zip = await openZip(path, 'klic')
    const read = (name: string) => text(zip.entries.find((entry) => entry.path === name)!.chunks())
    const texts = [await read('NIET_GEBRUIKEN_IN_HET_VELD.txt'), await read('LEESMIJ.txt')]
    await zip.close()
    return texts
  },
}

test('an export made with the simulator carries its label in its name and in its content', async (t) => {
  const at = folder(t)
  const zip = await simulatedDelivery(at.path('.'), '99O0000001', [155_000, 388_000, 155_100, 388_100])
  const path = (format: ExportFormat) => at.path(`out/klic.${format === 'shp' ? 'zip' : format}`)
  await runTask({
    kind: 'merge',
    deliveries: [{ path: zip }],
    job: { reference: 'Proef', klicType: 'ORIENT', environment: 'simulator', missingParts: [] },
    out: EXPORT_FORMATS.map((format) => ({ format, path: path(format) })),
    tempDir: at.path('temp'),
  })
  for (const format of EXPORT_FORMATS) {
    for (const seen of await FIRST_SEEN[format](path(format))) {
      assert.match(seen, LABEL, format)
      assert.match(seen, FIELD, format)
    }
    assert.match(readableName(withTestLabel('Proef', 'simulator'), format), /^KLIC_TESTGEGEVENS_Proef/)
    assert.match(readableName(withTestLabel('Proef', 'eto'), format), /^KLIC_TESTGEGEVENS_Proef/)
    assert.match(readableName(withTestLabel('Proef', 'production'), format), /^KLIC_Proef/)
  }
})

test('the name of a result says which job it is of and which revision, however long its reference is', () => {
  const job = { id: 'job_0000000aB7cD3', reference: 'Straat', environment: 'production' as const }
  assert.equal(resultName(job, 2, 'gpkg'), 'KLIC_Straat_r2_7cd3.gpkg')
  assert.equal(resultName({ ...job, reference: null }, 1, 'shp'), `KLIC_${job.id}_r1_shp.zip`)
  const numbers = fileNumbers('Straat', ['22G000002', '22G000001', '22G000002'])
  assert.equal(resultName(job, 2, 'shp', numbers), 'KLIC_Straat_22G000001-en-1_r2_7cd3_shp.zip')
  assert.equal(resultName(job, 2, 'dxf', fileNumbers('Straat', ['22G000002'])), 'KLIC_Straat_22G000002_r2_7cd3.dxf')
  assert.equal(
    resultName({ ...job, reference: '22G000002' }, 1, 'xlsx', fileNumbers('22G000002', ['22G000002'])),
    'KLIC_22G000002_r1_7cd3.xlsx',
  )
  const long = { ...job, reference: `${'Lange straat '.repeat(12)}noord` }
  const [first, second] = [1, 2].map((revision) => resultName(long, revision, 'gpkg'))
  assert.notEqual(first, second)
  assert.match(first!, /^KLIC_Lange-straat[\w-]*_r1_7cd3\.gpkg$/)
  assert.notEqual(first, resultName({ ...long, id: 'job_0000000000001' }, 1, 'gpkg'))
})

test('the name of what is preliminary says so first, with its number, and which job it is of', () => {
  const job = { id: 'job_0000000aB7cD3', reference: 'Straat', environment: 'production' as const }
  assert.equal(resultName(job, -3, 'gpkg'), 'KLIC_VOORLOPIG_3_Straat_7cd3.gpkg')
  assert.equal(resultName({ ...job, reference: null }, -3, 'shp'), `KLIC_VOORLOPIG_3_${job.id}_shp.zip`)
  for (const environment of ['simulator', 'eto'] as const)
    assert.equal(resultName({ ...job, environment }, -1, 'dxf'), 'KLIC_VOORLOPIG_1_TESTGEGEVENS_Straat_7cd3.dxf')
  const long = { ...job, reference: `${'Lange straat '.repeat(12)}noord` }
  assert.match(resultName(long, -12, 'gpkg'), /^KLIC_VOORLOPIG_12_Lange-straat[\w-]*_7cd3\.gpkg$/)
  assert.notEqual(resultName(long, -12, 'gpkg'), resultName(long, -11, 'gpkg'))
})

/** By format: what a person meets first of it besides its name; of a ZIP the name and the text of its first entry. */
const BEGINNING: Record<ResultFormat, (path: string) => string | Promise<string>> = {
  gpkg(path) {
    const db = new Database(path, { readonly: true })
    const first = (query: string): string => String(db.prepare(query).pluck().get())
    const zipped = Buffer.from(first('SELECT content FROM qgis_projects'), 'hex')
    const project = inflateRawSync(zipped.subarray(30 + zipped.readUInt16LE(26))).toString()
    const styles = db.prepare('SELECT "styleName" FROM layer_styles').pluck().all() as string[]
    const described = db.prepare('SELECT description FROM gpkg_contents').pluck().all() as string[]
    assert.ok(Number(first("SELECT count(*) FROM gpkg_contents WHERE data_type = 'tiles'")) > 0, 'the ground is in it')
    assert.ok(described.length > 20 && described.every((text) => /^VOORLOPIG: /.test(text)), 'every layer and table')
    assert.ok(styles.length > 10 && styles.every((name) => name.startsWith('VOORLOPIG ')), 'every style')
    assert.match(project, /<title>VOORLOPIG KLIC Proef, [^<]+<\/title>/)
    const tree = project.slice(0, project.indexOf('<mapcanvas'))
    const groups = [...tree.matchAll(/<layer-tree-group name="([^"]*)"/g)].map(([, name]) => name!)
    assert.ok(
      groups.includes('VOORLOPIG ondergrond') && groups.every((name) => name.startsWith('VOORLOPIG ')),
      'every group',
    )
    assert.match(first('SELECT metadata FROM gpkg_metadata'), /VOORLOPIG KLIC Proef/)
    const warning = first('SELECT melding FROM waarschuwing ORDER BY fid')
    db.close()
    return warning
  },
  geojson: (path) => gdal.open(path).layers.get(0).name,
  'geojson-crs84': (path) => gdal.open(path).layers.get(0).name,
  dxf: (path) => readFileSync(path, 'utf8').slice(0, 400),
  shp: firstEntry,
  xlsx: (path) =>
    gdal
      .open(path)
      .layers.get(0)
      .features.map(({ fields }) => String(fields.get(0)))
      .slice(0, 2)
      .join(' '),
  geotiff: firstEntry,
}

async function firstEntry(path: string): Promise<string> {
  const zip = await openZip(path, 'klic')
  const [entry] = zip.entries
  const said = `${entry!.path} ${await text(entry!.chunks())}`
  await zip.close()
  assert.match(said, /^VOORLOPIG_GEEN_RESULTAAT/)
  return said
}

test('what is preliminary says so in every format, in its layers, styles and project; the result does not', async (t) => {
  const at = folder(t)
  await installRdGrid()
  t.after(() => useGrid(null))
  const zip = await simulatedDelivery(at.path('.'), '99O0000001', [155_000, 388_000, 155_100, 388_100])
  const job = { reference: 'Proef', klicType: 'ORIENT', environment: 'production', missingParts: [] } as const
  const awaited = [{ orderId: 'ord_2', partNo: 2, klicNumber: '99O0000002' }]
  const mergeTo = (name: string, more: { preliminary?: JobLabel['preliminary'] }) =>
    runTask({
      kind: 'merge',
      deliveries: [{ path: zip }],
      job: { ...job, missingParts: [], ...more },
      ground: true,
      out: [{ format: 'gpkg', path: at.path(name), name: 'KLIC_Proef.gpkg' }],
      tempDir: at.path('temp'),
    })
  const { summary } = await mergeTo('preliminary.gpkg', { preliminary: { awaited, parts: 3 } })
  assert.deepEqual(
    summary!.warnings.slice(0, 2).map(({ code, messageNl }) => [code, messageNl]),
    [
      [
        'PRELIMINARY',
        'VOORLOPIG: dit is geen resultaat. De volledige levering van 1 van de 3 deelgebieden is nog niet binnen: daar ontbreken kabels en leidingen op de kaart. Graaf niet op basis hiervan.',
      ],
      ['PART_AWAITED', 'Deelgebied 2 (99O0000002) is nog niet volledig geleverd.'],
    ],
  )
  const whole = await mergeTo('whole.gpkg', {})
  assert.ok(!JSON.stringify(whole.summary).includes('PRELIMINARY'))
  const { artifacts: again } = await mergeTo('again.gpkg', {})
  assert.equal(again[0]!.sha256, whole.artifacts[0]!.sha256, 'made after what was preliminary it has the same bytes')
  for (const format of RESULT_FORMATS) {
    const path = format === 'gpkg' ? at.path('preliminary.gpkg') : at.path(`out-${keptEnding(format)}`)
    if (format !== 'gpkg')
      await runTask({
        kind: 'export',
        gpkg: at.path('preliminary.gpkg'),
        out: [{ format, path }],
        tempDir: at.path('temp'),
      })
    assert.match(await BEGINNING[format](path), /VOORLOPIG/, format)
  }
})

test('a name in a ZIP shows the ending that it has, and is one that every file system takes', () => {
  const rightToLeft = String.fromCodePoint(0x202e)
  assert.equal(inOrder(1, `evil${rightToLeft}gpj.exe`), '001 evil-gpj.exe')
  for (const mark of [0x200b, 0x200e, 0x200f, 0x061c, 0x2066, 0x2069, 0xfeff, 0x2028, 0x2029])
    assert.equal(inOrder(12, `a${String.fromCodePoint(mark)}b.pdf`), '012 a-b.pdf')
  // The number in front keeps the names that Windows has for devices apart from those.
  assert.equal(inOrder(3, 'CON.txt'), '003 CON.txt')
  assert.equal(inOrder(4, '../../etc: plan. '), '004 ..-..-etc- plan')
})

test('jobs of one reference are told apart by their KLIC numbers', () => {
  assert.equal(resultTitle('Kerkstraat', ['22G003175']), 'Kerkstraat, 22G003175')
  assert.equal(
    resultTitle('Kerkstraat', ['22G003176', '22G003174', '22G003175', '22G003174']),
    'Kerkstraat, 22G003174 +2',
  )
  assert.equal(resultTitle(null, ['22G003175', '22G003174']), '22G003174 +1')
  // It names them already, as what is imported without a reference does.
  assert.equal(resultTitle('22G003174, 22G003175', ['22G003174', '22G003175']), '22G003174, 22G003175')
  assert.equal(resultTitle('Kerkstraat', []), 'Kerkstraat')
})
