/** The whole conversion on real example deliveries, where they lie beside the repository. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import gdal from 'gdal-async'
import { runTask } from '../../server/exports/conversion/task.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import type { ConversionTask } from '../../server/imkl/model/conversion-task.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { allOf, ELSEWHERE, linesOf, start } from '../exports/processes.ts'
import { type Folder, folder } from '../formats/samples.ts'
import { shared } from '../support/shared.ts'

const largest = shared('deliveries/Levering_22O000517_1.zip')
const overlapping = ['22G003181_1', '22G003182_1'].map((name) => shared(`deliveries/Levering_${name}.zip`))
const expected = shared('deliveries/expected.json')
const skip = largest && expected && overlapping.every(Boolean) ? false : 'the example deliveries are not there'

const mergeTask = (at: Folder, deliveries: (string | undefined)[], out = 'out'): ConversionTask => ({
  kind: 'merge',
  deliveries: deliveries.map((path) => ({ path: path! })),
  out: [
    { format: 'gpkg', path: at.path(`${out}/result.gpkg`) },
    { format: 'geojson', path: at.path(`${out}/result.geojson`) },
    { format: 'shp', path: at.path(`${out}/result.zip`) },
  ],
  tempDir: at.path('temp'),
})

test('the largest delivery: every format opens elsewhere with the counts of an independent reader', {
  skip,
}, async (t) => {
  const at = folder(t)
  const { summary } = await runTask(mergeTask(at, [largest]))

  const reader = openResult(at.path('out/result.gpkg'))
  const classes: Record<string, number> = {}
  for (const { name } of LAYERS) {
    for (const { cells } of reader.features(name, { columns: ['objecttype'] })) {
      classes[String(cells[0])] = (classes[String(cells[0])] ?? 0) + 1
    }
  }
  reader.close()
  const { deliveries } = JSON.parse(readFileSync(expected!, 'utf8')) as {
    deliveries: Record<string, { classes: Record<string, { count: number }> }>
  }
  const known = deliveries['22O000517_1']!.classes
  assert.deepEqual(classes, Object.fromEntries(Object.keys(classes).map((name) => [name, known[name]?.count])))

  const layers = Object.fromEntries(LAYERS.map(({ name }) => [name, summary!.layers[name] ?? 0]))
  const countsIn = (path: string): Record<string, number> => {
    const source = gdal.open(path)
    const counts = Object.fromEntries(source.layers.map((layer) => [layer.name, layer.features.count()]))
    source.close()
    return counts
  }
  assert.deepEqual(countsIn(`/vsizip/{${at.path('out/result.zip')}}`), layers)
  for (const [name, count] of Object.entries(layers)) assert.equal(countsIn(at.path('out/result.gpkg'))[name], count)
  assert.deepEqual(Object.values(countsIn(at.path('out/result.geojson'))), [summary!.features])

  const ogrinfo = spawnSync('ogrinfo', ['-ro', '-al', '-so', at.path('out/result.gpkg')], { encoding: 'utf8' })
  if (ogrinfo.error) return t.diagnostic('ogrinfo is not installed')
  assert.equal(ogrinfo.stderr, '')
  const found = Object.fromEntries(
    [...ogrinfo.stdout.matchAll(/Layer name: (\w+)[\s\S]*?Feature Count: (\d+)/g)].map(([, name, n]) => [
      name,
      Number(n),
    ]),
  )
  for (const [name, count] of Object.entries(layers)) assert.equal(found[name], count, name)
})

test('two overlapping deliveries give the same bytes in any order, zone and year', { skip }, async (t) => {
  const at = folder(t)
  const first = await runTask(mergeTask(at, overlapping))
  const child = start(t, at, mergeTask(at, overlapping.toReversed(), 'again'), ELSEWHERE)
  const last = (await allOf(linesOf(child))).at(-1)!
  assert.ok('result' in last)
  assert.deepEqual(
    last.result.artifacts.map(({ format, sha256 }) => [format, sha256]),
    first.artifacts.map(({ format, sha256 }) => [format, sha256]),
  )
})
