/** Requests: the notifications that were filed, and what their deliveries hold. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { SoFar } from '../../server/features/jobs/dashboard-schema.ts'
import { RequestPage, RequestRecord } from '../../server/features/jobs/request-schema.ts'
import type { DeliveryRow } from '../../server/features/jobs/tables.ts'
import type { OperatorSummary, ResultSummary } from '../../server/imkl/model/conversion-task.ts'
import type { PartState } from '../../server/registry/klic.ts'
import { GARDEN, openWorld, refused, START, START_DATE, shown, TRENCH, type World } from '../support/api-world.ts'

const SUMMARY: ResultSummary = {
  deliveries: [],
  features: 42,
  objecttypes: {},
  themes: {},
  detail: [],
  layers: {},
  documents: { files: 3, identifiers: 3, references: 5 },
  operators: [
    {
      code: 'nbact1',
      name: 'Waterbedrijf',
      delivered: true,
      involved: true,
      precaution: false,
      themes: ['water'],
      missingIn: [],
      contacts: [],
    },
  ],
  precautions: 1,
  extent: null,
  warnings: [],
}

const submitted = async (world: World, body: Record<string, unknown> = {}) => {
  const job = await world.quote({ ...body, submit: true })
  return { job, orderId: job.order_ids[0]! }
}

const deliver = async (world: World, orderId: string, facts: Partial<DeliveryRow> = {}) => {
  const { id } = await world.store.db
    .selectFrom('part')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const at = world.clock.now().toISOString()
  await world.store.db
    .insertInto('delivery')
    .values({
      id: world.services.ids.make('del'),
      part_id: id,
      sequence: 1,
      complete: 1,
      safety_area: 0,
      composed_at: at,
      received_at: at,
      path: 'deliveries/1.zip',
      sha256: 'ab',
      bytes: 2,
      read_at: at,
      summary: JSON.stringify(SUMMARY),
      geojson_path: null,
      failure: null,
      ...facts,
    })
    .execute()
}

test('a quote is no request; a submitted part is one, with its own shape', async (t) => {
  const world = await openWorld(t)
  await world.quote()
  assert.equal(shown(RequestPage, await world.v1('/requests')).pagination.total, 0)
  const { job, orderId } = await submitted(world, {
    geometry: TRENCH,
    klic_type: 'GRAAF',
    start_date: START_DATE,
    reference: 'trench',
  })
  const request = shown(RequestRecord, await world.v1(`/request/${orderId}`))
  assert.deepEqual(request, {
    order_id: orderId,
    klic_number: null,
    job_id: job.job_id,
    part_no: 1,
    source: 'ordered',
    klic_type: 'GRAAF',
    status: 'accepted',
    reference: 'trench',
    address: null,
    geometry: job.parts[0]!.geometry,
    area_m2: job.parts[0]!.area_m2,
    start_date: START_DATE,
    created_at: START,
    submitted_at: START,
    delivered_at: null,
    registry: { order_number: null, position: null, gi_aanvraag_id: null },
    delivery: null,
    errors: [],
  })
})

test('the list is newest first, the parts of one job in their own order, in pages', async (t) => {
  const world = await openWorld(t)
  const trench = { geometry: TRENCH, klic_type: 'GRAAF', start_date: START_DATE }
  const { job: first } = await submitted(world, trench)
  world.pass(1000)
  const { job: second } = await submitted(world, trench)
  const page = shown(RequestPage, await world.v1('/requests?page=1&page_size=4'))
  assert.deepEqual(
    page.data.map((request) => request.order_id),
    [...second.order_ids, ...first.order_ids].slice(0, 4),
  )
  assert.deepEqual(page.pagination, {
    page: 1,
    page_size: 4,
    as_of: page.data[0]!.submitted_at,
    total: 6,
    total_pages: 2,
  })
  const past = shown(RequestPage, await world.v1('/requests?page=3&page_size=4'))
  assert.deepEqual([past.data, past.pagination.total], [[], 6])
  refused(await world.v1('/requests?page_size=201'), 422, 'VALIDATION_FAILED')
})

test('what the newest delivery holds is shown; one that could not be read does not hide it', async (t) => {
  const world = await openWorld(t)
  const { orderId } = await submitted(world)
  await deliver(world, orderId, { complete: 0 })
  await deliver(world, orderId, { sequence: 2 })
  await deliver(world, orderId, { sequence: 3, read_at: null, summary: null, failure: 'No ZIP.' })
  const { delivery } = shown(RequestRecord, await world.v1(`/request/${orderId}`))
  assert.deepEqual(delivery, {
    sequence: 2,
    complete: true,
    received_at: START,
    features: 42,
    documents: 3,
    precautions: 1,
    operators: [{ code: 'nbact1', name: 'Waterbedrijf', delivered: true }],
  })
})

test('while a job waits for more, the window is told what came, who is silent and who demands precautions', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const { job } = await submitted(world, { geometry: TRENCH, klic_type: 'GRAAF', start_date: START_DATE })
  const look = async () => shown(SoFar, await window(`/jobs/${job.job_id}/so-far`))
  assert.deepEqual(await look(), { deliveries: [], operators: [], precautions: 0 })

  const operator = (code: string, more: Partial<OperatorSummary>): OperatorSummary => ({
    code,
    name: code,
    delivered: true,
    involved: true,
    precaution: false,
    themes: ['water'],
    missingIn: [],
    contacts: [],
    ...more,
  })
  const summary = (operators: OperatorSummary[]) => JSON.stringify({ ...SUMMARY, operators })
  const silent = { delivered: false, involved: null, missingIn: ['26G1'] }
  const desk = { kind: 'aanvraag' as const, name: 'Desk', phone: '088-1', email: '' }
  const [first, second] = job.order_ids as [string, string]
  await deliver(world, first, { complete: 0, summary: summary([operator('KL1', silent), operator('KL2', silent)]) })
  await deliver(world, first, {
    sequence: 2,
    complete: 0,
    summary: summary([operator('KL1', {}), operator('KL2', silent)]),
  })
  await deliver(world, second, { summary: summary([operator('KL2', { precaution: true, contacts: [desk] })]) })

  const { deliveries, operators, precautions } = await look()
  assert.deepEqual(
    deliveries.map(({ part_no, order_id, sequence, complete, features }) => [
      ...[part_no, order_id, sequence, complete, features],
    ]),
    [
      [1, first, 2, false, 42],
      [2, second, 1, true, 42],
    ],
  )
  const [one, two] = operators
  assert.deepEqual([one?.code, one?.delivered, one?.missing_in], ['KL1', true, []], 'the newer delivery counts')
  assert.deepEqual([two?.code, two?.delivered, two?.missing_in], ['KL2', false, ['26G1']])
  assert.deepEqual([two?.precaution, two?.contacts, two?.involved], [true, [desk], true])
  assert.equal(precautions, 2)
  refused(await window('/jobs/job_unknown/so-far'), 404, 'NOT_FOUND')
})

test('the GeoJSON of a request is the stored file of its newest delivery', async (t) => {
  const world = await openWorld(t)
  const { orderId } = await submitted(world, { reference: 'x' })
  mkdirSync(join(world.dataDir, 'deliveries'))
  writeFileSync(join(world.dataDir, 'deliveries/1.geojson'), '{"old":1}')
  writeFileSync(join(world.dataDir, 'deliveries/2.geojson'), '{"new":1}')
  await deliver(world, orderId, { geojson_path: 'deliveries/1.geojson' })
  await deliver(world, orderId, { sequence: 2, geojson_path: 'deliveries/2.geojson' })
  const reply = await world.v1(`/request/${orderId}/geojson`)
  assert.deepEqual([reply.status, reply.text], [200, '{"new":1}'])
  assert.equal(reply.headers.get('content-type'), 'application/geo+json')
  const again = await world.v1(`/request/${orderId}/geojson`, {
    headers: { 'If-None-Match': reply.headers.get('etag')! },
  })
  assert.equal(again.status, 304)
})

test('a request without a delivery, with a broken one, and in a safety area each say so', async (t) => {
  const world = await openWorld(t)
  const { job, orderId } = await submitted(world)
  const get = async () => refused(await world.v1(`/request/${orderId}/geojson`), 409, 'DELIVERY_NOT_AVAILABLE')
  const messages: Record<string, RegExp> = {
    accepted: /not filed yet.*Ask again/,
    in_production: /no delivery.*Ask again/,
    rejected: /refused.*no delivery will come/,
    failed: /No delivery .* came.*Ask the registry/,
  }
  for (const [status, said] of Object.entries(messages)) {
    await world.put(job.job_id, 'submitted', status as PartState)
    const detail = await get()
    assert.match(detail.message, said)
    assert.equal(detail.status, status)
  }
  await deliver(world, orderId, { read_at: null, summary: null, failure: 'The archive is cut off.' })
  assert.match((await get()).message, /archive is cut off/)
  await world.put(job.job_id, 'ready_incomplete', 'safety_area')
  const detail = await get()
  assert.match(detail.message, /safety area/)
  assert.equal(detail.safety_area, true)
})

test('a key sees the requests of its own company only, and quoted parts have none', async (t) => {
  const world = await openWorld(t)
  const { orderId } = await submitted(world)
  const { secret } = await world.keyWith(['read', 'write', 'admin'], await world.company())
  refused(await world.v1(`/request/${orderId}`, { key: secret }), 404, 'NOT_FOUND')
  refused(await world.v1(`/request/${orderId}/geojson`, { key: secret }), 404, 'NOT_FOUND')
  assert.equal(shown(RequestPage, await world.v1('/requests', { key: secret })).pagination.total, 0)
  await world.quote({ geometry: GARDEN })
  const quoted = await world.store.db.selectFrom('part').select('order_id').where('status', '=', 'quoted').execute()
  refused(await world.v1(`/request/${quoted[0]!.order_id}`), 404, 'NOT_FOUND')
})
