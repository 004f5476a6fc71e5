/** A result that is damaged on the disk, for worlds that are killed. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requeueDamagedArtifact } from '../../../server/features/jobs/rows/artifacts.ts'
import { asideOf } from '../../../server/platform/storage/port.ts'
import type { FlowWorld } from '../flow-world.ts'
import type { KillScenes } from '../kill-scene.ts'

export const gpkgOf = async (world: FlowWorld) => {
  const row = (await world.artifacts()).find(({ format }) => format === 'gpkg')!
  return { row, file: join(world.dataDir, row.path!) }
}

/** As the API does when it meets one. */
export async function damaged(world: FlowWorld): Promise<{ whole: Buffer; file: string; aside: string }> {
  const { row, file } = await gpkgOf(world)
  const whole = readFileSync(file)
  writeFileSync(file, whole.subarray(0, 5))
  await requeueDamagedArtifact(world.store.db, row.id)
  return { whole, file, aside: join(world.dataDir, asideOf(row.path!)) }
}

export const DAMAGED_RESULT_SCENES: KillScenes = {
  'a damaged file is made again wherever the worker dies': async (kills) => {
    let whole: Buffer | undefined
    const effects = await kills({
      options: {},
      prepare: async (world) => {
        await world.live()
        whole = (await damaged(world)).whole
      },
      check: async (world, diedAt) => {
        const { row, file } = await gpkgOf(world)
        assert.equal(row.state, 'ready', `died at ${diedAt}`)
        assert.ok(whole?.equals(readFileSync(file)), `died at ${diedAt}`)
      },
    })
    assert.ok(effects > 4, `only ${effects} effects were tried`)
  },
}
