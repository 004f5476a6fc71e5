/** The registry's list of safety areas: as it is given, as it is refused, and as nobody should send it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TryLater } from '../../server/platform/refusal.ts'
import { createRegistryClient } from '../../server/registry/client/client.ts'
import { endpointsFor } from '../../server/registry/client/endpoints.ts'
import { MAX_SAFETY_AREAS, MAX_SAFETY_POSITIONS } from '../../server/registry/safety-area-list.ts'
import { readSafetyAreas } from '../../server/registry/safety-areas.ts'
import { SAFETY_AREAS } from '../../server/simulator/safety-areas.ts'
import { startRegistry } from './world.ts'

const RING = [
  [150_000, 400_000],
  [151_000, 400_000],
  [151_000, 401_000],
  [150_000, 400_000],
]
const area = (coordinates: unknown = [RING], more: object = {}) => ({
  polygon: { type: 'Polygon', coordinates, ...more },
})
const listOf = (...items: unknown[]) => readSafetyAreas({ veiligheidgebieden: items })

test('the simulated registry gives its list to every signed-in caller, and refuses it in the scene of that name', async (t) => {
  const { client, control } = await startRegistry(t)
  const listing = await client.listSafetyAreas()
  assert.ok(listing.kind === 'listed')
  assert.deepEqual(
    listing.areas,
    SAFETY_AREAS.map(({ ring }) => [ring]),
  )
  await control('scenario', { scenario: 'nogrant' })
  assert.deepEqual(await client.listSafetyAreas(), { kind: 'not_granted' })
  await control('scenario', { scenario: 'unauthorised' })
  assert.deepEqual(await client.listSafetyAreas(), { kind: 'not_granted' })
  await control('scenario', { scenario: '' })
  await control('fault', { path: 'veiligheidsgebieden', status: 404 })
  assert.deepEqual(await client.listSafetyAreas(), { kind: 'not_granted' })
  await control('fault', { path: 'veiligheidsgebieden', status: 200, body: '<html>Onderhoud</html>' })
  assert.deepEqual(await client.listSafetyAreas(), { kind: 'unreadable' })
  for (const fault of [{ status: 503 }, { status: 302, headers: { location: 'https://elders.example/' } }]) {
    await control('fault', { path: 'veiligheidsgebieden', ...fault })
    await assert.rejects(client.listSafetyAreas(), TryLater)
  }
  assert.equal((await client.listSafetyAreas()).kind, 'listed')
})

test('of the real registry it is asked at the address that was set, with a token there alone, and never without one', async () => {
  const asked: [host: string, token: string | null][] = []
  const send: typeof fetch = async (address, init) => {
    asked.push([new URL(String(address)).hostname, new Headers(init?.headers).get('authorization')])
    return new Response(JSON.stringify({ veiligheidgebieden: [area()] }))
  }
  const clientAt = (safetyAreasUrl: string | null, hosts: string[] = []) =>
    createRegistryClient({
      endpoints: { ...endpointsFor('production'), hosts, safetyAreasUrl },
      credentials: { kind: 'client_credentials', clientId: 'c', keyId: 'k', privateKeyPem: '', relationNumber: '' },
      clock: { now: Date.now },
      tokens: { get: async () => 'secret', renew: async () => ({ token: 'secret', scopes: null }), drop: () => {} },
      fetch: send,
    })
  assert.deepEqual(await clientAt(null).listSafetyAreas(), { kind: 'not_granted' })
  for (const address of [
    'https://gebieden.kadaster.nl/lijst',
    'https://elders.example/lijst',
    'http://service10.kadaster.nl/x',
  ]) {
    assert.deepEqual(await clientAt(address).listSafetyAreas(), { kind: 'host_not_allowed' }, address)
  }
  assert.deepEqual(asked, [])
  assert.equal((await clientAt('https://service10.kadaster.nl/klic/lijst').listSafetyAreas()).kind, 'listed')
  const allowed = clientAt('https://gebieden.kadaster.nl/lijst', ['gebieden.kadaster.nl'])
  assert.equal((await allowed.listSafetyAreas()).kind, 'listed')
  assert.deepEqual(asked, [
    ['service10.kadaster.nl', 'Bearer secret'],
    ['gebieden.kadaster.nl', 'Bearer secret'],
  ])
})

test('shapes as they may come are read: bare, of several pieces, left open, with and without a system', () => {
  const closed = [RING]
  const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::28992' } }
  for (const item of [
    area(),
    area([RING], { crs }),
    { type: 'Polygon', coordinates: [RING], crs },
    { type: 'Feature', geometry: { type: 'Polygon', coordinates: [RING] } },
    area([RING.slice(0, -1)]),
    area([RING.map(([x, y]) => [x, y, 3.5])]),
  ]) {
    assert.deepEqual(listOf(item), { areas: [closed], leftOut: 0 }, JSON.stringify(item))
  }
  const two = { polygon: { type: 'MultiPolygon', coordinates: [[RING], [RING]] } }
  assert.deepEqual(listOf(two), { areas: [closed, closed], leftOut: 0 })
  assert.deepEqual(listOf(), { areas: [], leftOut: 0 })
})

test('what is no area in the Netherlands is left out and counted; what is no list, or too much, is none', () => {
  const wrong = [
    ...[null, 3, 'x', [], {}, area(null), area([]), area([[]]), area([RING.slice(0, 2)]), area('x'), area({})],
    area([[...RING, [5.2, 52.1]]]),
    area([[...RING, [Number.MAX_VALUE, 0]]]),
    area([[...RING, ['150000', '400000']]]),
    area([[...RING, [null, null]]]),
    area([RING], { crs: { properties: { name: 'EPSG:4326' } } }),
    { polygon: { type: 'MultiPolygon', coordinates: [RING] } },
  ]
  assert.deepEqual(listOf(area(), ...wrong), { areas: [[RING]], leftOut: wrong.length })
  assert.equal(listOf(...wrong), undefined)
  for (const json of [undefined, {}, { veiligheidgebieden: {} }, { veiligheidgebieden: 'x' }]) {
    assert.equal(readSafetyAreas(json), undefined, JSON.stringify(json))
  }
  assert.equal(listOf(...Array(MAX_SAFETY_AREAS + 1).fill(area())), undefined)
  const long = area([[...Array(MAX_SAFETY_POSITIONS).fill([150_000, 400_000]), [151_000, 400_000]]])
  assert.equal(listOf(long), undefined)
})
