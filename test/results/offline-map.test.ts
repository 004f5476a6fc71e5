/** The offline map over real HTTP: which file can be set, and who gets its tiles. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { takeMapFile } from '../../server/features/results/map/offline-map.ts'
import { OfflineMap } from '../../server/features/results/map/offline-map-schema.ts'
import { openWorld, refused, shown } from '../support/api-world.ts'
import { pmtilesFile, pngOf, writeMbtiles } from '../support/map-files.ts'

const PICTURE = pngOf(10, 20, 30)
const FILE = pmtilesFile({
  tiles: [{ z: 6, x: 32, y: 21, bytes: PICTURE }],
  type: 2,
  bounds: [3.3, 50.7, 7.2, 53.6],
  metadata: { name: 'Luchtfoto' },
  packing: 'none',
})

async function withFile(t: TestContext) {
  const world = await openWorld(t)
  const path = join(world.dataDir, 'kaart van ons.pmtiles')
  writeFileSync(path, FILE)
  const { window, cookie } = await world.signIn()
  const set = (file: string | null) => window('/settings', { method: 'PUT', body: { 'maps.offline_file': file } })
  const tile = (at: string, headers: Record<string, string> = { Cookie: cookie }) =>
    fetch(`${world.baseUrl}/tiles/offline/${at}`, { headers })
  return { world, path, window, set, tile }
}

test('a file that is a map is taken, described without its path, and given tile by tile', async (t) => {
  const { path, window, set, tile } = await withFile(t)
  assert.deepEqual((await window('/offline-map')).json, { state: 'none' })
  assert.equal((await tile('6/32/21')).status, 404)
  assert.equal((await set(path)).status, 200)
  const reply = await window('/offline-map')
  const map = shown(OfflineMap, reply)
  assert.ok(map.state === 'ready')
  assert.deepEqual([map.name, map.format, map.vector_layers], ['Luchtfoto', 'pmtiles', null])
  assert.doesNotMatch(reply.text, /kaart van ons/)
  const got = await tile(`6/32/21?version=${map.version}`)
  assert.equal(got.headers.get('content-type'), 'image/png')
  assert.match(got.headers.get('cache-control')!, /immutable/)
  assert.deepEqual(Buffer.from(await got.arrayBuffer()), PICTURE)
  assert.equal((await tile('6/32/21?version=former')).headers.get('cache-control'), 'private, no-cache')
})

test('what lies beside the map is empty, and no address leads out of it', async (t) => {
  const { path, set, tile } = await withFile(t)
  await set(path)
  for (const at of ['6/31/21', '5/16/10', '7/64/42', '22/1/1', '6/64/0']) {
    assert.equal((await tile(at)).status, 204, at)
  }
  for (const at of ['6/32/-1', '6/32/2e1', 'a/b/c', '6/32/..%2f..%2fapp.db', '99999999999/1/1']) {
    assert.equal((await tile(at)).status, 404, at)
  }
})

test('its tiles are for the window: a key is no session', async (t) => {
  const { world, path, set, tile } = await withFile(t)
  await set(path)
  assert.equal((await tile('6/32/21', {})).status, 401)
  assert.equal((await tile('6/32/21', { 'X-API-Key': world.keys.admin })).status, 401)
  assert.equal((await tile('6/32/21', { Cookie: 'klic_session=invented' })).status, 401)
})

test('a file that is no map is refused, and the former stays', async (t) => {
  const { world, path, set, window } = await withFile(t)
  await set(path)
  const codes = []
  const other = join(world.dataDir, 'no-map.pmtiles')
  writeFileSync(other, 'words')
  for (const file of [other, `${path}.gone`, 'kaart van ons.pmtiles', world.dataDir]) {
    const detail = refused(await set(file), 422, 'VALIDATION_FAILED')
    codes.push(detail.errors?.map(({ pointer, code }) => `${pointer} ${code}`).join())
  }
  assert.deepEqual(
    codes,
    ['MAP_FILE_UNREADABLE', 'MAP_FILE_NOT_FOUND', 'MAP_FILE_NOT_FOUND', 'MAP_FILE_NOT_FOUND'].map(
      (code) => `/maps.offline_file ${code}`,
    ),
  )
  assert.equal(shown(OfflineMap, await window('/offline-map')).state, 'ready')
})

test('a stick that is pulled out is said, does not hinder other settings, and comes back', async (t) => {
  const { path, set, window, tile } = await withFile(t)
  await set(path)
  rmSync(path)
  assert.deepEqual((await window('/offline-map')).json, { state: 'unusable', fault: 'MAP_FILE_NOT_FOUND' })
  assert.equal((await tile('6/32/21')).status, 404)
  const all = (await window('/settings')).json
  assert.equal((await window('/settings', { method: 'PUT', body: all })).status, 200)
  writeFileSync(path, FILE)
  assert.equal((await tile('6/32/21')).status, 200)
  assert.equal((await set(null)).status, 200)
  assert.equal((await tile('6/32/21')).status, 404)
})

async function giving(t: TestContext) {
  const world = await openWorld(t)
  const { window, cookie, csrf } = await world.signIn()
  const give = (body: Uint8Array, headers: Record<string, string> = { Cookie: cookie, 'X-CSRF-Token': csrf }) =>
    fetch(`${world.baseUrl}/dashboard/api/offline-map/file`, {
      method: 'PUT',
      headers: { ...headers, 'Content-Type': 'application/octet-stream' },
      body: new Uint8Array(body),
    })
  const kept = () => {
    const folder = join(world.dataDir, 'maps', world.companyId)
    return existsSync(folder) ? readdirSync(folder) : []
  }
  return { world, window, give, kept }
}

test('a file that is given is looked into and becomes the map; what is none leaves the former, and nothing of itself', async (t) => {
  const { world, window, give, kept } = await giving(t)
  const answer = await give(FILE)
  assert.equal(answer.status, 200)
  assert.equal(OfflineMap.parse(await answer.json()).state, 'ready')
  const first = kept()
  assert.equal(first.length, 1)
  const refusal = await give(Buffer.from('words'))
  assert.equal(refusal.status, 422)
  const { detail } = (await refusal.json()) as { detail: { errors: { code: string }[] } }
  assert.deepEqual(
    detail.errors.map(({ code }) => code),
    ['MAP_FILE_UNREADABLE'],
  )
  assert.deepEqual(kept(), first)
  assert.equal(shown(OfflineMap, await window('/offline-map')).state, 'ready')
  const path = join(world.dataDir, 'given.mbtiles')
  writeMbtiles(path, [{ z: 6, x: 32, y: 21, bytes: PICTURE }], { name: 'Ander', format: 'png' })
  assert.equal((await give(readFileSync(path))).status, 200)
  const map = shown(OfflineMap, await window('/offline-map'))
  assert.equal(map.state === 'ready' && map.name, 'Ander')
  assert.equal(kept().length, 1)
  assert.notDeepEqual(kept(), first, 'the former is gone')
})

test('who may not change settings gives no map; on a server for others nobody does', async (t) => {
  const { give, world } = await giving(t)
  assert.equal((await give(FILE, {})).status, 401)
  const operator = { ...world.services, operator: {} as never }
  await assert.rejects(
    takeMapFile(operator, { companyId: world.companyId } as never, Readable.from([FILE])),
    ({ code }: { code: string }) => code === 'PERMISSION_DENIED',
  )
})
