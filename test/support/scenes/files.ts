/** Files of a job in a storage that several machines share, for worlds that are killed. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { cachedStorage } from '../../../server/platform/storage/cached.ts'
import type { FlowWorld } from '../flow-world.ts'
import { folderObjects } from '../folder-objects.ts'
import type { KillScenes } from '../kill-scene.ts'

/** Every life of the worker is on a machine of its own, with nothing on its disk. */
const onOtherMachines = (dataDir: string, life: number) =>
  cachedStorage(folderObjects(join(dataDir, 'objects')), join(dataDir, `machine-${life}`), 1e9)

/** Every file that a row names, as who has none of them reads it. */
async function namedFiles(world: FlowWorld): Promise<string[]> {
  const deliveries = await world.store.db.selectFrom('delivery').selectAll().execute()
  const artifacts = await world.store.db.selectFrom('artifact').selectAll().execute()
  return [
    ...deliveries.flatMap(({ path, geojson_path }) => [path, geojson_path]),
    ...artifacts.map(({ path }) => path),
  ].filter((path) => path !== null)
}

export const FILE_SCENES: KillScenes = {
  'what a row names is in the storage at every moment, wherever the worker dies and any worker goes on': async (
    kills,
  ) => {
    const effects = await kills({
      options: { parts: 1, storage: onOtherMachines },
      check: async (world, diedAt) => {
        assert.equal((await world.job()).status, 'ready', `died at ${diedAt}`)
        const named = await namedFiles(world)
        assert.equal(named.length, 4, `died at ${diedAt}`)
        const { read } = onOtherMachines(world.dataDir, 0)
        for (const key of named) assert.ok((await (await read(key)).toArray()).length > 0, `${key}, died at ${diedAt}`)
      },
    })
    assert.ok(effects > 30, `only ${effects} effects were tried`)
  },
}
