/** Who pays, by which price, and what is not arranged. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Preview } from '../../server/features/jobs/dashboard-schema.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { REGISTRY_ROUTES } from '../../server/features/settings/registry-schema.ts'
import { Settings } from '../../server/features/settings/schema.ts'
import { openSecrets } from '../../server/features/settings/secrets.ts'
import type { Provider } from '../../server/features/settings/settings.ts'
import { KADASTER_TARIFF } from '../../server/registry/prices.ts'
import { simulatorCredentials } from '../../server/simulator/customer.ts'
import { startSimulator } from '../../server/simulator/server.ts'
import { GARDEN, openWorld, pointers, refused, shown, type World } from '../support/api-world.ts'

const ADDRESS = {
  bag_id: '0772200000000031',
  street: 'Kantoorlaan',
  house_number: 8,
  postcode: '5611AB',
  city: 'Eindhoven',
}
const PROVIDER = {
  relation_number: '900010',
  organisation: { name: 'Meldpunt Verzonnen B.V.', kvk_number: '90000033', address: ADDRESS },
}
const KEPT: Provider = {
  relationNumber: '0000900010',
  organisation: {
    name: 'Meldpunt Verzonnen B.V.',
    kvkNumber: '90000033',
    address: {
      bagId: '0772200000000031',
      street: 'Kantoorlaan',
      houseNumber: 8,
      houseLetter: null,
      houseNumberAddition: null,
      postcode: '5611AB',
      city: 'Eindhoven',
      country: 'NLD',
    },
  },
}
const OPERATOR = {
  'registry.ca_file': null,
  'registry.hosts': [],
  'maps.offline_file': null,
  'webhooks.allow_private': null,
  'office.url': null,
  'billing.provider': null as Provider | null,
  'billing.prices': null,
  'billing.kadaster_tariff': KADASTER_TARIFF,
  'api.allowed_origins': [] as string[],
}
const DAY = 86_400_000

const submitNow = (world: World, more: object = {}) =>
  world.v1('/jobs', { method: 'POST', body: { geometry: GARDEN, klic_type: 'ORIENT', submit: true, ...more } })

test('by invoice is arranged only where the operator of the installation files with a number of its own', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  await world.set('billing.mode', 'invoice')
  const { job_id, quote, next_action } = await world.quote()
  assert.deepEqual([quote.billed_by, next_action], [null, 'arrange_billing'])
  const { bag_id: _id, ...without } = ADDRESS
  const incomplete = { ...PROVIDER, organisation: { ...PROVIDER.organisation, address: without } }
  const told = await window('/settings', { method: 'PUT', body: { 'billing.provider': incomplete } })
  assert.deepEqual(pointers(refused(told, 422, 'VALIDATION_FAILED')), ['/billing.provider/organisation/address/bag_id'])
  for (const reply of [await submitNow(world), await world.v1(`/jobs/${job_id}/submit`, { method: 'POST' })]) {
    const detail = refused(reply, 402, 'BILLING_REQUIRED')
    assert.equal(detail.next_action, 'arrange_billing')
    assert.match(detail.message, /Nothing was submitted.*invoice is not arranged.*billing\.provider/)
  }
  const body = { 'billing.provider': PROVIDER }
  assert.deepEqual(
    (shown(Settings, await window('/settings', { method: 'PUT', body }))['billing.provider'] as typeof PROVIDER)
      .relation_number,
    '0000900010',
  )
  const job = shown(Job, await world.v1(`/jobs/${job_id}/submit`, { method: 'POST' }), 202)
  assert.equal(job.quote.billed_by, 'invoice')
  // A company without a number of its own as well.
  await world.set('billing.relation_number', null)
  await world.set('registry.organisation', null)
  assert.equal(shown(Job, await submitNow(world), 202).quote.billed_by, 'invoice')
  const acts = await world.store.db.selectFrom('audit').select('billed_by').execute()
  assert.deepEqual(
    acts.map(({ billed_by }) => billed_by),
    ['invoice', 'invoice'],
  )
})

test('the client of the works is the company itself, also where another party is the applicant', async (t) => {
  const world = await openWorld(t)
  await world.set('billing.mode', 'invoice')
  await world.set('billing.provider', KEPT)
  await world.set('billing.relation_number', null)
  await world.set('registry.organisation', null)
  const detail = refused(
    await submitNow(world, { klic_type: 'GRAAF', start_date: '2026-03-16' }),
    422,
    'VALIDATION_FAILED',
  )
  assert.deepEqual([...new Set(detail.errors?.map(({ setting }) => setting))], ['registry.organisation'])
})

test('who bills is said of a quote as it is now, and stays as it was of what is filed', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const preview = async () =>
    shown(Preview, await window('/preview', { method: 'POST', body: { geometry: GARDEN, klic_type: 'ORIENT' } }))
  assert.equal((await preview()).quote.billed_by, 'kadaster')
  const filed = shown(Job, await submitNow(world), 202)
  const quoted = await world.quote()
  assert.deepEqual([filed.quote.billed_by, quoted.quote.billed_by], ['kadaster', 'kadaster'])
  await world.set('billing.mode', 'invoice')
  await world.set('billing.provider', KEPT)
  const now = async (id: string) => shown(Job, await world.v1(`/jobs/${id}`)).quote.billed_by
  assert.deepEqual([await now(filed.job_id), await now(quoted.job_id)], ['kadaster', 'invoice'])
  assert.equal((await preview()).quote.billed_by, 'invoice')
})

test('a quote has the price of its Dutch day, and keeps it until it expires', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const prices = [
    { from: '2026-01-01', until: '2026-03-06', cents: 3995 },
    { from: '2026-03-07', until: null, cents: 4205 },
  ]
  shown(Settings, await window('/settings', { method: 'PUT', body: { 'billing.prices': prices } }))
  const before = await world.quote()
  // 23:59:59 in Amsterdam, then midnight, which is still the day before in UTC.
  world.pass(12 * 3_600_000 - 1000)
  assert.equal((await world.quote()).quote.total.amount, '39.95')
  world.pass(1000)
  const after = await world.quote()
  assert.deepEqual([after.quote.price_per_notification.amount, after.quote.total.amount], ['42.05', '42.05'])
  world.pass(20 * DAY)
  const filed = shown(Job, await world.v1(`/jobs/${before.job_id}/submit`, { method: 'POST' }), 202)
  assert.equal(filed.quote.total.amount, '39.95')
  shown(Job, await world.v1(`/jobs/${after.job_id}/submit`, { method: 'POST' }), 202)
  const acts = await world.store.db.selectFrom('audit').select('amount_cents').orderBy('at').orderBy('id').execute()
  assert.deepEqual(acts.map(({ amount_cents }) => amount_cents).sort(), [3995, 4205])
  const day = (await window('/preview', { method: 'POST', body: { geometry: GARDEN, klic_type: 'ORIENT' } })).text
  assert.match(day, /42\.05/)
})

test('shows the tariff of Kadaster apart from the price, for one’s own relation number only', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const tariffOf = async () => (await world.quote()).quote.kadaster_tariff
  await world.set('billing.mode', 'relation_number')
  await world.set('billing.relation_number', '0000900123')
  const { quote } = await world.quote()
  assert.deepEqual([quote.total.amount, quote.vat], ['39.95', 'excluded'])
  assert.deepEqual(quote.kadaster_tariff, {
    price_per_notification: { amount: '11.00', currency: 'EUR' },
    total: { amount: '11.00', currency: 'EUR' },
    from: '2024-01-01',
    source: 'https://www.kadaster.nl/zakelijk/producten/graafwerk/klic-melding',
  })
  const ring = [
    [120_000, 480_000],
    [121_400, 480_000],
    [121_400, 480_010],
    [120_000, 480_010],
    [120_000, 480_000],
  ]
  const three = { geometry: { type: 'Polygon', coordinates: [ring] }, crs: 'EPSG:28992', klic_type: 'GRAAF' }
  const preview = shown(Preview, await window('/preview', { method: 'POST', body: three })).quote
  assert.deepEqual([preview.notifications, preview.kadaster_tariff?.total.amount], [3, '33.00'])

  const put = (tariff: object) =>
    window('/settings', { method: 'PUT', body: { 'billing.kadaster_tariff': { ...KADASTER_TARIFF, ...tariff } } })
  assert.equal((await put({ cents: 1250, from: '2026-01-01' })).status, 200)
  assert.equal((await tariffOf())?.total.amount, '12.50')
  assert.equal((await put({ cents: 1300, from: '2030-01-01' })).status, 200)
  assert.equal(await tariffOf(), null)
  for (const [fault, at] of [
    [{ cents: 11.5 }, '/billing.kadaster_tariff/cents'],
    [{ from: '1 januari' }, '/billing.kadaster_tariff/from'],
    [{ source: '' }, '/billing.kadaster_tariff/source'],
  ] as const)
    assert.deepEqual(pointers(refused(await put(fault), 422, 'VALIDATION_FAILED')), [at])

  await world.set('billing.provider', KEPT)
  await world.set('billing.mode', 'invoice')
  assert.equal(await tariffOf(), null)
})

test('a price list without one price for each day is refused where it is wrong', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const put = (list: unknown) => window('/settings', { method: 'PUT', body: { 'billing.prices': list } })
  const first = { from: '2026-01-01', until: '2026-06-30', cents: 3995 }
  for (const [list, at] of [
    [[first], '/billing.prices/0/until'],
    [[first, { from: '2026-07-02', until: null, cents: 4100 }], '/billing.prices/0/until'],
    [[first, { from: '2026-06-30', until: null, cents: 4100 }], '/billing.prices/0/until'],
    [[{ ...first, until: '2025-12-31' }], '/billing.prices/0/until'],
    [[{ ...first, until: null, cents: 39.95 }], '/billing.prices/0/cents'],
    [[{ ...first, until: null, cents: -1 }], '/billing.prices/0/cents'],
    [[], '/billing.prices'],
  ] as const) {
    assert.deepEqual(pointers(refused(await put(list), 422, 'VALIDATION_FAILED')), [at], JSON.stringify(list))
  }
})

test('the login that files for others is entered like the own, kept apart, and sealed', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const folder = join(world.dataDir, 'simulator')
  const simulator = await startSimulator({ folder })
  await simulator.stop()
  const { privateKeyPem } = simulatorCredentials(folder)
  const machine = { kind: 'client_credentials', client_id: 'provider', key_id: '1', private_key_pem: privateKeyPem }
  const put = (credentials: object) =>
    window('/registry/credentials', {
      method: 'PUT',
      body: { environment: 'eto', used_for: 'invoice', credentials },
    })
  assert.equal((await put(machine)).status, 200)
  const reply = await window('/registry/credentials')
  assert.doesNotMatch(reply.text, /PRIVATE KEY/)
  const { data } = shown(REGISTRY_ROUTES.getRegistryCredentials.responses[200], reply)
  assert.deepEqual(
    data.map(({ used_for, environment, client_id }) => [used_for, environment, client_id]),
    [
      ['own', 'eto', null],
      ['own', 'production', null],
      ['invoice', 'eto', 'provider'],
      ['invoice', 'production', null],
    ],
  )
  const folderOfCompany = join(world.dataDir, 'secrets', world.companyId)
  assert.match(readFileSync(join(folderOfCompany, 'provider.json'), 'utf8'), /PRIVATE KEY/)
  const withKey = openSecrets(folderOfCompany, 'ab'.repeat(32))
  await withKey.sealPlain()
  assert.doesNotMatch(readFileSync(join(folderOfCompany, 'provider.json'), 'utf8'), /PRIVATE KEY|client/)
  const opened = await withKey.providerCredentials('eto')
  assert.equal(opened?.clientId, 'provider')
  const person = { kind: 'authorization_code', client_id: 'a', client_secret: 'b', redirect_uri: 'http://127.0.0.1:1/' }
  assert.deepEqual(pointers(refused(await put(person), 422, 'VALIDATION_FAILED')), ['/credentials/kind'])
})

test('on a server for others prices and the login are its operator’s, and no company’s', async (t) => {
  const given = { ...OPERATOR, 'billing.provider': KEPT }
  const world = await openWorld(t, { isLocal: false, operator: given })
  const { window } = await world.signIn()
  await world.set('billing.mode', 'invoice')
  await world.set('billing.prices', [{ from: '2020-01-01', until: null, cents: 1 }])
  const put = (body: object) => window('/settings', { method: 'PUT', body })
  for (const [name, value] of [
    ['billing.provider', { ...PROVIDER, relation_number: '1' }],
    ['billing.prices', [{ from: '2026-01-01', until: null, cents: 1 }]],
    ['billing.kadaster_tariff', { ...KADASTER_TARIFF, cents: 1 }],
  ] as const) {
    assert.deepEqual(pointers(refused(await put({ [name]: value }), 403, 'PERMISSION_DENIED')), [`/${name}`])
  }
  const read = shown(Settings, await window('/settings'))
  assert.equal((await put({ ...read, 'exports.shp_at_once': true })).status, 200)
  const body = { environment: 'eto', used_for: 'invoice', credentials: null }
  refused(await window('/registry/credentials', { method: 'PUT', body }), 403, 'PERMISSION_DENIED')
  const { data } = shown(REGISTRY_ROUTES.getRegistryCredentials.responses[200], await window('/registry/credentials'))
  assert.deepEqual(
    data.map(({ used_for }) => used_for),
    ['own', 'own'],
  )
  const job = shown(Job, await submitNow(world), 202)
  assert.deepEqual([job.quote.billed_by, job.quote.total.amount], ['invoice', '39.95'])
})
