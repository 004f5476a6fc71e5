/** Deliveries that were opened from files, from their rows to the result: read and merged, and the registry never hears of them. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ConversionTask } from '../../server/imkl/model/conversion-task.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { inWorld } from '../support/flow-world.ts'
import { atEachKind, testScenes } from '../support/kill-scene.ts'
import { asksNobody, IMPORT_SCENES } from '../support/scenes/imports.ts'
import { importedPath, START } from '../support/seed-job.ts'

const DAY = 24 * 3600_000

/** The deliveries of parts that have this in their path. */
const unreadable = (part: string) => (task: ConversionTask) =>
  task.kind === 'merge' && task.deliveries.some(({ path }) => path.includes(part))
    ? new Refusal('DELIVERY_UNREADABLE', 'The file is no delivery.')
    : undefined

testScenes(IMPORT_SCENES, atEachKind)

const asked = (tasks: readonly ConversionTask[]) =>
  tasks.map((task) => [
    task.kind === 'merge' ? task.deliveries.length : 0,
    ...task.out.map(({ format, path }) => `${format} ${path.includes('/results/') ? 'of the job' : 'of a request'}`),
  ])

test('the result is the first that is made: what a request shows of its own follows, and whether it comes or not changes no result', async () => {
  const tasks: ConversionTask[] = []
  const cannotShow = (task: ConversionTask) => {
    tasks.push(task)
    const isOfRequest = task.out.some(({ path }) => path.includes('/deliveries/part_1/'))
    return isOfRequest ? new Refusal('DELIVERY_UNREADABLE', 'Not by itself.') : undefined
  }
  await inWorld({ parts: 2, imported: true, refuseConversion: cannotShow }, async (world) => {
    await world.live()
    assert.deepEqual(asked(tasks), [
      [2, 'gpkg of the job', 'geojson of the job'],
      [1, 'geojson of a request'],
      [1, 'geojson of a request'],
    ])
    const job = await world.job()
    assert.deepEqual([job.status, job.revision], ['ready', 1])
    const shown = await world.store.db
      .selectFrom('delivery')
      .select(['part_id', 'geojson_path', 'failure', 'read_at'])
      .orderBy('part_id')
      .execute()
    assert.deepEqual(
      shown.map((one) => [one.geojson_path !== null, one.failure, one.read_at !== null]),
      [
        [true, null, true],
        [false, 'Not by itself.', true],
      ],
    )
    assert.equal((await world.events()).length, 1)
  })
})

test('the file that was opened is kept as long as the company keeps deliveries; then it goes, and nobody is asked for another', async () => {
  await inWorld({ parts: 1, imported: true, settings: { 'storage.keep_deliveries_days': 30 } }, async (world) => {
    await world.live()
    const zip = join(world.dataDir, importedPath(0))
    for (const day of [22, 24]) {
      world.nowMs = START + day * DAY
      await world.live()
    }
    assert.ok(existsSync(zip))
    assert.equal((await world.events()).filter(({ type }) => type === 'files.expiring').length, 1)
    for (const day of [32, 33, 40]) {
      world.nowMs = START + day * DAY
      await world.live()
    }
    assert.ok(!existsSync(zip))
    const [delivery] = await world.store.db.selectFrom('delivery').selectAll().execute()
    assert.deepEqual([delivery!.path, delivery!.geojson_path], [null, null])
    const job = await world.job()
    assert.deepEqual([job.status, job.revision], ['ready', 1])
    assert.ok((await world.artifacts()).every(({ state }) => state === 'ready'))
    asksNobody(world, 'after the files went')
  })
})

test('one that can not be read is missing in the result, which says so; the others are in it', async () => {
  await inWorld({ parts: 3, imported: true, refuseConversion: unreadable('part_1') }, async (world) => {
    await world.live()
    const job = await world.job()
    assert.deepEqual([job.status, job.revision], ['ready_incomplete', 1])
    assert.deepEqual(
      (await world.parts()).map(({ status }) => status),
      ['delivered', 'failed', 'delivered'],
    )
    asksNobody(world, 'in the end')
  })
})

test('when none can be read the job stops, says so, and nothing is filed when it is tried again', async () => {
  await inWorld({ parts: 2, imported: true, refuseConversion: unreadable('') }, async (world) => {
    await world.live()
    const job = await world.job()
    assert.deepEqual([job.status, JSON.parse(job.failure!).reason], ['failed', 'failed_import'])
    await world.resume()
    await world.live()
    assert.equal((await world.job()).status, 'failed')
    asksNobody(world, 'after another try')
  })
})
