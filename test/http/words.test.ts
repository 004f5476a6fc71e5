/** The answers to a wrong or unusual call: in words that say what to do, by the names of this API. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { JobPage } from '../../server/api/routes.ts'
import { GARDEN, openWorld, refused, START_DATE, shown, type World } from '../support/api-world.ts'

const complaintsOf = async (world: World, path: string, body: unknown) => {
  const { errors = [] } = refused(await world.v1(path, { method: 'POST', body }), 422, 'VALIDATION_FAILED')
  return errors.map(({ pointer, code, message }) => [pointer, code, message])
}

test('the validator speaks plainly: nothing of its own names and codes comes through', async (t) => {
  const world = await openWorld(t)
  const wrong = {
    geometry: GARDEN,
    klic_type: 'GRAAFMELDING',
    start_date: '2026-02-30',
    reference: 7,
    submit: 'yes',
    webhook_url: 'ftp://erp.example/',
    works: 'drainage',
    address: { postcode: '12' },
    cut_rules: [],
  }
  assert.deepEqual(await complaintsOf(world, '/jobs', wrong), [
    ['/klic_type', 'INVALID_VALUE', 'must be one of ORIENT, GRAAF'],
    ['/reference', 'INVALID_TYPE', 'must be text'],
    ['/address/postcode', 'INVALID_FORMAT', 'must be a Dutch postcode such as 5683AC'],
    ['/webhook_url', 'INVALID_FORMAT', 'must be an http or https URL'],
    ['/start_date', 'INVALID_FORMAT', 'must be a day of the calendar, such as 2026-03-16'],
    ['/works', 'INVALID_TYPE', 'must be a list'],
    ['/cut_rules', 'INVALID_TYPE', 'must be an object'],
    ['/submit', 'INVALID_TYPE', 'must be true or false'],
  ])
  assert.deepEqual(await complaintsOf(world, '/jobs', { klic_type: 'ORIENT' }), [
    ['/geometry', 'REQUIRED', 'is needed and was left out'],
  ])
  const aKey = { permissions: 'read', expires_at: 'tomorrow' }
  assert.deepEqual(await complaintsOf(world, '/keys', aKey), [
    ['/name', 'REQUIRED', 'is needed and was left out'],
    ['/permissions', 'INVALID_TYPE', 'must be a list'],
    ['/expires_at', 'INVALID_FORMAT', 'must be a moment in UTC, such as 2026-03-16T09:00:00Z'],
  ])
})

test('a quote whose start date can’t be filed says so, and what to do; holidays are no working days', async (t) => {
  const world = await openWorld(t)
  const quote = async (start_date: string) => {
    const job = await world.quote({ klic_type: 'GRAAF', start_date })
    return [job.next_action, ofDates(job.warnings)]
  }
  assert.deepEqual(await quote(START_DATE), ['submit', []])
  assert.deepEqual(await quote('2025-01-06'), ['add_start_date', ['START_DATE_PAST']])
  assert.deepEqual(await quote('9999-01-04'), ['add_start_date', ['START_DATE_FAR']])
  const { job_id } = await world.quote({ klic_type: 'GRAAF', start_date: '2025-01-06' })
  const submitted = await world.v1(`/jobs/${job_id}/submit`, { method: 'POST', body: { start_date: START_DATE } })
  const { warnings } = submitted.json as { warnings: { code: string }[] }
  assert.deepEqual([submitted.status, ofDates(warnings)], [202, []])
})

const ofDates = (warnings: readonly { code: string }[]): string[] =>
  warnings.map(({ code }) => code).filter((code) => code.startsWith('START_DATE_'))

test('jobs are found by client_ref, state and time', async (t) => {
  const world = await openWorld(t)
  const named = await world.quote({ client_ref: 'ERP 1' })
  const filed = await world.quote({ submit: true })
  const found = async (query: Record<string, string>) => {
    const { data, pagination } = shown(JobPage, await world.v1(`/jobs?${new URLSearchParams(query)}`))
    assert.equal(pagination.total, data.length)
    return data.map(({ job_id }) => job_id)
  }
  assert.deepEqual(await found({ client_ref: 'ERP 1' }), [named.job_id])
  assert.deepEqual(await found({ client_ref: 'ERP 2' }), [])
  assert.deepEqual(await found({ status: 'accepted' }), [filed.job_id])
  assert.deepEqual(await found({ status: 'quoted', client_ref: 'ERP 1' }), [named.job_id])
  assert.deepEqual(await found({ created_since: named.created_at.replace(/\.\d+Z/, 'Z') }), [
    filed.job_id,
    named.job_id,
  ])
  assert.deepEqual(await found({ created_since: '2030-01-01T00:00:00Z' }), [])
  for (const query of ['status=done', 'created_since=yesterday', 'client_ref=']) {
    refused(await world.v1(`/jobs?${query}`), 422, 'VALIDATION_FAILED')
  }
})

test('an area of a millimetre is quoted with a warning, since it costs as much as a field', async (t) => {
  const world = await openWorld(t)
  const ring = [
    [155_000, 390_000],
    [155_000.001, 390_000],
    [155_000.001, 390_000.001],
    [155_000, 390_000],
  ]
  const tiny = await world.quote({ geometry: { type: 'Polygon', coordinates: [ring] } })
  assert.deepEqual(
    tiny.warnings.map(({ code }) => code),
    ['AREA_TINY'],
  )
  assert.deepEqual((await world.quote()).warnings, [])
})

test('a height is a number, an id that was left empty is no list, and two Host headers are none', async (t) => {
  const world = await openWorld(t)
  for (const z of ['3', null, {}]) {
    const coordinates = [GARDEN.coordinates[0]!.map((position) => [...position, z])]
    const body = { geometry: { type: 'Polygon', coordinates }, klic_type: 'ORIENT' }
    refused(await world.v1('/jobs', { method: 'POST', body }), 422, 'GEOMETRY_INVALID')
  }
  refused(await world.v1('/jobs/'), 404, 'NOT_FOUND')
  const { host, port } = new URL(world.baseUrl)
  const twice = await new Promise<number>((resolve, reject) => {
    const headers = ['Host', host, 'Host', 'elsewhere.example', 'X-API-Key', world.keys.read]
    const sent = request({ host: '127.0.0.1', port, path: '/api/v1/jobs', headers, setHost: false }, (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
    sent.on('error', reject).end()
  })
  assert.ok([400, 403].includes(twice), String(twice))
})

test('a file is served to who asks for bytes of any kind, and compared strongly', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote({ submit: true })
  await world.put(job_id, 'ready')
  await world.putFile(job_id, 'gpkg', 'bytes')
  const ask = (headers: Record<string, string>) => world.v1(`/jobs/${job_id}/export?format=gpkg`, { headers })
  const plain = await ask({ Accept: 'application/octet-stream' })
  assert.equal(plain.status, 200)
  const tag = plain.headers.get('etag')!
  for (const matching of [tag, `"other", ${tag}`, '*']) {
    assert.equal((await ask({ 'If-Match': matching })).status, 200, matching)
  }
  refused(await ask({ 'If-Match': `W/${tag}` }), 412, 'PRECONDITION_FAILED')
})
