/** The worker counts the open rows of a trench plan on each new result. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../server/platform/refusal.ts'
import { inWorld } from '../support/flow-world.ts'
import { atEachKind, testScenes } from '../support/kill-scene.ts'
import { AT, deliverMoved, locate, planOf, TRENCH_SCENES } from '../support/scenes/trenches.ts'

const SHAPES = { gas: 'as before', water: 'as before' }

testScenes(TRENCH_SCENES, atEachKind)

test('rows are counted once for each result', async () => {
  await inWorld({ parts: 1, shapes: SHAPES }, async (world) => {
    await world.live()
    await locate(world)
    const before = world.conversions
    await world.live()
    assert.deepEqual([await planOf(world), world.conversions], [{ open_rows: 0, counted_on: 1 }, before])
    await world.store.db.updateTable('trench_plan').set({ counted_on: null }).execute()
    await world.live()
    assert.deepEqual([await planOf(world), world.conversions], [{ open_rows: 0, counted_on: 1 }, before + 1])
  })
})

test('where a result allows no plan the count stays unknown, and it is not tried again', async () => {
  const refuseConversion = ({ kind }: { kind: string }) =>
    kind === 'trenches' ? new Refusal('DELIVERY_UNREADABLE', 'The plan would have too many lines.') : undefined
  await inWorld({ parts: 1, shapes: SHAPES, refuseConversion }, async (world) => {
    await world.live()
    await locate(world)
    await deliverMoved(world)
    await world.live()
    const { conversions } = world
    assert.deepEqual(await planOf(world), { open_rows: null, counted_on: 2 })
    await world.live()
    assert.equal(world.conversions, conversions)
  })
})

test('the rows of a project are counted again on a new result of any of its jobs', async () => {
  await inWorld({ parts: 1, shapes: SHAPES }, async (world) => {
    await world.live()
    await locate(world)
    const { jobId, store } = world
    const job = await store.db.selectFrom('job').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow()
    const project = { id: 'prj_1', company_id: job.company_id, name: 'Route', reference: null, description: null }
    const made = { status: 'open', created_at: AT, created_by: 'test', closed_at: null } as const
    await store.db
      .insertInto('project')
      .values({ ...project, ...made })
      .execute()
    await store.db
      .insertInto('job')
      .values({ ...job, id: 'job_beside', client_ref: null })
      .execute()
    for (const job_id of [jobId, 'job_beside'])
      await store.db.insertInto('project_job').values({ job_id, project_id: 'prj_1', added_at: AT }).execute()
    await store.db.updateTable('trench_plan').set({ project_id: 'prj_1' }).execute()
    await world.live()
    assert.deepEqual(await planOf(world), { open_rows: 0, counted_on: 2 })
    await store.db.updateTable('job').set({ revision: 2 }).where('id', '=', 'job_beside').execute()
    await world.live()
    assert.deepEqual(await planOf(world), { open_rows: 0, counted_on: 3 })
  })
})
