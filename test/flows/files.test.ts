import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { cachedStorage } from '../../server/storage/cached.ts'
import { shareStore } from '../../server/storage/share.ts'
import { atEveryEffect } from '../support/at-every-effect.ts'
import { type FlowWorld, inWorld } from '../support/flow-world.ts'

const shareIn = (dataDir: string) => {
  const share = join(dataDir, 'share')
  mkdirSync(share, { recursive: true })
  return shareStore(share)
}

/** Every life of the worker is on a machine of its own, with nothing on its disk. */
const onOtherMachines = (dataDir: string, life: number) =>
  cachedStorage(shareIn(dataDir), join(dataDir, `machine-${life}`), 1e9)

/** Every file that a row names, as who has none of them reads it. */
async function namedFiles(world: FlowWorld): Promise<string[]> {
  const deliveries = await world.store.db.selectFrom('delivery').selectAll().execute()
  const artifacts = await world.store.db.selectFrom('artifact').selectAll().execute()
  return [
    ...deliveries.flatMap(({ path, geojson_path }) => [path, geojson_path]),
    ...artifacts.map(({ path }) => path),
  ].filter((path) => path !== null)
}

test('what a row names is in the storage at every moment, wherever the worker dies and whoever goes on', async () => {
  const effects = await atEveryEffect({ parts: 1, storage: onOtherMachines }, async (world, diedAt) => {
    assert.equal((await world.job()).status, 'ready', `died at ${diedAt}`)
    const named = await namedFiles(world)
    assert.equal(named.length, 4, `died at ${diedAt}`)
    const { read } = onOtherMachines(world.dataDir, 0)
    for (const key of named) assert.ok((await (await read(key)).toArray()).length > 0, `${key}, died at ${diedAt}`)
  })
  assert.ok(effects > 30, `only ${effects} effects were tried`)
})

test('a full disk is said on the job, spends no attempt, and the job goes on when there is room', async () => {
  await inWorld({ parts: 2, diskFullFor: 40 }, async (world) => {
    const told = new Set<string>()
    await world.live(undefined, async () => {
      for (const { code } of JSON.parse((await world.job()).warnings)) told.add(code)
      return false
    })
    assert.ok(told.has('DISK_FULL'))
    const job = await world.job()
    assert.equal(job.status, 'ready')
    assert.deepEqual(JSON.parse(job.warnings), [])
    assert.equal(world.registry.ledger.size, 1)
  })
})
