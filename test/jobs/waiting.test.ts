/** How soon a caller that waits for a job is told to ask again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld } from '../support/api-world.ts'

test('an answer says how soon to ask again, as long as there is something to wait for', async (t) => {
  const world = await openWorld(t)
  const after = async (path: string, call = {}) => (await world.v1(path, call)).headers.get('retry-after')
  const { job_id } = await world.quote()
  assert.equal(await after(`/jobs/${job_id}`), null)
  assert.equal(await after(`/jobs/${job_id}/submit`, { method: 'POST' }), '2')
  assert.equal(await after(`/jobs/${job_id}`), '2')
  const { headers } = await world.v1(`/jobs/${job_id}`)
  const unchanged = await world.v1(`/jobs/${job_id}`, { headers: { 'If-None-Match': headers.get('etag')! } })
  assert.deepEqual([unchanged.status, unchanged.headers.get('retry-after')], [304, '2'])
  await world.put(job_id, 'submitted', 'in_production')
  assert.equal(await after(`/jobs/${job_id}`), '5', 'the simulator')
  await world.store.db.updateTable('job').set({ environment: 'production' }).where('id', '=', job_id).execute()
  assert.equal(await after(`/jobs/${job_id}`), '60')
  await world.put(job_id, 'ready')
  assert.equal(await after(`/jobs/${job_id}`), null)
})
