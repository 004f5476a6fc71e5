/** Programs on the same computer: pairing with one confirmation, layers for QGIS, merging, the QGIS plugin. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fromBuffer } from 'yauzl'
import { ROUTES } from '../../server/api/routes.ts'
import type { Key } from '../../server/features/keys/schema.ts'
import {
  GisAccess,
  LayersFile,
  LOCAL_ROUTES,
  Merge,
  NewPairing,
  PairedKey,
  type Pairing,
} from '../../server/features/results/local-schema.ts'
import { packPlugin } from '../../server/features/results/qgis-plugin.ts'
import { pluginFolder, version } from '../../server/platform/places.ts'
import { writeSpecimen } from '../styling/specimen.ts'
import { openWorld, refused, shown, type World } from '../support/api-world.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { until } from '../support/until.ts'

const asked = async (world: World, client = 'QGIS 3.40') =>
  shown(NewPairing, await world.ask('/pair', { method: 'POST', body: { client }, key: null }), 201)
const fetched = (world: World, { pairing_id: id, secret }: { pairing_id: string; secret: string }) =>
  world.ask(`/pair/${id}/key`, { method: 'POST', body: { secret }, key: null })
const waiting = async (world: World) => {
  const { window } = await world.signIn()
  const { data } = (await window('/pairings')).json as { data: Pairing[] }
  const answer = (id: string, approve: boolean) => window(`/pairings/${id}`, { method: 'POST', body: { approve } })
  return { data, answer }
}

test('a program that shows the code of the window gets a key, once, after a yes', async (t) => {
  const world = await openWorld(t)
  const pairing = await asked(world)
  assert.deepEqual(shown(PairedKey, await fetched(world, pairing)), { status: 'waiting', key: null, gis_key: null })
  const { data, answer } = await waiting(world)
  assert.deepEqual(
    data.map(({ code, client }) => [code, client]),
    [[pairing.code, 'QGIS 3.40']],
  )
  assert.ok(!JSON.stringify(data).includes(pairing.secret))
  assert.equal((await answer(pairing.pairing_id, true)).status, 204)
  assert.deepEqual((await waiting(world)).data, [])
  refused(await fetched(world, { ...pairing, secret: 'another' }), 404, 'NOT_FOUND')
  const { status, key, gis_key: gisKey } = shown(PairedKey, await fetched(world, pairing))
  assert.equal(status, 'approved')
  assert.equal((await world.ask('/ogc', { key: gisKey })).status, 200)
  refused(await world.v1('/jobs', { key: gisKey }), 403, 'PERMISSION_DENIED')
  assert.equal((await world.v1('/jobs', { key })).status, 200)
  refused(await world.v1('/keys', { key }), 403, 'PERMISSION_DENIED')
  refused(await fetched(world, pairing), 404, 'NOT_FOUND')
  refused(await answer(pairing.pairing_id, true), 404, 'NOT_FOUND')
})

test('a no gives no key, and nothing waits for longer than minutes', async (t) => {
  const world = await openWorld(t)
  const first = await asked(world)
  await (await waiting(world)).answer(first.pairing_id, false)
  assert.deepEqual(shown(PairedKey, await fetched(world, first)), { status: 'refused', key: null, gis_key: null })
  const second = await asked(world)
  world.pass(5 * 60_000)
  refused(await fetched(world, second), 404, 'NOT_FOUND')
  refused(await (await waiting(world)).answer(second.pairing_id, true), 404, 'NOT_FOUND')
})

test('who floods takes no place from who asks last, web pages may not ask, and all of it is counted', async (t) => {
  const world = await openWorld(t)
  for (let n = 0; n < 12; n++) await asked(world)
  assert.equal((await waiting(world)).data.length, 2, 'under one name')
  for (let n = 0; n < 12; n++) await asked(world, `QGIS ${n}`)
  const own = await asked(world)
  const { data, answer } = await waiting(world)
  assert.equal(data.length, 5)
  assert.equal(data[0]!.code, own.code, 'who asks last comes first')
  await answer(own.pairing_id, true)
  assert.equal(shown(PairedKey, await fetched(world, own)).status, 'approved')
  const body = { client: 'one more' }
  const headers = { Origin: 'https://elsewhere.example' }
  refused(await world.ask('/pair', { method: 'POST', body, key: null, headers }), 403, 'ORIGIN_NOT_ALLOWED')
  for (let n = 0; n < 200; n++) await fetched(world, { pairing_id: 'none', secret: 'none' })
  refused(await fetched(world, { pairing_id: 'none', secret: 'none' }), 429, 'RATE_LIMITED')
})

async function withResult(t: TestContext) {
  const world = await openWorld(t)
  const { job_id: jobId } = await world.quote({ reference: "Straat 'Noord' & zuid" })
  await world.put(jobId, 'ready')
  const made = join(world.dataDir, 'made.gpkg')
  writeSpecimen(made)
  await world.putFile(jobId, 'gpkg', readFileSync(made))
  await world.store.db.updateTable('job').set({ summary: '{"extent":null}' }).where('id', '=', jobId).execute()
  return { world, jobId }
}

test('one click gives an address with a key for layers in it, and a file that is connected to it', async (t) => {
  const { world, jobId } = await withResult(t)
  const { window } = await world.signIn()
  const access = shown(GisAccess, await window('/gis', { method: 'POST', body: { job_id: jobId } }), 201)
  assert.equal(access.plain_address, `${world.baseUrl}/ogc/${jobId}`)
  const landing = await fetch(access.address)
  assert.equal(landing.status, 200)
  assert.equal(access.layers?.file_name, `KLIC_Straat-Noord-zuid_${jobId.slice(-4).toLowerCase()}.qlr`)
  assert.ok(access.layers?.content.includes(access.address))
  assert.ok(access.layers?.content.includes("Straat 'Noord' &amp; zuid"))
  const all = shown(GisAccess, await window('/gis', { method: 'POST', body: {} }), 201)
  assert.deepEqual([all.plain_address, all.layers], [`${world.baseUrl}/ogc`, null])
})

test('the key of a GIS program opens layers and tiles, calls nothing else, and ends', async (t) => {
  const { world, jobId } = await withResult(t)
  await world.set('mcp.enabled', true)
  const { window } = await world.signIn()
  const { key_id: id, secret: key } = shown(GisAccess, await window('/gis', { method: 'POST', body: {} }), 201)
  const opens = [`/ogc/${jobId}/collections`, `/k/${key}/ogc/${jobId}`, `/tiles/${jobId}/tile.json`]
  for (const path of opens) assert.equal((await world.ask(path, { key })).status, 200, path)

  const named = (path: string) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'job_id' ? jobId : name === 'key_id' ? id : 'ord_1'))
  for (const { method, path } of Object.values(ROUTES)) {
    refused(await world.v1(named(path), { method: method.toUpperCase(), key }), 403, 'PERMISSION_DENIED')
  }
  for (const { method, path } of Object.values(LOCAL_ROUTES)) {
    refused(await world.ask(named(path), { method: method.toUpperCase(), key }), 403, 'PERMISSION_DENIED')
  }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_jobs', arguments: {} } }
  const headers = { Accept: 'application/json, text/event-stream' }
  assert.match((await world.ask('/mcp', { method: 'POST', key, body: call, headers })).text, /PERMISSION_DENIED/)
  refused(await world.ask('/dashboard/api/session', { key }), 401, 'SESSION_REQUIRED')

  const { data } = (await world.v1('/keys', { key: world.keys.admin })).json as { data: Key[] }
  const shownKey = data.find((each) => each.key_id === id)!
  assert.deepEqual([shownKey.kind, shownKey.permissions], ['gis', []])
  world.pass(Date.parse(shownKey.expires_at!) - Date.parse(shownKey.created_at))
  refused(await world.ask(`/ogc/${jobId}`, { key }), 401, 'API_KEY_EXPIRED')
})

test('the layers beside a GeoPackage name it, and nothing of this computer', async (t) => {
  const { world, jobId } = await withResult(t)
  const reply = await world.ask(`/local/jobs/${jobId}/layers?gpkg=KLIC_Straat.gpkg`, { key: world.keys.read })
  const { content } = shown(LayersFile, reply)
  assert.ok(content.includes('./KLIC_Straat.gpkg|layername=kabel_of_leiding|subset='))
  assert.ok(!content.includes(world.dataDir))
})

test('deliveries on this computer are merged into one GeoPackage; what is wrong with one is said', async (t) => {
  const world = await openWorld(t)
  const folder = mkdtempSync(join(tmpdir(), 'klic merge '))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const one = await simulatedDelivery(folder, '99O0000001', [154_800, 387_900, 154_900, 388_000])
  const two = await simulatedDelivery(folder, '99O0000002', [154_900, 387_900, 155_000, 388_000])
  const key = world.keys.write
  const merged = async (deliveries: string[]) => {
    const body = { deliveries, file_name: 'Straat 1.gpkg' }
    const started = shown(Merge, await world.ask('/local/merges', { method: 'POST', body, key }), 202)
    let merge = started
    await until(async () => {
      merge = shown(Merge, await world.ask(`/local/merges/${started.merge_id}`, { key }))
      return merge.status !== 'working'
    })
    return merge
  }
  const merge = await merged([one, two])
  assert.equal(merge.status, 'done')
  assert.ok(merge.features! > 0)
  const file = await fetch(`${world.baseUrl}/local/merges/${merge.merge_id}/file`, { headers: { 'X-API-Key': key } })
  assert.equal(file.headers.get('content-disposition'), 'attachment; filename="Straat 1.gpkg"')
  assert.ok(
    Buffer.from(await file.bytes())
      .subarray(0, 15)
      .equals(Buffer.from('SQLite format 3')),
  )
  const failed = await merged([join(folder, 'missing.zip')])
  assert.equal(failed.status, 'failed')
  refused(await world.ask(`/local/merges/${failed.merge_id}/file`, { key }), 409, 'NOT_READY')
  const { secret: stranger } = await world.keyWith(['read', 'write'], await world.company())
  refused(await world.ask(`/local/merges/${merge.merge_id}`, { key: stranger }), 404, 'NOT_FOUND')
})

test('the plugin is one ZIP with the same bytes each time, and a repository QGIS updates from', async (t) => {
  const world = await openWorld(t)
  const reply = await fetch(`${world.baseUrl}/qgis/klic_desktop.zip`)
  const bytes = Buffer.from(await reply.arrayBuffer())
  assert.ok(bytes.equals(await packPlugin(pluginFolder)))
  const names: string[] = []
  const zip = await new Promise<import('yauzl').ZipFile>((resolve, reject) =>
    fromBuffer(bytes, (error, opened) => (error ? reject(error) : resolve(opened))),
  )
  await new Promise<void>((resolve) => {
    zip.on('entry', ({ fileName }) => names.push(fileName)).on('end', resolve)
  })
  for (const name of ['__init__.py', 'metadata.txt', 'LICENSE', 'icon.svg']) {
    assert.ok(names.includes(`klic_desktop/${name}`), name)
  }
  assert.ok(names.every((name) => !name.includes('pycache')))
  const { text } = await world.ask('/qgis/plugins.xml', { key: null })
  assert.match(text, new RegExp(`<pyqgis_plugin name="KLIC Desktop" version="${version}">`))
  assert.ok(text.includes(`<download_url>${world.baseUrl}/qgis/klic_desktop.zip</download_url>`))
  assert.ok(text.includes(`<homepage>${world.baseUrl}/`), 'at the port where the server is')
  assert.match(text, /<qgis_minimum_version>3\.22<.*\n.*<qgis_maximum_version>4\.\d+</)
  assert.match(readFileSync(join(pluginFolder, 'metadata.txt'), 'utf8'), new RegExp(`^version=${version}$`, 'm'))
})
