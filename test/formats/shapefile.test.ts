import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import gdal from 'gdal-async'
import yauzl from 'yauzl'
import { inspectShapefileZip, measureLayers, writeShapefileZip } from '../../server/exports/formats/shapefile.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { LAYERS, type Row } from '../../server/imkl/model/layers.ts'
import { RESULT_TABLES } from '../../server/imkl/model/result.ts'
import { type Folder, folder, KLIC_NUMBERS, ODD_TEXT, writeSample } from './samples.ts'

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

async function written(t: TestContext, options = {}) {
  const at = folder(t)
  const counts = writeSample(at.path('result.gpkg'), options)
  const zip = at.path('result.zip')
  await convert(at, counts, zip)
  return { at, counts, zip }
}

async function convert(at: Folder, counts: Record<string, number>, zip: string): Promise<void> {
  const gpkg = at.path('result.gpkg')
  const reader = openResult(gpkg)
  const tables: Record<string, Row[]> = Object.fromEntries(RESULT_TABLES.map(({ name }) => [name, reader.table(name)]))
  const measured = measureLayers(reader)
  reader.close()
  await writeShapefileZip({ gpkg, measured, zip, tempDir: at.path('temp'), tables, counts })
}

async function entries(zip: string): Promise<Map<string, { entry: yauzl.Entry; bytes: Buffer }>> {
  const archive = await promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)(zip, {
    lazyEntries: true,
    autoClose: false,
  })
  const found = new Map<string, { entry: yauzl.Entry; bytes: Buffer }>()
  const listed = await new Promise<yauzl.Entry[]>((resolve, reject) => {
    const all: yauzl.Entry[] = []
    archive.on('entry', (entry: yauzl.Entry) => {
      all.push(entry)
      archive.readEntry()
    })
    archive.on('end', () => resolve(all)).on('error', reject)
    archive.readEntry()
  })
  for (const entry of listed) {
    const stream = await promisify(
      archive.openReadStream.bind(archive) as (
        e: yauzl.Entry,
        cb: (error: Error | null, s: NodeJS.ReadableStream) => void,
      ) => void,
    )(entry)
    const chunks: Buffer[] = []
    for await (const chunk of stream as NodeJS.ReadableStream) chunks.push(chunk as Buffer)
    found.set(entry.fileName, { entry, bytes: Buffer.concat(chunks) })
  }
  archive.close()
  return found
}

test('a ZIP has a whole Shapefile per layer, the tables as CSV, and a word of explanation', async (t) => {
  const { zip, at } = await written(t, { fewer: true })
  const names = [...(await entries(zip)).keys()]
  assert.deepEqual(names, [
    'LEESMIJ.txt',
    ...RESULT_TABLES.map(({ name }) => `${name}.csv`),
    ...LAYERS.flatMap(({ name }) => ['shp', 'shx', 'dbf', 'prj', 'cpg'].map((part) => `${name}.${part}`)),
  ])
  assert.deepEqual(readdirSync(at.path('temp')), [])
})

test('every layer holds the features of the GeoPackage, empty ones included, in RD New', async (t) => {
  const { zip, counts } = await written(t, { fewer: true })
  assert.deepEqual(
    Object.fromEntries(inspectShapefileZip(zip).map(({ name, rows }) => [name, rows])),
    Object.fromEntries(LAYERS.map(({ name }) => [name, counts[name] ?? 0])),
  )
  const source = gdal.open(`/vsizip/{${zip}}`)
  t.after(() => source.close())
  const { srs } = source.layers.get(0)
  srs!.autoIdentifyEPSG()
  assert.equal(srs!.getAuthorityCode(null), '28992')
  const prj = [...(await entries(zip))]
    .filter(([name]) => name.endsWith('.prj'))
    .map(([, { bytes }]) => bytes.toString())
  assert.equal(new Set(prj).size, 1)
})

test('columns have their short names and their types', async (t) => {
  const { zip } = await written(t)
  const source = gdal.open(`/vsizip/{${zip}}`)
  t.after(() => source.close())
  const type = {
    text: gdal.OFTString,
    integer: gdal.OFTInteger,
    real: gdal.OFTReal,
    boolean: gdal.OFTInteger,
    date: gdal.OFTDate,
  }
  for (const { name, columns } of LAYERS) {
    assert.deepEqual(
      source.layers.get(name).fields.map((field) => [field.name, field.type]),
      columns.map((column) => [column.shp, type[column.type]]),
    )
  }
})

test('values, shapes and rows without a shape arrive', async (t) => {
  const { zip } = await written(t)
  const source = gdal.open(`/vsizip/{${zip}}`)
  t.after(() => source.close())
  for (const { name } of LAYERS) {
    const features = [...source.layers.get(name).features]
    assert.deepEqual(
      features.map((feature) => feature.getGeometry()?.isValid() ?? null),
      [true, true, null, true],
    )
    assert.equal(features[1]!.fields.get('label'), ODD_TEXT)
    assert.equal(features[3]!.fields.get('thema'), null)
  }
  const cable = source.layers.get('kabel_of_leiding').features.first()
  assert.deepEqual(cable.fields.get('aanlegdat'), { year: 1955, month: 1, day: 31 })
  assert.equal(
    cable.fields.get('lengte_m'),
    LAYERS.find(({ name }) => name === 'kabel_of_leiding')!.columns.findIndex((column) => column.name === 'lengte_m') +
      0.125,
  )
  const holed = source.layers.get('extra_geometrie').features.get(1).getGeometry() as gdal.MultiPolygon
  assert.equal(Math.round(holed.getArea()), 50 * 50 - 2 * 25 + 400)
})

test('long text is cut on a character border, and a list of notifications at a whole number', async (t) => {
  const { zip } = await written(t)
  const source = gdal.open(`/vsizip/{${zip}}`, 'r')
  t.after(() => source.close())
  for (const { name } of LAYERS) {
    const fields = source.layers.get(name).features.get(1).fields
    assert.equal(fields.get('omschr'), `x${'é'.repeat(126)}`)
    assert.equal(fields.get('klic_nr'), KLIC_NUMBERS.slice(0, 23).join(','))
  }
})

test('tables are CSV by the book', async (t) => {
  const { zip } = await written(t)
  const files = await entries(zip)
  const operators = files.get('netbeheerder.csv')!.bytes.toString('utf8').split('\r\n')
  assert.match(operators[0]!, /^klic_nummer,bronhouder,naam,/)
  assert.match(operators[1]!, /^22G0000001,KL1234,"Voorbeeld ""Net"" B\.V\.",,/)
  assert.match(files.get('levering.csv')!.bytes.toString('utf8'), /"Één ""kabel"", 'twee' \\ drie;\nvier 🚧 é"/)
})

test('LEESMIJ names the counts, the warnings and the deliveries', async (t) => {
  const { zip } = await written(t)
  const text = (await entries(zip)).get('LEESMIJ.txt')!.bytes.toString('utf8')
  assert.match(text, /- kabel_of_leiding: 4\r\n/)
  assert.match(text, /- Let op: één fictieve ligging \(bij 120000\.500, 480000\.000\)\r\n/)
  assert.match(text, /- 22G0000003, levering 1 \(niet compleet\)\r\n/)
})

test('equal results give equal bytes, and the GeoPackage is left as it was', async (t) => {
  const { at, zip, counts } = await written(t, { repeat: 3 })
  const before = sha256(at.path('result.gpkg'))
  await convert(at, counts, at.path('again.zip'))
  assert.equal(sha256(at.path('again.zip')), sha256(zip))
  assert.equal(sha256(at.path('result.gpkg')), before)
})

test('no time but 1980 stands in the ZIP or in a DBF', async (t) => {
  const { zip } = await written(t)
  for (const [name, { entry, bytes }] of await entries(zip)) {
    assert.deepEqual([entry.lastModFileDate, entry.lastModFileTime], [0x21, 0], name)
    assert.equal(entry.extraFields.length, 0, name)
    if (name.endsWith('.dbf')) assert.deepEqual([...bytes.subarray(1, 4)], [80, 1, 1], name)
  }
})
