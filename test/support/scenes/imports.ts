/** Deliveries that were opened from files, for worlds that are killed. */
import assert from 'node:assert/strict'
import type { FlowWorld } from '../flow-world.ts'
import type { KillScenes } from '../kill-scene.ts'

export const asksNobody = (world: FlowWorld, when: string): void => {
  assert.equal(world.registry.ledger.size, 0, when)
  assert.equal(world.registry.filed.length, 0, when)
}

export const IMPORT_SCENES: KillScenes = {
  'what was opened is read, merged once and told, and nothing is filed, wherever the worker dies': async (kills) => {
    const effects = await kills({
      options: { parts: 2, webhookUrl: 'http://127.0.0.1:1/hook', imported: true },
      check: async (world, diedAt) => {
        const when = `died at ${diedAt}`
        const job = await world.job()
        assert.deepEqual([job.status, job.revision], ['ready', 1], when)
        const deliveries = await world.store.db.selectFrom('delivery').selectAll().execute()
        assert.ok(
          deliveries.every(({ read_at, geojson_path, summary }) => read_at && geojson_path && summary),
          when,
        )
        // Neither delivery says that it is complete: of a file no later one comes by itself.
        assert.deepEqual(
          (await world.parts()).map(({ status }) => status),
          ['delivered', 'delivered'],
          when,
        )
        assert.equal((await world.events()).length, 1, when)
        asksNobody(world, when)
      },
    })
    assert.ok(effects > 15, `only ${effects} effects were tried`)
  },
}
