/** Answers, hosts and links of the registry that are of no use, for worlds that are killed. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import type { FlowWorld, WorldOptions } from '../flow-world.ts'
import type { KillScenes, Kills } from '../kill-scene.ts'

export const orders = (world: FlowWorld) => world.store.db.selectFrom('registry_order').selectAll().execute()

/** One of each, since each adds its effects to all the others. */
const ALL: Record<string, WorldOptions> = {
  'answers that can not be used': { parts: 2, oddReceipts: 1, oddVerdicts: 1, unnamed: 1, spelt: () => '' },
  'strange hosts, late links, short positions': {
    parts: 2,
    strangePolls: 1,
    strangeLinks: 1,
    lateLinks: 1,
    spelt: (one) => String(Number(one)),
  },
  'links that lead on': { parts: 2, redirects: 2 },
  'authorised but refused, at each kind of question': { parts: 2, refusedEach: 2 },
}

const withTrouble =
  (options: WorldOptions) =>
  async (kills: Kills): Promise<void> => {
    const check = async (world: FlowWorld, diedAt: number) => {
      const { length } = world.registry.filed
      const counted = [(await world.job()).status, world.registry.ledger.size, length]
      assert.deepEqual(counted, ['ready', 1, options.parts], `died at ${diedAt}`)
      const parts = await world.parts()
      assert.deepEqual(
        parts.map((part) => part.gi_aanvraag_id),
        world.registry.filed,
        `died at ${diedAt}`,
      )
      const left = [...(await orders(world)), ...(await world.store.db.selectFrom('delivery').selectAll().execute())]
      assert.ok(
        left.every(({ trouble }) => trouble === null),
        `died at ${diedAt}`,
      )
      const folders = await readdir(world.dataDir, { recursive: true })
      assert.deepEqual(
        folders.filter((name) => name.endsWith('.part')),
        [],
        `died at ${diedAt}`,
      )
    }
    const effects = await kills({ options, check })
    assert.ok(effects > 4, `only ${effects} effects were tried`)
  }

export const TROUBLE_SCENES: KillScenes = Object.fromEntries(
  Object.entries(ALL).map(([name, options]) => [`wherever the worker dies: ${name}`, withTrouble(options)]),
)
