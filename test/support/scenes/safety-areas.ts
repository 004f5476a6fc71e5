/** The list of safety areas is wanted beside a job, for worlds that are killed. */
import assert from 'node:assert/strict'
import { safetyAreasOf, safetyListOf } from '../../../server/features/areas/safety-area-rows.ts'
import type { FlowWorld } from '../flow-world.ts'
import type { KillScenes } from '../kill-scene.ts'

export const companyOf = async (world: FlowWorld) => (await world.job()).company_id
export const kept = async (world: FlowWorld) => {
  const company = await companyOf(world)
  const row = await safetyListOf(world.store.db, company)
  const areas = await safetyAreasOf(world.store.db, company)
  return [row?.state, row?.listed_on, row?.wanted_at, areas && JSON.parse(areas)]
}

export const SAFETY_AREA_SCENES: KillScenes = {
  'wherever the worker dies, the list comes all the same and the job is filed once': async (kills) => {
    const effects = await kills({
      options: { parts: 1, safetyList: true },
      check: async (world, diedAt) => {
        assert.equal((await kept(world))[0], 'listed', `died at ${diedAt}`)
        assert.deepEqual([(await world.job()).status, world.registry.filed.length], ['ready', 1], `died at ${diedAt}`)
      },
    })
    assert.ok(effects > 4)
  },
}
