/** Reading and changing settings: whole values, by name, without what is secret. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingsOf } from '../../server/features/settings/rows.ts'
import { Office, Settings } from '../../server/features/settings/schema.ts'
import { DEFAULT_SETTINGS } from '../../server/features/settings/settings.ts'
import { DIG_FIGURES } from '../../server/registry/dig-rules.ts'
import { openWorld, pointers, refused, shown } from '../support/api-world.ts'

test('all settings are shown in the words of the wire, but the secrets', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const settings = shown(Settings, await window('/settings'))
  const hidden = ['office.url', 'webhooks.secrets', 'webhooks.gone', 'simulator.time_factor']
  assert.deepEqual(
    Object.keys(settings).sort(),
    Object.keys(DEFAULT_SETTINGS)
      .filter((name) => !hidden.includes(name))
      .sort(),
  )
  const organisation = settings['registry.organisation'] as { kvk_number: string; address: { house_number: number } }
  assert.deepEqual([organisation.kvk_number, organisation.address.house_number], ['90000017', 12])
})

test('what was read can be written back and means the same', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const before = await settingsOf(world.store.db, world.companyId)
  const reply = await window('/settings')
  const put = await window('/settings', { method: 'PUT', body: reply.json })
  assert.deepEqual(shown(Settings, put), reply.json)
  assert.deepEqual(await settingsOf(world.store.db, world.companyId), before)
})

test('one wrong value among right ones changes nothing, and is named', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const before = (await window('/settings')).json
  const body = {
    'exports.shp_at_once': true,
    'api.requests_per_minute': 0,
    'registry.contact': { name: 'A', phone: '06-20000001', email: 'no address' },
    'billing.relation_number': 'ABC',
    'webhooks.secrets': [],
    'billing.mod': 'invoice',
  }
  const detail = refused(await window('/settings', { method: 'PUT', body }), 422, 'VALIDATION_FAILED')
  assert.deepEqual(pointers(detail), [
    '/api.requests_per_minute',
    '/billing.mod',
    '/billing.relation_number',
    '/registry.contact/email',
    '/webhooks.secrets',
  ])
  assert.deepEqual((await window('/settings')).json, before)
})

test('the clock between notification and dig can be set stricter, not laxer', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const put = (body: object) => window('/settings', { method: 'PUT', body })
  for (const [name, { usual, strictest }] of Object.entries(DIG_FIGURES)) {
    const laxer = usual + Math.sign(usual - strictest)
    assert.deepEqual(pointers(refused(await put({ [name]: laxer }), 422, 'VALIDATION_FAILED')), [`/${name}`])
    for (const days of [usual, strictest]) assert.equal((await put({ [name]: days })).status, 200, `${name} ${days}`)
  }
})

test('a change is for the own company only, and what is left out stays', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const other = await world.signIn(await world.company())
  const body = { 'billing.relation_number': '771234', 'mcp.enabled': true }
  const changed = shown(Settings, await window('/settings', { method: 'PUT', body }))
  assert.deepEqual([changed['billing.relation_number'], changed['mcp.enabled']], ['0000771234', true])
  assert.equal(changed['billing.mode'], 'relation_number')
  assert.equal(shown(Settings, await other.window('/settings'))['mcp.enabled'], false)
})

for (const [name, least] of [
  ['storage.keep_results_days', 30],
  ['storage.keep_deliveries_days', 90],
] as const) {
  test(`${name} can't be less than ${least}: supplements still come, and diggers must be able to show the delivery`, async (t) => {
    const world = await openWorld(t)
    const { window } = await world.signIn()
    const put = (days: number) => window('/settings', { method: 'PUT', body: { [name]: days } })
    assert.deepEqual(pointers(refused(await put(least - 1), 422, 'VALIDATION_FAILED')), [`/${name}`])
    assert.equal(shown(Settings, await put(least))[name], least)
  })
}

test('the address of the office is kept without its last slash, taken away by null, and never one in the clear', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const put = (url: string | null) => window('/office', { method: 'PUT', body: { url } })
  const known = async () => shown(Office, await window('/office')).url
  assert.equal(await known(), null)
  for (const url of ['https://klic.office.example', 'http://127.0.0.1:4780', 'http://localhost:4780']) {
    assert.equal(shown(Office, await put(`${url}/`)).url, url)
    assert.equal(await known(), url)
  }
  for (const url of ['http://klic.office.example', 'https://who@klic.office.example', 'https://a.example/?b', 'klic']) {
    assert.deepEqual(pointers(refused(await put(url), 422, 'VALIDATION_FAILED')), ['/url'], url)
  }
  assert.equal(await known(), 'http://localhost:4780')
  assert.equal(shown(Office, await put(null)).url, null)
})
