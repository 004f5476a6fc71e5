import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import gdal from 'gdal-async'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { RESULT_TABLES, rowOf } from '../../server/imkl/model/result.ts'
import { folder, KLIC_NUMBERS, LONG_TEXT, ODD_TEXT, samples, writeSample } from './samples.ts'

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
const hasOgrinfo = spawnSync('ogrinfo', ['--version']).status === 0

test('what was written is read back, value by value and coordinate by coordinate', (t) => {
  const file = folder(t).path('result.gpkg')
  writeSample(file)
  const reader = openResult(file)
  t.after(() => reader.close())
  for (const layer of LAYERS) {
    const expected = samples().filter((sample) => sample.layer.name === layer.name)
    const found = [...reader.features(layer.name)]
    assert.deepEqual(
      found.map(({ geometry }) => geometry),
      expected.map(({ geometry }) => geometry),
    )
    for (const [i, { cells }] of found.entries()) {
      const unknown = Object.fromEntries(layer.columns.map(({ name }) => [name, null]))
      assert.deepEqual(rowOf(layer.columns, cells), { ...unknown, ...expected[i]!.row })
    }
  }
})

test('GDAL opens every layer in RD New, with all features, valid shapes and no text cut', (t) => {
  const file = folder(t).path('result.gpkg')
  const counts = writeSample(file)
  const source = gdal.open(file)
  t.after(() => source.close())
  assert.deepEqual(
    source.layers.map(({ name }) => name),
    [...LAYERS, ...RESULT_TABLES].map(({ name }) => name),
  )
  for (const { name, geometry } of LAYERS) {
    const layer = source.layers.get(name)
    assert.equal(layer.srs?.getAuthorityCode(null), '28992')
    assert.equal(layer.features.count(), counts[name])
    assert.equal(gdal.Geometry.getName(layer.geomType).replaceAll(' ', ''), geometry)
    const features = [...layer.features]
    assert.deepEqual(
      features.map((feature) => feature.getGeometry()?.isValid() ?? null),
      [true, true, null, true],
    )
    assert.equal(features[1]!.fields.get('label'), ODD_TEXT)
    assert.equal(features[1]!.fields.get('omschrijving'), LONG_TEXT)
  }
})

test('holes stay holes and parts stay parts', (t) => {
  const file = folder(t).path('result.gpkg')
  writeSample(file)
  const source = gdal.open(file)
  t.after(() => source.close())
  const areaOf = (layer: string): number =>
    (source.layers.get(layer).features.get(2).getGeometry() as gdal.MultiPolygon).getArea()
  assert.equal(Math.round(areaOf('extra_geometrie')), 50 * 50 - 2 * 25 + 400)
  assert.equal(Math.round(areaOf('aanvraag_polygoon')), 50 * 50 - 2 * 25)
})

test('ogrinfo opens the file without a warning', { skip: hasOgrinfo ? false : 'ogrinfo is not installed' }, (t) => {
  const file = folder(t).path('result.gpkg')
  const counts = writeSample(file, { fewer: true })
  const { stdout, stderr } = spawnSync('ogrinfo', ['-ro', '-al', '-so', file], { encoding: 'utf8' })
  assert.equal(stderr, '')
  const found = [...stdout.matchAll(/Layer name: (\w+)[\s\S]*?Feature Count: (\d+)/g)].map(([, name, n]) => [
    name,
    Number(n),
  ])
  const tables = {
    levering: KLIC_NUMBERS.length,
    netbeheerder: 1,
    utiliteitsnet: 0,
    document: 0,
    onbekend: 0,
    verantwoording: 0,
    waarschuwing: 1,
  }
  assert.deepEqual(Object.fromEntries(found), {
    ...Object.fromEntries(LAYERS.map(({ name }) => [name, counts[name] ?? 0])),
    ...tables,
  })
})

test('the spatial index holds every drawn feature and passes its own check', (t) => {
  const file = folder(t).path('result.gpkg')
  writeSample(file, { repeat: 60 })
  const reader = openResult(file)
  t.after(() => reader.close())
  const { damage, layers } = reader.inspect()
  assert.deepEqual(damage, [])
  for (const { rows, drawn, indexed } of layers) assert.deepEqual([rows, drawn, indexed], [240, 180, 180])
})

test('a box gives what touches it, edges included, and never what has no geometry', (t) => {
  const file = folder(t).path('result.gpkg')
  const writer = createGeoPackage(file)
  for (let i = 0; i < 1000; i++) {
    writer.feature('diepte', { id: `d${i}` }, { type: 'Point', xy: [100000 + i, 400000 + 0.001] })
  }
  writer.feature('diepte', { id: 'none' }, null)
  writer.finish({ lastChange: null, warnings: [] })
  const reader = openResult(file)
  t.after(() => reader.close())
  const box = { minX: 100010, minY: 400000.001, maxX: 100020, maxY: 400001 }
  const ids = (selection: Parameters<typeof reader.features>[1]): unknown[] =>
    [...reader.features('diepte', { columns: ['id'], ...selection })].map(({ cells }) => cells[0])
  assert.deepEqual(ids({ bbox: box }), ['d10', 'd11', 'd12', 'd13', 'd14', 'd15', 'd16', 'd17', 'd18', 'd19', 'd20'])
  assert.deepEqual(ids({ bbox: { ...box, minY: 400000.002 } }), [])
  assert.deepEqual(ids({ bbox: box, after: 15, limit: 2 }), ['d15', 'd16'])
  assert.equal(reader.count('diepte', box), 11)
})

test('pages follow each other without a gap or a double', (t) => {
  const file = folder(t).path('result.gpkg')
  writeSample(file, { repeat: 400 })
  const reader = openResult(file)
  t.after(() => reader.close())
  const fids: number[] = []
  for (let after = 0; ; after = fids.at(-1)!) {
    const page = [...reader.features('leidingelement', { after, limit: 333, columns: [] })]
    if (page.length === 0) break
    fids.push(...page.map(({ fid }) => fid))
  }
  assert.deepEqual(
    fids,
    Array.from({ length: 1600 }, (_, i) => i + 1),
  )
})

test('the pieces of a theme lie together where the theme lies, in a layer of any length', (t) => {
  const file = folder(t).path('long.gpkg')
  const gpkg = createGeoPackage(file)
  for (let n = 0; n < 12_000; n++) {
    const row = { id: `w${n}`, thema: n === 11_000 ? 'warmte' : 'water' }
    gpkg.feature('kabel_of_leiding', row, {
      type: 'MultiLineString',
      lines: [[155_000 + n, 463_000, 155_000 + n, 463_100]],
    })
  }
  gpkg.finish({ lastChange: '2026-11-20T10:00:00.000Z', warnings: [] })
  const reader = openResult(file)
  const together = (thema: string) => {
    const all = [...reader.extents('kabel_of_leiding', { thema })]
    return all.length === 0 ? [] : [Math.min(...all.map(({ minX }) => minX)), Math.max(...all.map(({ maxX }) => maxX))]
  }
  const [first, last] = together('water') as [number, number]
  assert.ok(Math.abs(first - 155_000) < 0.1 && Math.abs(last - 166_999) < 0.1, `${first} ${last}`)
  const [from, to] = together('warmte') as [number, number]
  assert.ok(Math.abs(from - 166_000) < 0.1 && Math.abs(to - 166_000) < 0.1, `${from} ${to}`)
  assert.deepEqual(together('gasLageDruk'), [])
  reader.close()
})

test('a feature is found by its IMKL id', (t) => {
  const file = folder(t).path('result.gpkg')
  writeSample(file)
  const reader = openResult(file)
  t.after(() => reader.close())
  assert.equal(reader.feature('kabel_of_leiding', 'nl.imkl-KL1234.kabel_of_leiding_2')?.fid, 2)
  assert.equal(reader.feature('kabel_of_leiding', 'nl.imkl-KL1234.kabel_of_leiding_9'), undefined)
})

test('warnings are kept in the file', (t) => {
  const file = folder(t).path('result.gpkg')
  writeSample(file)
  const reader = openResult(file)
  t.after(() => reader.close())
  assert.deepEqual(reader.table('waarschuwing'), [
    {
      code: 'FICTITIOUS',
      melding: 'Let op: één fictieve ligging',
      melding_en: 'One invented position',
      aantal: 2,
      klic_nummer: null,
      bronhouder: 'KL1234',
      object_id: 'nl.imkl-KL1234.1',
      x: 120000.5,
      y: 480000,
    },
  ])
  assert.equal(reader.table('levering')[3]!.compleet, false)
})

test('an id that occurs twice in a layer is kept twice', (t) => {
  const file = folder(t).path('result.gpkg')
  const writer = createGeoPackage(file)
  writer.feature('annotatie_punt', { id: 'same' }, { type: 'Point', xy: [1, 2] })
  writer.feature('annotatie_punt', { id: 'same' }, { type: 'Point', xy: [3, 4] })
  writer.finish({ lastChange: null, warnings: [] })
  const reader = openResult(file)
  t.after(() => reader.close())
  assert.equal(reader.count('annotatie_punt'), 2)
  assert.equal(reader.feature('annotatie_punt', 'same')?.fid, 1)
})

test('equal rows give equal bytes, in another time zone and on another day too', (t) => {
  const at = folder(t)
  writeSample(at.path('a.gpkg'), { repeat: 20 })
  const shifted = 'const now = Date.now; Date.now = () => now() + 400 * 86400e3'
  const code = `${shifted}; const { writeSample } = await import(${JSON.stringify(import.meta.resolve('./samples.ts'))}); writeSample(process.argv[1], { repeat: 20 })`
  execFileSync(process.execPath, ['--input-type=module', '-e', code, at.path('b.gpkg')], {
    env: { ...process.env, TZ: 'Pacific/Kiritimati' },
  })
  assert.equal(sha256(at.path('b.gpkg')), sha256(at.path('a.gpkg')))
})

test('a box around everything gives every feature with a geometry, past gaps between them', (t) => {
  const file = folder(t).path('result.gpkg')
  const writer = createGeoPackage(file)
  const without = [4, 9, 10]
  for (let i = 1; i <= 12; i++) {
    writer.feature('diepte', { id: `d${i}` }, without.includes(i) ? null : { type: 'Point', xy: [100000 + i, 400000] })
    writer.feature('leidingelement', { id: `a${i}` }, { type: 'Point', xy: [100000 + i, 400000] })
  }
  writer.finish({ lastChange: null, warnings: [] })
  const reader = openResult(file)
  t.after(() => reader.close())
  const everything = { minX: 0, minY: 300000, maxX: 300000, maxY: 700000 }
  const fids = (layer: string) => [...reader.features(layer, { bbox: everything })].map(({ fid }) => fid)
  assert.deepEqual(fids('diepte'), [1, 2, 3, 5, 6, 7, 8, 11, 12])
  assert.deepEqual(fids('leidingelement'), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  assert.deepEqual(fids('kabel_of_leiding'), [])
})

test('a copy can be edited by GDAL: index and count follow', (t) => {
  const file = folder(t).path('copy.gpkg')
  writeSample(file)
  const source = gdal.open(file, 'r+')
  const layer = source.layers.get('leidingelement')
  layer.features.remove(1)
  const feature = layer.features.get(2)
  feature.setGeometry(new gdal.Point(150000, 450000))
  layer.features.set(feature)
  source.close()
  const reader = openResult(file)
  t.after(() => reader.close())
  const box = { minX: 149999, minY: 449999, maxX: 150001, maxY: 450001 }
  assert.deepEqual(
    [...reader.features('leidingelement', { bbox: box })].map(({ fid }) => fid),
    [2],
  )
  assert.deepEqual(reader.inspect().damage, [])
})

test('what the schema does not know is refused at the first row', (t) => {
  const writer = createGeoPackage(folder(t).path('result.gpkg'))
  t.after(() => writer.close())
  assert.throws(() => writer.feature('nergens', {}, null), /no layer 'nergens'/)
  assert.throws(() => writer.row('nergens', {}), /no table 'nergens'/)
  assert.throws(() => writer.feature('diepte', { diepte: 1 }, null), /no column 'diepte'/)
  assert.throws(() => writer.feature('diepte', { diepte_m: '1' }, null), /diepte.diepte_m is real/)
  assert.throws(() => writer.feature('diepte', { datum_meting: '2022-1-1' }, null), /datum_meting is date/)
  assert.throws(() => writer.feature('diepte', {}, { type: 'Point', xy: [Number.NaN, 1] }), /no number/)
  assert.throws(() => writer.feature('diepte', {}, { type: 'MultiLineString', lines: [[1, 2, 3, 4]] }), /takes Point/)
})

test('a file that is no result is refused and let go', (t) => {
  const at = folder(t)
  writeFileSync(at.path('text.gpkg'), 'this is no database, though it is long enough to be looked at as one'.repeat(99))
  assert.throws(() => openResult(at.path('text.gpkg')), /no GeoPackage/)
  assert.throws(() => openResult(at.path('absent.gpkg')))
})

test('damage to the spatial index does not pass', (t) => {
  const file = folder(t).path('result.gpkg')
  writeSample(file, { repeat: 100 })
  const db = new Database(file)
  db.unsafeMode(true)
  db.exec('UPDATE rtree_leidingelement_geom_rowid SET nodeno = 1 WHERE rowid = 5')
  db.close()
  const reader = openResult(file)
  t.after(() => reader.close())
  assert.match(reader.inspect().damage.join(), /rtree_leidingelement_geom/)
})

test('a result of an earlier version is read, with nothing where it knows nothing', (t) => {
  const file = folder(t).path('older.gpkg')
  writeSample(file)
  const newest = openResult(file)
  const whole = newest.feature(LAYERS[0]!.name, `nl.imkl-KL1234.${LAYERS[0]!.name}_1`)!
  newest.close()
  const [first, last] = [LAYERS[0]!, LAYERS.at(-1)!]
  const lost = first.columns.findIndex((column) => column.name === 'overige_kenmerken')
  const old = new Database(file)
  old.exec(`ALTER TABLE "${first.name}" DROP COLUMN "overige_kenmerken"`)
  old.exec(`DROP TABLE "rtree_${last.name}_geom"; DROP TABLE "${last.name}"`)
  old.close()
  const reader = openResult(file)
  t.after(() => reader.close())
  assert.equal(reader.count(first.name), 4)
  const feature = reader.feature(first.name, `nl.imkl-KL1234.${first.name}_1`)!
  assert.deepEqual(feature.cells, whole.cells.with(lost, null))
  assert.deepEqual([...reader.features(first.name)].length, 4)
  const box = { minX: 0, minY: 0, maxX: 1e6, maxY: 1e6 }
  assert.equal(reader.count(first.name, box), 3)
  assert.equal(reader.count(first.name, box, { overige_kenmerken: 'x' }), 0)
  assert.equal(reader.count(last.name), 0)
  assert.deepEqual([...reader.features(last.name, { bbox: box })], [])
})
