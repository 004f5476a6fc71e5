/** What has come of a job that waits for more, over real HTTP: shown, marked everywhere, and no result for API v1. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { JobSummary } from '../../server/features/jobs/dashboard-schema.ts'
import { wantPreliminary } from '../../server/features/jobs/rows/artifacts.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { endPreliminary, recordPreliminary } from '../../server/features/results/rows/preliminary.ts'
import { openWorld, refused, shown } from '../support/api-world.ts'

const EXTENT = [155_000, 463_000, 155_100, 463_100] as const
const SUMMARY = {
  deliveries: [],
  features: 1,
  objecttypes: {},
  themes: {},
  detail: [],
  layers: {},
  operators: [],
  warnings: [{ code: 'PRELIMINARY', message: 'PRELIMINARY' }],
  documents: { files: 0, identifiers: 0, references: 0 },
  precautions: 0,
  extent: [...EXTENT] as never,
}

function writeOne(path: string): void {
  const gpkg = createGeoPackage(path)
  const row = { id: 'w', objecttype: 'Waterleiding', thema: 'water', status: 'functional', lengte_m: 100 }
  gpkg.feature('kabel_of_leiding', row, {
    type: 'MultiLineString',
    lines: [[EXTENT[0], EXTENT[1], EXTENT[2], EXTENT[3]]],
  })
  gpkg.finish({ lastChange: '2026-11-20T10:00:00.000Z', warnings: [] })
}

/** Two deliveries have come: what is shown is the second of its kind. */
async function waiting(t: TestContext) {
  const world = await openWorld(t)
  const { job_id: jobId } = await world.quote({ reference: 'Straat' })
  await world.put(jobId, 'partially_delivered', 'partially_delivered')
  const made = join(world.dataDir, 'made.gpkg')
  writeOne(made)
  const { path, sha256 } = await world.putFile(jobId, 'gpkg', readFileSync(made), -1000)
  await world.store.db.deleteFrom('artifact').where('job_id', '=', jobId).execute()
  for (const _ of [1, 2]) await world.store.transaction({ job: jobId }, (trx) => wantPreliminary(trx, jobId))
  const facts = { no: 2, parts: 1, features: 1, made_at: '2026-11-20T10:00:00.000Z' }
  const bytes = readFileSync(made).length
  const artifact = { path, sha256, bytes }
  await recordPreliminary(world.store, { jobId, artifactId: 'art_p', artifact, facts, summary: SUMMARY })
  const { window } = await world.signIn()
  return { world, jobId, window, facts, file: join(world.dataDir, path) }
}

test('API v1 tells of it, and answers that the job is not ready', async (t) => {
  const { world, jobId, facts } = await waiting(t)
  const job = shown(Job, await world.v1(`/jobs/${jobId}`))
  assert.deepEqual([job.preliminary, job.revision, job.ready_at, job.ground], [facts, 0, null, null])
  assert.deepEqual(job.exports, { shp: 'absent', geojson: 'absent', gpkg: 'absent' })
  assert.deepEqual([job.links.geojson, job.links.export], [null, null])
  assert.equal((await world.ask(job.links.ogc!.slice(world.baseUrl.length))).status, 200)
  for (const path of ['geojson', 'export?format=gpkg', 'export?format=shp', 'export?format=geojson'])
    refused(await world.v1(`/jobs/${jobId}/${path}`), 409, 'NOT_READY')
  assert.equal((await world.v1('/jobs?status=ready')).text.includes(jobId), false)
})

test('the map, tiles and OGC have it, and every name of it says that it is preliminary', async (t) => {
  const { world, jobId, window } = await waiting(t)
  const summary = shown(JobSummary, await window(`/jobs/${jobId}/summary`))
  assert.deepEqual([summary.revision, summary.features], [-2, 1])
  const get = async (path: string) => JSON.parse((await world.ask(path, { key: world.keys.read })).text)
  const tiles = await get(`/tiles/${jobId}/tile.json`)
  assert.equal(tiles.name, 'KLIC VOORLOPIG Straat')
  assert.match(tiles.tiles[0], /revision=-2$/)
  assert.equal((await get(`/tiles/${jobId}/style.json`)).name, 'KLIC VOORLOPIG Straat')
  const landing = await get(`/ogc/${jobId}`)
  assert.equal(landing.title, 'KLIC VOORLOPIG Straat')
  assert.match(landing.description, /PRELIMINARY/)
  const { collections } = await get(`/ogc/${jobId}/collections`)
  for (const { title, description } of collections as { title: string; description: string }[]) {
    assert.match(title, /^VOORLOPIG /)
    assert.match(description, /preliminary 2/)
  }
  assert.equal((await get(`/ogc/${jobId}/collections/kabel_of_leiding/items`)).numberMatched, 1)
  const objects = await window(`/jobs/${jobId}/objects?refs=kabel_of_leiding.1`)
  assert.match(objects.text, /Waterleiding/)
  // The list of a whole company is of results.
  assert.deepEqual((await get('/ogc/collections')).collections, [])
  const opened = JSON.parse((await window('/gis', { method: 'POST', body: { job_id: jobId } })).text)
  assert.match(opened.layers.file_name, /^KLIC_VOORLOPIG-Straat/)
  assert.match(opened.layers.content, /name="KLIC VOORLOPIG Straat"/)
})

test('its files are the dashboard’s alone, under a name that says it; one that is not there is asked of the worker', async (t) => {
  const { world, jobId, window } = await waiting(t)
  const gpkg = await window(`/jobs/${jobId}/preliminary?format=gpkg`)
  assert.equal(gpkg.status, 200)
  assert.match(
    gpkg.headers.get('content-disposition')!,
    new RegExp(`"KLIC_VOORLOPIG_2_TESTGEGEVENS_Straat_${jobId.slice(-4).toLowerCase()}\\.gpkg"`),
  )
  assert.equal((await window(`/jobs/${jobId}/preliminary?format=dxf`)).status, 202)
  assert.equal((await window(`/jobs/${jobId}/preliminary?format=dxf`)).status, 202)
  const wanted = await world.store.db.selectFrom('artifact').select(['revision', 'format', 'state']).execute()
  assert.deepEqual(
    wanted.filter(({ state }) => state === 'wanted'),
    [{ revision: -2, format: 'dxf', state: 'wanted' }],
  )
  refused(await window(`/jobs/${jobId}/preliminary?format=geotiff`), 404, 'NOT_FOUND')
  refused(await window(`/jobs/${jobId}/export?format=gpkg`), 409, 'NOT_READY')
})

test('while the ground is on its way its GeoPackage is to come; then it is below the map, and to be had by itself', async (t) => {
  const { world, jobId, window } = await waiting(t)
  const put = (ground: 'wanted' | 'ready', summary: object) =>
    Promise.all([
      world.store.db.updateTable('artifact').set({ ground }).where('job_id', '=', jobId).execute(),
      world.store.db
        .updateTable('preliminary')
        .set({ summary: JSON.stringify({ ...SUMMARY, ...summary }) })
        .execute(),
    ])
  const below = async () =>
    JSON.parse((await world.ask(`/tiles/${jobId}/tile.json`, { key: world.keys.read })).text).ground
  assert.equal(await below(), null)
  await put('wanted', {})
  assert.equal(await below(), 'coming')
  for (const format of ['gpkg', 'geotiff'])
    assert.equal((await window(`/jobs/${jobId}/preliminary?format=${format}`)).status, 202, format)
  assert.equal((await window(`/jobs/${jobId}/preliminary?format=dxf`)).status, 202)
  const layer = { table: 'ondergrond_5', perMetre: 5, extent: EXTENT, tiles: 1 }
  await put('ready', { ground: { pictures: [], layers: [layer], warnings: [] } })
  assert.match((await below()).tiles[0], /ground/)
  assert.equal((await window(`/jobs/${jobId}/preliminary?format=gpkg`)).status, 200)
  assert.equal((await window(`/jobs/${jobId}/preliminary?format=geotiff`)).status, 202, 'it is made of it')
})

test('it is its company’s alone, and gone with the result', async (t) => {
  const { world, jobId, window } = await waiting(t)
  const neighbour = await world.company()
  const { secret } = await world.keyWith(['read'], neighbour)
  const paths = [`/tiles/${jobId}/tile.json`, `/ogc/${jobId}`, `/ogc/${jobId}/collections/kabel_of_leiding/items`]
  for (const path of paths) assert.equal((await world.ask(path, { key: secret })).status, 404, path)
  const theirs = (await world.signIn(neighbour)).window
  for (const path of ['summary', 'preliminary?format=gpkg', 'objects?refs=kabel_of_leiding.1'])
    refused(await theirs(`/jobs/${jobId}/${path}`), 404, 'NOT_FOUND')
  await world.store.transaction({ job: jobId }, (trx) => endPreliminary(trx, jobId))
  for (const path of paths) assert.equal((await world.ask(path, { key: world.keys.read })).status, 404, path)
  refused(await window(`/jobs/${jobId}/preliminary?format=gpkg`), 409, 'NOT_READY')
  refused(await window(`/jobs/${jobId}/summary`), 409, 'NOT_READY')
})

test('a file of it that was damaged is not shown, and made anew', async (t) => {
  const { world, jobId, window, file } = await waiting(t)
  writeFileSync(file, 'damaged')
  for (let asked = 0; asked < 2; asked++)
    assert.equal((await window(`/jobs/${jobId}/preliminary?format=gpkg`)).status, 503)
  const { wanted, done } = await world.store.db.selectFrom('preliminary').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual([wanted, done], [3, 2])
})
