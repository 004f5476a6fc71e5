/** Submissions and what comes of them: states, requests, result files. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { RequestPage, RequestRecord } from '../../../server/features/jobs/request-schema.ts'
import { ExportPending, Job } from '../../../server/features/jobs/schema.ts'
import { addWorkingDays, dutchDate } from '../../../server/registry/working-days.ts'
import { beyondReach, notTestable, type Row } from '../suite.ts'
import { GARDEN, type Reply, refused, shown, type Visit } from '../visit.ts'

const row = (section: string, promise: string, check: Row['check']): Row => ({ section, promise, check })

const fileOf = async (visit: Visit, format: string, headers: Record<string, string> = {}): Promise<Reply> => {
  const { job_id } = await visit.ready()
  for (;;) {
    const reply = await visit.v1(`/jobs/${job_id}/export?format=${format}`, {
      headers: { 'Accept-Encoding': 'identity', ...headers },
    })
    if (reply.status !== 202) return reply
    const { retry_after } = shown(ExportPending, reply, 202)
    await pause(1000 * retry_after)
  }
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const inRd = (text: string): void => {
  const { type, crs, features } = JSON.parse(text) as {
    type: string
    crs?: { properties: { name: string } }
    features: { geometry: { coordinates: unknown } | null }[]
  }
  assert.equal(type, 'FeatureCollection')
  assert.match(crs?.properties.name ?? '', /28992/)
  const numbers = JSON.stringify(features.find((each) => each.geometry)?.geometry?.coordinates).match(/[\d.]+/g)
  assert.ok(Number(numbers?.[0]) > 1000, 'metres, not degrees')
}

/** Digging starts within 20 working days. */
const aheadOfNow = (): string => addWorkingDays(dutchDate(Date.now()), 10)

export const resultRows: readonly Row[] = [
  row('POST /jobs', 'submit: true answers 202 before the registry is called; order_ids exist', async (visit) => {
    visit.refuseCosts()
    visit.refuseReality()
    const body = { geometry: GARDEN, klic_type: 'ORIENT', submit: true }
    const job = shown(Job, await visit.post('/jobs', body), 202)
    assert.deepEqual([job.status, job.submit, job.next_action], ['accepted', true, 'wait'])
    assert.equal(job.order_ids.length, job.quote.notifications)
    assert.deepEqual(
      job.parts.map((part) => part.order_id),
      job.order_ids,
    )
  }),
  row(
    'POST /jobs/{job_id}/submit',
    '202; start_date may come with it; repeated it answers the same job',
    async (visit) => {
      visit.refuseReality()
      const { job_id, parts } = await visit.quote({ klic_type: 'GRAAF' })
      const start_date = aheadOfNow()
      const first = shown(Job, await visit.post(`/jobs/${job_id}/submit`, { start_date }), 202)
      const again = shown(Job, await visit.post(`/jobs/${job_id}/submit`, { start_date }), 202)
      assert.equal(first.start_date, start_date)
      assert.deepEqual([first.job_id, first.order_ids], [again.job_id, again.order_ids])
      assert.deepEqual(
        first.parts.map((part) => part.geometry),
        parts.map((part) => part.geometry),
        'what was quoted',
      )
    },
  ),
  row('POST /jobs/{job_id}/submit', 'needs write', async (visit) => {
    const key = await visit.keyWith('read')
    const { job_id } = await visit.quote()
    refused(await visit.v1(`/jobs/${job_id}/submit`, { method: 'POST', key }), 403, 'PERMISSION_DENIED')
  }),
  row('client_ref', 'a repeat with submit: true submits the quoted job, once', async (visit) => {
    visit.refuseReality()
    const body = { geometry: GARDEN, klic_type: 'ORIENT', client_ref: `conformance submit ${Date.now()}` }
    const quoted = shown(Job, await visit.post('/jobs', body), 201)
    const replies = await Promise.all([1, 2, 3].map(() => visit.post('/jobs', { ...body, submit: true })))
    for (const reply of replies) {
      assert.equal(shown(Job, reply, 202).job_id, quoted.job_id)
      assert.equal(reply.headers.get('idempotent-replayed'), 'true')
    }
  }),
  row('Job', 'goes on to ready, with its result and its times', async (visit) => {
    const job = await visit.ready()
    assert.deepEqual([job.status, job.next_action], ['ready', 'download'])
    assert.deepEqual(job.progress, { delivered: job.parts.length, total: job.parts.length })
    assert.ok(job.submitted_at && job.ready_at && job.revision >= 1)
    for (const part of job.parts) assert.ok(part.klic_number && part.delivered_at && part.status === 'delivered')
  }),
  row('Job', 'rejected: all or nothing, with the registry’s code, and correct_and_resubmit', async (visit) => {
    const job = await visit.ended('SIM:reject:COR0309')
    assert.deepEqual([job.status, job.next_action], ['rejected', 'correct_and_resubmit'])
    assert.match(JSON.stringify([job.errors, job.parts.map((part) => part.errors)]), /COR0309/)
  }),
  row('Errors', '409 JOB_STATE_CONFLICT: submit of a rejected job', async (visit) => {
    const { job_id } = await visit.ended('SIM:reject:COR0309')
    refused(await visit.v1(`/jobs/${job_id}/submit`, { method: 'POST' }), 409, 'JOB_STATE_CONFLICT')
  }),
  row('Job', 'ready_incomplete: a safety area is told, and who has the delivery', async (visit) => {
    const job = await visit.ended('SIM:safety')
    assert.deepEqual([job.status, job.next_action], ['ready_incomplete', 'contact_safety_area_manager'])
    assert.ok(job.parts.some((part) => part.status === 'safety_area'))
  }),
  row('Errors', '409 DELIVERY_NOT_AVAILABLE, and a safety area says so', async (visit) => {
    const { parts } = await visit.ended('SIM:safety')
    const orderId = parts.find((part) => part.status === 'safety_area')?.order_id
    const detail = refused(await visit.v1(`/request/${orderId}/geojson`), 409, 'DELIVERY_NOT_AVAILABLE')
    assert.match(detail.message, /safety area/i)
  }),
  beyondReach('Job', 'failed, and accepted again by retry with the same postId', 'it needs faults inside the server'),
  beyondReach('Job', 'a supplement takes a ready job through processing again', 'it comes days later'),
  beyondReach('Errors', '409 EXPORT_FAILED with the reason', 'a production does not fail on demand'),
  row('GET /requests', 'page and page_size, default 50, at most 200, a true pagination past the end', async (visit) => {
    const { pagination } = shown(RequestPage, await visit.v1('/requests'))
    assert.deepEqual([pagination.page, pagination.page_size], [1, 50])
    assert.equal(shown(RequestPage, await visit.v1('/requests?page_size=200')).pagination.page_size, 200)
    const beyond = shown(RequestPage, await visit.v1('/requests?page=99999&page_size=7'))
    assert.deepEqual([beyond.data, beyond.pagination.total >= pagination.total], [[], true])
    assert.equal(beyond.pagination.total_pages, Math.ceil(beyond.pagination.total / 7))
    for (const query of ['page_size=201', 'page=0', 'page=x', 'page=-1', 'page=1&page=2']) {
      refused(await visit.v1(`/requests?${query}`), 422, 'VALIDATION_FAILED')
    }
  }),
  row('GET /requests', 'the newest first, every one once over the pages', async (visit) => {
    await visit.ready()
    const pages = await Promise.all([1, 2].map((page) => visit.v1(`/requests?page=${page}&page_size=1`)))
    const [first, second] = pages.map((reply) => shown(RequestPage, reply).data[0])
    if (!first || !second) return notTestable('there is only one request')
    assert.notEqual(first.order_id, second.order_id)
    assert.ok((first.submitted_at ?? '') >= (second.submitted_at ?? ''))
  }),
  row('GET /request/{order_id}', 'a delivered request, every field in its shape', async (visit) => {
    const job = await visit.ready()
    const request = shown(RequestRecord, await visit.v1(`/request/${job.order_ids[0]}`))
    assert.deepEqual([request.job_id, request.part_no, request.status], [job.job_id, 1, 'delivered'])
    assert.equal(request.klic_number, job.parts[0]?.klic_number)
    assert.ok(request.delivery?.operators.length)
    assert.ok(request.registry.gi_aanvraag_id)
  }),
  row('GET /request/{order_id}/geojson', 'IMKL GeoJSON FeatureCollection of that delivery', async (visit) => {
    const job = await visit.ready()
    const reply = await visit.v1(`/request/${job.order_ids[0]}/geojson`)
    assert.equal(reply.status, 200)
    assert.match(reply.headers.get('content-type') ?? '', /geo\+json/)
    inRd(reply.text)
  }),
  row('GET /jobs/{job_id}/geojson', 'merged IMKL in RD New, the same bytes as the export', async (visit) => {
    const { job_id } = await visit.ready()
    const reply = await visit.v1(`/jobs/${job_id}/geojson`)
    assert.equal(reply.status, 200)
    inRd(reply.text)
    assert.equal(hashOf(reply.bytes), hashOf((await fileOf(visit, 'geojson')).bytes))
  }),
  row('Exports', 'shp on first demand: 202 with status, poll_url, retry_after and Retry-After', async (visit) => {
    const { job_id } = await visit.ready()
    const reply = await visit.v1(`/jobs/${job_id}/export?format=shp`)
    if (reply.status === 200) return notTestable('the Shapefile was there already')
    const pending = shown(ExportPending, reply, 202)
    assert.equal(reply.headers.get('retry-after'), String(pending.retry_after))
    assert.ok(pending.poll_url.endsWith(`/jobs/${job_id}/export?format=shp`))
  }),
  ...(['gpkg', 'geojson', 'shp'] as const).map((format) =>
    row(
      'Exports',
      `${format}: strong ETag and X-Service-Sha256 of the bytes, length, ranges, a readable name`,
      async (visit) => {
        const reply = await fileOf(visit, format)
        const sha256 = hashOf(reply.bytes)
        const header = (name: string) => reply.headers.get(name) ?? ''
        assert.equal(reply.status, 200)
        assert.equal(header('etag'), `"${sha256}"`)
        assert.equal(header('x-service-sha256'), sha256)
        assert.equal(header('content-length'), String(reply.bytes.length))
        assert.equal(header('accept-ranges'), 'bytes')
        assert.match(header('content-disposition'), /^attachment; filename="[\w.-]+\.(gpkg|geojson|zip)"$/)
        const start = { gpkg: 'SQLite format 3', geojson: '{"type":"FeatureCollection"', shp: 'PK' }[format]
        assert.equal(reply.bytes.subarray(0, start.length).toString(), start)
      },
    ),
  ),
  row('Exports', 'the same bytes on every download', async (visit) => {
    const [first, second] = [await fileOf(visit, 'gpkg'), await fileOf(visit, 'gpkg')]
    assert.ok(first.bytes.equals(second.bytes))
  }),
  row('Exports', 'If-None-Match is 304 for who has the file', async (visit) => {
    const tag = (await fileOf(visit, 'gpkg')).headers.get('etag') ?? ''
    const same = await fileOf(visit, 'gpkg', { 'If-None-Match': tag })
    assert.deepEqual([same.status, same.bytes.length, same.headers.get('etag')], [304, 0, tag])
    assert.equal((await fileOf(visit, 'gpkg', { 'If-None-Match': '"other"' })).status, 200)
  }),
  row('Exports', 'ranges: 206 with the bytes asked for, If-Range, and 416 beyond the end', async (visit) => {
    const whole = await fileOf(visit, 'gpkg')
    const part = await fileOf(visit, 'gpkg', { Range: 'bytes=100-199' })
    assert.equal(part.status, 206)
    assert.ok(part.bytes.equals(whole.bytes.subarray(100, 200)))
    assert.equal(part.headers.get('content-range'), `bytes 100-199/${whole.bytes.length}`)
    assert.equal((await fileOf(visit, 'gpkg', { Range: 'bytes=100-199', 'If-Range': '"older"' })).status, 200)
    const beyond = await fileOf(visit, 'gpkg', { Range: `bytes=${whole.bytes.length}-` })
    assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${whole.bytes.length}`])
  }),
  row('Exports', 'GeoJSON as stored gzip to who asks for it, with a tag of its own and Vary', async (visit) => {
    const plain = await fileOf(visit, 'geojson')
    const packed = await fileOf(visit, 'geojson', { 'Accept-Encoding': 'gzip' })
    assert.equal(packed.headers.get('content-encoding'), 'gzip')
    assert.match(packed.headers.get('vary') ?? '', /accept-encoding/i)
    assert.notEqual(packed.headers.get('etag'), plain.headers.get('etag'))
    assert.ok(packed.bytes.equals(plain.bytes), 'unpacked, the same bytes')
  }),
  row('Exports', 'HEAD tells of the file without sending it', async (visit) => {
    const { job_id } = await visit.ready()
    const head = await visit.v1(`/jobs/${job_id}/export?format=gpkg`, { method: 'HEAD' })
    assert.deepEqual([head.status, head.bytes.length], [200, 0])
    assert.ok(Number(head.headers.get('content-length')) > 0)
  }),
]
