/** Limits to what is spent in a day, and the log of paid acts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Job } from '../../server/features/jobs/schema.ts'
import { Key, NewKey } from '../../server/features/keys/schema.ts'
import { ActPage, SpendingToday } from '../../server/features/settings/audit-schema.ts'
import { GARDEN, openWorld, refused, START_DATE, shown, TRENCH, type World } from '../support/api-world.ts'

const HOUR = 3_600_000
const submitNow = (world: World, more: object = {}, key?: string) =>
  world.v1('/jobs', { method: 'POST', body: { geometry: GARDEN, klic_type: 'ORIENT', submit: true, ...more }, key })

const submitted = async (world: World) =>
  (await world.store.db.selectFrom('job').select('id').where('submit', '=', 1).execute()).length

test("a submission over the company's limit is refused with the figures, and nothing is stored", async (t) => {
  const world = await openWorld(t)
  await world.set('billing.daily_limit_cents', 10_000)
  assert.equal((await submitNow(world)).status, 202)
  const more = { geometry: TRENCH, klic_type: 'GRAAF', start_date: START_DATE, client_ref: 'trench' }
  const detail = refused(await submitNow(world, more), 402, 'SPENDING_LIMIT')
  const euros = (amount: string) => ({ amount, currency: 'EUR' })
  assert.deepEqual(
    [detail.scope, detail.limit, detail.spent_today, detail.asked, detail.day],
    ['company', euros('100.00'), euros('39.95'), euros('119.85'), '2026-03-06'],
  )
  assert.match(detail.message, /119\.85/)
  const jobs = await world.store.db.selectFrom('job').select('status').execute()
  assert.deepEqual(jobs, [{ status: 'accepted' }])
  assert.equal((await world.store.db.selectFrom('audit').select('id').execute()).length, 1)
  assert.equal(world.nudges.count, 1)
})

test('a quote costs nothing, and submitting it over the limit leaves it a quote', async (t) => {
  const world = await openWorld(t)
  await world.set('billing.daily_limit_cents', 0)
  const { job_id } = await world.quote({ client_ref: 'a' })
  refused(await world.v1(`/jobs/${job_id}/submit`, { method: 'POST' }), 402, 'SPENDING_LIMIT')
  refused(await submitNow(world, { client_ref: 'a' }), 402, 'SPENDING_LIMIT')
  assert.equal(shown(Job, await world.v1(`/jobs/${job_id}`)).status, 'quoted')
  await world.set('billing.daily_limit_cents', 3995)
  assert.equal((await world.v1(`/jobs/${job_id}/submit`, { method: 'POST' })).status, 202)
})

test('what may still be spent today is told to who may file', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const today = async () => shown(SpendingToday, await window('/spending'))
  const euros = (amount: string) => ({ amount, currency: 'EUR' })
  assert.deepEqual(await today(), { day: '2026-03-06', limit: null, spent: euros('0.00'), left: null })
  await world.set('billing.daily_limit_cents', 5000)
  assert.equal((await submitNow(world)).status, 202)
  assert.deepEqual(await today(), {
    day: '2026-03-06',
    limit: euros('50.00'),
    spent: euros('39.95'),
    left: euros('10.05'),
  })
  await world.set('billing.daily_limit_cents', 1000)
  assert.deepEqual((await today()).left, euros('0.00'))
})

test('what is exactly the limit may be spent', async (t) => {
  const world = await openWorld(t)
  await world.set('billing.daily_limit_cents', 2 * 3995)
  const statuses = [await submitNow(world), await submitNow(world), await submitNow(world)].map((each) => each.status)
  assert.deepEqual(statuses, [202, 202, 402])
})

test('what the registry rejected counts neither in what is said to be spent nor for the limit; what it may still take does', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const spent = async () => shown(SpendingToday, await window('/spending')).spent.amount
  const judged = (jobId: string, status: 'rejected' | 'submitted', only?: number) =>
    world.store.db
      .updateTable('part')
      .set({ status })
      .where('job_id', '=', jobId)
      .$if(only !== undefined, (query) => query.where('part_no', '=', only!))
      .execute()
  await world.set('billing.daily_limit_cents', 3 * 3995)
  const trench = { geometry: TRENCH, klic_type: 'GRAAF', start_date: START_DATE, client_ref: 'trench' }
  const { job_id } = shown(Job, await submitNow(world, trench), 202)
  assert.equal(await spent(), '119.85')
  refused(await submitNow(world), 402, 'SPENDING_LIMIT')
  // Of three notifications one.
  await judged(job_id, 'submitted')
  await judged(job_id, 'rejected', 2)
  assert.equal(await spent(), '79.90')
  const [again, over] = [await submitNow(world), await submitNow(world)]
  assert.deepEqual([again.status, over.status, await spent()], [202, 402, '119.85'])
  // All of them; corrected, the refused attempt is a row of its own, and the new one counts.
  await world.put(job_id, 'rejected', 'rejected')
  assert.equal(await spent(), '39.95')
  const corrected = { ...trench, reference: 'Corrected' }
  assert.equal((await submitNow(world, corrected)).status, 402)
  await world.set('billing.daily_limit_cents', 4 * 3995)
  world.pass(1000)
  assert.equal((await submitNow(world, corrected)).status, 202)
  assert.equal(await spent(), '159.80')
  // In the log all of it stays.
  const { months } = shown(ActPage, await window('/audit'))
  assert.equal(months[0]!.notifications, 7)
})

test('a quote that is submitted and then rejected counts no more, for a key either', async (t) => {
  const world = await openWorld(t)
  const body = { name: 'ERP', permissions: ['read', 'write'], daily_limit: '39.95' }
  const { secret } = shown(NewKey, await world.v1('/keys', { method: 'POST', body }), 201)
  const { job_id } = await world.quote()
  world.pass(1000)
  const submit = () => world.v1(`/jobs/${job_id}/submit`, { method: 'POST', key: secret })
  assert.equal((await submit()).status, 202)
  assert.equal((await submitNow(world, {}, secret)).status, 402)
  await world.put(job_id, 'rejected', 'rejected')
  const replies = await Promise.all(Array.from({ length: 6 }, () => submitNow(world, {}, secret)))
  assert.equal(replies.filter(({ status }) => status === 202).length, 1)
})

test("a key has a limit of its own, beside the company's", async (t) => {
  const world = await openWorld(t)
  const make = async (daily_limit?: string) => {
    const body = { name: 'ERP', permissions: ['read', 'write'], daily_limit }
    return shown(NewKey, await world.v1('/keys', { method: 'POST', body }), 201)
  }
  const limited = await make('50.00')
  const free = await make()
  assert.deepEqual([limited.daily_limit, free.daily_limit], ['50.00', null])
  const listed = (await world.v1('/keys')).json as { data: Key[] }
  assert.ok(listed.data.some((key) => Key.parse(key).daily_limit === '50.00'))
  assert.equal((await submitNow(world, {}, limited.secret)).status, 202)
  assert.equal((await submitNow(world, {}, free.secret)).status, 202)
  const detail = refused(await submitNow(world, {}, limited.secret), 402, 'SPENDING_LIMIT')
  assert.deepEqual([detail.scope, (detail.spent_today as { amount: string }).amount], ['key', '39.95'])
  await world.set('billing.daily_limit_cents', 2 * 3995)
  const company = refused(await submitNow(world, {}, free.secret), 402, 'SPENDING_LIMIT')
  assert.equal(company.scope, 'company')
  refused(await world.v1('/keys', { method: 'POST', body: { name: 'x', daily_limit: '50' } }), 422, 'VALIDATION_FAILED')
  refused(await world.v1('/keys', { method: 'POST', body: { name: 'x', daily_limit: 50 } }), 422, 'VALIDATION_FAILED')
})

test('the day is the one on a Dutch wall', async (t) => {
  const world = await openWorld(t)
  await world.set('billing.daily_limit_cents', 3995)
  assert.equal((await submitNow(world)).status, 202)
  // 12:00 in Amsterdam is 11:00 UTC: midnight there is an hour before it is in UTC.
  world.pass(12 * HOUR - 1)
  assert.equal((await submitNow(world)).status, 402)
  world.pass(1)
  assert.equal((await submitNow(world)).status, 202)
})

test('forty submissions at the same instant never spend more than the limit', async (t) => {
  const world = await openWorld(t)
  await world.set('billing.daily_limit_cents', 7 * 3995)
  const quotes = await Promise.all(Array.from({ length: 20 }, () => world.quote()))
  const replies = await Promise.all([
    ...quotes.map((quote) => world.v1(`/jobs/${quote.job_id}/submit`, { method: 'POST' })),
    ...Array.from({ length: 20 }, () => submitNow(world)),
  ])
  assert.equal(replies.filter((reply) => reply.status === 202).length, 7)
  assert.equal(replies.filter((reply) => reply.status === 402).length, 33)
  assert.equal(await submitted(world), 7)
  const acts = await world.store.db.selectFrom('audit').select('amount_cents').execute()
  assert.equal(acts.length, 7)
})

test('what was spent at the simulator leaves the limit for the registry whole', async (t) => {
  const world = await openWorld(t)
  await world.set('billing.daily_limit_cents', 3995)
  assert.equal((await submitNow(world)).status, 202)
  await world.set('registry.environment', 'eto')
  const { secret } = await world.keyWith(['read', 'write'])
  assert.equal((await submitNow(world, {}, secret)).status, 202)
  assert.equal((await submitNow(world, {}, secret)).status, 402)
})

test('every paid act is on record: who, what, how many, euros, from which address; a repeat is none', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const { key, secret } = await world.keyWith(['read', 'write'])
  const trench = { geometry: TRENCH, klic_type: 'GRAAF', start_date: START_DATE, client_ref: 'trench' }
  const job = shown(Job, await submitNow(world, trench, secret), 202)
  await submitNow(world, trench, secret)
  await world.v1(`/jobs/${job.job_id}/submit`, { method: 'POST', key: secret })
  world.pass(1000)
  const body = { geometry: GARDEN, klic_type: 'ORIENT', submit: true, reference: 'Garden' }
  const byWindow = shown(Job, await window('/jobs', { method: 'POST', body }), 202)
  const { data, months, pagination } = shown(ActPage, await window('/audit'))
  assert.equal(pagination.total, 2)
  assert.deepEqual(months, [
    { month: '2026-03', environment: 'simulator', notifications: 4, amount: { amount: '159.80', currency: 'EUR' } },
  ])
  assert.deepEqual(
    data.map(({ act_id: _id, at: _at, ...act }) => act),
    [
      {
        day: '2026-03-06',
        actor: 'window',
        actor_name: null,
        key_id: null,
        act: 'submit',
        job_id: byWindow.job_id,
        reference: 'Garden',
        environment: 'simulator',
        billed_by: 'kadaster',
        notifications: 1,
        amount: { amount: '39.95', currency: 'EUR' },
        address: '127.0.0.1',
      },
      {
        day: '2026-03-06',
        actor: `key:${key.id}`,
        actor_name: key.name,
        key_id: key.id,
        act: 'submit',
        job_id: job.job_id,
        reference: null,
        environment: 'simulator',
        billed_by: 'kadaster',
        notifications: 3,
        amount: { amount: '119.85', currency: 'EUR' },
        address: '127.0.0.1',
      },
    ],
  )
  const stranger = await world.signIn(await world.company())
  assert.equal(shown(ActPage, await stranger.window('/audit')).pagination.total, 0)
})
