/** A result that is shown before all of it has come, for worlds that are killed. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FlowWorld, inWorld, type WorldOptions } from '../flow-world.ts'
import type { KillScenes, Kills } from '../kill-scene.ts'

export const HOUR = 3_600_000
/** One part comes after the other, and of the last one an operator is silent at first. */
export const SCENE = { parts: 6, oneByOne: 2, partialFirst: [5] } satisfies WorldOptions

export const sheets = (world: FlowWorld) =>
  world.store.db.selectFrom('ground_sheet').select(['revision', 'no']).execute()

export const folders = (world: FlowWorld): string[] => {
  const at = join(world.dataDir, 'results', world.jobId)
  return existsSync(at)
    ? readdirSync(at, { recursive: true })
        .map(String)
        .filter((name) => name.includes('.'))
        .sort()
    : []
}
export const readings = (world: FlowWorld): string[] => {
  const at = join(world.dataDir, 'tmp', 'readings')
  return existsSync(at) ? readdirSync(at).flatMap((job) => readdirSync(join(at, job))) : []
}
export const shownIn = (world: FlowWorld): number =>
  new Set(world.fileNames.filter((name) => name?.includes('VOORLOPIG'))).size

/** The bytes of the result, by file. */
export const resultIn = (world: FlowWorld): Record<string, string> =>
  Object.fromEntries(
    folders(world)
      .filter((name) => !name.startsWith('preliminary'))
      .map((name) => [name, readFileSync(join(world.dataDir, 'results', world.jobId, name), 'latin1')]),
  )

/** A scene in which parts come one after the other. @returns how many had the ground meanwhile */
async function killed(kills: Kills, scene: WorldOptions & { parts: number }): Promise<number> {
  let expected: Record<string, string> = {}
  // All parts at once: nothing preliminary is asked for.
  await inWorld({ parts: scene.parts, ground: scene.ground === true }, async (world) => {
    await world.live()
    expected = resultIn(world)
    assert.equal(world.conversions, scene.parts + (scene.ground ? 2 : 1))
  })
  let [shown, lives, grounds] = [0, 0, 0]
  const refuseConversion: WorldOptions['refuseConversion'] = (task) => {
    if (task.kind === 'ground' && task.job?.preliminary) grounds++
    return undefined
  }
  const check = async (world: FlowWorld, diedAt: number) => {
    lives++
    const job = await world.job()
    assert.deepEqual([job.status, job.revision, job.preliminary], ['ready', 1, null], `died at ${diedAt}`)
    const made = resultIn(world)
    // The last part came in two deliveries here, of which the later is in it.
    const [last, own] = [`part_${scene.parts - 1}`, world.dataDir]
    const plain = (text: string) =>
      text.replace(`${last}/2.zip`, `${last}/1.zip`).replaceAll(/"[^"]*\/(deliveries[^"]*)"/g, '"$1"')
    const gpkg = Object.keys(expected).find((name) => name.endsWith(scene.ground ? '.ground.gpkg' : '.gpkg'))!
    for (const name of ['1/klic.geojson', gpkg])
      assert.equal(plain(made[name]!), plain(expected[name]!), `died at ${diedAt}, in ${own}`)
    // What the GeoPackage was before the ground may have gone already.
    for (const name of Object.keys(made)) assert.ok(name in expected, `${name}, died at ${diedAt}`)
    if (shownIn(world) > 0) shown++
    world.nowMs += 2 * HOUR
    await world.live()
    assert.deepEqual(
      folders(world).filter((name) => name.startsWith('preliminary')),
      [],
      `died at ${diedAt}`,
    )
    assert.deepEqual(readings(world), [], `died at ${diedAt}`)
    assert.deepEqual(await sheets(world), scene.ground ? [{ revision: 1, no: 0 }] : [])
  }
  const effects = await kills({ options: { ...scene, refuseConversion }, check })
  assert.ok(effects > 60, `only ${effects}`)
  assert.ok(shown > lives / 2, `${shown} of ${lives} showed something in between`)
  return grounds / lives
}

export const PRELIMINARY_SCENES: KillScenes = {
  'wherever the worker dies it leaves the result of a job that was never preliminary, and no file of its own': async (
    kills,
  ) => {
    assert.equal(await killed(kills, SCENE), 0)
  },

  'wherever the worker dies with the ground in it, it leaves the ground of that result, and no file of its own': async (
    kills,
  ) => {
    const scene = { parts: 3, oneByOne: 2, partialFirst: [2], ground: true } satisfies WorldOptions
    assert.ok((await killed(kills, scene)) > 1)
  },
}
