/** How orders fare at a registry that is away, unwilling or busy; and that a kill in any state files nothing twice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rejectionReason } from '../../server/domain/klic/next-action.ts'
import { REASON_ROWS } from '../../server/domain/klic/reasons.ts'
import { atEveryEffect } from '../support/at-every-effect.ts'
import { type FlowWorld, inWorld, type WorldOptions } from '../support/flow-world.ts'

const warning = (code: string, pointer: string | null) => ({ severity: 'WARNING' as const, code, text: '', pointer })
const rejection = [{ severity: 'ERROR' as const, code: 'COR0309', text: '', pointer: null }]
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
  test(`${reason} keeps the job waiting for a person, says so, and goes on once mended; nothing is lost`, async () => {
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

/** Scenario, what the job must come to, and how many orders and notifications the registry may count. */
const STATES: Record<string, [options: WorldOptions, status: string, orders: number, notifications: number]> = {
  'validating for long': [{ parts: 1, newPolls: 4 }, 'ready', 1, 1],
  rejected: [{ parts: 2, reject: rejection }, 'rejected', 1, 0],
  'rejected after another order was accepted': [
    { parts: 2, orders: 2, reject: rejection, acceptFirst: 1 },
    'ready_incomplete',
    2,
    1,
  ],
  refused: [{ parts: 1, refuse: true }, 'rejected', 0, 0],
  undecided: [{ parts: 1, undecided: 1 }, 'ready', 2, 1],
  'several orders': [{ parts: 2, orders: 2 }, 'ready', 2, 2],
  'partial, then complete': [{ parts: 2, partialFirst: [1] }, 'ready', 1, 2],
  'a safety area among others': [{ parts: 2, safetyArea: [0] }, 'ready_incomplete', 1, 2],
  'lost answers and an outage': [{ parts: 1, lostAnswers: 2, downFor: 3 }, 'ready', 1, 1],
}

for (const [name, [options, status, orders, notifications]] of Object.entries(STATES)) {
  test(`killed at every effect: ${name}`, async () => {
    const effects = await atEveryEffect(options, async (world, diedAt) => {
      const counted = [(await world.job()).status, world.registry.ledger.size, world.registry.filed.length]
      assert.deepEqual(counted, [status, orders, notifications], `died at ${diedAt}`)
      const rows = await world.store.db.selectFrom('registry_order').select(['post_id', 'body']).execute()
      for (const filed of world.registry.ledger.values()) {
        assert.equal(rows.find((row) => row.post_id === filed.postId)?.body, filed.body, `died at ${diedAt}`)
      }
    })
    assert.ok(effects > 4, `only ${effects} effects were tried`)
  })
}

test('killed at every effect: over the day on which version 3 begins, each order is filed once, in the version of its submission', async () => {
  const options: WorldOptions = {
    parts: 2,
    orders: 2,
    settings: { 'registry.version_3_from': '2026-11-20' },
  }
  const earlier = '2026-11-19T22:00:00.000Z'
  for (const [submittedAt, prefix] of [
    [earlier, '/id/waarde/'],
    ['2026-11-20T08:00:00.000Z', '/id/waardelijst/'],
  ] as const) {
    const more: WorldOptions['settings'] = {
      'registry.works.methods': ['mechanischGraven'],
      'registry.works.depth': '80cm',
    }
    await atEveryEffect(
      { ...options, submittedAt, settings: { ...options.settings, ...more } },
      async (world, diedAt) => {
        const filed = [...world.registry.ledger.values()]
        const counted = [(await world.job()).status, filed.length, world.registry.filed.length]
        assert.deepEqual(counted, ['ready', 2, 2], `died at ${diedAt}`)
        for (const { body } of filed) assert.ok(body.includes(prefix), `${submittedAt}, died at ${diedAt}`)
        const rows = await world.store.db.selectFrom('registry_order').select('body').execute()
        assert.deepEqual(rows.map((row) => row.body).sort(), filed.map(({ body }) => body).sort())
      },
    )
  }
})
