/** A job that the registry refused is corrected under its own id: filed once more, once, wherever the worker dies. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inWorld } from '../support/flow-world.ts'
import { atEachKind, testScenes } from '../support/kill-scene.ts'
import { CORRECTION_SCENES, correct, reject, submit } from '../support/scenes/correction.ts'

testScenes(CORRECTION_SCENES, atEachKind)

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
