/** A conversion that was ended because it took too long: nobody is told that its delivery can't be read, and it can be tried again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextActionFactsOf } from '../../server/features/jobs/rows/next-action-facts.ts'
import { nextAction } from '../../server/features/jobs/rules/next-action.ts'
import { tookTooLong } from '../../server/features/results/tasks/run-conversion.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { type FlowWorld, inWorld, type WorldOptions } from '../support/flow-world.ts'

const late = (): Refusal => tookTooLong(3_600_000)
const unreadable = (): Refusal => new Refusal('DELIVERY_UNREADABLE', 'The file is no delivery.')
/** Only that conversion, counted from 1. */
const only = (which: number, refusal: () => Refusal): WorldOptions => ({
  refuseConversion: (_task, no) => (no === which ? refusal() : undefined),
})
/** Delays all that reads the second delivery of a part. */
const second = (refusal: () => Refusal): WorldOptions => ({
  refuseConversion: (task) =>
    task.kind === 'merge' && task.deliveries.some(({ path }) => path.endsWith('/2.zip')) ? refusal() : undefined,
})

/** What is said of the job, as the API says it. */
async function saidOf(world: FlowWorld) {
  const job = await world.job()
  const progress = (await nextActionFactsOf(world.store.db, [job]))(job.id)
  const parts = (await world.parts()).map(({ status, errors }) => ({
    status,
    code: JSON.parse(errors)[0]?.code ?? null,
  }))
  const { reason, action, message } = nextAction({
    status: job.status,
    klicType: job.klic_type,
    startDate: null,
    today: '2026-03-06',
    quoteExpired: false,
    source: job.source,
    areaGone: false,
    errors: [],
    complaints: [],
    waiting: null,
    billing: { by: 'kadaster', mode: 'relation_number' },
    isWorkedOn: true,
    findings: null,
    revision: job.revision,
    parts,
    progress,
    failure: job.failure === null ? null : JSON.parse(job.failure),
  })
  return { status: job.status, reason, action, message, parts }
}

const deliveries = (world: FlowWorld) => world.store.db.selectFrom('delivery').selectAll().orderBy('id').execute()

test('one of two deliveries: the rest is there, that one is kept, and read when it is tried again', async () => {
  await inWorld({ parts: 2, ...only(1, late) }, async (world) => {
    await world.live()
    const said = await saidOf(world)
    assert.deepEqual([said.status, said.reason, said.action], ['ready_incomplete', 'incomplete_too_long', 'retry'])
    assert.deepEqual(said.parts.map(({ code }) => code).sort(), ['TOOK_TOO_LONG', null].sort())
    assert.match(said.message, /took longer than an hour.*It is kept/)
    const kept = await deliveries(world)
    assert.ok(kept.every(({ path }) => path !== null))

    const asked = world.registry.asked.download
    await world.resume()
    await world.live()
    assert.deepEqual((await saidOf(world)).status, 'ready')
    assert.equal((await world.job()).revision, 2)
    assert.equal(world.registry.asked.download, asked, 'it was fetched anew, though its link may be dead')
  })
})

for (const [what, which] of [
  ['the only delivery', 1],
  ['the merge of what was read', 2],
] as const) {
  test(`${what}: the job stops at once, and goes on when it is tried again`, async () => {
    await inWorld({ parts: 1, ...only(which, late) }, async (world) => {
      await world.live()
      const said = await saidOf(world)
      assert.deepEqual([said.status, said.reason, said.action], ['failed', 'failed_too_long', 'retry'])
      assert.match(said.message, /The notifications are filed.*are kept.*took longer than an hour/)
      assert.equal(world.conversions, which, 'an hour is spent once, not once for each try')
      await world.resume()
      await world.live()
      assert.equal((await saidOf(world)).status, 'ready')
    })
  })
}

test('one that can not be read is not called late, and one that is late is not called unreadable', async () => {
  await inWorld({ parts: 2, ...only(1, unreadable) }, async (world) => {
    await world.live()
    const said = await saidOf(world)
    assert.deepEqual([said.status, said.reason], ['ready_incomplete', 'incomplete_unreadable'])
    assert.doesNotMatch(said.message, /longer/)
  })
})

for (const [what, odd] of [
  ['can not be read', second(unreadable)],
  ['takes too long', second(late)],
] as const) {
  test(`a later delivery that ${what}: the result says that it is not the newest`, async () => {
    await inWorld({ parts: 1, ...odd }, async (world) => {
      await world.live()
      world.options.supplement = [0]
      world.nowMs += 6 * 3_600_000
      await world.live()
      const { status, reason, action } = await saidOf(world)
      assert.equal((await deliveries(world)).filter(({ failure }) => failure !== null).length, 1)
      assert.deepEqual([status, reason, action], ['ready', 'ready_later_missing', 'contact_registry'])
    })
  })
}
