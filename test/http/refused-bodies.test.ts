/** What nobody should send, and what it is answered. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Job } from '../../server/features/jobs/schema.ts'
import { GARDEN, openWorld, pointers, refused, shown } from '../support/api-world.ts'

const polygon = (...coordinates: number[][][]) => ({ type: 'Polygon', coordinates })
const BOW_TIE = polygon([
  [155000, 390000],
  [155100, 390100],
  [155100, 390000],
  [155000, 390100],
  [155000, 390000],
])
const UNCLOSED = polygon([
  [155000, 390000],
  [155100, 390000],
  [155100, 390100],
])
const LAT_LON = polygon([
  [51.5, 5.39],
  [51.5, 5.391],
  [51.501, 5.391],
  [51.5, 5.39],
])
const PARIS = polygon([
  [2.35, 48.85],
  [2.36, 48.85],
  [2.36, 48.86],
  [2.35, 48.85],
])
const manyPositions = () => {
  const outline = Array.from({ length: 50_001 }, (_, i) => {
    const angle = (i / 50_001) * 2 * Math.PI
    return [155_000 + 900 * Math.cos(angle), 390_000 + 900 * Math.sin(angle)]
  })
  return polygon([...outline, outline[0]!])
}

for (const [name, body, code] of [
  ['bow-tie', { geometry: BOW_TIE }, 'GEOMETRY_INVALID'],
  ['unclosed', { geometry: UNCLOSED }, 'GEOMETRY_INVALID'],
  ['MultiPolygon', { geometry: { type: 'MultiPolygon', coordinates: [GARDEN.coordinates] } }, 'GEOMETRY_INVALID'],
  ['no coordinates', { geometry: { type: 'Polygon' } }, 'GEOMETRY_INVALID'],
  ['texts for numbers', { geometry: { type: 'Polygon', coordinates: [[['1', '2']]] } }, 'GEOMETRY_INVALID'],
  ['outside the Netherlands', { geometry: PARIS, crs: 'EPSG:4326' }, 'GEOMETRY_OUTSIDE_NETHERLANDS'],
  ['an unknown crs', { geometry: GARDEN, crs: 'EPSG:31370' }, 'CRS_INVALID'],
  ['metres called degrees', { geometry: GARDEN, crs: 'EPSG:4326' }, 'CRS_MISMATCH'],
  ['too many positions', { geometry: manyPositions() }, 'GEOMETRY_TOO_LARGE'],
] as const) {
  test(`${name} is refused as ${code}, with a pointer into the body`, async (t) => {
    const world = await openWorld(t)
    const reply = await world.v1('/jobs', { method: 'POST', body: { klic_type: 'GRAAF', ...body } })
    const detail = refused(reply, 422, code)
    assert.match(pointers(detail)[0] ?? '', /^\/(geometry|crs)/)
  })
}

test('a polygon in latitude, longitude is recognised as one', async (t) => {
  const world = await openWorld(t)
  const reply = await world.v1('/jobs', { method: 'POST', body: { klic_type: 'GRAAF', geometry: LAT_LON } })
  assert.equal(reply.status, 422)
  assert.match((reply.json as { detail: { message: string } }).detail.message, /lon/i)
})

test('a body that is no JSON is 400, one that is cut off too', async (t) => {
  const world = await openWorld(t)
  for (const raw of ['{', 'geometry=1', '{"a":1}}', '﻿\u0000']) {
    refused(await world.v1('/jobs', { method: 'POST', raw }), 400, 'MALFORMED_JSON')
  }
  refused(await world.v1('/jobs', { method: 'POST' }), 400, 'MALFORMED_JSON')
})

test('JSON that is no object is a violation of the schema', async (t) => {
  const world = await openWorld(t)
  for (const raw of ['null', '[]', '"x"', '1']) {
    refused(await world.v1('/jobs', { method: 'POST', raw }), 422, 'VALIDATION_FAILED')
  }
})

test('a body nested deeper than any input is refused before anyone walks over it', async (t) => {
  const world = await openWorld(t)
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  const raw = `{"klic_type":"GRAAF","geometry":{"type":"Polygon","coordinates":${deep}}}`
  refused(await world.v1('/jobs', { method: 'POST', raw }), 400, 'MALFORMED_JSON')
})

test('brackets inside a text are no nesting', async (t) => {
  const world = await openWorld(t)
  const reference = `${'['.repeat(100)}\\"{`
  assert.equal((await world.quote({ reference })).reference, reference)
})

test('eleven mebibytes are too many, plain or unpacked from a gzip', async (t) => {
  const world = await openWorld(t)
  const raw = JSON.stringify({ reference: 'x'.repeat(11 * 1024 * 1024) })
  refused(await world.v1('/jobs', { method: 'POST', raw }), 413, 'PAYLOAD_TOO_LARGE')
  const packed = { raw: gzipSync(raw), headers: { 'Content-Encoding': 'gzip' } }
  refused(await world.v1('/jobs', { method: 'POST', ...packed }), 413, 'PAYLOAD_TOO_LARGE')
})

test('a body in gzip is read; one that only says so is not', async (t) => {
  const world = await openWorld(t)
  const raw = JSON.stringify({ geometry: GARDEN, klic_type: 'ORIENT' })
  const headers = { 'Content-Encoding': 'gzip' }
  shown(Job, await world.v1('/jobs', { method: 'POST', raw: gzipSync(raw), headers }), 201)
  refused(await world.v1('/jobs', { method: 'POST', raw, headers }), 400, 'MALFORMED_JSON')
})

test('names that mean something to JavaScript are unknown fields', async (t) => {
  const world = await openWorld(t)
  const geometry = JSON.stringify(GARDEN)
  const raw = `{"geometry":${geometry},"klic_type":"ORIENT","__proto__":{"submit":true},"constructor":1}`
  const reply = await world.v1('/jobs', { method: 'POST', raw })
  assert.ok(pointers(refused(reply, 422, 'VALIDATION_FAILED')).includes('/constructor'))
})

test('holes, heights and a drawing direction are taken as they are', async (t) => {
  const world = await openWorld(t)
  const geometry = polygon(
    [
      [155000, 390000, 3],
      [155000, 390100, 3],
      [155100, 390100, 3],
      [155100, 390000, 3],
      [155000, 390000, 3],
    ],
    [
      [155040, 390040, 3],
      [155060, 390040, 3],
      [155060, 390060, 3],
      [155040, 390060, 3],
      [155040, 390040, 3],
    ],
  )
  const job = await world.quote({ geometry })
  assert.equal(job.area_m2, 9600)
  assert.deepEqual(job.geometry.coordinates[0]?.[1], [155000, 390100])
})

test('an area in degrees is kept as given and cut in RD New', async (t) => {
  const world = await openWorld(t)
  const geometry = polygon([
    [5.39, 51.5],
    [5.391, 51.5],
    [5.391, 51.501],
    [5.39, 51.5],
  ])
  const job = await world.quote({ geometry })
  assert.equal(job.crs, 'EPSG:4326')
  assert.deepEqual(job.geometry, geometry)
  assert.ok(job.parts[0]!.geometry.coordinates[0]!.every(([x, y]) => x > 150_000 && y > 380_000))
})

test('an id that is none of our ids names nothing', async (t) => {
  const world = await openWorld(t)
  for (const id of ['x', '%00', "'; drop table job", 'a'.repeat(500), '%E0%A4%A', '..%2f..%2fapp.db']) {
    const reply = await world.v1(`/jobs/${id.includes('%') ? id : encodeURIComponent(id)}`)
    refused(reply, 404, 'NOT_FOUND')
  }
})

test('an error tells nothing of the inside, and the log holds neither key nor body', async (t) => {
  const world = await openWorld(t, {
    survey: () => Promise.reject(new Error('secret inner state')),
  })
  const reply = await world.v1('/jobs', {
    method: 'POST',
    body: { geometry: GARDEN, klic_type: 'ORIENT', reference: 'Mrs Jansen' },
  })
  refused(reply, 500, 'INTERNAL')
  assert.doesNotMatch(reply.text, /secret|\.ts|stack/)
  const log = world.lines.join('')
  assert.match(log, new RegExp(reply.headers.get('x-request-id')!))
  assert.match(log, /secret inner state/)
  assert.doesNotMatch(log, /klic_sim_|Jansen/)
})
