/** How far this computer's clock is from the registry's, by the moments that its answers name. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRegistryClient } from '../../server/registry/client/client.ts'
import { clockOff } from '../../server/registry/client/clock-offset.ts'
import { endpointsFor } from '../../server/registry/client/endpoints.ts'
import { watchClock } from '../../server/registry/client/transport.ts'
import { simulatorCredentials } from '../../server/simulator/customer.ts'
import { startRegistry } from './world.ts'

const NOON = Date.parse('2026-11-23T12:00:00Z')
const answers =
  (headers: Record<string, string>): typeof fetch =>
  async () =>
    new Response('{}', { headers })
const offAfter = async (headers: Record<string, string>, nowMs: number): Promise<number | null> => {
  const { send, offS } = watchClock(answers(headers), () => nowMs)
  await send('https://service10.kadaster.nl/')
  return offS()
}

test('a clock is ahead or behind by what an answer says, and nothing is known without one', async () => {
  const date = new Date(NOON).toUTCString()
  assert.equal(await offAfter({ date }, NOON + 90_500), 90)
  assert.equal(await offAfter({ date }, NOON - 299_500), -300)
  assert.equal(await offAfter({ date }, NOON + 500), 0)
  assert.equal(await offAfter({}, NOON), null)
  assert.equal(await offAfter({ date: 'gisteren' }, NOON), null)
  assert.equal(await offAfter({ date, age: '3600' }, NOON + 3_600_000), null, 'kept by a cache since')
})

test('an answer that never came changes nothing of what is known', async () => {
  let isUp = true
  const watched = watchClock(
    async (...asked) => {
      if (!isUp) throw new TypeError('fetch failed')
      return answers({ date: new Date(NOON).toUTCString() })(...asked)
    },
    () => NOON + 120_500,
  )
  await watched.send('https://service10.kadaster.nl/')
  isUp = false
  await assert.rejects(watched.send('https://service10.kadaster.nl/'))
  assert.equal(watched.offS(), 120)
})

test('more than a minute is said, of the clock that is farthest off', () => {
  assert.equal(clockOff([]), null)
  assert.equal(clockOff([null, 60, -60]), null)
  assert.equal(clockOff([61, -90, null, 12]), -90)
})

test('the simulator plays a registry whose clock is five minutes behind, and one that lets nobody ask', async (t) => {
  const registry = await startRegistry(t)
  const { send, offS } = watchClock(fetch)
  const endpoints = endpointsFor('simulator', registry.url)
  const credentials = simulatorCredentials(registry.folder)
  const client = createRegistryClient({ endpoints, credentials, clock: { now: Date.now }, fetch: send, intervalMs: 0 })
  await client.listOwnDeliveries()
  assert.equal(clockOff([offS()]), null)
  await registry.control('scenario', { scenario: 'clock' })
  await client.listDeliveries('6f0f8a52-3c1d-4b7e-9a55-1d2c7e40b9a1')
  assert.ok(Math.abs((clockOff([offS()]) ?? 0) - 300) <= 5, String(offS()))
  await registry.control('scenario', { scenario: 'unauthorised' })
  await assert.rejects(client.listDeliveries('6f0f8a52-3c1d-4b7e-9a55-1d2c7e40b9a1'), { reason: 'access_refused' })
  await registry.control('scenario', { scenario: '' })
  assert.equal((await client.listDeliveries('6f0f8a52-3c1d-4b7e-9a55-1d2c7e40b9a1')).kind, 'not_yet')
  assert.equal(clockOff([offS()]), null)
})
