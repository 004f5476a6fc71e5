/** An event that is told again, for worlds that are killed. */
import assert from 'node:assert/strict'
import type { KillScenes } from '../kill-scene.ts'

export const JOB_URL = 'http://127.0.0.1:1/job'

export const WEBHOOK_SCENES: KillScenes = {
  'the plan survives a kill at any effect, and the loss of all that the engine remembers': async (kills) => {
    const effects = await kills({
      options: { webhookUrl: JOB_URL, webhookAnswers: [500, 500] },
      revive: async (world) => {
        world.loseQueue()
        await world.live()
      },
      check: async (world, diedAt) => {
        const [event, ...others] = await world.events()
        assert.deepEqual(others, [], `died at ${diedAt}`)
        assert.equal(event?.state, 'sent', `died at ${diedAt}`)
        assert.deepEqual(new Set(world.told.map((told) => told.id)), new Set([event?.id]), `died at ${diedAt}`)
        const last = (await world.attempts()).at(-1)
        assert.equal(last?.status, 200, `died at ${diedAt}`)
      },
    })
    assert.ok(effects > 20, `only ${effects} effects were tried`)
  },
}
