/** The simulator as the window steers it: scene, speed, clock, ledger. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { SimulatorLedger, SimulatorView } from '../../server/features/settings/simulator-schema.ts'
import { Session } from '../../server/features/users/session-schema.ts'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { unitSquare } from '../../server/geometry/unit-square.ts'
import { simulatorControlKey } from '../../server/simulator/customer.ts'
import { remoteSimulator, type SimulatorAt } from '../../server/simulator/remote.ts'
import { orienting } from '../simulator/simulator-orders.ts'
import { deskAt } from '../simulator/simulator-world.ts'
import { pointers, refused, shown } from '../support/api-world.ts'
import { openWithSimulator } from '../support/simulated-world.ts'

async function openBoth(t: TestContext) {
  const { world, simulator, folder } = await openWithSimulator(t)
  const { window } = await world.signIn()
  const put = (body: unknown) => window('/simulator', { method: 'PUT', body })
  return { world, window, put, simulator, folder }
}

test('scene, speed and clock are set in one call, and each alone', async (t) => {
  const { window, put } = await openBoth(t)
  const before = shown(SimulatorView, await window('/simulator'))
  assert.deepEqual([before.factor, before.scenario], [60, ''])
  assert.ok(before.codes.some(({ code, severity }) => code === 'WAR0001' && severity === 'WARNING'))
  const day = 86_400_000
  const all = shown(SimulatorView, await put({ scenario: 'reject:COR0309', factor: 240, step_ms: day }))
  assert.deepEqual([all.factor, all.scenario], [240, 'reject:COR0309'])
  assert.ok(Date.parse(all.now) >= Date.parse(before.now) + day)
  const one = shown(SimulatorView, await put({ scenario: '' }))
  assert.deepEqual([one.factor, one.scenario], [240, ''])
})

test('the speed is remembered, told to the worker, and shown with the session', async (t) => {
  const { world, window, put } = await openBoth(t)
  const nudges = world.nudges.count
  await put({ factor: 12.5 })
  assert.equal(world.nudges.count, nudges + 1)
  assert.equal(shown(Session, await window('/session')).time_factor, 12.5)
})

test('a scene that does not exist, no speed and a step back are refused by name', async (t) => {
  const { put } = await openBoth(t)
  const detail = refused(await put({ scenario: 'feest', factor: 0, step_ms: -1 }), 422, 'VALIDATION_FAILED')
  assert.deepEqual(pointers(detail), ['/factor', '/scenario', '/step_ms'])
  for (const scenario of ['reject', 'partial:COR0309']) refused(await put({ scenario }), 422, 'VALIDATION_FAILED')
})

test('what was filed is listed newest first, in pages', async (t) => {
  const { window, simulator, folder } = await openBoth(t)
  const desk = await deskAt(simulator.url, folder, 60)
  for (const reference of ['Eerste', 'Tweede', 'Derde']) {
    const body = orienting()
    body.gebiedsinformatieAanvragen[0]!.referentie = reference
    assert.equal((await desk.file(body)).status, 202)
  }
  const page = shown(SimulatorLedger, await window('/simulator/ledger?page=2&page_size=2'))
  assert.deepEqual(
    page.data.map(({ reference, requests }) => [reference, requests.length]),
    [['Eerste', 1]],
  )
  assert.deepEqual([page.notifications, page.pagination.total, page.pagination.total_pages], [3, 3, 2])
  assert.equal((await desk.file(orienting())).status, 202)
  const again = await window(`/simulator/ledger?page=2&page_size=2&as_of=${page.pagination.as_of}`)
  assert.deepEqual({ ...shown(SimulatorLedger, again), notifications: 3 }, page, 'later orders shift nothing')
})

test('with a real registry there is no simulator to steer; one that does not answer is waited for', async (t) => {
  const { world, window, simulator } = await openBoth(t)
  await simulator.stop()
  refused(await window('/simulator'), 503, 'UNAVAILABLE')
  await world.set('registry.environment', 'eto')
  refused(await window('/simulator'), 404, 'NOT_FOUND')
  refused(await window('/simulator', { method: 'PUT', body: { scenario: 'partial' } }), 404, 'NOT_FOUND')
})

test('a tile of the town waits for a simulator that starts', async (t) => {
  const { simulator, folder } = await openWithSimulator(t)
  let at: SimulatorAt | undefined
  const [x, y] = unitSquare(lngLatFromRd([155_000, 463_000])).map((share) => Math.floor(share! * 2 ** 20)) as [
    number,
    number,
  ]
  const asked = remoteSimulator(() => at).town({ z: 20, x, y }, { companyId: 'cmp_1' })
  at = { url: simulator.url, key: simulatorControlKey(folder) }
  assert.deepEqual([...(await asked)!.subarray(1, 4)], [...Buffer.from('PNG')])
})
