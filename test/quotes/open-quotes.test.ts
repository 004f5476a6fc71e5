/** What quotes may keep: so many for a key and a company, and their areas no longer than said. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiredWithArea, forgetArea } from '../../server/features/jobs/rows/open-quotes.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { GARDEN, openWorld, refused, shown, TRENCH } from '../support/api-world.ts'

const PLENTY = { quotes: 100, characters: 1_000_000 }
const body = { geometry: GARDEN, klic_type: 'ORIENT' }
const DAY = 86_400_000

test('a key has so many open quotes; repeats, submissions, other keys and the window go on', async (t) => {
  const world = await openWorld(t, { mostQuotes: { ofKey: { ...PLENTY, quotes: 2 }, ofCompany: PLENTY } })
  const first = await world.quote({ client_ref: 'one' })
  await world.quote()
  const refusal = refused(await world.v1('/jobs', { method: 'POST', body }), 409, 'OPEN_QUOTES_LIMIT')
  assert.match(refusal.message, /This key has 2 quotes.*Nothing was stored/)
  assert.equal((await world.quote({ client_ref: 'one' })).job_id, first.job_id)
  assert.equal((await world.quote({ submit: true })).status, 'accepted')
  shown(Job, await world.v1('/jobs', { method: 'POST', body, key: world.keys.read }), 201)
  const { window } = await world.signIn()
  shown(Job, await window('/jobs', { method: 'POST', body }), 201)
  shown(Job, await world.v1(`/jobs/${first.job_id}/submit`, { method: 'POST' }), 202)
  await world.quote()
})

test('a company has so many over all its callers, also when they ask at once', async (t) => {
  const world = await openWorld(t, { mostQuotes: { ofKey: PLENTY, ofCompany: { ...PLENTY, quotes: 5 } } })
  const keys = [world.keys.read, world.keys.write, world.keys.admin]
  const asked = Array.from({ length: 20 }, (_, i) => world.v1('/jobs', { method: 'POST', body, key: keys[i % 3]! }))
  const answers = await Promise.all(asked)
  assert.equal(answers.filter(({ status }) => status === 201).length, 5)
  for (const answer of answers) if (answer.status !== 201) refused(answer, 409, 'OPEN_QUOTES_LIMIT')
  const other = await world.company()
  const { secret } = await world.keyWith(['read'], other)
  shown(Job, await world.v1('/jobs', { method: 'POST', body, key: secret }), 201)
})

test('large areas count by what they keep', async (t) => {
  const world = await openWorld(t, { mostQuotes: { ofKey: { quotes: 100, characters: 500 }, ofCompany: PLENTY } })
  await world.quote()
  await world.quote()
  refused(await world.v1('/jobs', { method: 'POST', body }), 409, 'OPEN_QUOTES_LIMIT')
})

test('thirty days after it expired a quote keeps its extent; asked for again with its client_ref, it is quoted anew', async (t) => {
  const world = await openWorld(t, { mostQuotes: { ofKey: { ...PLENTY, quotes: 1 }, ofCompany: PLENTY } })
  const { store } = world
  const ring = [...GARDEN.coordinates[0]!]
  const corner = { type: 'Polygon', coordinates: [[ring[0], ring[1], ring[2], ring[0]]] }
  const asked = await world.quote({ geometry: corner, client_ref: 'old' })
  const forget = async () => {
    const before = new Date(world.clock.now().getTime() - 30 * DAY).toISOString()
    const ids = await expiredWithArea(store.db, before, 10)
    for (const id of ids) await forgetArea(store, id, before)
    return ids
  }
  world.pass(59 * DAY)
  assert.deepEqual(await forget(), [])
  world.pass(2 * DAY)
  assert.deepEqual(await forget(), [asked.job_id])
  assert.deepEqual(await forget(), [], 'once')
  const now = shown(Job, await world.v1(`/jobs/${asked.job_id}`))
  assert.deepEqual(now.geometry, GARDEN, 'its extent')
  assert.deepEqual(now.parts, asked.parts)
  assert.ok(now.warnings.some(({ code }) => code === 'AREA_FORGOTTEN'))
  assert.deepEqual([now.next_action_reason, now.next_action_params], ['quote_expired', { area_gone: true }])
  assert.match(now.next_action_message, /send the area again/)
  const refusal = refused(await world.v1(`/jobs/${asked.job_id}/submit`, { method: 'POST' }), 409, 'JOB_STATE_CONFLICT')
  assert.match(refusal.message, /Send the area again/)
  const another = await world.quote({ geometry: TRENCH, client_ref: 'another' })
  assert.notEqual(another.job_id, asked.job_id, 'it counts no more')
  await store.db.deleteFrom('part').where('job_id', '=', another.job_id).execute()
  await store.db.deleteFrom('job').where('id', '=', another.job_id).execute()
  const anew = await world.quote({ geometry: corner, client_ref: 'old' })
  assert.equal(anew.job_id, asked.job_id)
  assert.deepEqual(anew.geometry, corner)
  assert.ok(!anew.warnings.some(({ code }) => code === 'AREA_FORGOTTEN'))
  assert.equal((await world.quote({ geometry: corner, client_ref: 'old', submit: true })).status, 'accepted')
})
