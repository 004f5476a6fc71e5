/** When a caller is told to come again: what it waits for, and a queue that is full. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GARDEN, openWorld, refused } from '../support/api-world.ts'

test('a queue that is full says so, with when to come back; what it has goes on, and a quote costs it nothing', async (t) => {
  const world = await openWorld(t, { mostWaiting: { ofOne: 2, ofAll: 100 } })
  const submit = (clientRef: string) =>
    world.v1('/jobs', {
      method: 'POST',
      body: { klic_type: 'ORIENT', geometry: GARDEN, submit: true, client_ref: clientRef },
    })
  const first = await submit('one')
  assert.equal(first.status, 202, first.text)
  assert.equal((await submit('two')).status, 202)

  const third = await submit('three')
  const detail = refused(third, 503, 'UNAVAILABLE')
  assert.match(detail.message, /2 jobs of yours wait to be filed already: nothing was submitted/)
  assert.equal(third.headers.get('Retry-After'), '60')
  assert.equal((await submit('one')).status, 202, 'a repeat is no new work')
  const quote = await world.v1('/jobs', { method: 'POST', body: { klic_type: 'ORIENT', geometry: GARDEN } })
  assert.equal(quote.status, 201)
  const { job_id } = quote.json as { job_id: string }
  refused(await world.v1(`/jobs/${job_id}/submit`, { method: 'POST' }), 503, 'UNAVAILABLE')

  await world.store.db.updateTable('job').set({ status: 'submitted' }).where('client_ref', '=', 'one').execute()
  assert.equal((await submit('three')).status, 202)
})

test('when all together have too much, the next caller waits', async (t) => {
  const world = await openWorld(t, { mostWaiting: { ofOne: 100, ofAll: 1 } })
  const submit = () =>
    world.v1('/jobs', { method: 'POST', body: { klic_type: 'ORIENT', geometry: GARDEN, submit: true } })
  assert.equal((await submit()).status, 202)
  const detail = refused(await submit(), 503, 'UNAVAILABLE')
  assert.match(detail.message, /as many jobs to file as it takes in/)
})

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
