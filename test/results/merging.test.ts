/** How far a merge is, as the row says it to callers that wait for the result. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergingOfJob } from '../../server/features/jobs/rows/timeline.ts'
import { recordMerging } from '../../server/features/results/rows/results.ts'
import { type FlowWorld, inWorld } from '../support/flow-world.ts'
import { until } from '../support/until.ts'

const told = async ({ store, jobId }: FlowWorld) => (await mergingOfJob(store, 'cmp_1', jobId))?.merging

test('a merge that lasts is told twice a second, and a result needs no telling', async () => {
  const seen: unknown[] = []
  const whileMerging = async (world: FlowWorld, say: (what: string, done: number, total: number) => void) => {
    say('read', 10, 100)
    await new Promise((done) => setImmediate(done))
    seen.push(await told(world))
    world.nowMs += 500
    say('merge', 2000, 9000)
    await until(async () => (await told(world)) !== null)
    world.nowMs += 499
    say('merge', 4000, 9000)
    await new Promise((done) => setImmediate(done))
    seen.push(await told(world))
    world.nowMs += 1
    say('geojson', 0, 1)
    await until(async () => (await told(world))?.step !== 'merge')
    seen.push(await told(world))
  }
  await inWorld({ parts: 2, whileMerging }, async (world) => {
    await world.live()
    assert.deepEqual(seen, [null, { step: 'merge', done: 2000, total: 9000 }, { step: 'write', done: 0, total: 1 }])
    const job = await world.job()
    assert.deepEqual([job.status, job.merging], ['ready', null])
  })
})

test('what a life said that was cut short is not said of the next one', async () => {
  let seen: unknown
  const whileMerging = async (world: FlowWorld) => {
    seen = await told(world)
  }
  await inWorld({ parts: 1, whileMerging }, async (world) => {
    await world.store.db.updateTable('job').set({ status: 'processing' }).execute()
    await recordMerging(world.store, world.jobId, { step: 'merge', done: 8000, total: 9000 })
    assert.deepEqual(await told(world), { step: 'merge', done: 8000, total: 9000 })
    await world.store.db.updateTable('job').set({ status: 'accepted' }).execute()
    assert.equal(await told(world), null)
    await world.live()
    assert.equal(seen, null)
    assert.equal((await world.job()).status, 'ready')
  })
})
