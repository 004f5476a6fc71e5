/** The ground comes into a result, for worlds that are killed. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FlowWorld } from '../flow-world.ts'
import type { KillScenes } from '../kill-scene.ts'

export const WITH = 'results/job_1/1/klic_99G0000000.ground.gpkg'

export const gpkgOf = async (world: FlowWorld) => (await world.artifacts()).find(({ format }) => format === 'gpkg')!
export const textOf = (world: FlowWorld, path: string): string => readFileSync(join(world.dataDir, path), 'utf8')

export const GROUND_SCENES: KillScenes = {
  'wherever the worker dies, the ground comes into the result': async (kills) => {
    const effects = await kills({
      options: { ground: true, parts: 1 },
      check: async (world, diedAt) => {
        const { path, ground, sha256, bytes } = await gpkgOf(world)
        assert.deepEqual([path, ground], [WITH, 'ready'], `died at ${diedAt}`)
        assert.equal(bytes, textOf(world, WITH).length)
        assert.match(textOf(world, WITH), /on its ground$/)
        assert.ok(sha256)
        const { summary, status } = await world.job()
        assert.deepEqual([JSON.parse(summary!).ground.warnings, status], [[], 'ready'])
      },
    })
    assert.ok(effects > 20)
  },
}
