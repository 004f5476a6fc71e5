/** The errors that the document names for an operation are those that it answers: each is provoked here. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openapiDocument } from '../../server/api/openapi.ts'
import { ROUTES } from '../../server/api/routes.ts'
import { OfferedAddresses } from '../../server/features/areas/schema.ts'
import { codesOf } from '../../server/platform/http/refusals.ts'
import type { Route } from '../../server/platform/http/route.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { simulatedAddresses } from '../../server/simulator/town/address-register.ts'
import { GARDEN, openWorld, refused, refusedSoFar, shown, type World } from '../support/api-world.ts'

const ORIENT = { geometry: GARDEN, klic_type: 'ORIENT' }
const MONTH = 31 * 86_400_000
const areaFrom = (x: number, y: number, width = 40, height = width) => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
      [x, y],
    ],
  ],
})

const circle = (corners: number) =>
  Array.from({ length: corners + 1 }, (_, i) => {
    const angle = ((i % corners) / corners) * 2 * Math.PI
    return [155_000 + 900 * Math.cos(angle), 390_000 + 900 * Math.sin(angle)]
  })

/** Submits by id and at once, and expects the same of both. */
async function bothWays(world: World, status: number, code: string, more: object = {}) {
  const { job_id } = await world.quote({ ...more })
  refused(await world.v1(`/jobs/${job_id}/submit`, { method: 'POST', key: world.keys.write }), status, code)
  const body = { ...ORIENT, ...more, submit: true }
  refused(await world.v1('/jobs', { method: 'POST', body, key: world.keys.write }), status, code)
}

test('paying: billing, limit, registry of the key, start date', async (t) => {
  const world = await openWorld(t)
  await bothWays(world, 422, 'START_DATE_REQUIRED', { klic_type: 'GRAAF' })
  await world.set('billing.daily_limit_cents', 100)
  await bothWays(world, 402, 'SPENDING_LIMIT')
  await world.set('billing.mode', null)
  await world.set('billing.relation_number', null)
  await bothWays(world, 402, 'BILLING_REQUIRED')
  await world.set('registry.environment', 'production')
  await bothWays(world, 403, 'KEY_ENVIRONMENT')
})

test('quotes that nobody submits: more than a key may have open', async (t) => {
  const most = { quotes: 1, characters: 1_000_000 }
  const world = await openWorld(t, { mostQuotes: { ofKey: most, ofCompany: most } })
  await world.quote()
  refused(await world.v1('/jobs', { method: 'POST', body: ORIENT }), 409, 'OPEN_QUOTES_LIMIT')
})

test('a known client_ref: another area, a dearer quote, a job that ended, an area that is gone', async (t) => {
  const world = await openWorld(t)
  const asked = { ...ORIENT, client_ref: 'order 7' }
  const { job_id, quote } = await world.quote(asked)
  const submit = () => world.v1(`/jobs/${job_id}/submit`, { method: 'POST' })
  const post = (body: object, key = world.keys.admin) => world.v1('/jobs', { method: 'POST', body, key })
  refused(await post({ ...asked, geometry: areaFrom(156000, 391000), submit: true }), 409, 'CLIENT_REF_CONFLICT')
  const money = (amount: string) => ({ amount, currency: 'EUR' })
  for (const send of [submit, () => post({ ...asked, submit: true })]) {
    const row = await world.store.db
      .selectFrom('job')
      .select('quote')
      .where('id', '=', job_id)
      .executeTakeFirstOrThrow()
    const cheaper = JSON.stringify({ ...JSON.parse(row.quote), total: money('1.00') })
    await world.store.db.updateTable('job').set({ quote: cheaper }).where('id', '=', job_id).execute()
    world.pass(MONTH)
    refused(await send(), 409, 'QUOTE_CHANGED')
  }
  assert.equal(quote.total.currency, 'EUR')
  world.pass(MONTH)
  await world.store.db.updateTable('job').set({ kept_bytes: 0 }).where('id', '=', job_id).execute()
  refused(await post({ ...asked, geometry: areaFrom(156000, 391000) }, world.keys.read), 409, 'JOB_STATE_CONFLICT')
  await world.put(job_id, 'rejected', 'rejected')
  refused(await submit(), 409, 'JOB_STATE_CONFLICT')
})

test('areas', async (t) => {
  const world = await openWorld(t)
  const bow = {
    type: 'Polygon',
    coordinates: [[...GARDEN.coordinates[0]!].toSpliced(1, 2, [155040, 390040], [155040, 390000])],
  }
  const cases: [object, string][] = [
    [{ geometry: bow }, 'GEOMETRY_INVALID'],
    [{ geometry: areaFrom(2.35, 48.85, 0.01), crs: 'EPSG:4326' }, 'GEOMETRY_OUTSIDE_NETHERLANDS'],
    [{ geometry: { type: 'Polygon', coordinates: [circle(50_001)] } }, 'GEOMETRY_TOO_LARGE'],
    [{ crs: 'EPSG:31370' }, 'CRS_INVALID'],
    [{ crs: 'EPSG:4326' }, 'CRS_MISMATCH'],
  ]
  for (const [more, code] of cases) {
    refused(await world.v1('/jobs', { method: 'POST', body: { ...ORIENT, ...more } }), 422, code)
  }
})

test('an address elsewhere', async (t) => {
  const world = await openWorld(t, { addresses: simulatedAddresses })
  const { window } = await world.signIn()
  const area = areaFrom(154_800, 387_900, 400)
  const offered = await window('/addresses', { method: 'POST', body: { geometry: area, limit: 50 } })
  const { data } = shown(OfferedAddresses, offered)
  const address = { bag_id: data.find((each) => each.inside)!.address!.bag_id }
  const body = { ...ORIENT, geometry: areaFrom(157_000, 387_900), address }
  refused(await world.v1('/jobs', { method: 'POST', body }), 422, 'ADDRESS_OUTSIDE_POLYGON')
})

test('a cut that takes too long, also of a quote that is made anew', async (t) => {
  let isSlow = false
  const fast = await openWorld(t)
  const survey: World['services']['survey'] = async (...asked) => {
    if (isSlow) throw new Refusal('GEOMETRY_TOO_LARGE', 'This asks too much at once.')
    return fast.services.survey(...asked)
  }
  const world = await openWorld(t, { survey })
  const { job_id } = await world.quote()
  world.pass(MONTH)
  isSlow = true
  refused(await world.v1(`/jobs/${job_id}/submit`, { method: 'POST' }), 422, 'GEOMETRY_TOO_LARGE')
})

test('files: not ready, failed, removed, gone, an unknown format', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote({ submit: true })
  const order = (await world.v1(`/jobs/${job_id}`)).json as { order_ids: string[] }
  const files = [`/jobs/${job_id}/geojson`, `/jobs/${job_id}/export?format=gpkg`]
  refused(await world.v1(`/jobs/${job_id}/export?format=dxf`), 400, 'FORMAT_INVALID')
  for (const path of files) refused(await world.v1(path), 409, 'NOT_READY')
  const delivery = `/request/${order.order_ids[0]}/geojson`
  refused(await world.v1(delivery), 409, 'DELIVERY_NOT_AVAILABLE')
  await world.put(job_id, 'failed', 'delivered', { failure: 'failed_merging' })
  for (const path of files) refused(await world.v1(path), 409, 'EXPORT_FAILED')
  const at = world.clock.now().toISOString()
  const part = await world.store.db
    .selectFrom('part')
    .select('id')
    .where('job_id', '=', job_id)
    .executeTakeFirstOrThrow()
  await world.store.db
    .insertInto('delivery')
    .values({
      id: 'del_1',
      part_id: part.id,
      sequence: 1,
      complete: 1,
      safety_area: 0,
      composed_at: at,
      received_at: at,
      path: 'none.zip',
      sha256: 'ab',
      bytes: 2,
      read_at: at,
      summary: null,
      failure: null,
      geojson_path: 'none.geojson',
      geojson_sha256: 'a'.repeat(64),
    })
    .execute()
  refused(await world.v1(delivery), 409, 'EXPORT_FAILED')
  await world.store.db.updateTable('delivery').set({ geojson_path: null }).execute()
  await world.put(job_id, 'ready')
  for (const what of ['results', 'deliveries'] as const) {
    const removed = { job_id, what, reason: 'age' as const, announced_at: at, due_at: at, done_at: at, files: '[]' }
    await world.store.db.insertInto('removal').values(removed).execute()
  }
  for (const path of [...files, delivery]) refused(await world.v1(path), 410, 'FILES_REMOVED')
})

test('a key that made others', async (t) => {
  const world = await openWorld(t)
  const body = { name: 'x', permissions: ['admin'] }
  const make = async (key?: string) =>
    (await world.v1('/keys', { method: 'POST', body, ...(key ? { key } : {}) })).json as {
      key_id: string
      secret: string
    }
  const { key_id, secret } = await make()
  await make(secret)
  refused(await world.v1(`/keys/${key_id}`, { method: 'DELETE' }), 409, 'ACCESS_REMAINS')
})

test('each error of its own that an operation documents was answered here', () => {
  const own = Object.entries<Route>(ROUTES).flatMap(([name, { refuses = [] }]) =>
    refuses.map((code) => `${name} ${code}`),
  )
  assert.ok(own.length > 20)
  assert.deepEqual(
    own.filter((each) => !refusedSoFar.has(each)),
    [],
  )
})

test('the document lists the errors of an operation by status, and none of the dashboard', () => {
  const document = JSON.parse(JSON.stringify(openapiDocument()))
  for (const route of Object.values<Route>(ROUTES)) {
    const responses = document.paths[route.path][route.method].responses
    const told = Object.entries<{ content: Record<string, { schema: { allOf: unknown[] } }> }>(responses)
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([, { content }]) => {
        const { allOf } = content['application/json']!.schema
        return (allOf[1] as { properties: { detail: { properties: { error_code: { enum: string[] } } } } }).properties
          .detail.properties.error_code.enum
      })
    assert.deepEqual(told.sort(), [...codesOf(route)].sort())
  }
  assert.doesNotMatch(
    JSON.stringify(document),
    /SESSION_REQUIRED|CSRF_TOKEN_INVALID|PROJECT_STATE_CONFLICT|QUERY_INVALID/,
  )
})
