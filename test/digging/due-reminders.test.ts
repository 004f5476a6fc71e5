/** What the clock of a notification asks of people is told: on its day, once, also by workers that are killed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inWorld } from '../support/flow-world.ts'
import { atEachKind, testScenes } from '../support/kill-scene.ts'
import { CLOCK, FINDINGS, filed, onDay, TELL_CLOCK_SCENES, told, URL } from '../support/scenes/due-reminders.ts'

test('each is sent on its day and once, however often it is looked for', async () => {
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

test('what is on record already sends no event; a later demand sends only its own', async () => {
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

testScenes(TELL_CLOCK_SCENES, atEachKind)
