/** What has come of a job that waits for more is merged and shown, under a number of its own; the result is made as if it had not been. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { resultName } from '../../server/domain/file-name.ts'
import { Refusal } from '../../server/domain/refusal.ts'
import { wantPreliminaryAgain } from '../../server/store/rows/preliminary.ts'
import { storedPreliminary, storedResult } from '../../server/store/rows/results-of-company.ts'
import { atEveryEffect } from '../support/at-every-effect.ts'
import { type FlowWorld, inWorld, type WorldOptions } from '../support/flow-world.ts'

const HOUR = 3_600_000
/** One part comes after the other, and of the last one an operator is silent at first. */
const SCENE = { parts: 6, oneByOne: 2, partialFirst: [5] } satisfies WorldOptions

const stateOf = async (world: FlowWorld) => {
  const row = await world.store.db.selectFrom('preliminary').selectAll().executeTakeFirst()
  return row && { wanted: row.wanted, done: row.done, made: row.made }
}
const facts = async (world: FlowWorld) => JSON.parse((await world.job()).preliminary ?? 'null')
const folders = (world: FlowWorld): string[] => {
  const at = join(world.dataDir, 'results', world.jobId)
  return existsSync(at)
    ? readdirSync(at, { recursive: true })
        .map(String)
        .filter((name) => name.includes('.'))
        .sort()
    : []
}
const untilMade = (world: FlowWorld, parts: number) =>
  world.live(undefined, async () => (await facts(world))?.parts === parts)

/** The bytes of the result, by file. */
const resultIn = (world: FlowWorld): Record<string, string> =>
  Object.fromEntries(
    folders(world)
      .filter((name) => !name.startsWith('preliminary'))
      .map((name) => [name, readFileSync(join(world.dataDir, 'results', world.jobId, name), 'latin1')]),
  )

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
    assert.equal((await world.events()).length, 0, 'nobody is told of it')
    assert.ok(world.fileNames.includes(resultName(job, -before, 'gpkg')))
    await world.live()
    job = await world.job()
    assert.deepEqual([job.status, job.revision, job.preliminary], ['ready', 1, null])
    assert.equal(await stateOf(world), undefined)
    assert.equal(await storedPreliminary(world.store.db, 'cmp_1', world.jobId), undefined)
    assert.equal((await world.events()).length, 1)
    world.nowMs += 2 * HOUR
    await world.live()
    assert.deepEqual(folders(world), ['1/klic.geojson', '1/klic.geojson.gz', '1/klic.gpkg'])
    assert.deepEqual(
      (await world.artifacts()).map(({ revision, format }) => [revision, format]),
      [
        [1, 'geojson'],
        [1, 'gpkg'],
      ],
    )
  })
})

test('killed at every effect it leaves the result of a job that was never preliminary, and no file of its own', async () => {
  const small = { parts: 3, oneByOne: 2, partialFirst: [2] } satisfies WorldOptions
  let expected: Record<string, string> = {}
  // All parts at once: nothing preliminary is asked for.
  await inWorld({ parts: 3 }, async (world) => {
    await world.live()
    expected = resultIn(world)
    assert.equal(world.conversions, 4)
  })
  let shown = 0
  let lives = 0
  const effects = await atEveryEffect(small, async (world, diedAt) => {
    lives++
    const job = await world.job()
    assert.deepEqual([job.status, job.revision, job.preliminary], ['ready', 1, null], `died at ${diedAt}`)
    const made = resultIn(world)
    // The last part came in two deliveries here, of which the later is in it.
    const latest = (text: string) => text.replace('part_2/2.zip', 'part_2/1.zip')
    assert.deepEqual(Object.keys(made), Object.keys(expected), `died at ${diedAt}`)
    for (const name of ['1/klic.gpkg', '1/klic.geojson']) {
      const own = world.dataDir
      const plain = (text: string) => latest(text).replaceAll(/"[^"]*\/(deliveries[^"]*)"/g, '"$1"')
      assert.equal(plain(made[name]!), plain(expected[name]!), `died at ${diedAt}, in ${own}`)
    }
    if (world.fileNames.some((name) => name?.includes('VOORLOPIG'))) shown++
    world.nowMs += 2 * HOUR
    await world.live()
    assert.deepEqual(
      folders(world).filter((name) => name.startsWith('preliminary')),
      [],
      `died at ${diedAt}`,
    )
  })
  assert.ok(effects > 60, `only ${effects}`)
  assert.ok(shown > lives / 2, `${shown} of ${lives} showed something in between`)
})

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
