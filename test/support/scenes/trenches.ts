/** The open rows of a trench plan are counted on a new result, for worlds that are killed. */
import assert from 'node:assert/strict'
import { countOpenRows, insertFinding, insertPlan } from '../../../server/features/trenches/rows.ts'
import { TRENCH_DEFAULTS, type TrenchParameters } from '../../../server/imkl/model/trench-plan.ts'
import type { FlowWorld } from '../flow-world.ts'
import type { KillScenes } from '../kill-scene.ts'

export const AT = '2026-03-06T11:00:00.000Z'
const PARAMETERS = Object.fromEntries(
  Object.entries(TRENCH_DEFAULTS).map(([name, [usual]]) => [name, usual]),
) as unknown as TrenchParameters

/** Both lines are located on the first result. */
export async function locate(world: FlowWorld): Promise<void> {
  const { jobId, store } = world
  const recorded = { jobId, projectId: null, nearJobs: null, at: AT, actor: 'test' }
  const line: [number, number][] = [
    [155_000, 463_000],
    [155_060, 463_000],
  ]
  const works = { kind: 'axis', line } as const
  const plan = { ...recorded, revision: 1, works, parameters: PARAMETERS, openRows: null, countedOn: null }
  const found = { kind: 'found', trench: null, offset_m: null, depth_m: null, found_on: '2026-03-06' } as const
  await store.transaction({ job: jobId }, async (trx) => {
    await insertPlan(trx, plan)
    for (const [feature_id, shape] of Object.entries(world.options.shapes ?? {}))
      await insertFinding(trx, {
        ...{ job_id: jobId, at: AT, actor: 'test', ...found, remark: null },
        ...{ id: `fnd_${feature_id}`, feature_id, shape, state: 'accepted', site_id: null, handed_in_by: null },
      })
    await countOpenRows(trx, plan, [], { results: 1 }, AT)
  })
}

export const planOf = (world: FlowWorld) =>
  world.store.db.selectFrom('trench_plan').select(['open_rows', 'counted_on']).executeTakeFirstOrThrow()

/** The second result has one of them elsewhere. */
export async function deliverMoved(world: FlowWorld): Promise<void> {
  world.options.supplement = [0]
  world.options.shapes = { gas: 'as before', water: 'moved' }
  world.nowMs += 6 * 3_600_000
}

export const TRENCH_SCENES: KillScenes = {
  'wherever the worker dies, the rows of a trench plan are counted on the new result': async (kills) => {
    const effects = await kills({
      options: { parts: 1, shapes: { gas: 'as before', water: 'as before' } },
      prepare: async (world) => {
        await world.live()
        await locate(world)
        await deliverMoved(world)
      },
      check: async (world, diedAt) => {
        assert.deepEqual(await planOf(world), { open_rows: 1, counted_on: 2 }, `died at ${diedAt}`)
      },
    })
    assert.ok(effects > 10)
  },
}
