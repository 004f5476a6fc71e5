/** A job that the registry refused is corrected under its own id: filed once more, once, wherever the worker dies. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JsonText } from '../../server/domain/json-text.ts'
import { acceptJob } from '../../server/store/rows/job-moves.ts'
import { jobOf } from '../../server/store/rows/jobs.ts'
import { acceptParts, partsOf } from '../../server/store/rows/parts.ts'
import { formerAttempts, replaceAttempt } from '../../server/store/rows/requotes.ts'
import { type FlowWorld, inWorld } from '../support/flow-world.ts'

const COMPANY = 'cmp_1'
const AT = '2026-11-20T10:00:00.000Z'
const reject = [{ severity: 'ERROR' as const, code: 'COR0309', text: 'onbekend adres', pointer: null }]

/** As the API does: another quote in the place of what was refused. */
async function correct(world: FlowWorld, inputHash = 'corrected'): Promise<void> {
  const job = (await jobOf(world.store.db, COMPANY, world.jobId))!
  const parts = await partsOf(world.store.db, world.jobId)
  const next = {
    ...job,
    status: 'quoted' as const,
    submit: false,
    submittedAt: null,
    errors: [],
    warnings: [],
    area: new JsonText('[]'),
    inputHash,
    input: '{}',
  }
  const fresh = parts.map((part) => ({
    ...part,
    id: `${part.id}_new${job.round}`,
    orderId: `${part.orderId}_new${job.round}`,
    status: 'quoted' as const,
    errors: [],
    location: null,
  }))
  const isDone = await world.store.transaction({ company: COMPANY }, (trx) =>
    replaceAttempt(trx, job, { id: `${world.jobId}_former${job.round}`, at: AT }, next, fresh),
  )
  assert.ok(isDone)
}

async function submit(world: FlowWorld): Promise<void> {
  const { round } = (await jobOf(world.store.db, COMPANY, world.jobId))!
  await world.store.durably({ company: COMPANY }, async (trx) => {
    const accepted = {
      at: AT,
      environment: 'simulator' as const,
      billedBy: 'kadaster' as const,
      startDate: null,
      endDate: null,
      warnings: [],
    }
    assert.ok(await acceptJob(trx, world.jobId, round, accepted))
    await acceptParts(trx, world.jobId, AT, new Map())
  })
}

test('killed anywhere around the refusal, corrected at once and submitted later: nothing is filed of a quote, and then once', async () => {
  let isDone = false
  let deaths = 0
  let corrections = 0
  for (let effects = 1; !isDone; effects++) {
    await inWorld({ parts: 2, newPolls: 1, reject }, async (world) => {
      isDone = await world.live(effects)
      // The refusal may be on the disk while the run that wrote it does not know so yet.
      if ((await world.job()).status !== 'rejected') {
        assert.ok(!isDone)
        await world.live()
      } else if (!isDone) corrections++
      deaths++
      world.options.reject = undefined
      await correct(world)
      await world.live()
      assert.equal((await world.job()).status, 'quoted', `died at ${effects}`)
      assert.equal(world.registry.filed.length, 0, `died at ${effects}: a quote is not filed`)
      await submit(world)
      await world.live()
      assert.equal((await world.job()).status, 'ready', `died at ${effects}`)
      assert.equal(world.registry.ledger.size, 2, `died at ${effects}: the refused order and the corrected one`)
      assert.equal(world.registry.filed.length, 2, `died at ${effects}: two notifications`)
      const [former] = await formerAttempts(world.store.db, world.jobId)
      assert.deepEqual(former?.orderIds, ['ord_0', 'ord_1'], 'the refused requests are on record')
    })
  }
  assert.ok(deaths > 10 && corrections > 0, `${deaths} deaths, ${corrections} of them after the refusal was written`)
})

test('killed anywhere after a correction was submitted, it is filed once', async () => {
  let isDone = false
  for (let effects = 1; !isDone; effects++) {
    await inWorld({ parts: 2, newPolls: 1, reject }, async (world) => {
      await world.live()
      world.options.reject = undefined
      await correct(world)
      await submit(world)
      // Until it is filed: what follows is the same for every job.
      isDone = await world.live(effects, async () => (await world.job()).status !== 'accepted')
      await world.live()
      assert.equal((await world.job()).status, 'ready', `died at ${effects}`)
      assert.equal(world.registry.filed.length, 2, `died at ${effects}: two notifications`)
      assert.equal(world.registry.ledger.size, 2)
    })
  }
})

test('what was refused and is submitted unchanged, since the cause lay elsewhere, is a new message', async () => {
  await inWorld({ parts: 1, reject }, async (world) => {
    const { input_hash } = await world.job()
    await world.live()
    world.options.reject = undefined
    await correct(world, input_hash)
    await submit(world)
    await world.live()
    assert.equal((await world.job()).status, 'ready')
    const orders = await world.store.db.selectFrom('registry_order').select(['post_id', 'state', 'attempt']).execute()
    assert.deepEqual(orders.map(({ state, attempt }) => `${state} ${attempt}`).sort(), ['accepted 1', 'rejected 1'])
    assert.equal(new Set(orders.map(({ post_id }) => post_id)).size, 2)
  })
})
