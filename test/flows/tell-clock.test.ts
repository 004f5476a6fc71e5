/** What the clock of a notification asks of people is told: on its day, once, also by workers that are killed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_BODIES } from '../../server/contract/events.ts'
import { type FlowWorld, inWorld } from '../support/flow-world.ts'

const FINDINGS = { silent: [], careful: ['Gasnet', 'KPN'], precautions: 2, isEmpty: false }
const URL = 'https://erp.example/hook'
const CLOCK = ['validity.expiring', 'precaution.due', 'start.missed'] as const
type ClockEvent = (typeof CLOCK)[number]

/** Sent and taken on Friday 20 November 2026: to begin by Friday 18 December. Two operators demand precautions. */
async function filed(world: FlowWorld): Promise<void> {
  await world.live()
  // The paper registry knows orientation requests; to the clock it is the kind that counts.
  const dig = { klic_type: 'GRAAF', start_date: '2026-12-14', findings: JSON.stringify(FINDINGS) } as const
  await world.store.db.updateTable('job').set(dig).execute()
}

const onDay = async (world: FlowWorld, day: string, effects?: number): Promise<boolean> => {
  world.nowMs = Date.parse(`${day}T06:00:00Z`)
  return world.live(effects)
}

/** Each parsed by its schema of the document. */
const told = async (world: FlowWorld): Promise<string[]> =>
  (await world.events())
    .filter(({ type }) => CLOCK.includes(type as ClockEvent))
    .map(({ type, payload }) => {
      const { data } = EVENT_BODIES[type as ClockEvent].parse(JSON.parse(payload))
      assert.deepEqual([data.job_ids, data.order_ids], [['job_1'], ['ord_0']])
      return [type, data.day, data.working_days_left, ...data.operators].join(' ')
    })

test('each is told on its day and once, whoever looks how often', async () => {
  await inWorld({ parts: 1, webhookUrl: URL }, async (world) => {
    await filed(world)
    await onDay(world, '2026-12-08')
    assert.deepEqual(await told(world), [])
    await onDay(world, '2026-12-09')
    const precaution = 'precaution.due 2026-12-09 0 Gasnet KPN'
    assert.deepEqual(await told(world), [precaution])
    await onDay(world, '2026-12-10')
    await onDay(world, '2026-12-11')
    const five = 'validity.expiring 2026-12-18 5'
    assert.deepEqual(await told(world), [precaution, five])
    await onDay(world, '2026-12-16')
    assert.deepEqual(await told(world), [precaution, five])
    await onDay(world, '2026-12-17')
    await onDay(world, '2026-12-18')
    const one = 'validity.expiring 2026-12-18 1'
    assert.deepEqual(await told(world), [precaution, five, one])
    await onDay(world, '2026-12-19')
    await onDay(world, '2026-12-24')
    assert.deepEqual(await told(world), [precaution, five, one, 'start.missed 2026-12-18 0'])
    const heard = world.told.map(({ body }) => JSON.parse(body).type).filter((type) => CLOCK.includes(type))
    assert.deepEqual(heard, ['precaution.due', 'validity.expiring', 'validity.expiring', 'start.missed'])
  })
})

test('what somebody has put on record is not told; of a demand that comes later only the new one is', async () => {
  await inWorld({ parts: 1 }, async (world) => {
    await filed(world)
    const { db } = world.store
    const recorded = { remark: null, at: '', actor: 'window', job_id: 'job_1' }
    const contact = { ...recorded, contacted_on: '2026-12-01', contacted_by: null, how: null, agreed_on: null }
    await db
      .insertInto('precaution_contact')
      .values({ ...contact, operator: 'KPN' })
      .execute()
    await onDay(world, '2026-12-09')
    assert.deepEqual(await told(world), ['precaution.due 2026-12-09 0 Gasnet'])
    await db
      .updateTable('job')
      .set({ findings: JSON.stringify({ ...FINDINGS, careful: ['Gasnet', 'Vitens'] }) })
      .execute()
    await onDay(world, '2026-12-10')
    assert.equal((await told(world)).at(-1), 'precaution.due 2026-12-09 0 Vitens')
    await db
      .insertInto('dig')
      .values({ ...recorded, begun_on: '2026-12-10', begun_by: null, place: null, ended_on: null })
      .execute()
    for (const day of ['2026-12-11', '2026-12-17', '2026-12-19']) await onDay(world, day)
    assert.equal((await told(world)).length, 2, 'the work has begun')
  })
})

test('once also when the worker is killed at each of its effects', async () => {
  const wanted = ['precaution.due 2026-12-09 0 Gasnet KPN', 'validity.expiring 2026-12-18 5']
  let kills = 0
  for (let isAlive = false; !isAlive; ) {
    await inWorld({ parts: 1, webhookUrl: URL }, async (world) => {
      await filed(world)
      isAlive = await onDay(world, '2026-12-11', kills + 1)
      if (isAlive) return
      kills += 1
      await onDay(world, '2026-12-11')
      assert.deepEqual((await told(world)).toSorted(), wanted, `killed at effect ${kills}`)
      const ids = world.told.filter(({ body }) => CLOCK.includes(JSON.parse(body).type)).map(({ id }) => id)
      assert.equal(new Set(ids).size, 2, 'under the same webhook-id on every try')
    })
  }
  assert.ok(kills > 8, `${kills} kills`)
})
