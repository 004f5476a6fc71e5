/** The GeoPackage of a result that is damaged on the disk is made again from the deliveries, or it is said why not. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { requeueDamagedArtifact, wantFailedAgain } from '../../server/features/jobs/rows/artifacts.ts'
import type { ConversionTask } from '../../server/imkl/model/conversion-task.ts'
import { inWorld } from '../support/flow-world.ts'
import { atEachKind, testScenes } from '../support/kill-scene.ts'
import { DAMAGED_RESULT_SCENES, damaged, gpkgOf } from '../support/scenes/damaged-result.ts'

test('it has the same bytes, hash and revision, sends no event, and what was damaged is gone', async () => {
  await inWorld({ parts: 2 }, async (world) => {
    await world.live()
    const [before, events] = [await gpkgOf(world), await world.events()]
    const { whole, file, aside } = await damaged(world)
    await world.live()
    const { row } = await gpkgOf(world)
    assert.deepEqual(
      [row.state, row.sha256, row.bytes, row.revision],
      ['ready', before.row.sha256, before.row.bytes, before.row.revision],
    )
    assert.ok(readFileSync(file).equals(whole), 'the same bytes')
    assert.equal(existsSync(aside), false)
    assert.deepEqual(await world.events(), events)
    assert.equal((await world.job()).status, 'ready')
  })
})

testScenes(DAMAGED_RESULT_SCENES, atEachKind)

test('without the deliveries it is said in words, the damaged file is kept, and a backup that is put back is taken', async () => {
  await inWorld({}, async (world) => {
    await world.live()
    const { whole, file, aside } = await damaged(world)
    rmSync(join(world.dataDir, 'deliveries'), { recursive: true })
    await world.live()
    const { row } = await gpkgOf(world)
    assert.equal(row.state, 'failed')
    assert.match(row.failure!, /damaged|cut off.*deliveries that it was made of are gone.*backup, then try again/)
    assert.equal(readFileSync(aside).length, 5)

    writeFileSync(file, whole)
    await wantFailedAgain(world.store.db, world.jobId, 1)
    await world.live()
    assert.equal((await gpkgOf(world)).row.state, 'ready')
  })
})

test('deliveries that the company keeps no longer are gone as well', async () => {
  await inWorld({}, async (world) => {
    await world.live()
    await damaged(world)
    await world.store.db.updateTable('delivery').set({ path: null }).execute()
    await world.live()
    assert.match((await gpkgOf(world)).row.failure!, /are gone as well/)
  })
})

test('another format of a damaged GeoPackage is made once that is whole again', async () => {
  await inWorld({ settings: { 'exports.shp_at_once': true } }, async (world) => {
    await world.live()
    const { file, whole } = await damaged(world)
    const shp = (await world.artifacts()).find(({ format }) => format === 'shp')!
    await world.store.db.updateTable('artifact').set({ state: 'ready' }).where('format', '=', 'gpkg').execute()
    await requeueDamagedArtifact(world.store.db, shp.id)
    await world.live()
    assert.deepEqual(
      (await world.artifacts()).map(({ failure }) => failure),
      [null, null, null],
    )
    assert.deepEqual(
      (await world.artifacts()).map(({ state }) => state),
      ['ready', 'ready', 'ready'],
    )
    assert.ok(readFileSync(file).equals(whole), 'the same bytes')
  })
})

test('an export that crashes leaves the result ready', async () => {
  const refuseConversion = ({ kind }: ConversionTask) =>
    kind === 'export' ? new Error('killed by SIGSEGV') : undefined
  await inWorld({ settings: { 'exports.shp_at_once': true }, refuseConversion }, async (world) => {
    await world.live()
    assert.equal((await world.job()).status, 'ready')
    assert.deepEqual(
      (await world.artifacts()).map(({ format, state }) => [format, state]),
      [
        ['geojson', 'ready'],
        ['gpkg', 'ready'],
        ['shp', 'failed'],
      ],
    )
  })
})
