/** A calamity from its order to the numbers to call, for worlds that are killed. */
import assert from 'node:assert/strict'
import { answerToCalamity } from '../../../server/features/jobs/rows/calamities.ts'
import type { KillScenes } from '../kill-scene.ts'
import { CONCERNED } from '../paper-registry.ts'

export const ALARM = { parts: 1, klicType: 'CALAMITEIT' } as const

export const CALAMITY_SCENES: KillScenes = {
  'a calamity is filed once, and the numbers to call are there, wherever the worker dies': async (kills) => {
    const effects = await kills({
      options: { ...ALARM, newPolls: 1, lostAnswers: 1 },
      check: async (world, diedAt) => {
        assert.equal(world.registry.ledger.size, 1, `died at ${diedAt}: one order`)
        assert.equal(world.registry.filed.length, 1, `died at ${diedAt}: one notification`)
        const answer = await answerToCalamity(world.store.db, world.jobId)
        assert.deepEqual(answer?.concerned, CONCERNED, `died at ${diedAt}`)
        assert.equal((await world.job()).status, 'ready', `died at ${diedAt}`)
      },
    })
    assert.ok(effects > 10, `only ${effects} effects were tried`)
  },
}
