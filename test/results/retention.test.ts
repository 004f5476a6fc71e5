import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { bytesOfFiles } from '../../server/features/company-quota.ts'
import { refuseRemoved } from '../../server/features/jobs/removed-files.ts'
import { uncountedCopies } from '../../server/features/results/tasks/count-copies.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { type FlowWorld, inWorld } from '../support/flow-world.ts'
import { START } from '../support/seed-job.ts'

const DAY = 24 * 3600_000
/** Lives on until that day after the job was ready. */
const untilDay = async (world: FlowWorld, day: number) => {
  world.nowMs = START + day * DAY
  await world.live()
}
const warnings = async (world: FlowWorld): Promise<string[]> =>
  JSON.parse((await world.job()).warnings).map(({ code }: { code: string }) => code)
const isThere = (world: FlowWorld, path: string) => existsSync(join(world.dataDir, path))
const RESULT = 'results/job_1/1/klic_99G0000000.gpkg'
const PACKED = 'results/job_1/1/klic.geojson.gz'
const DELIVERY = 'deliveries/part_0/1.zip'

test('nothing is removed unless somebody has set it', async () => {
  await inWorld({ parts: 1 }, async (world) => {
    await world.live()
    await untilDay(world, 4000)
    assert.ok(isThere(world, RESULT) && isThere(world, DELIVERY))
    assert.deepEqual(await warnings(world), [])
  })
})

test('what is kept no longer is announced a week before, on the job and as an event, and then goes', async () => {
  await inWorld({ parts: 1, settings: { 'storage.keep_results_days': 60 } }, async (world) => {
    await world.live()
    await untilDay(world, 52)
    assert.deepEqual(await warnings(world), [])
    await untilDay(world, 54)
    await untilDay(world, 55)
    assert.deepEqual(await warnings(world), ['RESULTS_EXPIRE'])
    const announced = (await world.events()).filter(({ type }) => type === 'files.expiring')
    assert.equal(announced.length, 1, 'once')
    assert.equal(JSON.parse(announced[0]!.payload).data.files, 'results')
    assert.ok(isThere(world, RESULT))

    await untilDay(world, 62)
    await untilDay(world, 63)
    assert.ok(!isThere(world, RESULT) && !isThere(world, PACKED))
    assert.ok(isThere(world, DELIVERY), 'deliveries are kept by their own setting')
    assert.deepEqual(await warnings(world), [])
    const { status } = await world.job()
    assert.equal(status, 'ready')
    const artifacts = await world.artifacts()
    assert.deepEqual(
      artifacts.map(({ state, path }) => [state, path]),
      [
        ['removed', null],
        ['removed', null],
      ],
    )
  })
})

test('files that are kept after all stay, and the job says no more that they go', async () => {
  await inWorld({ parts: 1, settings: { 'storage.keep_deliveries_days': 90 } }, async (world) => {
    await world.live()
    await untilDay(world, 85)
    await untilDay(world, 86)
    assert.deepEqual(await warnings(world), ['DELIVERIES_EXPIRE'])
    world.options.settings!['storage.keep_deliveries_days'] = 365
    await untilDay(world, 100)
    assert.deepEqual(await warnings(world), [])
    assert.ok(isThere(world, DELIVERY))
  })
})

test('a company over its share is told which results go, a week before', async () => {
  await inWorld({ parts: 1, settings: { 'storage.quota_gb': 1 } }, async (world) => {
    await world.live()
    await untilDay(world, 40)
    assert.deepEqual(await warnings(world), [])
    await world.store.db
      .updateTable('artifact')
      .set({ bytes: 2 * 1024 ** 3 })
      .where('format', '=', 'gpkg')
      .execute()
    await untilDay(world, 41)
    assert.deepEqual(await warnings(world), ['RESULTS_EXPIRE'])
    await untilDay(world, 47)
    assert.ok(isThere(world, RESULT))
    await untilDay(world, 49)
    assert.ok(!isThere(world, RESULT))
  })
})

test('who asks for what was removed is told that it is gone, and since when', async () => {
  await inWorld({ parts: 1, settings: { 'storage.keep_results_days': 30 } }, async (world) => {
    await world.live()
    await world.store.db
      .insertInto('removal')
      .values({
        job_id: 'job_1',
        what: 'results',
        reason: 'age',
        files: '[]',
        announced_at: '2026-01-01T00:00:00.000Z',
        due_at: '2026-01-08T00:00:00.000Z',
        done_at: '2026-01-08T01:00:00.000Z',
      })
      .execute()
    await assert.rejects(refuseRemoved(world.store, 'job_1', 'results'), (error) => {
      assert.ok(error instanceof Refusal)
      assert.equal(error.code, 'FILES_REMOVED')
      assert.equal(error.extra.removed_at, '2026-01-08T01:00:00.000Z')
      return true
    })
    assert.equal(await refuseRemoved(world.store, 'job_1', 'deliveries'), undefined)
  })
})

test('of a quote that expired thirty days ago only the extent is kept, under any setting', async () => {
  await inWorld({ parts: 1 }, async (world) => {
    const ring = '[[155000,390000],[155040,390000],[155040,390040],[155000,390000]]'
    const expired = { status: 'quoted', kept_bytes: 100, quote_expires_at: new Date(START).toISOString() } as const
    const given = { geometry: `{"type":"Polygon","coordinates":[${ring}]}`, area: `[${ring}]` }
    await world.store.db
      .updateTable('job')
      .set({ ...expired, ...given })
      .execute()
    await untilDay(world, 29)
    assert.equal(Number((await world.job()).kept_bytes), 100)
    await untilDay(world, 31)
    const { kept_bytes, geometry, area } = await world.job()
    assert.equal(Number(kept_bytes), 0)
    assert.equal(JSON.parse(geometry).coordinates[0].length, 5)
    assert.equal(JSON.parse(area)[0].length, 5)
    assert.deepEqual(await warnings(world), ['AREA_FORGOTTEN'])
  })
})

test('copies of which an earlier version noted no size are counted, once', async () => {
  await inWorld({ parts: 1 }, async (world) => {
    await world.live()
    const { db } = world.store
    await db.updateTable('delivery').set({ geojson_bytes: null }).execute()
    await db.updateTable('artifact').set({ packed_bytes: null }).execute()
    const there = (key: string): number => (isThere(world, key) ? statSync(join(world.dataDir, key)).size : 0)
    const copies = await uncountedCopies(db, 10)
    assert.ok(copies.some(({ of }) => of === 'delivery') && copies.some(({ of }) => of === 'artifact'))
    const { company_id: companyId } = await world.job()
    const before = await bytesOfFiles(db, companyId, 'all')
    await untilDay(world, 2)
    const added = copies.flatMap(({ keys }) => keys.map(there)).reduce((sum, bytes) => sum + bytes)
    assert.ok(added > 0)
    assert.equal(await bytesOfFiles(db, companyId, 'all'), before + added)
    assert.deepEqual(await uncountedCopies(db, 10), [])
  })
})
