/** Safety areas over real HTTP: who has a list sees it and is warned by it, who has none is told why, and nobody another's. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { endSafetyList, safetyListOf } from '../../server/features/areas/safety-area-rows.ts'
import { SafetyAreas } from '../../server/features/areas/schema.ts'
import { Preview } from '../../server/features/jobs/dashboard-schema.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { SAFETY_AREAS } from '../../server/simulator/safety-areas.ts'
import { GARDEN, openWorld, pointers, refused, shown, type World } from '../support/api-world.ts'
import { rdBox } from '../support/rd-box.ts'

const AIRFIELD = SAFETY_AREAS[0]!
const BESIDE_RUNWAY = rdBox(155_950, 389_320, 100, 60)
const DAY = 86_400_000

async function drawing(t: TestContext) {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const list = async () => shown(SafetyAreas, await window('/safety-areas'))
  const row = () => safetyListOf(world.store.db, world.companyId)
  /** As the worker does. */
  const give = async (areas = [[AIRFIELD.ring]]) => {
    const wantedAt = (await row())?.wanted_at
    assert.ok(wantedAt, 'nobody wants it')
    const at = world.clock.now().toISOString()
    const listed = { areas, leftOut: 0, on: at.slice(0, 10) }
    await endSafetyList(world.store, { companyId: world.companyId, wantedAt }, { state: 'listed', at, listed })
  }
  return { world, window, list, row, give }
}
const warned = (warnings: readonly { code: string; message: string }[]) =>
  warnings.filter(({ code }) => code === 'SAFETY_AREA').map(({ message }) => /\d{4}-\d{2}-\d{2}/.exec(message)?.[0])
const quoted = async (world: World, more: Record<string, unknown>) => warned((await world.quote(more)).warnings)

test('drawing makes the list wanted, once a day; what came is in degrees and has its day', async (t) => {
  const { world, list, row, give } = await drawing(t)
  assert.deepEqual(await list(), { state: null, listed_on: null, left_out: 0, data: [] })
  const wanted = (await row())!.wanted_at
  await list()
  assert.equal((await row())!.wanted_at, wanted, 'wanted once')
  await give()
  const { state, listed_on, data } = await list()
  assert.deepEqual([state, listed_on, data.length], ['listed', world.clock.now().toISOString().slice(0, 10), 1])
  const [lng, lat] = data[0]!.coordinates[0]![0]!
  assert.ok(lng! > 5.38 && lng! < 5.41 && lat! > 51.49 && lat! < 51.51, `${lng} ${lat}`)
  world.pass(DAY - 60_000)
  await list()
  assert.equal((await row())!.wanted_at, null)
  world.pass(120_000)
  assert.equal((await list()).data.length, 1, 'the old one stays until there is another')
  assert.notEqual((await row())!.wanted_at, null)
})

test('a preview and a quote that touch one warn with the day of the list; beside it and without a list nothing is said', async (t) => {
  const { world, window, give } = await drawing(t)
  const preview = async (geometry: object) => {
    const body = { geometry, crs: 'EPSG:28992', klic_type: 'ORIENT' }
    return warned(shown(Preview, await window('/preview', { method: 'POST', body })).warnings)
  }
  const here = { geometry: BESIDE_RUNWAY, crs: 'EPSG:28992' }
  assert.deepEqual(await preview(BESIDE_RUNWAY), [])
  assert.deepEqual(await quoted(world, here), [])
  await give()
  const today = world.clock.now().toISOString().slice(0, 10)
  assert.deepEqual(await preview(BESIDE_RUNWAY), [today])
  assert.deepEqual(await preview(rdBox(155_000, 389_320, 100, 60)), [])
  assert.deepEqual(await quoted(world, here), [today])
  assert.deepEqual(await quoted(world, { ...here, submit: true }), [today])
  assert.deepEqual(await quoted(world, { geometry: GARDEN }), [])
})

test('a quote that is made anew is held against the list of that day', async (t) => {
  const { world, list, give } = await drawing(t)
  const asked = { geometry: BESIDE_RUNWAY, crs: 'EPSG:28992', client_ref: 'runway' }
  await list()
  await give()
  const [before] = await quoted(world, asked)
  world.pass(40 * DAY)
  const later = await world.signIn()
  shown(SafetyAreas, await later.window('/safety-areas'))
  await give()
  const job = shown(Job, await world.v1('/jobs', { method: 'POST', body: { ...asked, klic_type: 'ORIENT' } }))
  assert.ok(job.warnings.some(({ code }) => code === 'QUOTE_RENEWED'))
  const [after, ...others] = warned(job.warnings)
  assert.deepEqual([after! > before!, others], [true, []])
})

test('a company has its own list: that of another neither shows nor warns', async (t) => {
  const { world, list, give } = await drawing(t)
  await list()
  await give()
  const other = await world.company()
  const neighbour = await world.signIn(other)
  const { state, data } = shown(SafetyAreas, await neighbour.window('/safety-areas'))
  assert.deepEqual([state, data], [null, []])
  const { secret } = await world.keyWith(['read'], other)
  const body = { geometry: BESIDE_RUNWAY, crs: 'EPSG:28992', klic_type: 'ORIENT' }
  assert.deepEqual(warned(shown(Job, await world.v1('/jobs', { method: 'POST', body, key: secret }), 201).warnings), [])
})

test('of the real registry it is wanted only where its address is set, which lies below kadaster.nl', async (t) => {
  const { world, window, list, row } = await drawing(t)
  await world.set('registry.environment', 'eto')
  assert.equal((await list()).state, 'no_address')
  assert.equal(await row(), undefined)
  const set = (url: string | null) => window('/settings', { method: 'PUT', body: { 'registry.safety_areas_url': url } })
  for (const url of [
    ...['http://service10.kadaster.nl/x', 'https://kadaster.nl.elders.example/x', 'https://evilkadaster.nl/x'],
    ...['https://me:secret@service10.kadaster.nl/x', 'https://service10.kadaster.nl:8443/x', 'file:///etc/passwd', 'x'],
  ]) {
    const detail = refused(await set(url), 422, 'VALIDATION_FAILED')
    assert.deepEqual(pointers(detail), ['/registry.safety_areas_url'], url)
  }
  assert.equal((await set('https://service10.kadaster.nl/klic/veiligheidsgebieden')).status, 200)
  assert.equal((await list()).state, null)
  assert.equal((await row())?.address, 'https://service10.kadaster.nl/klic/veiligheidsgebieden')
})
