/** A job from accepted to ready, for worlds that are killed. */
import assert from 'node:assert/strict'
import type { KillScenes } from '../kill-scene.ts'

export const JOB_SCENES: KillScenes = {
  'each notification is filed once, wherever the worker dies': async (kills) => {
    const effects = await kills({
      options: { parts: 2, newPolls: 1 },
      check: async (world, diedAt) => {
        assert.equal((await world.job()).status, 'ready', `died at ${diedAt}`)
        assert.equal(world.registry.ledger.size, 1, `died at ${diedAt}: one order`)
        assert.equal(world.registry.filed.length, 2, `died at ${diedAt}: two notifications`)
      },
    })
    assert.ok(effects > 20, `only ${effects} effects were tried`)
  },

  'an event is told with the same id on every try, wherever the worker dies': async (kills) => {
    await kills({
      options: { parts: 1, webhookUrl: 'http://127.0.0.1:1/hook' },
      check: async (world, diedAt) => {
        const events = await world.events()
        assert.equal(events.length, 1, `died at ${diedAt}: one event`)
        assert.equal(events[0]?.state, 'sent')
        assert.ok(world.told.length >= 1)
        assert.deepEqual(new Set(world.told.map((told) => told.id)), new Set([events[0]?.id]))
      },
    })
  },
}
