/** What is the operator's on a server for others: used, not shown, and taken from nobody else. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Settings } from '../../server/features/settings/schema.ts'
import { OPERATOR_SETTINGS } from '../../server/features/settings/settings.ts'
import { Session } from '../../server/features/users/session-schema.ts'
import { Webhooks } from '../../server/features/webhooks/schema.ts'
import { KADASTER_TARIFF } from '../../server/registry/prices.ts'
import { openWorld, pointers, refused, shown } from '../support/api-world.ts'
import { pmtilesFile, pngOf } from '../support/map-files.ts'

const operator = {
  'registry.ca_file': '/etc/klic/office-ca.pem',
  'registry.hosts': ['gds.kadaster.nl'] as string[],
  'maps.offline_file': null as string | null,
  'webhooks.allow_private': false,
  'office.url': null,
  'billing.provider': null,
  'billing.prices': null,
  'billing.kadaster_tariff': KADASTER_TARIFF,
  'api.allowed_origins': [] as string[],
}

async function anOffice(t: TestContext, more: Partial<typeof operator> = {}) {
  const world = await openWorld(t, { isLocal: false, operator: { ...operator, ...more } })
  const { window } = await world.signIn()
  return { world, window, put: (path: string, body: object) => window(path, { method: 'PUT', body }) }
}

test('an administrator of a company sets none of it, and a change beside it is not made either', async (t) => {
  const { world, window, put } = await anOffice(t)
  for (const [name, value] of [
    ['registry.ca_file', '/etc/shadow'],
    ['registry.hosts', ['evil.example']],
    ['maps.offline_file', '/var/lib/klic-desktop/app.db'],
    ['webhooks.allow_private', true],
    ['api.allowed_origins', ['https://evil.example']],
  ] as const) {
    const reply = await put('/settings', { [name]: value, 'exports.shp_at_once': true })
    const detail = refused(reply, 403, 'PERMISSION_DENIED')
    assert.deepEqual(pointers(detail), [`/${name}`])
    assert.deepEqual([detail.errors?.[0]?.code, detail.errors?.[0]?.setting], ['SET_BY_OPERATOR', name])
  }
  assert.equal(shown(Settings, await window('/settings'))['exports.shp_at_once'], false)
  const told = { company_url: null, allow_private: true }
  assert.deepEqual(pointers(refused(await put('/webhooks', told), 403, 'PERMISSION_DENIED')), [
    '/webhooks.allow_private',
  ])
  const elsewhere = { url: 'https://klic.other.example' }
  assert.deepEqual(pointers(refused(await put('/office', elsewhere), 403, 'PERMISSION_DENIED')), ['/office.url'])
  const rows = await world.store.db
    .selectFrom('setting')
    .select('name')
    .where('name', 'in', [...OPERATOR_SETTINGS])
    .execute()
  assert.deepEqual(rows, [])
})

test('what was read can be written back, with a change of the company’s own', async (t) => {
  const { window, put } = await anOffice(t)
  const reply = await window('/settings')
  assert.doesNotMatch(reply.text, /office-ca/)
  const after = shown(Settings, await put('/settings', { ...(reply.json as object), 'exports.shp_at_once': true }))
  assert.equal(after['exports.shp_at_once'], true)
  const url = 'https://erp.office.example/klic'
  const webhooks = shown(Webhooks, await put('/webhooks', { company_url: url, allow_private: false }))
  assert.deepEqual([webhooks.company_url, webhooks.allow_private], [url, false])
})

test('what a company had set on a desktop before it moved counts no more', async (t) => {
  const { world, window } = await anOffice(t, { 'webhooks.allow_private': false })
  await world.set('webhooks.allow_private', true)
  await world.set('maps.offline_file', '/srv/kaart.pmtiles')
  await world.set('office.url', 'http://169.254.169.254')
  assert.equal(shown(Webhooks, await window('/webhooks')).allow_private, false)
  assert.deepEqual((await window('/offline-map')).json, { state: 'none' })
  assert.equal(((await window('/office')).json as { url: unknown }).url, null)
})

test('the operator’s map is every company’s, and nobody is told where it lies', async (t) => {
  const given = { ...operator }
  const world = await openWorld(t, { isLocal: false, operator: given })
  const tiles = [{ z: 6, x: 32, y: 21, bytes: pngOf(10, 20, 30) }]
  const file = join(world.dataDir, 'kaart van de beheerder.pmtiles')
  const bounds: [number, number, number, number] = [3.3, 50.7, 7.2, 53.6]
  writeFileSync(file, pmtilesFile({ tiles, type: 2, bounds, metadata: { name: 'Stad' }, packing: 'none' }))
  given['maps.offline_file'] = file
  for (const { window, cookie } of [await world.signIn(), await world.signIn(await world.company())]) {
    const reply = await window('/offline-map')
    assert.equal((reply.json as { name: string }).name, 'Stad')
    assert.doesNotMatch(reply.text + (await window('/settings')).text, /beheerder/)
    const tile = await fetch(`${world.baseUrl}/tiles/offline/6/32/21`, { headers: { Cookie: cookie } })
    assert.equal(tile.status, 200)
  }
})

test('the window is told what it need not ask for; on a desktop that is nothing', async (t) => {
  const { window } = await anOffice(t)
  assert.deepEqual(shown(Session, await window('/session')).operator_sets, [...OPERATOR_SETTINGS])
  const desktop = await (await openWorld(t)).signIn()
  assert.deepEqual(shown(Session, await desktop.window('/session')).operator_sets, [])
  const body = { 'registry.ca_file': '/srv/ca.pem' }
  const settings = shown(Settings, await desktop.window('/settings', { method: 'PUT', body }))
  assert.equal(settings['registry.ca_file'], '/srv/ca.pem')
})
