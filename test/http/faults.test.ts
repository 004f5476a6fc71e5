/** What callers are told while something around the server is broken. test/faults does the same with real processes. */
import assert from 'node:assert/strict'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { pino } from 'pino'
import { ROUTES } from '../../server/api/routes.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { Status } from '../../server/features/status/schema.ts'
import { openStorage } from '../../server/platform/storage/open.ts'
import { asideOf } from '../../server/platform/storage/port.ts'
import { GARDEN, openWorld, refused, shown, type World } from '../support/api-world.ts'
import { onPostgres } from '../support/test-store.ts'

const quote = (world: World, reference: string) =>
  world.v1('/jobs', { method: 'POST', body: { geometry: GARDEN, klic_type: 'ORIENT', reference } })

test('on a full disk writers are told to come again, and readers are served', async (t) => {
  if (onPostgres) return t.skip('of SQLite: the disk of a PostgreSQL is its own')
  const world = await openWorld(t)
  const { job_id } = await world.quote()
  // As full as a disk: the file may not grow by another page.
  await sql`pragma max_page_count = 1`.execute(world.store.db)
  const answers = []
  for (let n = 0; n < 40; n++) answers.push(await quote(world, `Sloot ${n} ${'x'.repeat(20)}`))
  const failed = answers.filter(({ status }) => status !== 201)
  assert.ok(failed.length > 0, 'the disk was not full')
  for (const reply of failed) {
    assert.match(refused(reply, 503, 'UNAVAILABLE').message, /disk of the server is full/)
    assert.ok(Number(reply.headers.get('retry-after')) > 0)
  }
  assert.equal((await world.v1(`/jobs/${job_id}`)).status, 200)
  assert.equal((await world.v1('/jobs')).status, 200)
  await sql`pragma max_page_count = 1000000`.execute(world.store.db)
  assert.equal((await quote(world, 'Sloot')).status, 201)
})

test('what SQLite rolled back by itself, because the disk was full, is told as that', async (t) => {
  if (onPostgres) return t.skip('of SQLite')
  const { store } = await openWorld(t)
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  const work = store.transaction('all', async (trx) => {
    await sql`rollback`.execute(trx)
    throw full
  })
  await assert.rejects(work, full)
  // And the next transaction is one.
  assert.equal(await store.transaction('all', async () => 'fine'), 'fine')
})

test('not even a fault in telling a fault shows a stack or a path', async (t) => {
  const log = pino({ level: 'info' }, { write: () => {} })
  log.error = () => {
    throw new Error(`no room at ${import.meta.filename}`)
  }
  const probe = {
    write: async () => {},
    isApart: false,
    confirm: async () => {},
    isOpenToOthers: async () => false,
    setAside: async () => ({ files: 0, bytes: 0 }),
    space: async () => {
      throw new Error('unforeseen')
    },
  }
  const world = await openWorld(t, { log, probe })
  const { window } = await world.signIn()
  const reply = await window('/status')
  refused(reply, 500, 'INTERNAL')
  assert.doesNotMatch(reply.text, /faults\.test|node_modules|<pre>| at /)
})

test('a path in the log is cut at a length', async (t) => {
  const world = await openWorld(t)
  await world.ask(`/${'a'.repeat(10_000)}`, { headers: { 'X-Request-Id': 'long' } })
  const line = world.lines.find((each) => each.includes('"request_id":"long"'))!
  assert.ok(JSON.parse(line).path.length < 210, line.slice(0, 300))
})

test('while another program keeps the database from being written, writers are told to come again', async (t) => {
  if (onPostgres) return t.skip('of SQLite; that of PostgreSQL is in test/store/outage.test.ts')
  const world = await openWorld(t)
  const { job_id } = await world.quote()
  await sql`pragma busy_timeout = 0`.execute(world.store.db)
  const other = new Database(join(world.dataDir, 'app.db'))
  t.after(() => other.close())
  other.exec('begin immediate')
  const replies = [
    await quote(world, 'Sloot'),
    await world.v1(`/jobs/${job_id}/submit`, { method: 'POST' }),
    await world.v1('/keys', { method: 'POST', body: { name: 'N', permissions: ['read'] } }),
  ]
  for (const reply of replies) {
    assert.match(refused(reply, 503, 'UNAVAILABLE').message, /database of the server does not answer/)
    assert.ok(Number(reply.headers.get('retry-after')) > 0)
  }
  assert.equal((await world.v1(`/jobs/${job_id}`)).status, 200, 'reading goes on')
  other.exec('commit')
  assert.equal((await quote(world, 'Sloot')).status, 201)
})

test('a job that stands still because no worker runs says so in one warning, and a quote or a finished job does not', async (t) => {
  const world = await openWorld(t)
  const quoted = await world.quote()
  const [moving, finished, young] = await Promise.all([world.quote(), world.quote(), world.quote()])
  await world.put(moving.job_id, 'submitted', 'submitted')
  await world.put(finished.job_id, 'ready')
  const waiting = { code: 'REGISTRY_UNREACHABLE', message: 'The registry has not been reachable.' }
  await world.store.db
    .updateTable('job')
    .set({ warnings: JSON.stringify([waiting]) })
    .where('id', '=', moving.job_id)
    .execute()
  const codes = async (jobId: string) => {
    const { warnings, next_action_reason } = shown(Job, await world.v1(`/jobs/${jobId}`))
    return [next_action_reason, ...warnings.map(({ code }) => code)]
  }
  assert.deepEqual(await codes(moving.job_id), ['registry_unreachable', 'REGISTRY_UNREACHABLE'])

  world.pass(60_000)
  await world.put(young.job_id, 'submitted', 'submitted')
  assert.deepEqual(await codes(moving.job_id), ['worker_stopped', 'WORKER_NOT_RUNNING'])
  assert.deepEqual(await codes(quoted.job_id), ['quote_open'])
  assert.deepEqual(await codes(finished.job_id), ['ready'])
  assert.deepEqual(await codes(young.job_id), ['filed'], 'it may be on its way to a worker that starts')
  const { data } = shown(ROUTES.listJobs.responses[200], await world.v1('/jobs'))
  const listed = data.find(({ job_id }) => job_id === moving.job_id)
  assert.deepEqual(
    listed?.warnings.map(({ code }) => code),
    ['WORKER_NOT_RUNNING'],
  )

  // A clock that is set back does not make the dead live.
  world.pass(-5 * 86_400_000)
  assert.deepEqual(await codes(moving.job_id), ['worker_stopped', 'WORKER_NOT_RUNNING'])
  await world.beat()
  assert.deepEqual(await codes(moving.job_id), ['registry_unreachable', 'REGISTRY_UNREACHABLE'])
})

test('what was found damaged and set aside is said on the status page, and goes after thirty days', async (t) => {
  const world = await openWorld(t)
  const storage = await openStorage(null, world.dataDir)
  const status = async () => shown(Status, await (await world.signIn()).window('/status')).set_aside
  assert.deepEqual(await status(), { files: 0, bytes: 0, kept_days: 30 })
  for (const key of ['results/job_1/1/klic.gpkg', 'results/job_2/1/klic.gpkg']) {
    writeFileSync(await storage.place(key), 'damaged')
    // Written long ago: it counts from when it was set aside.
    utimesSync(join(world.dataDir, key), 0, 0)
    await storage.setAside(key)
    await storage.setAside(key)
  }
  await storage.tidy()
  assert.deepEqual(await status(), { files: 2, bytes: 14, kept_days: 30 })
  const longAgo = Date.now() / 1000 - 31 * 86_400
  utimesSync(join(world.dataDir, asideOf('results/job_1/1/klic.gpkg')), longAgo, longAgo)
  await storage.tidy()
  assert.deepEqual(await status(), { files: 1, bytes: 7, kept_days: 30 })
  assert.deepEqual(readdirSync(join(world.dataDir, 'damaged')), ['results job_2 1 klic.gpkg'])
})
