/** One client_ref, one job: however often it is sent, and however many at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Job } from '../../server/contract/jobs.ts'
import { GARDEN, openWorld, type Reply, refused, START_DATE, shown, TRENCH } from '../support/api-world.ts'

const ASKED = { geometry: GARDEN, klic_type: 'ORIENT', client_ref: 'order 7', reference: 'north' }
const replayed = (reply: Reply) => reply.headers.get('idempotent-replayed')

test('a repeat answers with the first job and says that it is a repeat', async (t) => {
  const world = await openWorld(t)
  const send = () => world.v1('/jobs', { method: 'POST', body: ASKED })
  const first = await send()
  world.pass(86_400_000)
  const second = await send()
  assert.equal(replayed(first), null)
  assert.equal(replayed(second), 'true')
  assert.deepEqual(shown(Job, second, 200), shown(Job, first, 201))
})

test('the order of members and a stated default make no difference', async (t) => {
  const world = await openWorld(t)
  await world.quote(ASKED)
  const { type, coordinates } = GARDEN
  const turned = { submit: false, reference: 'north', klic_type: 'ORIENT', client_ref: 'order 7' }
  const body = { ...turned, geometry: { coordinates, type } }
  assert.deepEqual(shown(Job, await world.v1('/jobs', { method: 'POST', body }), 200).warnings, [])
})

test('a repeat with another body still denotes the first job, and names what it ignored', async (t) => {
  const world = await openWorld(t)
  const first = await world.quote(ASKED)
  const body = { ...ASKED, geometry: TRENCH, reference: 'south', webhook_url: 'https://erp.example/hook' }
  const job = shown(Job, await world.v1('/jobs', { method: 'POST', body }), 200)
  assert.equal(job.job_id, first.job_id)
  assert.deepEqual(job.geometry, GARDEN)
  const ignored = job.warnings.filter((warning) => warning.code === 'FIELD_IGNORED')
  assert.deepEqual(
    ignored.map((warning) => warning.message.split(' ')[0]),
    ['geometry', 'reference', 'webhook_url'],
  )
  const { warnings } = shown(Job, await world.v1(`/jobs/${first.job_id}`))
  assert.deepEqual(warnings, [], 'a remark on one call does not stay with the job')
})

test('a repeat is answered even when its area is no area', async (t) => {
  const world = await openWorld(t)
  await world.quote(ASKED)
  const body = { ...ASKED, geometry: { type: 'Point', coordinates: [0, 0] } }
  assert.equal((await world.v1('/jobs', { method: 'POST', body })).status, 200)
})

test('a repeat with submit: true submits the quoted job, once', async (t) => {
  const world = await openWorld(t)
  const quoted = await world.quote(ASKED)
  const send = () => world.v1('/jobs', { method: 'POST', body: { ...ASKED, submit: true } })
  const first = await send()
  const second = await send()
  assert.deepEqual([replayed(first), replayed(second)], ['true', 'true'])
  assert.equal(shown(Job, first, 202).job_id, quoted.job_id)
  assert.deepEqual(shown(Job, second, 202), shown(Job, first, 202))
  assert.equal((await world.store.db.selectFrom('audit').selectAll().execute()).length, 1)
})

test('a repeat that submits a GRAAF quote may bring its start date', async (t) => {
  const world = await openWorld(t)
  const graaf = { ...ASKED, klic_type: 'GRAAF' }
  await world.quote(graaf)
  const body = { ...graaf, start_date: START_DATE, submit: true }
  const job = shown(Job, await world.v1('/jobs', { method: 'POST', body }), 202)
  assert.equal(job.start_date, START_DATE)
  assert.ok(!job.warnings.some(({ code }) => code === 'FIELD_IGNORED'))
})

test('a repeat of a submitted job is 202, also without submit', async (t) => {
  const world = await openWorld(t)
  await world.quote({ ...ASKED, submit: true })
  assert.equal((await world.v1('/jobs', { method: 'POST', body: ASKED })).status, 202)
})

test('a read key can repeat a quote but not submit through a repeat', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote(ASKED)
  const body = { ...ASKED, submit: true }
  refused(await world.v1('/jobs', { method: 'POST', body, key: world.keys.read }), 403, 'PERMISSION_DENIED')
  assert.equal(shown(Job, await world.v1(`/jobs/${job_id}`)).status, 'quoted')
})

test('two companies may use the same client_ref', async (t) => {
  const world = await openWorld(t)
  const first = await world.quote(ASKED)
  const { secret } = await world.keyWith(['read'], await world.company())
  const job = shown(Job, await world.v1('/jobs', { method: 'POST', body: ASKED, key: secret }), 201)
  assert.notEqual(job.job_id, first.job_id)
})

for (const submit of [false, true]) {
  test(`two hundred equal client_refs at the same instant make one job (submit: ${submit})`, async (t) => {
    const world = await openWorld(t)
    const body = { ...ASKED, klic_type: 'GRAAF', geometry: TRENCH, start_date: START_DATE, submit }
    const replies = await Promise.all(
      Array.from({ length: 200 }, () => world.v1('/jobs', { method: 'POST', body, key: world.keys.write })),
    )
    const isFirst = replies.filter((reply) => replayed(reply) === null)
    assert.equal(isFirst.length, 1)
    const jobs = replies.map((reply) => shown(Job, reply, submit ? 202 : reply === isFirst[0] ? 201 : 200))
    assert.equal(new Set(jobs.map((job) => job.job_id)).size, 1)
    assert.equal(new Set(jobs.map((job) => JSON.stringify(job.order_ids))).size, 1)
    assert.equal((await world.store.db.selectFrom('part').selectAll().execute()).length, 3)
    assert.equal((await world.store.db.selectFrom('audit').selectAll().execute()).length, submit ? 1 : 0)
  })
}

test('fifty submissions of one quote at the same instant are one paid act', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote()
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => world.v1(`/jobs/${job_id}/submit`, { method: 'POST' })),
  )
  assert.ok(replies.every((reply) => reply.status === 202))
  assert.equal((await world.store.db.selectFrom('audit').selectAll().execute()).length, 1)
})

test('a submission that was refused leaves its client_ref free', async (t) => {
  const world = await openWorld(t)
  const body = { ...ASKED, klic_type: 'GRAAF', submit: true }
  refused(await world.v1('/jobs', { method: 'POST', body }), 422, 'START_DATE_REQUIRED')
  const reply = await world.v1('/jobs', { method: 'POST', body: { ...body, start_date: START_DATE } })
  assert.equal(replayed(reply), null)
  assert.equal(reply.status, 202)
})
