import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { runTask } from '../../server/exports/conversion/task.ts'
import { geoJsonCounter, verifyGeoPackage, verifyShapefiles } from '../../server/exports/conversion/verify.ts'
import { featureStart, writeGeoJson } from '../../server/exports/formats/geojson.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { RESULT_FORMATS } from '../../server/exports/result-formats.ts'
import type { ConversionResult, ConversionTask } from '../../server/imkl/model/conversion-task.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { type Folder, folder, writeSample } from '../formats/samples.ts'
import { allOf, ELSEWHERE, exitOf, linesOf, start } from './processes.ts'

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

const exportTask = (at: Folder): ConversionTask => ({
  kind: 'export',
  gpkg: at.path('result.gpkg'),
  out: [
    { format: 'geojson', path: at.path('out/result.geojson') },
    { format: 'shp', path: at.path('out/result.zip') },
  ],
  tempDir: at.path('temp'),
})

test('an export answers with path, size and sha256 of what is on the disk, and leaves nothing else', async (t) => {
  const at = folder(t)
  writeSample(at.path('result.gpkg'))
  const { artifacts, summary } = await runTask(exportTask(at))
  assert.equal(summary, null)
  for (const { path, sha256: claimed, bytes } of artifacts) {
    assert.equal(claimed, sha256(path))
    assert.equal(bytes, readFileSync(path).length)
  }
  assert.deepEqual(readdirSync(at.path('out')).sort(), ['result.geojson', 'result.zip'])
  assert.deepEqual(readdirSync(at.path('temp')), [])
})

test('a compressed copy lies beside the file when it is asked for, and unpacks to the same bytes', async (t) => {
  const at = folder(t)
  writeSample(at.path('result.gpkg'))
  const [geojson] = exportTask(at).out
  await runTask({ ...exportTask(at), out: [{ ...geojson!, gzip: true }] })
  const plain = readFileSync(at.path('out/result.geojson'))
  assert.ok(gunzipSync(readFileSync(at.path('out/result.geojson.gz'))).equals(plain))
  assert.deepEqual(readdirSync(at.path('out')).sort(), ['result.geojson', 'result.geojson.gz'])
})

test('where every part is withheld there is still a result: empty, and it names the missing parts', async (t) => {
  const at = folder(t)
  const job = {
    reference: 'port',
    klicType: 'GRAAF' as const,
    environment: 'simulator' as const,
    missingParts: [{ orderId: 'ord_1', partNo: 1, reason: 'safety_area' as const, klicNumber: null }],
  }
  const out = [
    { format: 'gpkg' as const, path: at.path('out/r.gpkg') },
    { format: 'geojson' as const, path: at.path('out/r.geojson') },
    { format: 'shp' as const, path: at.path('out/r.zip') },
  ]
  const { summary } = await runTask({ kind: 'merge', deliveries: [], job, out, tempDir: at.path('temp') })
  assert.equal(summary?.features, 0)
  assert.ok(summary.warnings.some(({ code }) => code === 'PART_MISSING'))
  const { features, waarschuwingen } = JSON.parse(readFileSync(at.path('out/r.geojson'), 'utf8'))
  assert.deepEqual(features, [])
  assert.match(JSON.stringify(waarschuwingen), /ord_1/)
  const nothing = { kind: 'merge' as const, deliveries: [], out, tempDir: at.path('temp') }
  await assert.rejects(runTask(nothing), /no delivery to read/)
})

test('the process reports progress and ends with one result', async (t) => {
  const at = folder(t)
  writeSample(at.path('result.gpkg'))
  const child = start(t, at, exportTask(at))
  const lines = await allOf(linesOf(child))
  assert.equal(await exitOf(child), 0)
  assert.deepEqual(lines[0], { started: true })
  const progress = lines.slice(1, -1)
  assert.ok(progress.length > 0 && progress.every((line) => 'progress' in line))
  const last = lines.at(-1)!
  assert.ok('result' in last)
  assert.deepEqual(
    last.result.artifacts.map(({ format }) => format),
    ['geojson', 'shp'],
  )
})

test('the same task in another time zone and on another day gives the same bytes', async (t) => {
  const at = folder(t)
  writeSample(at.path('result.gpkg'), { repeat: 5 })
  const first = await runTask(exportTask(at))
  const child = start(t, at, exportTask(at), ELSEWHERE)
  const last = (await allOf(linesOf(child))).at(-1)!
  assert.ok('result' in last)
  assert.deepEqual(
    last.result.artifacts.map((artifact) => artifact.sha256),
    first.artifacts.map((artifact) => artifact.sha256),
  )
})

/** Every format but the GeoPackage, from the sealed one. */
const everyExport = (at: Folder, folder: string): ConversionTask => ({
  kind: 'export',
  gpkg: at.path('result.gpkg'),
  out: RESULT_FORMATS.filter((format) => format !== 'gpkg').map((format) => ({
    format,
    path: at.path(`${folder}/${format}`),
  })),
  tempDir: at.path(`temp ${folder}`),
})

test('every further format in another time zone and on another day is the same bytes', async (t) => {
  const at = folder(t)
  writeSample(at.path('result.gpkg'), { isSimulated: true })
  const here = await runTask(everyExport(at, 'here'))
  const child = start(t, at, everyExport(at, 'there'), ELSEWHERE)
  const last = (await allOf(linesOf(child))).at(-1)!
  assert.ok('result' in last)
  const sums = ({ artifacts }: Pick<ConversionResult, 'artifacts'>) =>
    // Degrees also depend on whether the official grid is there, which the process looks for.
    artifacts.filter(({ format }) => format !== 'geojson-crs84').map(({ format, sha256 }) => [format, sha256])
  assert.deepEqual(sums(last.result), sums(here))
  assert.deepEqual(readdirSync(at.path('here')).sort(), RESULT_FORMATS.filter((each) => each !== 'gpkg').sort())
  assert.deepEqual(readdirSync(at.path('temp here')), [])
})

for (const stage of ['geojson', 'shp'] as const) {
  test(`killed while writing ${stage}, no file has its name, and running again leaves no trace of it`, async (t) => {
    const at = folder(t)
    writeSample(at.path('result.gpkg'), { repeat: 100 })
    const child = start(t, at, exportTask(at))
    for await (const line of linesOf(child)) {
      if ('progress' in line && line.progress.what === stage) child.kill('SIGKILL')
    }
    await exitOf(child)
    assert.equal(child.signalCode, 'SIGKILL')
    assert.equal(existsSync(at.path('out/result.geojson')), false)
    assert.equal(existsSync(at.path('out/result.zip')), false)
    await runTask(exportTask(at))
    assert.deepEqual(readdirSync(at.path('out')).sort(), ['result.geojson', 'result.zip'])
    assert.deepEqual(readdirSync(at.path('temp')), [])
  })
}

test('the process ends when its parent is gone', async (t) => {
  const at = folder(t)
  writeSample(at.path('result.gpkg'), { repeat: 200 })
  const child = start(t, at, exportTask(at), { KLIC_PARENT: 'pipe' })
  const lines = linesOf(child)
  await lines.next()
  child.stdin!.end()
  assert.equal(await exitOf(child), 1)
  assert.equal(existsSync(at.path('out/result.zip')), false)
})

test('started by hand it does not mind a closed standard input', async (t) => {
  const at = folder(t)
  writeSample(at.path('result.gpkg'))
  const child = start(t, at, exportTask(at), { KLIC_PARENT: '' })
  child.stdin!.end()
  const last = (await allOf(linesOf(child))).at(-1)!
  assert.ok('result' in last)
})

test('what can not be read is a failure line and exit 1, and nothing is written', async (t) => {
  const at = folder(t)
  writeFileSync(at.path('result.gpkg'), 'no database')
  const child = start(t, at, exportTask(at))
  const last = (await allOf(linesOf(child))).at(-1)!
  assert.ok('failure' in last)
  assert.equal(last.failure.refused, false)
  assert.equal(await exitOf(child), 1)
  assert.deepEqual(readdirSync(at.path('out')), [])
})

test('a delivery that is none is refused, for good', async (t) => {
  const at = folder(t)
  writeFileSync(at.path('broken.zip'), 'PK but no more')
  const out = [{ format: 'gpkg', path: at.path('out/result.gpkg') }] as const
  const deliveries = [{ path: at.path('broken.zip') }]
  const child = start(t, at, { kind: 'merge', deliveries, out: [...out], tempDir: at.path('temp') })
  const last = (await allOf(linesOf(child))).at(-1)!
  assert.ok('failure' in last)
  assert.equal(last.failure.refused, true)
  assert.equal(await exitOf(child), 1)
  assert.deepEqual(readdirSync(at.path('out')), [])
})

test('a file that exists is replaced only by a whole one', async (t) => {
  const at = folder(t)
  writeSample(at.path('result.gpkg'))
  await runTask(exportTask(at))
  const before = sha256(at.path('out/result.geojson'))
  await assert.rejects(runTask({ ...exportTask(at), gpkg: at.path('gone.gpkg') } as ConversionTask))
  assert.equal(sha256(at.path('out/result.geojson')), before)
})

test('a result that does not hold what was merged is refused', async (t) => {
  const at = folder(t)
  const counts = writeSample(at.path('result.gpkg'))
  const reader = openResult(at.path('result.gpkg'))
  t.after(() => reader.close())
  const wrong = { ...counts, diepte: counts.diepte! + 1 }
  assert.throws(() => verifyGeoPackage(reader.inspect(), wrong), /4 features in layer diepte, where 5 were merged/)

  await writeGeoJson(at.path('result.geojson'), reader)
  const bytes = readFileSync(at.path('result.geojson'))
  const check = (content: Buffer, expected: Record<string, number>, step: number): void => {
    const counter = geoJsonCounter(featureStart)
    for (let i = 0; i < content.length; i += step) counter.look(content.subarray(i, i + step))
    counter.verify(expected)
  }
  // Chunk sizes that cut every mark in two somewhere.
  for (const step of [7, 100, 1001, 1 << 20]) check(bytes, counts, step)
  assert.throws(() => check(bytes, wrong, 1000), /layer diepte/)
  assert.throws(() => check(bytes.subarray(0, -3), counts, 1000), /does not end/)

  const files = LAYERS.map(({ name, geometry }) => ({ name, geometry, rows: 4 }))
  verifyShapefiles(files, counts)
  assert.throws(() => verifyShapefiles(files, wrong), /layer diepte/)
  assert.throws(() => verifyShapefiles(files.slice(1), counts), /lacks Shapefile aanvraag_p/)
  const points = files.map((file) => ({ ...file, geometry: 'Point' }))
  assert.throws(() => verifyShapefiles(points, counts), /Shapefile aanvraag_polygoon holds other shapes/)
})
