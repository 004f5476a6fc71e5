/** The base map comes into the GeoPackage of a result that is there already, through every failure on the way. */
import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { requeueDamagedArtifact, wantFailedAgain } from '../../server/features/jobs/rows/artifacts.ts'
import { type FlowWorld, inWorld } from '../support/flow-world.ts'
import { atEachKind, testScenes } from '../support/kill-scene.ts'
import { GROUND_SCENES, gpkgOf, textOf, WITH } from '../support/scenes/ground.ts'

const HOUR = 3_600_000
const WITHOUT = 'results/job_1/1/klic_99G0000000.gpkg'

const isThere = (world: FlowWorld, path: string): boolean => existsSync(join(world.dataDir, path))

test('the result is ready and its event is sent before the base map is looked at', async () => {
  await inWorld({ ground: true, webhookUrl: 'http://127.0.0.1:1/hook' }, async (world) => {
    await world.live(undefined, async () => (await world.job()).status === 'ready')
    const before = await gpkgOf(world)
    assert.deepEqual([before.path, before.ground, before.state], [WITHOUT, 'wanted', 'ready'])
    await world.live()
    const after = await gpkgOf(world)
    assert.deepEqual([after.path, after.ground, after.bare_path], [WITH, 'ready', WITHOUT])
    assert.notEqual(after.sha256, before.sha256)
    assert.equal(textOf(world, WITH), `${textOf(world, WITHOUT)} on its ground`)
    assert.equal((await world.events()).filter(({ type }) => type === 'job.ready').length, 1)
    assert.equal((await world.job()).revision, 1)
  })
})

test('a job whose deliveries have none has what it had before', async () => {
  await inWorld({}, async (world) => {
    await world.live()
    const { path, ground, bare_path } = await gpkgOf(world)
    assert.deepEqual([path, ground, bare_path], [WITHOUT, null, null])
  })
})

testScenes(GROUND_SCENES, atEachKind)

test('what the file was before is removed an hour later', async () => {
  await inWorld({ ground: true }, async (world) => {
    await world.live()
    assert.ok(isThere(world, WITHOUT))
    world.nowMs += 2 * HOUR
    await world.live()
    assert.deepEqual([isThere(world, WITHOUT), isThere(world, WITH)], [false, true])
    assert.equal((await gpkgOf(world)).bare_path, null)
  })
})

test('a picture that is not shown is said by the job, and once', async () => {
  const message = 'The base map of 22G1 is not shown: the picture is damaged.'
  const groundWarnings = [{ code: 'GROUND_NOT_SHOWN', message, klicNumber: '22G1' }]
  await inWorld({ ground: true, groundWarnings, supplement: [0] }, async (world) => {
    await world.live()
    world.nowMs += 6 * HOUR
    await world.live()
    const { warnings, summary } = await world.job()
    assert.deepEqual(JSON.parse(warnings), [{ code: 'GROUND_NOT_SHOWN', message }])
    assert.deepEqual(JSON.parse(summary!).warnings, groundWarnings)
    assert.equal((await gpkgOf(world)).ground, 'unshown')
  })
})

test('what was said of a picture goes with its revision, and what else was said of the job stays', async () => {
  const groundWarnings = [
    { code: 'GROUND_NOT_SHOWN', message: 'The base map of 22G1 is not shown.', klicNumber: '22G1' },
  ]
  const other = { code: 'START_DATE_SOON', message: 'It is soon.' }
  await inWorld({ ground: true, groundWarnings, parts: 1 }, async (world) => {
    await world.live()
    const said = JSON.parse((await world.job()).warnings)
    assert.equal(said.length, 1)
    await world.store.db
      .updateTable('job')
      .set({ warnings: JSON.stringify([other, ...said]) })
      .execute()
    world.options.supplement = [0]
    delete world.options.groundWarnings
    world.nowMs += 6 * HOUR
    await world.live(
      undefined,
      async () => (await world.job()).revision === 2 && (await world.job()).status === 'ready',
    )
    assert.deepEqual(JSON.parse((await world.job()).warnings), [other], 'before the new ground is looked at')
    await world.live()
    assert.deepEqual(JSON.parse((await world.job()).warnings), [other])
  })
})

test('made again after it was damaged, a file that says why nothing is shown still says so', async () => {
  const groundWarnings = [
    { code: 'GROUND_NOT_SHOWN', message: 'The base map of 22G1 is not shown.', klicNumber: '22G1' },
  ]
  await inWorld({ ground: true, groundWarnings }, async (world) => {
    await world.live()
    const before = await gpkgOf(world)
    rmSync(join(world.dataDir, WITH))
    await requeueDamagedArtifact(world.store.db, before.id)
    await world.live()
    const { sha256, ground, path } = await gpkgOf(world)
    assert.deepEqual([sha256, ground, path], [before.sha256, 'unshown', WITH])
  })
})

test('a later delivery makes a new revision, with its own ground', async () => {
  await inWorld({ ground: true, parts: 1 }, async (world) => {
    await world.live()
    world.options.supplement = [0]
    world.nowMs += 6 * HOUR
    await world.live()
    const rows = (await world.artifacts()).filter(({ format }) => format === 'gpkg')
    assert.deepEqual(rows.map(({ revision, ground, path }) => [revision, ground, path]).sort(), [
      [1, 'ready', WITH],
      [2, 'ready', 'results/job_1/2/klic_99G0000000.ground.gpkg'],
    ])
  })
})

test('damaged on the disk it is made again with the ground and the same bytes', async () => {
  await inWorld({ ground: true }, async (world) => {
    await world.live()
    const [before, text] = [await gpkgOf(world), textOf(world, WITH)]
    rmSync(join(world.dataDir, WITH))
    await requeueDamagedArtifact(world.store.db, before.id)
    await world.live()
    const after = await gpkgOf(world)
    assert.deepEqual([after.state, after.ground, after.sha256, after.path], ['ready', 'ready', before.sha256, WITH])
    assert.equal(textOf(world, WITH), text)
  })
})

test('made again, a result from before names had KLIC numbers keeps the name that its project looks for', async () => {
  await inWorld({ ground: true }, async (world) => {
    await world.live()
    const { id } = await gpkgOf(world)
    const path = WITH.replace('_99G0000000', '')
    await world.store.db.updateTable('artifact').set({ path }).where('id', '=', id).execute()
    await requeueDamagedArtifact(world.store.db, id)
    await world.live()
    const after = await gpkgOf(world)
    assert.deepEqual([after.state, after.path, isThere(world, path)], ['ready', path, true])
    const [before, again] = world.fileNames.filter((name) => name?.endsWith('.gpkg')).slice(-2)
    assert.match(before!, /_99G0000000_r1/)
    assert.equal(again, before!.replace('_99G0000000', ''))
  })
})

test('damaged before the ground is in it, it is made again first', async () => {
  await inWorld({ ground: true }, async (world) => {
    await world.live(undefined, async () => (await world.job()).status === 'ready')
    rmSync(join(world.dataDir, WITHOUT))
    await world.live()
    const { state, ground, path } = await gpkgOf(world)
    assert.deepEqual([state, ground, path], ['ready', 'ready', WITH])
  })
})

test('without the deliveries the result stays as it is, and trying again does what can be done', async () => {
  await inWorld({ ground: true }, async (world) => {
    await world.live(undefined, async () => (await world.job()).status === 'ready')
    await world.store.db.updateTable('delivery').set({ path: null }).execute()
    await world.live()
    const { id, state, ground, path } = await gpkgOf(world)
    assert.deepEqual([state, ground, path], ['ready', 'failed', WITHOUT])
    assert.match((await world.job()).warnings, /"GROUND_NOT_SHOWN".*could not be added/)
    const part = (await world.parts())[0]!
    await world.store.db
      .updateTable('delivery')
      .set({ path: `deliveries/${part.id}/1.zip` })
      .execute()
    await wantFailedAgain(world.store.db, world.jobId, 1)
    await world.live()
    assert.deepEqual((await world.artifacts()).find((row) => row.id === id)!.ground, 'ready')
    assert.deepEqual(JSON.parse((await world.job()).warnings), [])
  })
})
