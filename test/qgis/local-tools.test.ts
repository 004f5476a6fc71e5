/** Real clients on a real server: a job that was filed at the simulator, read by QGIS, by GDAL and by curl. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { makeKey } from '../../server/cli/keys.ts'
import type { Job } from '../../server/contract/jobs.ts'
import { LAYERS } from '../../server/domain/layers.ts'
import { type GeoPackageReader, openResult } from '../../server/store/geopackage/read.ts'
import { RealServer } from '../support/real-server.ts'
import { until } from '../support/until.ts'
import { inQgis, withoutQgis } from './qgis.ts'

const run = promisify(execFile)
const BOX = [154_850, 387_950, 154_950, 388_050] as const
/** PROJ without the correction grid is off by decimetres; our own answers are not. */
const FARTHEST_M = 1

const lacks = (program: string): string | false =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).status !== 0 && `${program} is not installed`

const server = new RealServer()
let job: Job
let key: string
let landingPage: string
let file: string
let result: GeoPackageReader

before(async () => {
  await server.open()
  const ring = [
    [154_800, 387_900],
    [155_100, 387_900],
    [155_100, 388_150],
    [154_800, 388_150],
    [154_800, 387_900],
  ]
  const asked = { klic_type: 'ORIENT', reference: 'Bermsloot', submit: true }
  const { json } = await server.post('/jobs', { ...asked, geometry: { type: 'Polygon', coordinates: [ring] } })
  await until(async () => {
    job = await server.job(json.job_id)
    return job.status === 'ready'
  }, 120_000)
  key = (await makeKey(server.dataDir, 'GIS', ['read'])).secret
  landingPage = `${server.ready.base_url}/k/${key}/ogc/${job.job_id}`
  file = join(server.dataDir, 'result.gpkg')
  await writeFile(file, await (await server.call(`/jobs/${job.job_id}/export?format=gpkg`)).bytes())
  result = openResult(file)
})

after(async () => {
  result?.close()
  await server.close()
})

interface ReadLayer {
  valid: boolean
  count: number
  type: string
  fields: Record<string, string>
  faults: string[]
  farthest_m: number
  in_box: number
  missed: string[]
  beside: string[]
}

test("QGIS's own client lists, types, counts, selects by a box in RD New, and reads what the GeoPackage holds", {
  skip: withoutQgis,
}, async () => {
  const read = await inQgis<{ listed: string[]; layers: Record<string, ReadLayer>; messages: string[] }>(
    'read_oapif.py',
    [landingPage, file, ...BOX.map(String)],
  )
  assert.deepEqual(
    read.listed,
    LAYERS.map(({ name }) => name),
  )
  assert.deepEqual(read.messages, [])
  for (const { name, geometry, columns } of LAYERS) {
    const layer = read.layers[name]!
    assert.deepEqual([layer.valid, layer.count], [true, result.count(name)], name)
    // QGIS 3.22 learns type and columns from features: where there are none, it knows none.
    if (layer.count === 0) continue
    assert.deepEqual([layer.type, layer.faults], [geometry, []], name)
    const names = ['id', ...columns.map((column) => column.name)]
    assert.deepEqual([...new Set(Object.keys(layer.fields))].sort(), [...new Set(names)].sort(), name)
    assert.ok(layer.farthest_m < FARTHEST_M, `${name}: ${layer.farthest_m} m`)
    assert.deepEqual([layer.missed, layer.beside], [[], []], name)
  }
  const cables = read.layers.kabel_of_leiding!
  assert.equal(cables.fields.lengte_m, 'Real')
  assert.ok(cables.in_box > 0 && cables.in_box < cables.count)
})

test('GDAL lists all layers, and counts them as the GeoPackage does', { skip: lacks('ogrinfo') }, async () => {
  const { stdout: list } = await run('ogrinfo', [`OAPIF:${landingPage}`])
  for (const { name } of LAYERS) assert.match(list, new RegExp(`\\b${name}\\b`))
  const { stdout: all } = await run('ogrinfo', ['-so', '-al', `OAPIF:${landingPage}`])
  const counts = [...all.matchAll(/Layer name: (\S+)[\s\S]*?Feature Count: (\d+)/g)].map(([, name, count]) => [
    name,
    Number(count),
  ])
  assert.deepEqual(Object.fromEntries(counts), Object.fromEntries(LAYERS.map(({ name }) => [name, result.count(name)])))
  const { stdout: company } = await run('ogrinfo', [`OAPIF:${server.ready.base_url}/k/${key}/ogc`])
  assert.match(company, new RegExp(`${job.job_id}\\.kabel_of_leiding`))
})

test('curl reads a layer with the key as a password', { skip: lacks('curl') }, async () => {
  const items = `${server.ready.base_url}/ogc/${job.job_id}/collections/kabel_of_leiding/items`
  const { stdout } = await run('curl', ['-sS', '--fail', '--compressed', '-u', `curl:${key}`, `${items}?limit=10000`])
  assert.equal(JSON.parse(stdout).features.length, result.count('kabel_of_leiding'))
})
