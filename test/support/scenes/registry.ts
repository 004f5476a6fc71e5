/** Orders at a registry that is away, unwilling or busy, for worlds that are killed. */
import assert from 'node:assert/strict'
import type { FlowWorld, WorldOptions } from '../flow-world.ts'
import type { KillScenes, Kills } from '../kill-scene.ts'

const rejection = [{ severity: 'ERROR' as const, code: 'COR0309', text: '', pointer: null }]

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

const inState =
  ([options, status, orders, notifications]: (typeof STATES)[string]) =>
  async (kills: Kills): Promise<void> => {
    const check = async (world: FlowWorld, diedAt: number) => {
      const counted = [(await world.job()).status, world.registry.ledger.size, world.registry.filed.length]
      assert.deepEqual(counted, [status, orders, notifications], `died at ${diedAt}`)
      const rows = await world.store.db.selectFrom('registry_order').select(['post_id', 'body']).execute()
      for (const filed of world.registry.ledger.values()) {
        assert.equal(rows.find((row) => row.post_id === filed.postId)?.body, filed.body, `died at ${diedAt}`)
      }
    }
    const effects = await kills({ options, check })
    assert.ok(effects > 4, `only ${effects} effects were tried`)
  }

export const REGISTRY_SCENES: KillScenes = {
  ...Object.fromEntries(
    Object.entries(STATES).map(([name, state]) => [`wherever the worker dies: ${name}`, inState(state)]),
  ),

  'wherever the worker dies over the day on which version 3 begins, each order is filed once, in the version of its submission':
    async (kills) => {
      const options: WorldOptions = {
        parts: 2,
        orders: 2,
        settings: {
          'registry.version_3_from': '2026-11-20',
          'registry.works.methods': ['mechanischGraven'],
          'registry.works.depth': '80cm',
        },
      }
      const earlier = '2026-11-19T22:00:00.000Z'
      for (const [submittedAt, prefix] of [
        [earlier, '/id/waarde/'],
        ['2026-11-20T08:00:00.000Z', '/id/waardelijst/'],
      ] as const) {
        await kills({
          options: { ...options, submittedAt },
          check: async (world, diedAt) => {
            const filed = [...world.registry.ledger.values()]
            const counted = [(await world.job()).status, filed.length, world.registry.filed.length]
            assert.deepEqual(counted, ['ready', 2, 2], `died at ${diedAt}`)
            for (const { body } of filed) assert.ok(body.includes(prefix), `${submittedAt}, died at ${diedAt}`)
            const rows = await world.store.db.selectFrom('registry_order').select('body').execute()
            assert.deepEqual(rows.map((row) => row.body).sort(), filed.map(({ body }) => body).sort())
          },
        })
      }
    },
}
