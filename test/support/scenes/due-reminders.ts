/** What the clock of a notification asks of people, for worlds that are killed. */
import assert from 'node:assert/strict'
import { EVENT_BODIES } from '../../../server/features/webhooks/event-schema.ts'
import type { FlowWorld } from '../flow-world.ts'
import type { KillScenes } from '../kill-scene.ts'

export const FINDINGS = { silent: [], careful: ['Gasnet', 'KPN'], precautions: 2, isEmpty: false }
export const URL = 'https://erp.example/hook'
export const CLOCK = ['validity.expiring', 'precaution.due', 'start.missed'] as const
type ClockEvent = (typeof CLOCK)[number]

/** Sent and taken on Friday 20 November 2026: to begin by Friday 18 December. Two operators demand precautions. */
export async function filed(world: FlowWorld): Promise<void> {
  await world.live()
  // The paper registry knows orientation requests; to the clock it is the kind that counts.
  const dig = { klic_type: 'GRAAF', start_date: '2026-12-14', findings: JSON.stringify(FINDINGS) } as const
  await world.store.db.updateTable('job').set(dig).execute()
}

export const onDay = async (world: FlowWorld, day: string, effects?: number): Promise<boolean> => {
  world.nowMs = Date.parse(`${day}T06:00:00Z`)
  return world.live(effects)
}

/** Each parsed by its schema of the document. */
export const told = async (world: FlowWorld): Promise<string[]> =>
  (await world.events())
    .filter(({ type }) => CLOCK.includes(type as ClockEvent))
    .map(({ type, payload }) => {
      const { data } = EVENT_BODIES[type as ClockEvent].parse(JSON.parse(payload))
      assert.deepEqual([data.job_ids, data.order_ids], [['job_1'], ['ord_0']])
      return [type, data.day, data.working_days_left, ...data.operators].join(' ')
    })

export const TELL_CLOCK_SCENES: KillScenes = {
  'each is told once wherever the worker dies': async (kills) => {
    const wanted = ['precaution.due 2026-12-09 0 Gasnet KPN', 'validity.expiring 2026-12-18 5']
    const effects = await kills({
      options: { parts: 1, webhookUrl: URL },
      prepare: filed,
      live: (world, effects) => onDay(world, '2026-12-11', effects),
      check: async (world, diedAt) => {
        assert.deepEqual((await told(world)).toSorted(), wanted, `died at ${diedAt}`)
        const ids = world.told.filter(({ body }) => CLOCK.includes(JSON.parse(body).type)).map(({ id }) => id)
        assert.equal(new Set(ids).size, 2, 'under the same webhook-id on every try')
      },
    })
    assert.ok(effects > 8, `only ${effects} effects were tried`)
  },
}
