/** Result files: when they are there, how they are made on demand, and that their bytes are told truly. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { ResultFormat } from '../../server/exports/result-formats.ts'
import { ExportPending, Job } from '../../server/features/jobs/schema.ts'
import { openWorld, refused, shown, TRENCH, type World } from '../support/api-world.ts'

const COLLECTION = '{"type":"FeatureCollection","features":[]}'
const CONTENT = 'the bytes of a GeoPackage, say'

const readyJob = async (world: World, body: Record<string, unknown> = {}) => {
  const { job_id } = await world.quote(body)
  await world.put(job_id, 'ready')
  return job_id
}
const wanted = (world: World) => world.store.db.selectFrom('artifact').select(['format', 'revision', 'state']).execute()

test('a finished file comes with its hash as ETag, its length and a name', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world, { reference: 'Café Zuid / fase 2' })
  const { sha256 } = await world.putFile(id, 'gpkg', CONTENT)
  const reply = await world.v1(`/jobs/${id}/export?format=gpkg`, { key: world.keys.read })
  assert.deepEqual([reply.status, reply.text], [200, CONTENT])
  assert.equal(createHash('sha256').update(reply.text).digest('hex'), sha256)
  const header = (name: string) => reply.headers.get(name)
  assert.equal(header('etag'), `"${sha256}"`)
  assert.equal(header('x-service-sha256'), sha256)
  assert.equal(
    header('content-disposition'),
    `attachment; filename="KLIC_TESTGEGEVENS_Cafe-Zuid-fase-2_r1_${id.slice(-4).toLowerCase()}.gpkg"`,
  )
  assert.equal(header('content-length'), String(CONTENT.length))
  assert.equal(header('accept-ranges'), 'bytes')
  assert.equal(header('content-type'), 'application/geopackage+sqlite3')
})

test('a job without a reference names its file by its id', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  await world.putFile(id, 'shp', CONTENT)
  const reply = await world.v1(`/jobs/${id}/export?format=shp`)
  assert.equal(reply.headers.get('content-disposition'), `attachment; filename="KLIC_TESTGEGEVENS_${id}_r1_shp.zip"`)
  assert.equal(reply.headers.get('content-type'), 'application/zip')
})

test('HEAD tells about a file without sending it', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  const { sha256 } = await world.putFile(id, 'gpkg', CONTENT)
  const reply = await world.v1(`/jobs/${id}/export?format=gpkg`, { method: 'HEAD' })
  assert.deepEqual([reply.status, reply.text], [200, ''])
  assert.equal(reply.headers.get('etag'), `"${sha256}"`)
  assert.equal(reply.headers.get('content-length'), String(CONTENT.length))
})

test('who has the file is told 304; who has another gets this one', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  const { sha256 } = await world.putFile(id, 'gpkg', CONTENT)
  const ask = (tag: string) => world.v1(`/jobs/${id}/export?format=gpkg`, { headers: { 'If-None-Match': tag } })
  const same = await ask(`"${sha256}"`)
  assert.deepEqual([same.status, same.text], [304, ''])
  assert.equal(same.headers.get('etag'), `"${sha256}"`)
  assert.equal((await ask('"other"')).status, 200)
})

test('ranges are served, and one beyond the end is 416 with the length', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  const { sha256 } = await world.putFile(id, 'gpkg', CONTENT)
  const ask = (headers: Record<string, string>) => world.v1(`/jobs/${id}/export?format=gpkg`, { headers })
  const part = await ask({ Range: 'bytes=4-8' })
  assert.deepEqual([part.status, part.text], [206, 'bytes'])
  assert.equal(part.headers.get('content-range'), `bytes 4-8/${CONTENT.length}`)
  const beyond = await ask({ Range: 'bytes=900-' })
  refused(beyond, 416, 'RANGE_NOT_SATISFIABLE')
  assert.equal(beyond.headers.get('content-range'), `bytes */${CONTENT.length}`)
  const changed = await ask({ Range: 'bytes=4-8', 'If-Range': '"an older file"' })
  assert.deepEqual([changed.status, changed.text], [200, CONTENT])
  const resumed = await ask({ Range: 'bytes=4-8', 'If-Range': `"${sha256}"` })
  assert.equal(resumed.status, 206)
  refused(await ask({ 'If-Match': '"an older file"' }), 412, 'PRECONDITION_FAILED')
})

test('a file on first demand is 202, wanted once, and there when it is made', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  const ask = () => world.v1(`/jobs/${id}/export?format=shp`)
  const state = async () => shown(Job, await world.v1(`/jobs/${id}`)).exports.shp
  assert.equal(await state(), 'absent')
  const first = await ask()
  const pending = shown(ExportPending, first, 202)
  assert.equal(first.headers.get('retry-after'), String(pending.retry_after))
  assert.equal(pending.poll_url, `${world.baseUrl}/api/v1/jobs/${id}/export?format=shp`)
  assert.equal(first.headers.get('etag'), null, 'nothing to compare a file with')
  assert.equal(await state(), 'processing')
  assert.equal(world.nudges.count, 1)
  await Promise.all([ask(), ask(), ask()])
  assert.deepEqual(await wanted(world), [{ format: 'shp', revision: 1, state: 'wanted' }])
  await world.putFile(id, 'shp', 'zip')
  assert.equal((await ask()).text, 'zip')
  assert.equal(await state(), 'ready')
})

test('a new revision has files of its own', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  await world.putFile(id, 'shp', 'first')
  await world.put(id, 'ready', 'delivered', { revision: 2 })
  assert.equal((await world.v1(`/jobs/${id}/export?format=shp`)).status, 202)
  await world.putFile(id, 'shp', 'second', 2)
  assert.equal((await world.v1(`/jobs/${id}/export?format=shp`)).text, 'second')
})

test('a production that failed says why, until it is resumed', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  const at = world.clock.now().toISOString()
  await world.store.db
    .insertInto('artifact')
    .values({
      id: 'art_1',
      job_id: id,
      revision: 1,
      format: 'shp',
      state: 'failed',
      path: null,
      sha256: null,
      bytes: null,
      failure: 'The disk is full.',
      created_at: at,
      ready_at: null,
    })
    .execute()
  const detail = refused(await world.v1(`/jobs/${id}/export?format=shp`), 409, 'EXPORT_FAILED')
  assert.equal(detail.message, 'The disk is full.')
  const { window } = await world.signIn()
  shown(Job, await window(`/jobs/${id}/retry`, { method: 'POST' }), 202)
  assert.equal((await world.v1(`/jobs/${id}/export?format=shp`)).status, 202)
})

test('a compressed copy beside the file is sent as it is to clients that ask for gzip', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  const { path, sha256 } = await world.putFile(id, 'geojson', COLLECTION)
  writeFileSync(join(world.dataDir, `${path}.gz`), gzipSync(COLLECTION))
  const ask = (headers: Record<string, string>) => world.v1(`/jobs/${id}/export?format=geojson`, { headers })
  const plain = await ask({ 'Accept-Encoding': 'identity' })
  const packed = await ask({ 'Accept-Encoding': 'gzip' })
  assert.deepEqual([plain.text, packed.text], [COLLECTION, COLLECTION], 'fetch unpacks')
  assert.deepEqual(
    [plain, packed].map(({ headers }) => [headers.get('content-encoding'), headers.get('etag'), headers.get('vary')]),
    [
      [null, `"${sha256}"`, 'Accept-Encoding'],
      ['gzip', `"${sha256}-gzip"`, 'Accept-Encoding'],
    ],
  )
  assert.equal(packed.headers.get('x-service-sha256'), sha256)
  assert.equal(packed.headers.get('content-length'), String(gzipSync(COLLECTION).length))
  assert.equal(packed.headers.get('content-type'), 'application/geo+json')
  const again = await ask({ 'Accept-Encoding': 'gzip', 'If-None-Match': `"${sha256}-gzip"` })
  assert.equal(again.status, 304)
  const mixed = await ask({ 'Accept-Encoding': 'identity', Range: 'bytes=4-8', 'If-Range': `"${sha256}-gzip"` })
  assert.equal(mixed.status, 200, 'a range of one is never joined to the other')
})

test('who refuses gzip, or a file without a compressed copy, is sent plain', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  const { path } = await world.putFile(id, 'geojson', COLLECTION)
  const encoding = async (accepted: string) =>
    (await world.v1(`/jobs/${id}/geojson`, { headers: { 'Accept-Encoding': accepted } })).headers.get(
      'content-encoding',
    )
  assert.equal(await encoding('gzip'), null)
  writeFileSync(join(world.dataDir, `${path}.gz`), gzipSync(COLLECTION))
  for (const accepted of ['gzip;q=0', 'br', 'identity', '*']) assert.equal(await encoding(accepted), null, accepted)
  assert.equal(await encoding('br, gzip;q=0.5'), 'gzip')
})

test('a file that is gone from the disk is said to be gone, and is wanted again', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  const { path } = await world.putFile(id, 'gpkg', CONTENT)
  rmSync(join(world.dataDir, path))
  const reply = await world.v1(`/jobs/${id}/export?format=gpkg`)
  assert.match(refused(reply, 503, 'UNAVAILABLE').message, /lost on the disk .* being made again from the deliveries/)
  assert.ok(Number(reply.headers.get('retry-after')) > 0)
  assert.equal(reply.headers.get('etag'), null)
  assert.deepEqual(await wanted(world), [{ format: 'gpkg', revision: 1, state: 'wanted' }])
})

test('a format that is none is 400, also when it is missing', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  for (const query of ['', '?format=', '?format=dxf', '?format=SHP', '?format=toString']) {
    refused(await world.v1(`/jobs/${id}/export${query}`), 400, 'FORMAT_INVALID')
  }
})

test('the window has more formats than v1, and GeoJSON in degrees as a file of its own', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world, { reference: 'Zuid' })
  const { window } = await world.signIn()
  const types = { dxf: 'image/vnd.dxf', xlsx: 'application/vnd.openx' }
  for (const [format, type] of Object.entries(types)) {
    const ask = () => window(`/jobs/${id}/export?format=${format}`)
    shown(ExportPending, await ask(), 202)
    await world.putFile(id, format as ResultFormat, format)
    const made = await ask()
    assert.deepEqual([made.status, made.text], [200, format])
    assert.ok(made.headers.get('content-type')!.startsWith(type), format)
  }
  await world.putFile(id, 'geojson', COLLECTION)
  await world.putFile(id, 'geojson-crs84', '[]')
  assert.equal((await window(`/jobs/${id}/export?format=geojson`)).text, COLLECTION)
  const degrees = await window(`/jobs/${id}/export?format=geojson&crs=CRS84`)
  assert.equal(degrees.text, '[]')
  assert.equal(
    degrees.headers.get('content-disposition'),
    `attachment; filename="KLIC_TESTGEGEVENS_Zuid_r1_${id.slice(-4).toLowerCase()}_crs84.geojson"`,
  )
  assert.deepEqual(Object.keys(shown(Job, await world.v1(`/jobs/${id}`)).exports), ['shp', 'geojson', 'gpkg'])
})

test('the ground alone is made when it is in the result, awaited before, and refused in words where there is none', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  const { window } = await world.signIn()
  await world.putFile(id, 'gpkg', CONTENT)
  const ask = () => window(`/jobs/${id}/export?format=geotiff`)
  const tell = async (ground: 'wanted' | 'ready' | null, layers: readonly object[]) => {
    const summary = JSON.stringify({ operators: [], ground: { pictures: [], layers, warnings: [] } })
    await world.store.db.updateTable('artifact').set({ ground }).where('format', '=', 'gpkg').execute()
    await world.store.db.updateTable('job').set({ summary }).where('id', '=', id).execute()
  }
  await tell(null, [])
  assert.match(refused(await ask(), 404, 'NOT_FOUND').message, /hold no ground that can be shown/)
  await tell('ready', [])
  refused(await ask(), 404, 'NOT_FOUND')
  await tell('wanted', [])
  shown(ExportPending, await ask(), 202)
  const asked = async () => (await wanted(world)).filter(({ format }) => format === 'geotiff')
  assert.deepEqual(await asked(), [], 'it would be made of a GeoPackage without')
  await tell('ready', [{ table: 'ondergrond_14' }])
  shown(ExportPending, await ask(), 202)
  assert.deepEqual(await asked(), [{ format: 'geotiff', revision: 1, state: 'wanted' }])
  await world.putFile(id, 'geotiff', 'zip')
  const made = await ask()
  assert.deepEqual([made.status, made.text], [200, 'zip'])
  assert.match(made.headers.get('content-disposition')!, /_ondergrond\.zip"$/)
})

test('the window is refused what is no format, and degrees for a drawing', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  const { window } = await world.signIn()
  for (const query of [
    '',
    '?format=pdf',
    '?format=geojson-crs84',
    '?format=dxf&crs=CRS84',
    '?format=geojson&crs=WGS84',
  ])
    assert.equal((await window(`/jobs/${id}/export${query}`)).status, 422, query)
})

for (const state of ['quoted', 'accepted', 'submitted', 'partially_delivered', 'processing', 'rejected'] as const) {
  test(`a ${state} job has no files: 409 with the next action`, async (t) => {
    const world = await openWorld(t)
    const { job_id } = await world.quote()
    if (state !== 'quoted') await world.put(job_id, state, 'submitted', { revision: 1 })
    await world.putFile(job_id, 'gpkg', 'of an earlier revision')
    const { next_action } = shown(Job, await world.v1(`/jobs/${job_id}`))
    for (const path of ['export?format=gpkg', 'geojson']) {
      assert.equal(refused(await world.v1(`/jobs/${job_id}/${path}`), 409, 'NOT_READY').next_action, next_action)
    }
  })
}

test('a job whose merge failed is EXPORT_FAILED; one that failed before is not ready', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote({ geometry: TRENCH, klic_type: 'GRAAF' })
  const get = () => world.v1(`/jobs/${job_id}/export?format=gpkg`)
  await world.put(job_id, 'failed', 'delivered', { failure: 'failed_merging' })
  assert.match(refused(await get(), 409, 'EXPORT_FAILED').message, /the result could not be made/)
  await world.put(job_id, 'failed', ['delivered', 'failed', 'delivered'], { failure: 'failed_reading' })
  assert.equal(refused(await get(), 409, 'NOT_READY').next_action, 'retry')
})

test('an incomplete job can be downloaded', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote({ geometry: TRENCH, klic_type: 'GRAAF' })
  await world.put(job_id, 'ready_incomplete', ['delivered', 'safety_area', 'delivered'])
  await world.putFile(job_id, 'geojson', '{}')
  assert.equal((await world.v1(`/jobs/${job_id}/geojson`)).text, '{}')
})

test('the GeoJSON of a job is the stored file, byte by byte', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  const collection = '{"type":"FeatureCollection", "features":[ ]}\n'
  const { sha256 } = await world.putFile(id, 'geojson', collection)
  const reply = await world.v1(`/jobs/${id}/geojson`)
  assert.equal(reply.text, collection)
  assert.equal(reply.headers.get('content-type'), 'application/geo+json')
  assert.equal(reply.headers.get('etag'), `"${sha256}"`)
})

for (const [stored, told, status] of [
  ['wanted', 'coming', 202],
  ['ready', 'added', 200],
  ['unshown', 'not_shown', 200],
  ['failed', 'not_shown', 200],
  [null, 'none', 200],
] as const) {
  test(`a GeoPackage whose ground is ${told} (${stored}) answers ${status}, and the job says so`, async (t) => {
    const world = await openWorld(t)
    const id = await readyJob(world)
    assert.equal(shown(Job, await world.v1(`/jobs/${id}`)).ground, null, 'there is no file')
    await world.putFile(id, 'gpkg', CONTENT)
    await world.putFile(id, 'geojson', '{}')
    await world.store.db.updateTable('artifact').set({ ground: stored }).where('format', '=', 'gpkg').execute()
    const { ground, exports } = shown(Job, await world.v1(`/jobs/${id}`))
    assert.deepEqual([ground, exports.gpkg], [told, status === 202 ? 'processing' : 'ready'])
    const { window } = await world.signIn()
    for (const ask of [world.v1, window]) {
      const reply = await ask(`/jobs/${id}/export?format=gpkg`)
      assert.equal(reply.status, status)
      if (status === 202) assert.ok(shown(ExportPending, reply, 202).poll_url.endsWith('/export?format=gpkg'))
    }
    assert.equal((await world.v1(`/jobs/${id}/export?format=geojson`)).status, 200, 'what has no ground does not wait')
  })
}

test('a ground that could not be added is tried again when somebody asks for it', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  await world.putFile(id, 'gpkg', CONTENT)
  const set = (ground: 'failed' | 'ready') => world.store.db.updateTable('artifact').set({ ground }).execute()
  const { window } = await world.signIn()
  const retry = () => window(`/jobs/${id}/retry`, { method: 'POST' })
  await set('failed')
  assert.equal(shown(Job, await retry(), 202).ground, 'coming')
  await set('ready')
  refused(await retry(), 409, 'JOB_STATE_CONFLICT')
})

test('a caller that takes GeoJSON only, or no GeoPackage, is told before anything is read', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  await world.putFile(id, 'geojson', '{}')
  const ask = (path: string, Accept: string) => world.v1(`/jobs/${id}/${path}`, { headers: { Accept } })
  assert.equal((await ask('geojson', 'application/geo+json')).status, 200)
  refused(await ask('geojson', 'image/png'), 406, 'NOT_ACCEPTABLE')
})

test('what the company keeps no longer is shown as removed, also what was never made', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  await world.putFile(id, 'gpkg', 'gone')
  await world.store.db.updateTable('artifact').set({ state: 'removed', path: null }).where('job_id', '=', id).execute()
  const { exports } = shown(Job, await world.v1(`/jobs/${id}`))
  assert.deepEqual(exports, { shp: 'removed', geojson: 'removed', gpkg: 'removed' })
})

test('a file that was changed or cut off on the disk never goes out under its former hash', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  const damages: ((whole: Buffer) => Buffer)[] = [
    (whole) => whole.subarray(0, 10),
    (whole) => Buffer.from(whole).fill('x', 3, 4),
  ]
  for (const damage of damages) {
    const { path } = await world.putFile(id, 'shp', 'the shapes of the job')
    await world.putFile(id, 'gpkg', 'the GeoPackage of the job')
    const ask = (format: string) => world.v1(`/jobs/${id}/export?format=${format}`)
    assert.deepEqual([(await ask('shp')).status, (await ask('gpkg')).status], [200, 200])
    for (const each of [path, path.replace('.shp', '.gpkg')]) {
      const file = join(world.dataDir, each)
      writeFileSync(file, damage(readFileSync(file)))
    }
    shown(ExportPending, await ask('shp'), 202)
    for (let n = 0; n < 2; n++) {
      const reply = await ask('gpkg')
      assert.match(refused(reply, 503, 'UNAVAILABLE').message, /cut off .* being made again/)
      assert.ok(Number(reply.headers.get('retry-after')) > 0)
    }
    const { exports } = shown(Job, await world.v1(`/jobs/${id}`))
    assert.deepEqual([exports.gpkg, exports.shp], ['processing', 'processing'])
  }
})

test('a file of 65 MB is looked through as well, and at each call by its looks alone', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  const { path } = await world.putFile(id, 'gpkg', Buffer.alloc(65 * 1024 * 1024, 'klic'))
  const ask = () => world.v1(`/jobs/${id}/export?format=gpkg`, { method: 'HEAD' })
  assert.deepEqual([(await ask()).status, (await ask()).status], [200, 200])
  const file = openSync(join(world.dataDir, path), 'r+')
  writeSync(file, 'X', 64 * 1024 * 1024)
  closeSync(file)
  assert.equal((await ask()).status, 503)
})

test('nobody reads a damaged result in any other way: map, layers, tiles, print, comparison', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  const { path } = await world.putFile(id, 'gpkg', CONTENT)
  await world.store.db.updateTable('job').set({ summary: '{}' }).where('id', '=', id).execute()
  writeFileSync(join(world.dataDir, path), 'other bytes')
  const { window } = await world.signIn()
  const calls = [
    'objects?refs=kabel_of_leiding.1',
    'print?scale=500&paper=A4',
    'documents',
    `diff?with=${id}`,
    'diff?revision=1',
    'diff/file?revision=1&format=gpkg',
  ]
  for (const call of calls) {
    refused(await window(`/jobs/${id}/${call}`), 503, 'UNAVAILABLE')
  }
  for (const path of [`/ogc/${id}`, `/tiles/${id}/tile.json`]) {
    const answer = await fetch(world.baseUrl + path, { headers: { 'X-API-Key': world.keys.read } })
    assert.equal(answer.status, 503, await answer.text())
    assert.ok(Number(answer.headers.get('retry-after')) > 0)
  }
})

test('a comparison with an earlier revision that was changed on the disk is refused: nothing makes that one again', async (t) => {
  const world = await openWorld(t)
  const id = await readyJob(world)
  const { path } = await world.putFile(id, 'gpkg', CONTENT)
  await world.putFile(id, 'gpkg', `${CONTENT} 2`, 2)
  await world.put(id, 'ready', 'delivered', { revision: 2 })
  writeFileSync(join(world.dataDir, path), 'other bytes')
  const { window } = await world.signIn()
  assert.match(
    refused(await window(`/jobs/${id}/diff?revision=1`), 409, 'EXPORT_FAILED').message,
    /revision 1 .*backup/,
  )
})
