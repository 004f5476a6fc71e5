/** Jobs that are put out of the list: they are all there, found when they are asked for, and back when something comes of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTES } from '../../server/api/routes.ts'
import { ARCHIVE_ROUTES } from '../../server/features/jobs/dashboard-schema.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { Log } from '../../server/features/projects/schema.ts'
import { MOVING_JOBS } from '../../server/registry/klic.ts'
import { openWorld, type Reply, refused, shown } from '../support/api-world.ts'

type ApiCall = (path: string, call?: { method?: string; body?: unknown }) => Promise<Reply>

/** @returns the ids of those that changed */
const archive = async (window: ApiCall, jobIds: string[], archived = true): Promise<string[]> => {
  const body = { job_ids: jobIds, archived }
  return shown(ARCHIVE_ROUTES.archiveJobs.responses[200], await window('/archive', { method: 'PUT', body })).job_ids
}

const NOT_READ = {
  composed_at: null,
  received_at: null,
  path: null,
  sha256: null,
  bytes: null,
  read_at: null,
  summary: null,
  geojson_path: null,
  geojson_sha256: null,
  failure: null,
}

async function filled(t: Parameters<typeof openWorld>[0]) {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const make = async (reference: string) => {
    const { job_id } = await world.quote({ reference })
    world.pass(1000)
    return job_id
  }
  const ids = { quote: await make('offerte'), ready: await make('klaar'), underWay: await make('onderweg') }
  await world.put(ids.ready, 'ready')
  await world.put(ids.underWay, 'submitted', 'submitted')
  const list = async (query: string) => {
    const page = shown(ROUTES.listJobs.responses[200], await world.v1(`/jobs?${query}`))
    assert.equal(page.pagination.total, page.data.length, query)
    return page.data.map(({ job_id }) => job_id)
  }
  const job = async (id: string) => shown(Job, await world.v1(`/jobs/${id}`))
  return { world, window, ids, list, job }
}

test('what is put away is in no list without it, in every other, and comes back as it was', async (t) => {
  const { world, window, ids, list, job } = await filled(t)
  const { archived_at, ...before } = await job(ids.ready)
  assert.equal(archived_at, null)
  assert.deepEqual(await archive(window, [ids.ready, ids.quote]), [ids.quote, ids.ready].sort())
  assert.deepEqual(await list('archived=false'), [ids.underWay])
  assert.deepEqual(await list('archived=true'), [ids.ready, ids.quote])
  assert.deepEqual(await list('archived=true&q=KLAAR&sort=next'), [ids.ready])
  assert.deepEqual(await list('archived=false&q=klaar'), [])
  assert.deepEqual(await list(''), [ids.underWay, ids.ready, ids.quote])
  assert.deepEqual(await job(ids.ready), { ...before, archived_at: world.clock.now().toISOString() })
  assert.deepEqual(await list(`changed_since=${world.clock.now().toISOString()}&archived=true`), [ids.ready, ids.quote])

  assert.deepEqual(await archive(window, [ids.ready, ids.quote]), [], 'they are away already')
  assert.deepEqual(await archive(window, [ids.ready, ids.underWay], false), [ids.ready])
  assert.deepEqual(await list('archived=false'), [ids.underWay, ids.ready])
  assert.deepEqual(await job(ids.ready), { ...before, archived_at: null })
})

test('who put it away and who took it back is in its log', async (t) => {
  const { world, window, ids } = await filled(t)
  await archive(window, [ids.ready, ids.ready, ids.underWay])
  world.pass(60_000)
  await archive(window, [ids.ready], false)
  const log = async (id: string) =>
    shown(Log, await window(`/jobs/${id}/log`))
      .data.filter(({ act }) => act.startsWith('job.'))
      .map(({ act, actor }) => [act, actor])
  assert.deepEqual(await log(ids.ready), [
    ['job.archived', 'window'],
    ['job.unarchived', 'window'],
  ])
  assert.deepEqual(await log(ids.underWay), [])
})

test('what is under way stays in sight, in each of its states', async (t) => {
  const { world, window, ids, list } = await filled(t)
  for (const state of MOVING_JOBS) {
    await world.put(ids.ready, state)
    assert.deepEqual(await archive(window, [ids.ready]), [], state)
  }
  assert.deepEqual(await list('archived=true'), [])
})

test('a job comes back by itself when its state or its result changes, and not when anything else does', async (t) => {
  const { world, window, ids, job } = await filled(t)
  const change = (columns: object) =>
    world.store.db.updateTable('job').set(columns).where('id', '=', ids.ready).execute()
  const isAway = async () => (await job(ids.ready)).archived_at !== null
  await archive(window, [ids.ready])
  await change({ status: 'ready', revision: 1, warnings: '[]', quote_final: 1 })
  assert.ok(await isAway(), 'written anew as it was')
  await change({ revision: 2 })
  assert.ok(!(await isAway()), 'a newer result')
  await archive(window, [ids.ready])
  assert.ok(await isAway())
  await change({ errors: JSON.stringify([{ code: 'COR0309', severity: 'ERROR', message: 'Te groot' }]) })
  assert.ok(!(await isAway()), 'the registry says something of it')
  await archive(window, [ids.ready])
  await change({ failure: JSON.stringify({ reason: 'failed_merging' }) })
  assert.ok(!(await isAway()), 'something failed')
  await archive(window, [ids.ready])
  await change({ status: 'processing' })
  assert.ok(!(await isAway()), 'it is under way')
})

test('a job comes back when a delivery is announced for it, and when one is given up', async (t) => {
  const { world, window, ids, job } = await filled(t)
  const isAway = async () => (await job(ids.ready)).archived_at !== null
  const { db } = world.store
  const part = await db.selectFrom('part').select('id').where('job_id', '=', ids.ready).executeTakeFirstOrThrow()
  await archive(window, [ids.ready])
  const delivery = { id: 'later', part_id: part.id, sequence: 2, complete: 1, safety_area: 0 }
  await db
    .insertInto('delivery')
    .values({ ...delivery, ...NOT_READ })
    .execute()
  assert.ok(!(await isAway()), 'a later delivery is announced')
  await archive(window, [ids.ready])
  const set = (columns: object) => db.updateTable('delivery').set(columns).where('id', '=', delivery.id).execute()
  await set({ received_at: '2026-01-02T00:00:00.000Z' })
  assert.ok(await isAway(), 'fetching it is no news')
  await set({ failure: JSON.stringify({ reason: 'unreadable' }) })
  assert.ok(!(await isAway()), 'it was given up')
})

test('what can not be is refused, and what belongs to others is not touched', async (t) => {
  const { world, window, ids, list } = await filled(t)
  const put = (body: unknown) => window('/archive', { method: 'PUT', body })
  for (const body of [
    { job_ids: [], archived: true },
    { job_ids: [ids.ready] },
    { job_ids: Array.from({ length: 201 }, () => ids.ready), archived: true },
  ]) {
    refused(await put(body), 422, 'VALIDATION_FAILED')
  }
  refused(await world.v1('/jobs?archived=yes'), 422, 'VALIDATION_FAILED')
  const { window: neighbours } = await world.signIn(await world.company())
  assert.deepEqual(await archive(neighbours, [ids.ready, ids.quote]), [])
  assert.deepEqual(await list('archived=true'), [])
})
