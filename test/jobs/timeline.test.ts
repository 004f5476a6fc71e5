/** Why it is not here yet: from the rows that each step leaves, in the order in which they happened. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JobProgress, Timeline } from '../../server/features/jobs/timeline-schema.ts'
import { Status } from '../../server/features/status/schema.ts'
import { openWorld, shown, type World } from '../support/api-world.ts'

const at = (minute: number): string => `2026-03-06T12:${String(minute).padStart(2, '0')}:00.000Z`

const orderOf = (jobId: string, more: Record<string, unknown> = {}) => ({
  id: 'ord_1',
  job_id: jobId,
  order_index: 0,
  attempt: 1,
  post_id: 'post-1',
  body: '{}',
  body_sha256: 'x',
  state: 'validating' as const,
  poll_url: null,
  sends: 2,
  polls: 1,
  reads: 0,
  undecided_polls: 0,
  watch_at: null,
  created_at: at(1),
  sent_at: at(2),
  decided_at: null,
  messages: '[]',
  ...more,
})

const look = async (world: World, jobId: string) => {
  const { window } = await world.signIn()
  return shown(Timeline, await window(`/jobs/${jobId}/timeline`))
}
const steps = ({ entries }: Timeline) => entries.map(({ what }) => what)

test('a quote waits for a person, until its price ends', async (t) => {
  const world = await openWorld(t)
  const job = await world.quote()
  const timeline = await look(world, job.job_id)
  assert.deepEqual(steps(timeline), ['created'])
  assert.equal(timeline.expected?.what, 'next')
  assert.equal(timeline.expected?.until, job.quote.expires_at)
})

test('filing, verdict, delivery, result and webhook are told in turn, each with what comes next', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote({ submit: true })
  const { db } = world.store
  assert.equal((await look(world, job_id)).expected?.what, 'next')

  await db.insertInto('registry_order').values(orderOf(job_id)).execute()
  const judged = await look(world, job_id)
  assert.deepEqual(steps(judged), ['created', 'submitted', 'order_sent'])
  assert.deepEqual([judged.expected?.what, judged.expected?.since, judged.entries[2]?.no], ['next', at(2), 2])

  await db
    .updateTable('registry_order')
    .set({ state: 'accepted', decided_at: at(5) })
    .execute()
  await db.updateTable('job').set({ status: 'submitted', environment: 'production' }).execute()
  const part = await db
    .updateTable('part')
    .set({ status: 'submitted', registry_order_id: 'ord_1', klic_number: '26G1' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const delivering = await look(world, job_id)
  assert.equal(delivering.entries.at(-1)?.what, 'order_accepted')
  // Accepted on Friday: two working days later is Tuesday.
  assert.deepEqual(delivering.expected, {
    what: 'delivery',
    since: at(5),
    until: null,
    day: '2026-03-10',
    parts: [1],
  })

  const delivery = {
    part_id: part.id,
    safety_area: 0,
    composed_at: null,
    path: 'x',
    sha256: 'x',
    bytes: 1,
    summary: null,
    geojson_path: null,
    failure: null,
  }
  await db
    .insertInto('delivery')
    .values({ ...delivery, id: 'del_1', sequence: 1, complete: 0, received_at: at(7), read_at: at(8) })
    .execute()
  await db
    .insertInto('delivery')
    .values({ ...delivery, id: 'del_2', sequence: 2, complete: 1, received_at: at(9), read_at: at(10) })
    .execute()
  await db.updateTable('job').set({ status: 'processing' }).execute()
  const merging = await look(world, job_id)
  assert.deepEqual(
    merging.entries
      .slice(-4)
      .map(({ what, no, complete, part_no, klic_number }) => [what, no, complete, part_no, klic_number]),
    [
      ['delivery_received', 1, false, 1, '26G1'],
      ['delivery_read', 1, false, 1, '26G1'],
      ['delivery_received', 2, true, 1, '26G1'],
      ['delivery_read', 2, true, 1, '26G1'],
    ],
  )
  assert.deepEqual([merging.expected?.what, merging.expected?.since], ['next', at(10)])

  await world.put(job_id, 'ready')
  await world.putFile(job_id, 'gpkg', 'x')
  const event = {
    id: 'evt_1',
    company_id: world.companyId,
    job_id,
    type: 'job.ready',
    payload: '{}',
    target: 'job' as const,
  }
  await db
    .insertInto('event')
    .values({
      ...event,
      target_url: 'https://erp.example/',
      state: 'waiting',
      attempts: 1,
      created_at: at(11),
      next_attempt_at: at(30),
      last_status: 500,
      last_error: 'no',
    })
    .execute()
  await db
    .insertInto('event_attempt')
    .values({
      event_id: 'evt_1',
      no: 1,
      at: at(12),
      url: 'https://erp.example/',
      status: 500,
      duration_ms: 3,
      error: 'no',
    })
    .execute()
  const telling = await look(world, job_id)
  assert.ok(steps(telling).includes('result_ready'))
  assert.equal(telling.entries.at(-1)?.what, 'webhook_failed')
  assert.deepEqual([telling.expected?.what, telling.expected?.until], ['webhook', at(30)])

  await db.updateTable('event').set({ state: 'sent' }).execute()
  const done = await look(world, job_id)
  assert.equal(done.expected, null)
  assert.ok(!JSON.stringify(done).includes('erp.example'), 'where it is told is not for every reader')
})

test('an answer that could not be used is there to be shown to the registry, without people and keys, also once it goes on', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote({ submit: true })
  const { db } = world.store
  const answer = '{"status":"Goed","mail":"jan.smit@bedrijf.nl","tel":"+31 6 12345678"}'
  const trouble = JSON.stringify({ kind: 'judgement', since: at(4) })
  await db
    .insertInto('registry_order')
    .values({ ...orderOf(job_id), trouble, answer })
    .execute()
  const found = (await look(world, job_id)).entries.at(-1)
  const shown = '{"status":"Goed","mail":"[e-mail]","tel":"[phone]"}'
  assert.deepEqual([found?.what, found?.at, found?.answer], ['order_answer_unusable', at(4), shown])

  await db
    .updateTable('registry_order')
    .set({ trouble: null, state: 'accepted', decided_at: at(5) })
    .execute()
  const { entries } = await look(world, job_id)
  assert.deepEqual(
    entries.slice(-3).map(({ what, answer: said }) => [what, said]),
    [
      ['order_sent', null],
      ['order_answer_unusable', shown],
      ['order_accepted', null],
    ],
  )
})

test('as long as later deliveries are looked for, they may still come', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote({ submit: true })
  const order = { ...orderOf(job_id), state: 'accepted' as const, watch_at: at(60) }
  await world.store.db.insertInto('registry_order').values(order).execute()
  await world.put(job_id, 'ready')
  assert.equal((await look(world, job_id)).expected?.what, 'supplement')
  await world.store.db.updateTable('registry_order').set({ watch_at: null }).execute()
  assert.equal((await look(world, job_id)).expected, null)
})

test('the status counts what is of the company, and says what works', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote({ submit: true })
  await world.quote()
  await world.store.db.insertInto('registry_order').values(orderOf(job_id)).execute()
  const { window } = await world.signIn()
  const own = shown(Status, await window('/status'))
  assert.deepEqual(own.checks, {
    database: 'ok',
    storage: 'ok',
    workers: 'ok',
    installation: 'ok',
    disk: own.checks.disk,
  })
  assert.deepEqual([own.jobs, own.queue.file, own.registry.undecided_orders], [{ accepted: 1, quoted: 1 }, 1, 1])
  assert.equal(own.workers.length, 1)
  assert.ok(own.disk && own.disk.free_bytes > 0 && own.disk.total_bytes >= own.disk.free_bytes)

  const { window: neighbour } = await world.signIn(await world.company())
  const other = shown(Status, await neighbour('/status'))
  assert.deepEqual([other.jobs, other.queue.file, other.registry.undecided_orders], [{}, 0, 0])
})

test('the status tells how far the clock is off, once that is more than a minute', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const off = async (offS: number | null) => {
    await world.store.db.updateTable('worker').set({ clock_off_s: offS }).execute()
    return shown(Status, await window('/status')).registry.clock_off_s
  }
  assert.deepEqual([await off(null), await off(60), await off(-60)], [null, null, null])
  assert.deepEqual([await off(61), await off(-300)], [61, -300])
})

test('while a result is made it is said how far that is, and at no other time', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote({ submit: true })
  const { window } = await world.signIn()
  const progress = async () => shown(JobProgress, await window(`/jobs/${job_id}/progress`))
  const merging = { step: 'merge' as const, done: 12_000, total: 90_000 }
  await world.store.db
    .updateTable('job')
    .set({ merging: JSON.stringify(merging) })
    .execute()
  assert.deepEqual(await progress(), { merging: null })
  await world.store.db.updateTable('job').set({ status: 'processing' }).execute()
  assert.deepEqual(await progress(), { merging })
  assert.equal((await window('/jobs/job_of_nobody/progress')).status, 404)
})
