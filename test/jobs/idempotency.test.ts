/** One client_ref, one job: however often it is sent, and however many at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Job } from '../../server/features/jobs/schema.ts'
import { Timeline } from '../../server/features/jobs/timeline-schema.ts'
import { JOB_STATES } from '../../server/registry/klic.ts'
import { GARDEN, openWorld, type Reply, refused, START_DATE, shown, TRENCH, type World } from '../support/api-world.ts'

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

test('a submission that moves the start date says so', async (t) => {
  const world = await openWorld(t)
  const graaf = { ...ASKED, klic_type: 'GRAAF', start_date: START_DATE }
  await world.quote(graaf)
  const body = { ...graaf, start_date: '2026-03-17', submit: true }
  const job = shown(Job, await world.v1('/jobs', { method: 'POST', body }), 202)
  assert.equal(job.start_date, '2026-03-17')
  assert.deepEqual(
    job.warnings.map(({ code }) => code),
    ['HAS_NOT_ASKED', 'START_DATE_TAKEN'],
  )
})

const MONTH = 31 * 86_400_000
const codes = (job: Job) => job.warnings.map(({ code }) => code)
const acts = (world: World) => world.store.db.selectFrom('audit').select('amount_cents').execute()
const ask = (world: World, body: object) => world.v1('/jobs', { method: 'POST', body })
const submit = (world: World, jobId: string) => world.v1(`/jobs/${jobId}/submit`, { method: 'POST' })

/** As if it had cost so much when it was quoted. */
async function quotedAt(world: World, jobId: string, amount: string): Promise<void> {
  const of = world.store.db.selectFrom('job').select('quote').where('id', '=', jobId)
  const quote = JSON.parse((await of.executeTakeFirstOrThrow()).quote)
  quote.total.amount = amount
  await world.store.db
    .updateTable('job')
    .set({ quote: JSON.stringify(quote) })
    .where('id', '=', jobId)
    .execute()
}

test('an expired quote that is asked for again is quoted anew in the same job', async (t) => {
  const world = await openWorld(t)
  const rules = { cut_rules: { keep_out: [{ type: 'Polygon', coordinates: [square(155010, 390100, 5)] }] } }
  for (const more of [{}, rules]) {
    const body = { ...ASKED, ...more, client_ref: JSON.stringify(more) }
    const first = await world.quote(body)
    await quotedAt(world, first.job_id, '1.00')
    world.pass(MONTH)
    const reply = await ask(world, body)
    const again = shown(Job, reply, 200)
    assert.equal(replayed(reply), 'true')
    assert.equal(again.job_id, first.job_id)
    assert.deepEqual([again.quote.total, again.quote.rules], [first.quote.total, first.quote.rules])
    assert.ok(again.quote.expires_at > world.clock.now().toISOString())
    assert.deepEqual([again.next_action, codes(again)], ['submit', ['QUOTE_RENEWED']])
    assert.deepEqual(shown(Job, await world.v1(`/jobs/${first.job_id}`)), again)
    assert.equal((await submit(world, first.job_id)).status, 202)
  }
})

test('an expired quote that is submitted is filed for no more than was seen: dearer, it is shown first', async (t) => {
  const world = await openWorld(t)
  for (const way of ['by id', 'by client_ref'] as const) {
    const body = { ...ASKED, client_ref: way }
    const { job_id } = await world.quote(body)
    const send = () => (way === 'by id' ? submit(world, job_id) : ask(world, { ...body, submit: true }))
    await quotedAt(world, job_id, '10.00')
    world.pass(MONTH)
    const before = (await acts(world)).length
    const detail = refused(await send(), 409, 'QUOTE_CHANGED')
    const { total, expires_at } = detail.quote as { total: { amount: string }; expires_at: string }
    assert.deepEqual([detail.job_id, total.amount, detail.next_action], [job_id, '39.95', 'submit'])
    assert.ok(expires_at > world.clock.now().toISOString())
    assert.equal((await acts(world)).length, before, 'nothing is paid unseen')
    assert.equal(shown(Job, await world.v1(`/jobs/${job_id}`)).quote.total.amount, '39.95')
    assert.equal(shown(Job, await send(), 202).status, 'accepted')
    assert.equal((await acts(world)).length, before + 1)
  }
})

test('an expired quote that became no dearer is filed at once', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote(ASKED)
  world.pass(MONTH)
  const job = shown(Job, await submit(world, job_id), 202)
  assert.deepEqual([job.job_id, job.quote.total.amount, job.order_ids.length], [job_id, '39.95', 1])
})

test('twenty submissions of an expired quote at once: the new price is told first, and paid once', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote(ASKED)
  await quotedAt(world, job_id, '10.00')
  world.pass(MONTH)
  const all = () => Promise.all(Array.from({ length: 20 }, () => submit(world, job_id)))
  const statuses = (await all()).map((reply) => reply.status)
  assert.ok(statuses.includes(409) && statuses.every((status) => status === 409 || status === 202), `${statuses}`)
  for (const reply of await all()) assert.equal(reply.status, 202)
  assert.equal((await acts(world)).length, 1)
})

test('what the registry refused is corrected in the same job; the first attempt stays on record', async (t) => {
  const world = await openWorld(t)
  const first = await world.quote({ ...ASKED, submit: true })
  await world.put(first.job_id, 'rejected', 'rejected')
  const corrected = { ...ASKED, geometry: TRENCH, klic_type: 'GRAAF', start_date: START_DATE }
  const reply = await ask(world, corrected)
  const job = shown(Job, reply, 200)
  assert.equal(replayed(reply), 'true')
  assert.deepEqual([job.job_id, job.status, job.geometry, job.klic_type], [first.job_id, 'quoted', TRENCH, 'GRAAF'])
  assert.deepEqual([job.errors, job.submitted_at, codes(job)], [[], null, ['HAS_NOT_ASKED', 'JOB_CORRECTED']])
  assert.ok(job.warnings.find(({ code }) => code === 'JOB_CORRECTED')?.message.includes(first.order_ids[0]!))
  const old = await world.v1(`/request/${first.order_ids[0]}`)
  const { status, job_id } = old.json as { status: string; job_id: string }
  assert.deepEqual([old.status, status, job_id], [200, 'rejected', first.job_id])
  const filed = shown(Job, await submit(world, first.job_id), 202)
  assert.equal(filed.order_ids.length, 3)
  assert.ok(!filed.order_ids.includes(first.order_ids[0]!))
  assert.equal((await acts(world)).length, 2, 'both submissions were counted')
  const { data, pagination } = (await world.v1('/jobs')).json as { data: Job[]; pagination: { total: number } }
  assert.deepEqual([data.length, pagination.total, data[0]?.job_id], [1, 1, first.job_id], 'it is one job')
  const requests = (await world.v1('/requests')).json as { data: { job_id: string }[]; pagination: { total: number } }
  assert.deepEqual([requests.pagination.total, new Set(requests.data.map((each) => each.job_id)).size], [4, 1])
})

test('a correction may be submitted at once, and a refused submission that is repeated shows the refusal', async (t) => {
  const world = await openWorld(t)
  const first = await world.quote({ ...ASKED, submit: true })
  await world.put(first.job_id, 'rejected', 'rejected')
  const same = shown(Job, await ask(world, { ...ASKED, submit: true }), 202)
  assert.deepEqual([same.status, same.order_ids], ['rejected', first.order_ids])
  assert.equal((await acts(world)).length, 1)
  const corrected = shown(Job, await ask(world, { ...ASKED, geometry: TRENCH, submit: true }), 202)
  assert.deepEqual([corrected.job_id, corrected.status, corrected.geometry], [first.job_id, 'accepted', TRENCH])
  await world.put(first.job_id, 'rejected', 'rejected')
  const back = shown(Job, await ask(world, ASKED), 200)
  assert.deepEqual([back.status, back.geometry], ['quoted', GARDEN], 'and back to what was asked first')
  assert.equal(shown(Job, await submit(world, first.job_id), 202).status, 'accepted')
  const rows = await world.store.db.selectFrom('job').select(['corrected_as', 'status']).execute()
  assert.deepEqual(rows.map((row) => row.status).sort(), ['accepted', 'rejected', 'rejected'])
})

test('a job of which something was filed is not corrected', async (t) => {
  const world = await openWorld(t)
  const first = await world.quote({ ...ASKED, submit: true })
  for (const status of ['accepted', 'submitted', 'failed', 'ready'] as const) {
    await world.put(first.job_id, status, 'submitted')
    assert.equal(shown(Job, await ask(world, { ...ASKED, reference: 'other' }), 202).status, status)
    refused(await ask(world, { ...ASKED, geometry: TRENCH, submit: true }), 409, 'CLIENT_REF_CONFLICT')
  }
  assert.equal((await acts(world)).length, 1)
})

const square = (x: number, y: number, side: number) => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
]

test('the window corrects a refused job under its id, also one without a client_ref, and may change it until it is filed', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const correct = (body: object) => window(`/jobs/${first.job_id}/correction`, { method: 'POST', body })
  const first = await world.quote({ geometry: GARDEN, klic_type: 'ORIENT', submit: true })
  assert.equal(first.client_ref, null)
  refused(await correct({ geometry: TRENCH, klic_type: 'ORIENT' }), 409, 'JOB_STATE_CONFLICT')
  for (const status of JOB_STATES.filter((state) => state !== 'rejected' && state !== 'quoted')) {
    await world.put(first.job_id, status, status === 'failed' ? 'failed' : 'submitted')
    refused(await correct({ geometry: TRENCH, klic_type: 'ORIENT' }), 409, 'JOB_STATE_CONFLICT')
  }
  await world.put(first.job_id, 'rejected', 'rejected')
  const wanted = { geometry: TRENCH, klic_type: 'GRAAF', start_date: START_DATE, client_ref: 'another', submit: true }
  const corrected = shown(Job, await correct(wanted), 200)
  assert.deepEqual([corrected.job_id, corrected.status, corrected.client_ref], [first.job_id, 'quoted', null])
  assert.equal((await acts(world)).length, 1, 'nothing is submitted by it')
  const again = shown(Job, await correct(wanted), 200)
  assert.deepEqual(again.parts, corrected.parts, 'a lost answer makes no second attempt')
  const changed = shown(Job, await correct({ ...wanted, geometry: GARDEN }), 200)
  assert.deepEqual([changed.job_id, changed.geometry, changed.quote.notifications], [first.job_id, GARDEN, 1])
  const said = changed.warnings.find(({ code }) => code === 'JOB_CORRECTED')
  assert.ok(said?.message.includes(first.order_ids[0]!), 'what was refused is still named')
  shown(Job, await submit(world, first.job_id), 202)
  refused(await correct({ geometry: TRENCH, klic_type: 'ORIENT' }), 409, 'JOB_STATE_CONFLICT')
  const { entries } = shown(Timeline, await window(`/jobs/${first.job_id}/timeline`))
  assert.deepEqual(
    entries.map(({ what }) => what),
    ['created', 'submitted', 'corrected', 'submitted'],
  )
  const rows = await world.store.db.selectFrom('job').select('corrected_as').execute()
  assert.deepEqual(rows.filter(({ corrected_as }) => corrected_as !== null).length, 1)
})
