/** Quotes that are deleted for good, and what never is: what the registry saw. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTES } from '../../server/api/routes.ts'
import { ARCHIVE_ROUTES } from '../../server/features/jobs/dashboard-schema.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { Log, Project } from '../../server/features/projects/schema.ts'
import { JOB_STATES } from '../../server/registry/klic.ts'
import { openWorld, type Reply, refused, shown } from '../support/api-world.ts'

type ApiCall = (path: string, call?: { method?: string; body?: unknown }) => Promise<Reply>

const ask = (window: ApiCall, jobIds: string[]) =>
  window('/quotes/delete', { method: 'POST', body: { job_ids: jobIds } })
/** @returns the ids of those that are gone */
const deleted = async (window: ApiCall, jobIds: string[]): Promise<string[]> =>
  shown(ARCHIVE_ROUTES.deleteQuotes.responses[200], await ask(window, jobIds)).job_ids

async function open(t: Parameters<typeof openWorld>[0]) {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const list = async () => {
    const page = shown(ROUTES.listJobs.responses[200], await world.v1('/jobs'))
    assert.equal(page.pagination.total, page.data.length)
    return page.data.map(({ job_id }) => job_id)
  }
  return { world, window, list }
}

test('a deleted quote is nowhere any more, and its client_ref is free', async (t) => {
  const { world, window, list } = await open(t)
  const quote = await world.quote({ client_ref: 'weg-12' })
  const stays = await world.quote({ reference: 'blijft' })
  assert.deepEqual(await deleted(window, [quote.job_id, quote.job_id]), [quote.job_id])
  assert.deepEqual(await list(), [stays.job_id])
  refused(await world.v1(`/jobs/${quote.job_id}`), 404, 'NOT_FOUND')
  refused(await world.v1(`/jobs/${quote.job_id}/submit`, { method: 'POST' }), 404, 'NOT_FOUND')
  refused(await window(`/jobs/${quote.job_id}/map`), 404, 'NOT_FOUND')
  assert.deepEqual(await deleted(window, [quote.job_id]), [], 'it is gone already')
  const again = await world.quote({ client_ref: 'weg-12' })
  assert.notEqual(again.job_id, quote.job_id)
})

test('who deleted it is in the log of its project, and in its own', async (t) => {
  const { world, window } = await open(t)
  const { job_id } = await world.quote({ reference: 'Sloot 3' })
  const { project_id } = shown(Project, await window('/projects', { method: 'POST', body: { name: 'Sloot' } }), 201)
  await window(`/projects/${project_id}/jobs/${job_id}`, { method: 'PUT' })
  await deleted(window, [job_id])
  assert.deepEqual(shown(Project, await window(`/projects/${project_id}`)).jobs, [])
  const last = shown(Log, await window(`/projects/${project_id}/log`)).data.at(-1)
  assert.deepEqual([last?.act, last?.actor, last?.data], ['quote.deleted', 'window', { job_id, reference: 'Sloot 3' }])
  const own = await world.store.db.selectFrom('log_entry').selectAll().where('subject', '=', `job:${job_id}`).execute()
  assert.equal(own.at(-1)?.act, 'quote.deleted')
})

test('what was ever submitted stays, in each of its states', async (t) => {
  const { world, window, list } = await open(t)
  const { job_id } = await world.quote({ submit: true })
  for (const state of JOB_STATES.filter((each) => each !== 'quoted')) {
    await world.put(job_id, state)
    assert.deepEqual(await deleted(window, [job_id]), [], state)
  }
  assert.deepEqual(await list(), [job_id])
})

test('what corrects a refusal stays with the refusal', async (t) => {
  const { world, window } = await open(t)
  const { job_id } = await world.quote({ submit: true })
  await world.put(job_id, 'rejected', 'rejected')
  const { geometry } = shown(Job, await world.v1(`/jobs/${job_id}`))
  const body = { geometry, klic_type: 'ORIENT', reference: 'verbeterd' }
  const corrected = shown(Job, await window(`/jobs/${job_id}/correction`, { method: 'POST', body }))
  assert.equal(corrected.status, 'quoted')
  assert.deepEqual(await deleted(window, [job_id]), [])
  assert.equal(shown(Job, await world.v1(`/jobs/${job_id}`)).reference, 'verbeterd')
})

test('submitted and deleted at the same moment it is one of the two', async (t) => {
  const { world, window } = await open(t)
  const { job_id } = await world.quote()
  const [submitting, gone] = await Promise.all([
    world.v1(`/jobs/${job_id}/submit`, { method: 'POST' }),
    deleted(window, [job_id]),
  ])
  if (gone.length > 0) refused(submitting, 404, 'NOT_FOUND')
  else assert.equal(submitting.status, 202)
  assert.equal((await world.v1(`/jobs/${job_id}`)).status, gone.length > 0 ? 404 : 200)
})

test('what belongs to others is not touched, and a call has a bound', async (t) => {
  const { world, window, list } = await open(t)
  const { job_id } = await world.quote()
  for (const ids of [[], Array.from({ length: 201 }, () => job_id)])
    refused(await ask(window, ids), 422, 'VALIDATION_FAILED')
  const { window: neighbours } = await world.signIn(await world.company())
  assert.deepEqual(await deleted(neighbours, [job_id]), [])
  assert.deepEqual(await list(), [job_id])
})
