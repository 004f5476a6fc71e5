/** How orders fare at a registry that is away, unwilling or busy; and that a kill in any state files nothing twice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rejectionReason } from '../../server/features/jobs/rules/next-action.ts'
import { REASON_ROWS } from '../../server/features/jobs/rules/reasons.ts'
import { type FlowWorld, inWorld } from '../support/flow-world.ts'
import { atEachKind, testScenes } from '../support/kill-scene.ts'
import { REGISTRY_SCENES } from '../support/scenes/registry.ts'

const warning = (code: string, pointer: string | null) => ({ severity: 'WARNING' as const, code, text: '', pointer })
const warningsOf = async (world: FlowWorld): Promise<{ code: string; message: string }[]> =>
  JSON.parse((await world.job()).warnings)
const partsOf = async (world: FlowWorld) =>
  (await world.parts()).map((part) => [part.status, JSON.parse(part.errors).map((each: { code: string }) => each.code)])

test('a job that the registry keeps waiting says so and since when, and no longer once it answers', async () => {
  await inWorld({ parts: 1, downFor: 40 }, async (world) => {
    const since = new Date(world.nowMs).toISOString()
    const told = new Set<string>()
    await world.live(undefined, async () => {
      for (const each of await warningsOf(world)) told.add(`${each.code} ${each.message.includes(since)}`)
      return false
    })
    assert.deepEqual([...told], ['REGISTRY_UNREACHABLE true'])
    assert.deepEqual(await warningsOf(world), [])
    assert.equal((await world.job()).status, 'ready')
  })
})

for (const [reason, code] of [
  ['login_required', 'REGISTRY_LOGIN_REQUIRED'],
  ['credentials_missing', 'REGISTRY_CREDENTIALS_MISSING'],
  ['access_refused', 'REGISTRY_ACCESS_REFUSED'],
] as const) {
  test(`${reason} keeps the job waiting for a person, says so, and goes on once it is solved; nothing is lost`, async () => {
    await inWorld({ parts: 1, shutOutFor: 20, shutOutBecause: reason }, async (world) => {
      const told = new Set<string>()
      const states = new Set<string>()
      await world.live(undefined, async () => {
        for (const each of await warningsOf(world)) {
          told.add(each.code)
          states.add((await world.job()).status)
          assert.match(each.message, /settings, Kadaster/)
        }
        return false
      })
      assert.deepEqual([...told], [code])
      assert.deepEqual([...states], ['accepted'])
      assert.equal((await world.job()).status, 'ready')
      assert.equal(world.registry.filed.length, 1)
    })
  })
}

test('a safety area is on the part as soon as the order is accepted', async () => {
  await inWorld(
    { parts: 2, warnings: [warning('WAR0001', '/gebiedsinformatieAanvragen/1'), warning('XYZ0001', null)] },
    async (world) => {
      await world.live()
      assert.deepEqual(await partsOf(world), [
        ['delivered', []],
        ['delivered', ['WAR0001']],
      ])
    },
  )
  await inWorld({ parts: 1, warnings: [warning('WAR0001', null)] }, async (world) => {
    await world.live()
    assert.deepEqual(await partsOf(world), [['delivered', ['WAR0001']]])
  })
})

test('with many requests under way the list is read instead of each of them', async () => {
  await inWorld({ parts: 60 }, async (world) => {
    await world.live()
    assert.equal((await world.job()).status, 'ready')
    const { readRequest, listOwnDeliveries } = world.registry.asked
    assert.ok(listOwnDeliveries > 0)
    // Once at first, once when there is a delivery; one by one it would be three times.
    assert.ok(readRequest <= 120, `${readRequest} requests read`)
  })
})

test('a partial delivery in the list is followed until the complete one is there', async () => {
  await inWorld({ parts: 25, partialFirst: [3] }, async (world) => {
    await world.live()
    assert.equal((await world.job()).status, 'ready')
    const rows = await world.store.db.selectFrom('delivery').selectAll().where('part_id', '=', 'part_3').execute()
    assert.deepEqual(rows.map((row) => row.sequence).sort(), [1, 2])
  })
})

test('what to do about a rejected job follows from who can repair it', () => {
  const refusals = [
    ['COR9005', 'arrange_billing', 'refused_blocked'],
    ['COR9004', 'arrange_billing', 'refused_mandate'],
    ['COR1212', 'arrange_billing', 'refused_invoice_reference'],
    ['COR9003', 'correct_and_resubmit', 'refused_login'],
    ['invalid_client', 'correct_and_resubmit', 'refused_login'],
    ['COR0898', 'contact_registry', 'refused_relation_number'],
    ['COR1021', 'contact_registry', 'refused_right'],
    ['HTTP_403', 'contact_registry', 'refused_right'],
    ['COR0309', 'correct_and_resubmit', 'refused_address'],
    ['GEO0025', 'correct_and_resubmit', 'refused_area'],
    ['COR0183', 'correct_and_resubmit', 'refused_details'],
  ] as const
  for (const [code, action, reason] of refusals) {
    const found = rejectionReason([{ code, pointer: null }])
    assert.deepEqual([found, REASON_ROWS[found].action], [reason, action], code)
  }
})

testScenes(REGISTRY_SCENES, atEachKind)
