/** A job in flight over the day of version 3. Wherever the worker dies: on paper in jobs/registry-waits, for real in faults. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overTheSwitch } from '../support/version-switch.ts'

test('a job in flight over the day of version 3 ends ready, with a delivery of each version and nothing doubled', async () => {
  const chances = await overTheSwitch(Number.POSITIVE_INFINITY)
  assert.ok(chances > 40, `only ${chances} effects`)
  await overTheSwitch(Math.floor(chances / 2))
})
