/** What has come of a job that waits for more is merged and shown, under a number of its own; the result is made as if it had not been. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { resultName } from '../../server/exports/file-name.ts'
import { groundOfCompany } from '../../server/features/results/ground/sheet-rows.ts'
import { wantPreliminaryAgain } from '../../server/features/results/rows/preliminary.ts'
import {
  headOfResult,
  type StoredResult,
  storedPreliminary,
  storedResult,
} from '../../server/features/results/rows/results-of-company.ts'
import { dropOldReadings } from '../../server/features/results/tasks/reading-cache.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { type FlowWorld, inWorld, type WorldOptions } from '../support/flow-world.ts'
import { atEachKind, testScenes } from '../support/kill-scene.ts'
import {
  folders,
  HOUR,
  PRELIMINARY_SCENES,
  readings,
  resultIn,
  SCENE,
  sheets,
  shownIn,
} from '../support/scenes/preliminary.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'

const stateOf = async (world: FlowWorld) => {
  const row = await world.store.db.selectFrom('preliminary').selectAll().executeTakeFirst()
  return row && { wanted: row.wanted, done: row.done, made: row.made }
}
const facts = async (world: FlowWorld) => JSON.parse((await world.job()).preliminary ?? 'null')
/** Of what is preliminary. */
const gpkgOf = async (world: FlowWorld) =>
  (await world.artifacts()).find(
    ({ revision, format, state }) => revision < 0 && format === 'gpkg' && state === 'ready',
  )!
const untilMade = (world: FlowWorld, parts: number) =>
  world.live(undefined, async () => (await facts(world))?.parts === parts)

test('maps read the short parts of a summary, of the revision that they show', async () => {
  const head = { extent: [155_000, 390_000, 155_040, 390_040], deliveries: [{ klicNumber: '26G1' }] }
  const withGround = { ...head, ground: { layers: [], pictures: [], warnings: [] } }
  const isShort = async ({ store: { db } }: FlowWorld, shown: StoredResult | undefined, expected: object) => {
    assert.deepEqual(await headOfResult(db, shown!), expected)
    assert.equal(await headOfResult(db, { ...shown!, revision: 2 * shown!.revision }), undefined)
  }
  await inWorld(SCENE, async (world) => {
    const { db } = world.store
    await untilMade(world, 1)
    const whole = (parts: object) => ({
      summary: JSON.stringify({ features: 1, ...parts, warnings: [{ message: 'x' }] }),
    })
    await db.updateTable('preliminary').set(whole(withGround)).execute()
    await isShort(world, await storedPreliminary(db, 'cmp_1', world.jobId), withGround)
    await world.live()
    await db.updateTable('job').set(whole(head)).execute()
    await isShort(world, await storedResult(db, 'cmp_1', world.jobId), head)
  })
})

test('from the first delivery on there is something to show, made anew with each, and the result takes its place', async () => {
  await inWorld({ ...SCENE, webhookUrl: 'http://127.0.0.1:1/hook' }, async (world) => {
    let before = 0
    let job = await world.job()
    for (let parts = 1; parts <= 5; parts++) {
      assert.ok(await untilMade(world, parts))
      const { no } = await facts(world)
      assert.ok(no > before)
      before = no
      job = await world.job()
      assert.deepEqual([job.status, job.revision, job.summary], ['partially_delivered', 0, null])
      const shown = await storedPreliminary(world.store.db, 'cmp_1', world.jobId)
      assert.equal(shown?.revision, -no)
      const merged = JSON.parse(readFileSync(join(world.dataDir, shown!.path), 'utf8'))
      assert.equal(merged.length, parts, 'of the deliveries that have come')
      assert.equal(await storedResult(world.store.db, 'cmp_1', world.jobId), undefined)
      assert.equal(await storedPreliminary(world.store.db, 'cmp_2', world.jobId), undefined)
    }
    assert.equal((await world.events()).length, 0, 'no event is sent for it')
    assert.ok(world.fileNames.includes(resultName(job, -before, 'gpkg')))
    // Each delivery is read once, with any number of later ones.
    const known = new Map<string, string>()
    for (const task of world.merged.filter(({ job: label }) => label?.preliminary))
      for (const { path, reading } of task.deliveries) {
        assert.equal(known.get(path) ?? reading, reading)
        assert.ok(reading && existsSync(reading), 'what was read is kept')
        known.set(path, reading)
      }
    assert.equal(new Set(known.values()).size, 5)
    assert.equal(readings(world).length, 5)
    await world.live()
    const [result] = world.merged.slice(-1)
    assert.equal(result!.job?.preliminary, undefined)
    assert.ok(result!.deliveries.length === 6 && result!.deliveries.every(({ reading }) => reading === undefined))
    job = await world.job()
    assert.deepEqual([job.status, job.revision, job.preliminary], ['ready', 1, null])
    assert.equal(await stateOf(world), undefined)
    assert.equal(await storedPreliminary(world.store.db, 'cmp_1', world.jobId), undefined)
    assert.equal((await world.events()).length, 1)
    world.nowMs += 2 * HOUR
    await world.live()
    assert.deepEqual(folders(world), ['1/klic.geojson', '1/klic.geojson.gz', '1/klic_99G0000000-en-5.gpkg'])
    assert.deepEqual(readings(world), [], 'what was read goes with it')
    assert.deepEqual(
      (await world.artifacts()).map(({ revision, format }) => [revision, format]),
      [
        [1, 'geojson'],
        [1, 'gpkg'],
      ],
    )
  })
})

test('the ground comes into what is preliminary, which is shown before; it goes with it', async () => {
  await inWorld({ ...SCENE, ground: true }, async (world) => {
    const baseMap = async () => groundOfCompany(world.store.db, 'cmp_1', (await world.job()).environment)
    const atParts = async () => (await facts(world))?.parts as number | undefined
    const groundOf = async () =>
      JSON.parse((await storedPreliminary(world.store.db, 'cmp_1', world.jobId))!.summary).ground
    for (let parts = 1; parts <= 2; parts++) {
      await untilMade(world, parts)
      const before = await gpkgOf(world)
      assert.deepEqual([before.ground, await groundOf(), await baseMap()], ['wanted', undefined, null])
      await world.live(undefined, async () => (await gpkgOf(world)).ground !== 'wanted')
      const after = await gpkgOf(world)
      assert.deepEqual([await atParts(), after.id, after.ground], [parts, before.id, 'ready'])
      assert.deepEqual(
        [after.path, after.bare_path],
        [before.path!.replace('klic.gpkg', 'klic.ground.gpkg'), before.path],
      )
      assert.match(readFileSync(join(world.dataDir, after.path!), 'utf8'), / on its ground$/)
      assert.equal((await groundOf()).layers.length, 1)
      assert.deepEqual([(await baseMap())!.results, (await baseMap())!.damaged], [1, 0], 'for new areas as well')
      assert.deepEqual(await sheets(world), [{ revision: after.revision, no: 0 }])
      const { revision, summary, warnings } = await world.job()
      assert.deepEqual([revision, summary, warnings], [0, null, '[]'])
    }
    // Kept for an hour for its readers; what is shown stays.
    world.nowMs += 2 * HOUR
    const { path, bare_path: bare } = await gpkgOf(world)
    const isThere = (key: string) => existsSync(join(world.dataDir, key))
    await world.live(undefined, async () => !isThere(bare!))
    assert.deepEqual([isThere(path!), (await gpkgOf(world)).bare_path], [true, null])
    await world.live()
    world.nowMs += 2 * HOUR
    await world.live()
    assert.deepEqual(folders(world), ['1/klic.geojson', '1/klic.geojson.gz', '1/klic_99G0000000-en-5.ground.gpkg'])
    assert.deepEqual(await sheets(world), [{ revision: 1, no: 0 }])
    assert.deepEqual(
      (await world.artifacts()).map(({ revision }) => revision),
      [1, 1],
    )
  })
})

test('without the ground it is shown all the same, and its summary says so', async () => {
  const refuseConversion: WorldOptions['refuseConversion'] = (task) =>
    task.kind === 'ground' && task.job?.preliminary ? new Refusal('DELIVERY_UNREADABLE', 'no') : undefined
  await inWorld({ ...SCENE, ground: true, refuseConversion }, async (world) => {
    await untilMade(world, 1)
    await world.live(undefined, async () => (await gpkgOf(world)).ground !== 'wanted')
    const { ground, path } = await gpkgOf(world)
    assert.deepEqual([ground, path], ['failed', 'results/job_1/preliminary-1/klic.gpkg'])
    const { warnings } = JSON.parse((await storedPreliminary(world.store.db, 'cmp_1', world.jobId))!.summary)
    assert.match(warnings.at(-1).message, /could not be added/)
    assert.match(warnings.at(-1).messageNl, /^De ondergrond/)
    await world.live()
    assert.deepEqual([(await world.job()).status, (await world.job()).warnings], ['ready', '[]'])
  })
})

test('where more has come that could not be merged, its ground is not that of other deliveries', async () => {
  let merges = 0
  const refuseConversion: WorldOptions['refuseConversion'] = (task) =>
    task.kind === 'merge' && task.job?.preliminary && ++merges === 2
      ? new Refusal('DELIVERY_UNREADABLE', 'no')
      : undefined
  // The first comes to its ground only when the second has come.
  const isLate = async (world: FlowWorld) => (await stateOf(world))!.done > (await stateOf(world))!.made
  await inWorld({ ...SCENE, ground: true, refuseConversion }, async (world) => {
    await untilMade(world, 1)
    await world.store.db.updateTable('artifact').set({ ground: null }).execute()
    await world.live(undefined, () => isLate(world))
    await world.store.db.updateTable('artifact').set({ ground: 'wanted' }).where('format', '=', 'gpkg').execute()
    await world.live(undefined, async () => (await gpkgOf(world)).ground !== 'wanted')
    assert.equal((await gpkgOf(world)).ground, 'failed')
    await world.live()
    assert.equal((await world.job()).status, 'ready')
  })
})

testScenes(PRELIMINARY_SCENES, atEachKind)

test('a file of it that is damaged is made anew under another number, once', async () => {
  await inWorld(SCENE, async (world) => {
    await untilMade(world, 2)
    const { no } = await facts(world)
    writeFileSync(join(world.dataDir, `results/job_1/preliminary-${no}/klic.gpkg`), 'damaged')
    for (let asked = 0; asked < 3; asked++) await wantPreliminaryAgain(world.store.db, world.jobId)
    assert.equal((await stateOf(world))!.wanted, no + 1)
    await world.live(undefined, async () => (await facts(world)).no > no)
    const { path } = (await storedPreliminary(world.store.db, 'cmp_1', world.jobId))!
    assert.notEqual(readFileSync(join(world.dataDir, path), 'utf8'), 'damaged')
  })
})

test('one that can not be merged is given up until the next delivery, and the result comes all the same', async () => {
  const isPreliminary = ({ job }: { job?: { preliminary?: unknown } }) => job?.preliminary !== undefined
  let refused = 0
  const refuseConversion: WorldOptions['refuseConversion'] = (task) =>
    task.kind === 'merge' && isPreliminary(task) && refused++ === 0
      ? new Refusal('DELIVERY_UNREADABLE', 'no')
      : undefined
  await inWorld({ ...SCENE, refuseConversion }, async (world) => {
    await world.live(undefined, async () => refused === 1 && (await stateOf(world))!.done > 0)
    assert.deepEqual([(await stateOf(world))!.made, await facts(world)], [0, null])
    await untilMade(world, 3)
    await world.live()
    assert.equal((await world.job()).status, 'ready')
  })
})

test('what was read is kept for jobs that wait, and up to a bound', async () => {
  await inWorld(SCENE, async (world) => {
    await untilMade(world, 2)
    const { store } = world
    const readingsDir = join(world.dataDir, 'tmp', 'readings')
    const put = (jobId: string, bytes: number) => {
      mkdirSync(join(readingsDir, jobId), { recursive: true })
      writeFileSync(join(readingsDir, jobId, 'one'), Buffer.alloc(bytes))
    }
    put('job_of_nobody', 10)
    await dropOldReadings(store, readingsDir, 1000)
    assert.deepEqual(readdirSync(readingsDir), [world.jobId], 'a job that does not wait')
    put(world.jobId, 1001)
    await dropOldReadings(store, readingsDir, 1000)
    assert.deepEqual(readdirSync(readingsDir), [], 'too much of one')
    await dropOldReadings(store, join(readingsDir, 'none'), 1000)
  })
})

test('the files of a job that was preliminary with each of six deliveries have the bytes of those of a job that never was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-preliminary-'))
  try {
    const zips: string[] = []
    for (let at = 0; at < SCENE.parts; at++) {
      const minX = 160_000 + at * 120
      zips.push(await simulatedDelivery(folder, `26O00000${at}`, [minX, 390_000, minX + 120, 390_100]))
    }
    const real = { parts: SCENE.parts, isReal: true, zipOf: (index) => zips[index]! } satisfies WorldOptions
    let expected: Record<string, string> = {}
    await inWorld(real, async (world) => {
      await world.live()
      expected = resultIn(world)
      assert.equal(shownIn(world), 0, 'nothing preliminary was made')
    })
    const [gpkg] = Object.keys(expected).filter((name) => name.endsWith('.gpkg'))
    assert.ok(expected[gpkg!]!.startsWith('SQLite format 3'))
    await inWorld({ ...real, oneByOne: 2 }, async (world) => {
      for (let parts = 1; parts < SCENE.parts; parts++) assert.ok(await untilMade(world, parts))
      await world.live()
      assert.equal((await world.job()).status, 'ready')
      assert.equal(shownIn(world), SCENE.parts - 1)
      const made = resultIn(world)
      assert.deepEqual(Object.keys(made), Object.keys(expected))
      for (const name of Object.keys(expected)) assert.ok(made[name] === expected[name], name)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
