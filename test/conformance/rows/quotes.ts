/** POST /jobs without submit: geometry, crs, the quote, idempotency. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { ROUTES } from '../../../server/api/routes.ts'
import { Job } from '../../../server/features/jobs/schema.ts'
import { beyondReach, notTestable, type Row } from '../suite.ts'
import { GARDEN, refused, shown, square, type Visit } from '../visit.ts'

const row = (section: string, promise: string, check: Row['check']): Row => ({ section, promise, check })

const polygon = (...coordinates: number[][][]) => ({ type: 'Polygon', coordinates })
const IN_DEGREES = polygon([
  [5.39, 51.5],
  [5.391, 51.5],
  [5.391, 51.501],
  [5.39, 51.5],
])
const swapped = polygon(IN_DEGREES.coordinates[0]!.map(([lon, lat]) => [lat!, lon!]))
const ring = GARDEN.coordinates[0]!

/** The origin of RD New, and the same place in degrees (ETRS89), by the official RDNAPTRANS2018 grid. */
const AMERSFOORT = { rd: [155_000, 463_000], lonLat: [5.38720365, 52.1551728874] } as const

const areaRefused = async (visit: Visit, body: Record<string, unknown>, code: string) => {
  const detail = refused(await visit.post('/jobs', { klic_type: 'GRAAF', ...body }), 422, code)
  assert.match(detail.errors?.[0]?.pointer ?? '', /^\/(geometry|crs)/)
  return detail
}

const listed = ROUTES.listJobs.responses[200]

export const quoteRows: readonly Row[] = [
  row('POST /jobs', 'a new quote is 201 with Location, and files nothing', async (visit) => {
    const reply = await visit.post('/jobs', { geometry: GARDEN, klic_type: 'GRAAF', reference: 'conformance' })
    const job = shown(Job, reply, 201)
    assert.equal(reply.headers.get('location'), job.links.self)
    assert.deepEqual([job.status, job.submit, job.order_ids, job.submitted_at], ['quoted', false, [], null])
    assert.deepEqual(
      job.parts.map((part) => [part.order_id, part.status]),
      [[null, 'quoted']],
    )
    assert.equal(reply.headers.get('idempotent-replayed'), null)
  }),
  row('POST /jobs', 'submit defaults to false', async (visit) => assert.equal((await visit.quote()).submit, false)),
  row('POST /jobs', 'a key that may read may quote', async (visit) => {
    const key = await visit.keyWith('read')
    shown(Job, await visit.post('/jobs', { geometry: GARDEN, klic_type: 'ORIENT' }, { key }), 201)
  }),
  row('POST /jobs', '403 PERMISSION_DENIED for submit: true with a key that may read, naming write', async (visit) => {
    const key = await visit.keyWith('read')
    const reply = await visit.post('/jobs', { geometry: GARDEN, klic_type: 'ORIENT', submit: true }, { key })
    assert.match(JSON.stringify(refused(reply, 403, 'PERMISSION_DENIED')), /write/)
  }),
  row(
    'POST /jobs',
    'what was given is shown again: reference, address, webhook_url and the optional inputs',
    async (visit) => {
      const given = {
        reference: 'conformance',
        start_date: '2031-03-03',
        end_date: '2031-03-07',
        address: { street: 'Raadhuisplein', house_number: 1, postcode: '5683EA', city: 'Best' },
        webhook_url: 'https://erp.example/hook',
        works: ['drainage'],
        principal: {
          organisation: 'Buren B.V.',
          contact: { name: 'A', phone: '0401234567', email: 'a@buren.example' },
        },
        has_addresses: [{ street: 'Raadhuisplein', house_number: 2, postcode: '5683EA', city: 'Best' }],
      }
      const job = await visit.quote({ klic_type: 'GRAAF', ...given })
      for (const [name, value] of Object.entries(given))
        assert.partialDeepStrictEqual(job[name as keyof Job], value, name)
    },
  ),
  row('Job', 'every field of the contract, in its shape', async (visit) => {
    const { job_id } = await visit.quote()
    const job = shown(Job, await visit.v1(`/jobs/${job_id}`))
    assert.deepEqual(job.geometry, GARDEN)
    assert.deepEqual([job.area_m2, job.crs, job.progress], [1600, 'EPSG:28992', { delivered: 0, total: 1 }])
    assert.deepEqual(job.parts[0]?.extent_m, { width: 40, height: 40 })
  }),
  row('quote', 'EUR 39.95 for each notification, VAT excluded, with an explanation', async (visit) => {
    const { quote, parts } = await visit.quote({ klic_type: 'GRAAF', geometry: square(155_000, 390_000, 1200) })
    assert.equal(quote.notifications, parts.length)
    assert.ok(parts.length > 1)
    assert.deepEqual(quote.price_per_notification, { amount: '39.95', currency: 'EUR' })
    assert.equal(quote.total.amount, ((3995 * parts.length) / 100).toFixed(2))
    assert.ok(quote.explanation.length > 10)
  }),
  row('quote', '"Paid by invoice or through the caller\'s own relation number": it says which', async (visit) => {
    const { job_id, quote, next_action } = await visit.quote()
    if (quote.billed_by !== null) {
      assert.ok(['invoice', 'kadaster'].includes(quote.billed_by))
      assert.notEqual(next_action, 'arrange_billing')
      return
    }
    // 402 BILLING_REQUIRED: no invoice arrangement and no own relation number. Nothing is filed by trying.
    assert.equal(next_action, 'arrange_billing')
    refused(await visit.v1(`/jobs/${job_id}/submit`, { method: 'POST' }), 402, 'BILLING_REQUIRED')
  }),
  row('quote', 'a GRAAF that asks for no house connection sketches (HAS) says so', async (visit) => {
    const { has_addresses, warnings } = await visit.quote({ klic_type: 'GRAAF', has_addresses: [] })
    assert.deepEqual(has_addresses, [])
    assert.ok(warnings.some(({ code }) => code === 'HAS_NOT_ASKED'))
  }),
  row('quote', 'a part is at most 500 x 500 m (GRAAF) or 2500 x 2500 m (ORIENT)', async (visit) => {
    for (const [klic_type, sideM] of [
      ['GRAAF', 500],
      ['ORIENT', 2500],
    ] as const) {
      const { parts } = await visit.quote({ klic_type, geometry: square(155_000, 390_000, sideM + 200) })
      for (const { extent_m } of parts) assert.ok(Math.max(extent_m.width, extent_m.height) <= sideM)
    }
  }),
  row('quote', 'frozen: what GET shows later is what was quoted', async (visit) => {
    const quoted = await visit.quote({ klic_type: 'GRAAF', geometry: square(155_000, 390_000, 700) })
    const { parts, quote } = shown(Job, await visit.v1(`/jobs/${quoted.job_id}`))
    assert.deepEqual({ parts, quote }, { parts: quoted.parts, quote: quoted.quote })
  }),
  row('quote', 'expires after 30 days', async (visit) => {
    const { quote, created_at } = await visit.quote()
    assert.equal(Date.parse(quote.expires_at) - Date.parse(created_at), 30 * 86_400_000)
  }),
  beyondReach(
    'quote',
    'one that expired is quoted anew in the same job; dearer, it is shown first: 409 QUOTE_CHANGED',
    'a quote lives 30 days',
  ),
  row('GET /jobs', 'the newest first, with pagination', async (visit) => {
    const [older, newer] = [await visit.quote(), await visit.quote()]
    const { data, pagination } = shown(listed, await visit.v1('/jobs?page=1&page_size=2'))
    assert.deepEqual(
      data.map((each) => each.job_id),
      [newer.job_id, older.job_id],
    )
    assert.deepEqual([pagination.page, pagination.page_size], [1, 2])
    assert.equal(pagination.total_pages, Math.ceil(pagination.total / 2))
  }),
  row('client_ref', 'a repeat is 200 with Idempotent-Replayed: true and the same job', async (visit) => {
    const body = { geometry: GARDEN, klic_type: 'ORIENT', client_ref: `conformance ${randomUUID()}` }
    const first = shown(Job, await visit.post('/jobs', body), 201)
    const reply = await visit.post('/jobs', body)
    assert.equal(shown(Job, reply, 200).job_id, first.job_id)
    assert.equal(reply.headers.get('idempotent-replayed'), 'true')
  }),
  row(
    'client_ref',
    'a repeat with another body is the first job, and warnings name what was ignored',
    async (visit) => {
      const body = { geometry: GARDEN, klic_type: 'ORIENT', client_ref: `conformance ${randomUUID()}` }
      const first = shown(Job, await visit.post('/jobs', body), 201)
      const job = shown(Job, await visit.post('/jobs', { ...body, reference: 'other', klic_type: 'GRAAF' }), 200)
      assert.deepEqual([job.job_id, job.klic_type, job.reference], [first.job_id, 'ORIENT', null])
      for (const name of ['reference', 'klic_type']) {
        assert.ok(
          job.warnings.some(({ message }) => message.includes(name)),
          name,
        )
      }
    },
  ),
  row(
    'client_ref',
    'the same client_ref always denotes the same job; submit: true for something else is 409 and files nothing',
    async (visit) => {
      visit.refuseReality()
      const body = { geometry: GARDEN, klic_type: 'ORIENT', client_ref: `conformance ${randomUUID()}` }
      const first = shown(Job, await visit.post('/jobs', body), 201)
      const other = { ...body, geometry: square(155_000, 391_000, 40), submit: true }
      const detail = refused(await visit.post('/jobs', other), 409, 'CLIENT_REF_CONFLICT')
      assert.equal(detail.job_id, first.job_id)
      const hook = { ...body, webhook_url: 'https://erp.example/other', submit: true }
      refused(await visit.post('/jobs', hook), 409, 'CLIENT_REF_CONFLICT')
      assert.equal(shown(Job, await visit.v1(`/jobs/${first.job_id}`)).status, 'quoted')
    },
  ),
  row('client_ref', 'forty at the same instant make one job', async (visit) => {
    const body = { geometry: GARDEN, klic_type: 'ORIENT', client_ref: `conformance ${randomUUID()}` }
    const replies = await Promise.all(Array.from({ length: 40 }, () => visit.post('/jobs', body)))
    assert.equal(new Set(replies.map((reply) => (reply.json as Job).job_id)).size, 1)
    assert.deepEqual(replies.map((reply) => reply.status).sort(), [...Array(39).fill(200), 201])
  }),
  row('Errors', '422 START_DATE_REQUIRED for GRAAF with submit: true', async (visit) => {
    // Against a real registry as well: without a start date nothing is ever filed.
    const body = { geometry: GARDEN, klic_type: 'GRAAF', submit: true }
    refused(await visit.post('/jobs', body), 422, 'START_DATE_REQUIRED')
  }),
  row('Errors', '422 START_DATE_REQUIRED at /submit of such a quote, which says add_start_date', async (visit) => {
    const quote = await visit.quote({ klic_type: 'GRAAF' })
    if (quote.next_action === 'arrange_billing') return notTestable('no billing is arranged here, which comes first')
    assert.equal(quote.next_action, 'add_start_date')
    refused(await visit.v1(`/jobs/${quote.job_id}/submit`, { method: 'POST' }), 422, 'START_DATE_REQUIRED')
  }),
  row('Errors', '402 BILLING_REQUIRED; nothing is stored as submitted', async (visit) => {
    const quote = await visit.quote()
    if (quote.next_action !== 'arrange_billing') return notTestable('billing is arranged here')
    refused(await visit.v1(`/jobs/${quote.job_id}/submit`, { method: 'POST' }), 402, 'BILLING_REQUIRED')
    assert.equal(shown(Job, await visit.v1(`/jobs/${quote.job_id}`)).status, 'quoted')
  }),
  row('Errors', '409 NOT_READY with next_action', async (visit) => {
    const { job_id, next_action } = await visit.quote()
    for (const path of ['geojson', 'export?format=gpkg']) {
      assert.equal(refused(await visit.v1(`/jobs/${job_id}/${path}`), 409, 'NOT_READY').next_action, next_action)
    }
  }),
  row('Errors', '400 FORMAT_INVALID', async (visit) => {
    const { job_id } = await visit.quote()
    for (const query of ['', '?format=', '?format=dxf']) {
      refused(await visit.v1(`/jobs/${job_id}/export${query}`), 400, 'FORMAT_INVALID')
    }
  }),
  row('Geometry and crs', 'EPSG:28992, EPSG:4326, CRS84, their URNs and URLs', async (visit) => {
    const forms = (code: string) => [
      `EPSG:${code}`,
      `urn:ogc:def:crs:EPSG::${code}`,
      `http://www.opengis.net/def/crs/EPSG/0/${code}`,
    ]
    for (const crs of forms('28992')) assert.equal((await visit.quote({ crs })).crs, 'EPSG:28992', crs)
    const degrees = ['CRS84', 'urn:ogc:def:crs:OGC:1.3:CRS84', 'http://www.opengis.net/def/crs/OGC/1.3/CRS84']
    for (const crs of [...forms('4326'), ...degrees]) {
      assert.equal((await visit.quote({ crs, geometry: IN_DEGREES })).crs, 'EPSG:4326', crs)
    }
  }),
  row('Geometry and crs', 'without crs: a crs member of the geometry, else the numbers decide', async (visit) => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::28992' } }
    assert.equal((await visit.quote({ geometry: { ...GARDEN, crs } })).crs, 'EPSG:28992')
    assert.equal((await visit.quote()).crs, 'EPSG:28992')
    assert.equal((await visit.quote({ geometry: IN_DEGREES })).crs, 'EPSG:4326')
  }),
  row('Geometry and crs', '422 CRS_INVALID and CRS_MISMATCH', async (visit) => {
    await areaRefused(visit, { geometry: GARDEN, crs: 'EPSG:31370' }, 'CRS_INVALID')
    await areaRefused(visit, { geometry: GARDEN, crs: 'EPSG:4326' }, 'CRS_MISMATCH')
    await areaRefused(visit, { geometry: IN_DEGREES, crs: 'EPSG:28992' }, 'CRS_MISMATCH')
  }),
  row('Geometry and crs', 'latitude, longitude is recognised and refused with that hint', async (visit) => {
    const reply = await visit.post('/jobs', { geometry: swapped, klic_type: 'GRAAF' })
    assert.equal(reply.status, 422)
    assert.match(reply.text, /lon/i)
  }),
  row('Geometry and crs', 'RDNAPTRANS2018 to 1 cm, or a warning says that it was approximated', async (visit) => {
    const [lon, lat] = AMERSFOORT.lonLat
    const geometry = polygon([
      [lon, lat],
      [lon + 0.001, lat],
      [lon + 0.001, lat + 0.001],
      [lon, lat],
    ])
    const job = await visit.quote({ geometry })
    const away = Math.min(
      ...job.parts[0]!.geometry.coordinates[0]!.map(([x, y]) => Math.hypot(x - AMERSFOORT.rd[0], y - AMERSFOORT.rd[1])),
    )
    assert.ok(away < 0.01 || (job.warnings.length > 0 && away < 0.3), `${away} m`)
  }),
  row('Geometry and crs', 'MultiPolygon and GeometryCollection are refused by name', async (visit) => {
    const multi = { type: 'MultiPolygon', coordinates: [GARDEN.coordinates] }
    assert.match((await areaRefused(visit, { geometry: multi }, 'GEOMETRY_INVALID')).message, /MultiPolygon/)
    const collection = { type: 'GeometryCollection', geometries: [GARDEN] }
    assert.match((await areaRefused(visit, { geometry: collection }, 'GEOMETRY_INVALID')).message, /GeometryCollection/)
  }),
  row('Geometry and crs', 'holes are honoured, heights dropped, either drawing direction taken', async (visit) => {
    const hole = square(155_010, 390_010, 20).coordinates[0]!.toReversed()
    assert.equal((await visit.quote({ geometry: polygon(ring, hole) })).area_m2, 1200)
    const high = await visit.quote({ geometry: polygon(ring.map(([x, y]) => [x!, y!, 3])) })
    assert.deepEqual(high.geometry, GARDEN)
    assert.equal((await visit.quote({ geometry: polygon(ring.toReversed()) })).area_m2, 1600)
  }),
  row(
    'Geometry and crs',
    'GEOMETRY_INVALID with the position: an unclosed ring, an outline that crosses itself',
    async (visit) => {
      await areaRefused(visit, { geometry: polygon(ring.slice(0, -1)) }, 'GEOMETRY_INVALID')
      const [a, b, c, d] = ring as [number[], number[], number[], number[]]
      const detail = await areaRefused(visit, { geometry: polygon([a, c, b, d, a]) }, 'GEOMETRY_INVALID')
      assert.match(JSON.stringify(detail), /\d{5,6}/)
    },
  ),
  row('Geometry and crs', '422 GEOMETRY_OUTSIDE_NETHERLANDS', async (visit) => {
    const paris = polygon([
      [2.35, 48.85],
      [2.36, 48.85],
      [2.36, 48.86],
      [2.35, 48.85],
    ])
    await areaRefused(visit, { geometry: paris, crs: 'EPSG:4326' }, 'GEOMETRY_OUTSIDE_NETHERLANDS')
  }),
  row('Geometry and crs', '422 GEOMETRY_TOO_LARGE above 50,000 positions', async (visit) => {
    const circle = Array.from({ length: 50_001 }, (_, i) => {
      const angle = (i / 50_001) * 2 * Math.PI
      return [155_000 + 900 * Math.cos(angle), 390_000 + 900 * Math.sin(angle)]
    })
    await areaRefused(visit, { geometry: polygon([...circle, circle[0]!]) }, 'GEOMETRY_TOO_LARGE')
  }),
  beyondReach(
    'Errors',
    '422 ADDRESS_OUTSIDE_POLYGON',
    'it needs a server that can ask the register of addresses (BAG)',
  ),
]
