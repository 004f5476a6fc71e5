import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import Database from 'better-sqlite3'
import gdal from 'gdal-async'
import { runTask } from '../../server/exports/conversion/task.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { RESULT_TABLES } from '../../server/imkl/model/result.ts'
import { folder } from '../formats/samples.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { writeSpecimen } from './specimen.ts'

const INSTANT = '2026-11-20T09:00:00.000Z'

test('each layer has one style of its own, the default, with the date of the delivery', (t) => {
  const file = folder(t).path('KLIC.gpkg')
  writeSpecimen(file)
  const db = new Database(file, { readonly: true })
  t.after(() => db.close())
  const styles = db.prepare('SELECT * FROM layer_styles').all() as Record<string, unknown>[]
  assert.deepEqual(styles.map((style) => style.f_table_name).sort(), LAYERS.map(({ name }) => name).sort())
  for (const style of styles) {
    const { f_geometry_column, useAsDefault, update_time, f_table_catalog, f_table_schema } = style
    const given = { f_geometry_column, useAsDefault, update_time, f_table_catalog, f_table_schema }
    assert.deepEqual(given, {
      f_geometry_column: 'geom',
      useAsDefault: 1,
      update_time: INSTANT,
      f_table_catalog: '',
      f_table_schema: '',
    })
    assert.match(String(style.styleQML), /^<!DOCTYPE qgis/)
  }
})

test('styles and metadata are registered as the standard and GDAL have it', (t) => {
  const file = folder(t).path('KLIC.gpkg')
  writeSpecimen(file)
  const db = new Database(file, { readonly: true })
  const contents = db
    .prepare("SELECT data_type, last_change FROM gpkg_contents WHERE table_name = 'layer_styles'")
    .get()
  const extensions = db
    .prepare("SELECT table_name FROM gpkg_extensions WHERE extension_name = 'gpkg_metadata' ORDER BY 1")
    .pluck()
    .all()
  const metadata = db
    .prepare(
      'SELECT m.md_standard_uri, r.reference_scope, r.timestamp FROM gpkg_metadata m JOIN gpkg_metadata_reference r ON r.md_file_id = m.id',
    )
    .all()
  db.close()
  assert.deepEqual(contents, { data_type: 'attributes', last_change: INSTANT })
  assert.deepEqual(extensions, ['gpkg_metadata', 'gpkg_metadata_reference'])
  assert.deepEqual(metadata, [
    { md_standard_uri: 'http://www.isotc211.org/2005/gmd', reference_scope: 'geopackage', timestamp: INSTANT },
  ])
  const source = gdal.open(file)
  t.after(() => source.close())
  assert.deepEqual(
    source.layers.map(({ name }) => name),
    [...LAYERS.map(({ name }) => name), ...RESULT_TABLES.map(({ name }) => name), 'layer_styles'],
  )
})

test('the project is a ZIP with one project file, in hex as QGIS keeps it', (t) => {
  const file = folder(t).path('KLIC.gpkg')
  writeSpecimen(file)
  const db = new Database(file, { readonly: true })
  t.after(() => db.close())
  const [project, ...others] = db.prepare('SELECT * FROM qgis_projects').all() as Record<string, string>[]
  assert.deepEqual(others, [])
  assert.deepEqual(JSON.parse(project!.metadata!), {
    last_modified_time: INSTANT.slice(0, 19),
    last_modified_user: '',
  })
  const zip = Buffer.from(project!.content!, 'hex')
  const nameBytes = zip.readUInt16LE(26)
  assert.equal(zip.toString('utf8', 30, 30 + nameBytes), 'KLIC.qgs')
  const xml = inflateRawSync(zip.subarray(30 + nameBytes, 30 + nameBytes + zip.readUInt32LE(18))).toString()
  assert.match(xml, /^<!DOCTYPE qgis/)
})

test('equal results have equal bytes, in another time zone and on another day too', (t) => {
  const at = folder(t)
  writeSpecimen(at.path('a.gpkg'), { fileName: 'KLIC.gpkg' })
  const shifted = 'const now = Date.now; Date.now = () => now() + 400 * 86400e3'
  const code = `${shifted}; const { writeSpecimen } = await import(${JSON.stringify(import.meta.resolve('./specimen.ts'))}); writeSpecimen(process.argv[1], { fileName: 'KLIC.gpkg' })`
  execFileSync(process.execPath, ['--input-type=module', '-e', code, at.path('b.gpkg')], {
    env: { ...process.env, TZ: 'Pacific/Kiritimati' },
  })
  assert.ok(readFileSync(at.path('a.gpkg')).equals(readFileSync(at.path('b.gpkg'))))
})

test('a merge gives a dressed GeoPackage whose project goes by the name people get', async (t) => {
  const at = folder(t)
  const zip = await simulatedDelivery(at.path('.'), '99O0000001', [154_800, 387_900, 155_000, 388_100])
  await runTask({
    kind: 'merge',
    deliveries: [{ path: zip }],
    job: { reference: 'Bermsloot', klicType: 'ORIENT', environment: 'simulator', missingParts: [] },
    out: [{ format: 'gpkg', path: at.path('out/klic.gpkg'), name: 'KLIC_Bermsloot.gpkg' }],
    tempDir: at.path('temp'),
  })
  const reader = openResult(at.path('out/klic.gpkg'))
  const { tables } = reader.inspect()
  reader.close()
  assert.equal(tables.find(({ name }) => name === 'layer_styles')?.rows, LAYERS.length)
  const db = new Database(at.path('out/klic.gpkg'), { readonly: true })
  t.after(() => db.close())
  const zipped = Buffer.from(db.prepare('SELECT content FROM qgis_projects').pluck().get() as string, 'hex')
  const xml = inflateRawSync(zipped.subarray(30 + zipped.readUInt16LE(26))).toString()
  assert.match(xml, /<datasource>\.\/KLIC_Bermsloot\.gpkg\|layername=kabel_of_leiding/)
  assert.match(xml, /<title>KLIC Bermsloot, 99O0000001<\/title>/)
  assert.match(db.prepare('SELECT metadata FROM gpkg_metadata').pluck().get() as string, /99O0000001.*Testgegevens/)
})
