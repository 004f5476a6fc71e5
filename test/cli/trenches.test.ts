/** klic trenches, as a person calls it: on a delivery, with works from a file, as JSON, GeoPackage, XLSX and PDF. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import gdal from 'gdal-async'
import { runTask } from '../../server/exports/conversion/task.ts'
import { filesInZip } from '../../server/exports/formats/zip-file.ts'
import { openWorld } from '../support/api-world.ts'
import { words as pdfWords, withoutPoppler } from '../support/paper.ts'
import { serverEntry } from '../support/server-entry.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'

let folder = ''
let delivery = ''
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'klic-trenches-'))
  delivery = await simulatedDelivery(folder, '99G000001', [155_000, 463_000, 155_100, 463_100], { klicType: 'GRAAF' })
})
after(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)
const works = (wkt: string): string => {
  writeFileSync(at('works.wkt'), wkt)
  return at('works.wkt')
}
const AXIS = 'LINESTRING(155005 463020, 155050 463040, 155095 463090)'

const klic = (...args: string[]): Promise<{ code: number; out: string; words: string }> =>
  new Promise((resolve) => {
    const options = { maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, [serverEntry('klic'), 'trenches', ...args], options, (error, out, words) =>
      resolve({ code: error ? Number(error.code) : 0, out, words }),
    )
  })

test('an axis over a delivery gives rows, trenches that meet all of them, and what is not known', async () => {
  const { code, out, words } = await klic('--works', works(AXIS), '--width', '1', '--out', at('plan.gpkg'), delivery)
  assert.equal(code, 0, words)
  const plan = JSON.parse(out)
  assert.deepEqual([plan.search_m, plan.parameters.width_m, plan.parameters.spacing_m], [2, 1, 25])
  assert.ok(plan.rows.length > 3)
  assert.equal(plan.totals.fewest, plan.trenches.length)
  for (const row of plan.rows) assert.ok(row.trenches.length > 0 && row.distance_m <= 2, row.id)
  assert.doesNotMatch(out, /\b(free|safe|clear)\b/i)
  const set = gdal.open(at('plan.gpkg'))
  const counts = Object.fromEntries(set.layers.map((layer) => [layer.name, layer.features.count()]))
  const { rows, trenches, unknown } = plan
  assert.deepEqual(
    [counts.werk, counts.proefsleuf, counts.te_lokaliseren, counts.niet_bekend],
    [1, trenches.length, rows.length, unknown.length],
  )
  assert.equal(set.layers.get('proefsleuf').srs?.getAuthorityCode(null), '28992')
  set.close()
})

test('the same plan has the same bytes, and a workbook has its four lists', async () => {
  const sums = []
  for (const name of ['one.gpkg', 'two.gpkg', 'one.xlsx', 'two.xlsx'])
    sums.push(JSON.parse((await klic('--works', works(AXIS), '--out', at(name), delivery)).out).sha256)
  assert.deepEqual([sums[0], sums[2]], [sums[1], sums[3]])
  const names = []
  for await (const { name, chunks } of filesInZip(at('one.xlsx'))) {
    names.push(name)
    for await (const _ of chunks);
  }
  assert.equal(names.filter((name) => /sheet\d\.xml$/.test(name)).length, 4)
  assert.ok(readFileSync(at('one.xlsx')).length > 2000)
})

test('a PDF has the map and the table, in a language, and the same plan has the same bytes', async () => {
  const sums = []
  for (const name of ['one.pdf', 'two.pdf'])
    sums.push(JSON.parse((await klic('--works', works(AXIS), '--out', at(name), delivery)).out).sha256)
  assert.equal(sums[0], sums[1])
  const english = await klic('--works', works(AXIS), '--language', 'en', '--out', at('en.PDF'), delivery)
  assert.equal(english.code, 0, english.words)
  for (const [said, wrong] of [
    [/--language must be one of nl, en/, ['--language', 'de', '--out', at('de.pdf')]],
    [/must end in .gpkg, .xlsx or .pdf/, ['--out', at('plan.dxf')]],
  ] as const) {
    const { code, words: why } = await klic('--works', works(AXIS), ...wrong, delivery)
    assert.equal(code, 2)
    assert.match(why, said)
  }
  if (withoutPoppler) return
  for (const [name, simulated, located] of [
    ['one.pdf', /SIMULATIE: NIET VOOR GEBRUIK/, /niet gelokaliseerd/],
    ['en.PDF', /SIMULATION: NOT FOR USE/, /not located/],
  ] as const)
    for (const page of pdfWords(at(name)).split('\f').slice(0, -1)) {
      assert.match(page, simulated)
      assert.doesNotMatch(page, /\b(free|safe|clear|vrij|veilig)\b/i)
      if (/Sleuf 1|Trench 1/.test(page)) assert.match(page, located)
    }
})

test('a polygon has trenches within it, and says how many any plan needs', async () => {
  const area = 'POLYGON((155010 463010, 155060 463010, 155060 463050, 155010 463050, 155010 463010))'
  const { totals, rows, length_m } = JSON.parse((await klic('--works', works(area), delivery)).out)
  assert.ok(totals.fewest > 0 && totals.fewest <= totals.trenches && rows.length > 3)
  assert.equal(length_m, null)
})

test('works that are several, a parameter out of bounds and a file that is no result are refused in words', async () => {
  const two = `GEOMETRYCOLLECTION(${AXIS}, LINESTRING(155000 463000, 155010 463000))`
  const several = await klic('--works', works(two), delivery)
  assert.equal(several.code, 3)
  assert.match(several.words, /must be one line or one polygon, and 2 were found/)
  const wide = await klic('--works', works(AXIS), '--width', 'breed', delivery)
  assert.equal(wide.code, 2)
  assert.match(wide.words, /--width must be a number from 0 to 50/)
  writeFileSync(at('none.gpkg'), 'no result')
  const none = await klic('--works', works(AXIS), at('none.gpkg'))
  assert.equal(none.code, 3)
  assert.match(none.words, /no result of this program/)
})

test('a job of this computer and deliveries beside it are one plan; a job without a result is refused in words', async (t) => {
  const { dataDir, quote, put, putFile } = await openWorld(t)
  const { job_id } = await quote({ submit: true })
  const refusal = await klic('--works', works(AXIS), '--data', dataDir, job_id)
  assert.deepEqual([refusal.code, refusal.words.includes(`no result of ${job_id}`)], [3, true], refusal.words)
  const out = [{ format: 'gpkg' as const, path: at('result.gpkg') }]
  await runTask({ kind: 'merge', deliveries: [{ path: delivery }], out, tempDir: folder })
  await put(job_id, 'ready')
  await putFile(job_id, 'gpkg', readFileSync(at('result.gpkg')))
  const ofDelivery = await klic('--works', works(AXIS), delivery)
  const ofJob = await klic('--works', works(AXIS), '--data', dataDir, job_id)
  assert.equal(ofJob.code, 0, ofJob.words)
  assert.deepEqual(JSON.parse(ofJob.out), JSON.parse(ofDelivery.out))
  const both = await klic('--works', works(AXIS), '--data', dataDir, job_id, delivery)
  assert.deepEqual(JSON.parse(both.out).rows, JSON.parse(ofDelivery.out).rows)
})
