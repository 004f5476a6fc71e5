/** A job that the registry refused and that is corrected, for worlds that are killed. */
import assert from 'node:assert/strict'
import { acceptJob } from '../../../server/features/jobs/rows/job-moves.ts'
import { jobOf } from '../../../server/features/jobs/rows/jobs.ts'
import { acceptParts, partsOf } from '../../../server/features/jobs/rows/parts.ts'
import { formerAttempts, replaceAttempt } from '../../../server/features/jobs/rows/requotes.ts'
import { JsonText } from '../../../server/platform/json-text.ts'
import type { FlowWorld } from '../flow-world.ts'
import type { KillScenes } from '../kill-scene.ts'

const COMPANY = 'cmp_1'
const AT = '2026-11-20T10:00:00.000Z'
export const reject = [{ severity: 'ERROR' as const, code: 'COR0309', text: 'onbekend adres', pointer: null }]

/** As the API does: another quote in the place of what was refused. */
export async function correct(world: FlowWorld, inputHash = 'corrected'): Promise<void> {
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

export async function submit(world: FlowWorld): Promise<void> {
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

export const CORRECTION_SCENES: KillScenes = {
  'wherever the worker dies around the refusal, a job that is corrected at once and submitted later is filed once':
    async (kills) => {
      let corrections = 0
      const effects = await kills({
        options: { parts: 2, newPolls: 1, reject },
        // The refusal is written by one of its thirty effects.
        stride: 1,
        revive: async (world) => {
          // The refusal may be on the disk while the run that wrote it does not know so yet.
          if ((await world.job()).status === 'rejected') corrections++
          else await world.live()
        },
        check: async (world, diedAt) => {
          world.options.reject = undefined
          await correct(world)
          await world.live()
          assert.equal((await world.job()).status, 'quoted', `died at ${diedAt}`)
          assert.equal(world.registry.filed.length, 0, `died at ${diedAt}: a quote is not filed`)
          await submit(world)
          await world.live()
          assert.equal((await world.job()).status, 'ready', `died at ${diedAt}`)
          assert.equal(world.registry.ledger.size, 2, `died at ${diedAt}: the refused order and the corrected one`)
          assert.equal(world.registry.filed.length, 2, `died at ${diedAt}: two notifications`)
          const [former] = await formerAttempts(world.store.db, world.jobId)
          assert.deepEqual(former?.orderIds, ['ord_0', 'ord_1'], 'the refused requests are on record')
        },
      })
      assert.ok(
        effects > 10 && corrections > 0,
        `${effects} effects, ${corrections} deaths after the refusal was written`,
      )
    },

  'wherever the worker dies after a correction was submitted, it is filed once': async (kills) => {
    await kills({
      options: { parts: 2, newPolls: 1, reject },
      prepare: async (world) => {
        await world.live()
        world.options.reject = undefined
        await correct(world)
        await submit(world)
      },
      // Until it is filed: what follows is the same for every job.
      live: (world, effects) => world.live(effects, async () => (await world.job()).status !== 'accepted'),
      check: async (world, diedAt) => {
        await world.live()
        assert.equal((await world.job()).status, 'ready', `died at ${diedAt}`)
        assert.equal(world.registry.filed.length, 2, `died at ${diedAt}: two notifications`)
        assert.equal(world.registry.ledger.size, 2)
      },
    })
  },
}
