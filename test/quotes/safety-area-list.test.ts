/** The list of safety areas is asked for when somebody wants it, kept with its day, and never in the way of a job. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safetyListOf, wantSafetyList } from '../../server/features/areas/safety-area-rows.ts'
import type { Ring } from '../../server/geometry/geometry.ts'
import { type FlowWorld, inWorld } from '../support/flow-world.ts'
import { atEachKind, testScenes } from '../support/kill-scene.ts'
import { companyOf, kept, SAFETY_AREA_SCENES } from '../support/scenes/safety-areas.ts'

const RING: Ring = [
  [150_000, 400_000],
  [151_000, 400_000],
  [151_000, 401_000],
  [150_000, 400_000],
]
const SIMULATOR = { environment: 'simulator', address: null } as const
const want = async (world: FlowWorld, source: Parameters<typeof wantSafetyList>[2] = SIMULATOR) =>
  wantSafetyList(world.store, await companyOf(world), source, new Date(world.nowMs).toISOString())
test('it is kept with the day on which it came; unanswered it stays, refused or unreadable it goes', async () => {
  await inWorld({ parts: 1 }, async (world) => {
    world.registry.safetyList = { kind: 'listed', areas: [[RING]], leftOut: 2 }
    await want(world)
    await world.live()
    assert.deepEqual(await kept(world), ['listed', '2026-11-20', null, [[RING]]])
    assert.equal((await safetyListOf(world.store.db, await companyOf(world)))?.left_out, 2)

    world.nowMs += 2 * 86_400_000
    world.registry.goDown(100)
    await want(world)
    await world.live()
    assert.deepEqual(await kept(world), ['unavailable', '2026-11-20', null, [[RING]]])
    world.registry.goDown(0)

    for (const kind of ['not_granted', 'unreadable', 'host_not_allowed'] as const) {
      world.registry.safetyList = { kind }
      world.nowMs += 60_000
      await want(world)
      await world.live()
      assert.deepEqual(await kept(world), [kind, null, null, null])
    }
  })
})

test('without a login the registry is not asked for it', async () => {
  await inWorld({ parts: 1, shutOutFor: 1e6, shutOutBecause: 'credentials_missing' }, async (world) => {
    await want(world)
    await world.live(undefined, async () => (await kept(world))[0] !== null)
    assert.deepEqual(await kept(world), ['no_access', null, null, null])
    assert.equal(world.registry.asked.listSafetyAreas, 0)
  })
})

test('that of another registry goes at once; wanted anew while it is asked, it is asked once more', async () => {
  await inWorld({ parts: 1 }, async (world) => {
    world.registry.safetyList = { kind: 'listed', areas: [[RING]], leftOut: 0 }
    await want(world)
    await world.live()
    await want(world, { environment: 'eto', address: 'https://service10.kadaster.nl/x' })
    assert.deepEqual((await kept(world)).slice(0, 2), [null, null])
    assert.equal((await kept(world))[3], null)
    world.nowMs += 1000
    await want(world, { environment: 'eto', address: 'https://service10.kadaster.nl/x' })
    await world.live()
    assert.deepEqual((await kept(world)).slice(0, 3), ['listed', '2026-11-20', null])
  })
})

testScenes(SAFETY_AREA_SCENES, atEachKind)
