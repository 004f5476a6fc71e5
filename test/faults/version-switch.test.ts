/** A job in flight over the day of version 3, with the worker killed, or its answer lost, at every seventh effect. */
import { test } from 'node:test'
import { overTheSwitch } from '../support/version-switch.ts'

/** Each takes a second; every effect is met on paper in jobs/registry-waits.test.ts. */
const STRIDE = 7

test('a job in flight over the day of version 3 ends ready, with a delivery of each version and nothing doubled', async () => {
  const chances = await overTheSwitch(Number.POSITIVE_INFINITY)
  for (let failsAt = 0; failsAt < chances; failsAt += STRIDE) await overTheSwitch(failsAt)
})
