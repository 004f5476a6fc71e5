/** A share of what `npm run fuzz` sends: requests made from the routes' own schemas are answered as their routes say. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendDrawn, TARGETS } from '../fuzz/requests.ts'
import { openWorld } from '../support/api-world.ts'
import { openWithSimulator } from '../support/simulated-world.ts'

/** Of each route */
const EACH = 6
/** What needs a token, a simulator or something to be read is seeded. */
const SEEDED = ['openSession', 'getSimulator', 'putSimulator', 'getSimulatorLedger']

test('requests to every route, valid and bent, are answered as the route and the document say', async (t) => {
  const { world } = await openWithSimulator(t)
  const { sent, byStatus, faults, reached } = await sendDrawn(world, 20261126, 0, TARGETS.length * EACH, {
    toReach: SEEDED,
  })
  t.diagnostic([...byStatus].map(([status, count]) => `${count} x ${status}`).join(', '))
  assert.deepEqual(faults, [])
  assert.ok(sent >= TARGETS.length * EACH)
  for (const name of SEEDED) {
    assert.ok(reached.has(name), `${name} never did what it is for`)
  }
  assert.ok((byStatus.get(200) ?? 0) > TARGETS.length, 'some of them do something')
})

test('an answer that breaks its schema, or a code that is not documented, is a fault', async (t) => {
  const world = await openWorld(t)
  const broken = { ...world, v1: async () => ({ status: 200, headers: new Headers(), text: '{}', json: {} }) }
  const { faults } = await sendDrawn({ ...broken, quote: world.quote }, 1, 0, TARGETS.length)
  assert.ok(faults.some(({ fault }) => fault.startsWith('not as its schema')))
  const undocumented = { detail: { error_code: 'SESSION_REQUIRED', message: 'x', request_id: 'y' } }
  const other = { ...world, v1: async () => ({ status: 401, headers: new Headers(), text: '', json: undocumented }) }
  assert.ok((await sendDrawn(other, 1, 0, 5)).faults.some(({ fault }) => fault.includes('not in the document')))
})
