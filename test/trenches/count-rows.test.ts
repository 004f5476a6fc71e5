/** The worker counts the open rows of a trench plan on each new result. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../server/platform/refusal.ts'
import { inWorld } from '../support/flow-world.ts'
import { atEachKind, testScenes } from '../support/kill-scene.ts'
import { deliverMoved, locate, planOf, TRENCH_SCENES } from '../support/scenes/trenches.ts'

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
