/** Sentences of the specification, each quoted as it stands and tried to the letter. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { JobPage } from '../../../server/api/routes.ts'
import { ExportPending, Job } from '../../../server/features/jobs/schema.ts'
import type { NewKey } from '../../../server/features/keys/schema.ts'
import { beyondReach, notTestable, type Row } from '../suite.ts'
import { GARDEN, refused, shown } from '../visit.ts'

const row = (section: string, promise: string, check: Row['check']): Row => ({ section, promise, check })

const DAY_MS = 86_400_000
const IN_DEGREES = {
  type: 'Polygon',
  coordinates: [
    [
      [5.39, 51.5],
      [5.391, 51.5],
      [5.391, 51.501],
      [5.39, 51.5],
    ],
  ],
}

export const specificationRows: readonly Row[] = [
  row(
    'POST /keys',
    '“POST /keys {name, permissions?, expires_in_days?}”, “expires_in_days: a whole number”; expires_at beside it, never both',
    async (visit) => {
      const key = await visit.newKey({ name: 'conformance', permissions: ['read'], expires_in_days: 30 })
      assert.equal(Date.parse(key.expires_at ?? '') - Date.parse(key.created_at), 30 * DAY_MS)
      assert.equal((await visit.newKey({ name: 'conformance' })).expires_at, null)
      for (const expires_in_days of [0, 3651, 1.5, '30', -1]) {
        const reply = await visit.post('/keys', { name: 'conformance', expires_in_days })
        assert.equal(refused(reply, 422, 'VALIDATION_FAILED').errors?.[0]?.pointer, '/expires_in_days')
      }
      const both = { name: 'conformance', expires_in_days: 30, expires_at: key.expires_at }
      assert.equal(
        refused(await visit.post('/keys', both), 422, 'VALIDATION_FAILED').errors?.[0]?.pointer,
        '/expires_in_days',
      )
    },
  ),
  row(
    'Not in v1',
    '“checklist mutations, CROW 500 mutations, dossier exports, an excavation notification without start_date”',
    async (visit) => {
      const { paths } = (await visit.ask('/api/v1/openapi.json')).json as { paths: object }
      assert.deepEqual(
        Object.keys(paths).filter((path) => !/^\/(requests?|jobs|events|keys)(\/|$)/.test(path)),
        [],
      )
      for (const path of ['/projects', '/checklists', '/checklists/1', '/crow500', '/dossier', '/projects/1/dossier']) {
        refused(await visit.v1(path), 404, 'NOT_FOUND')
        refused(await visit.v1(path, { method: 'POST', body: {} }), 404, 'NOT_FOUND')
      }
      refused(await visit.ask('/dashboard/api/projects'), 401, 'SESSION_REQUIRED')
      visit.refuseCosts()
      const body = { geometry: GARDEN, klic_type: 'GRAAF', submit: true }
      refused(await visit.post('/jobs', body), 422, 'START_DATE_REQUIRED')
    },
  ),
  beyondReach(
    'Exports',
    '“gpkg = …, the same bytes as the document in the project’s dossier”',
    'dossiers are in the dashboard, which no API key opens',
  ),
  row('Exports', '“202 {status, poll_url, retry_after} …; the caller polls the same URL”', async (visit) => {
    const { job_id } = await visit.ready()
    const path = `/jobs/${job_id}/export?format=shp`
    const reply = await visit.v1(path)
    if (reply.status === 200) return notTestable('the Shapefile was there already')
    const { poll_url, retry_after } = shown(ExportPending, reply, 202)
    assert.ok(poll_url.endsWith(`/api/v1${path}`), poll_url)
    const polled = new URL(poll_url)
    for (let seconds = retry_after; ; ) {
      await pause(1000 * seconds)
      const again = await visit.ask(polled.pathname + polled.search)
      if (again.status === 200) return
      seconds = shown(ExportPending, again, 202).retry_after
    }
  }),
  row('Geometry and crs', '“crs: RD New or WGS84”: the names people write, in any case', async (visit) => {
    for (const crs of ['RD New', 'rd new', 'RD', 'RDNew', 'RD_New', '28992', 'epsg:28992', 'Amersfoort / RD New']) {
      assert.equal((await visit.quote({ crs })).crs, 'EPSG:28992', crs)
    }
    for (const crs of ['WGS84', 'wgs 84', 'WGS-84', '4326', 'epsg:4326', 'EPSG:4258', '4258', 'ETRS89', 'crs84']) {
      assert.equal((await visit.quote({ crs, geometry: IN_DEGREES })).crs, 'EPSG:4326', crs)
    }
    for (const crs of ['31370', 'RD Old', 'WGS72', 'EPSG:', '']) {
      refused(await visit.post('/jobs', { geometry: GARDEN, klic_type: 'ORIENT', crs }), 422, 'CRS_INVALID')
    }
  }),
  row(
    'POST /jobs',
    '“address (BAG)”: by its fields, as one line of text, house numbers as text or number',
    async (visit) => {
      const expected = { street: 'Raadhuisplein', house_number: 1, house_letter: 'A', postcode: '5683EA', city: 'Best' }
      const ways: unknown[] = [
        expected,
        { street: 'Raadhuisplein', house_number: '1A', postcode: '5683EA', city: 'Best' },
        'Raadhuisplein 1A, 5683 EA Best',
        'raadhuisplein 1 a 5683ea Best',
      ]
      for (const address of ways) {
        const { address: found } = await visit.quote({ address })
        assert.equal(found?.house_number, 1, JSON.stringify([address, found]))
        assert.match(found?.street ?? '', /^raadhuisplein$/i)
      }
      for (const address of ['Best', 'Raadhuisplein', '12', { house_number: 'one' }, { house_number: 0 }]) {
        const reply = await visit.post('/jobs', { geometry: GARDEN, klic_type: 'ORIENT', address })
        const { errors } = refused(reply, 422, 'VALIDATION_FAILED')
        assert.match(errors?.[0]?.pointer ?? '', /^\/address/)
      }
    },
  ),
  row('POST /jobs', '“address (BAG)”: a BAG identification; what nobody looked up is said', async (visit) => {
    const bag_id = '0753010000999999'
    for (const address of [bag_id, { bag_id }]) {
      const job = await visit.quote({ address })
      assert.equal(job.address?.bag_id, bag_id)
      assert.ok(job.warnings.some(({ code }) => code === 'ADDRESS_NOT_CHECKED'))
    }
  }),
  row(
    'GET /jobs',
    '“recent jobs of the caller’s company”: also by client_ref, status and created_since',
    async (visit) => {
      const client_ref = `conformance ${Date.now()}`
      const job = await visit.quote({ client_ref })
      const found = async (query: Record<string, string>) =>
        shown(JobPage, await visit.v1(`/jobs?${new URLSearchParams(query)}`)).data.map(({ job_id }) => job_id)
      assert.deepEqual(await found({ client_ref }), [job.job_id])
      assert.ok((await found({ status: 'quoted', created_since: job.created_at })).includes(job.job_id))
      assert.deepEqual(await found({ client_ref, status: 'ready' }), [])
      refused(await visit.v1('/jobs?status=done'), 422, 'VALIDATION_FAILED')
    },
  ),
  row('/mcp', '“/mcp is an optional endpoint”: 404 says how it is switched on', async (visit) => {
    const reply = await visit.ask('/mcp', { method: 'POST', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })
    if (reply.status !== 404) return notTestable('it is switched on here')
    assert.match(refused(reply, 404, 'NOT_FOUND').message, /switched (off|on).*settings.*mcp\.enabled/s)
  }),
  row('POST /jobs', 'optional inputs take null, which says the same as leaving them out', async (visit) => {
    const nothing = {
      crs: null,
      reference: null,
      client_ref: null,
      address: null,
      webhook_url: null,
      start_date: null,
      end_date: null,
      works: null,
      principal: null,
      has_addresses: null,
      cut_rules: null,
      submit: null,
    }
    const job = await visit.quote(nothing)
    assert.deepEqual([job.status, job.submit, job.client_ref, job.address], ['quoted', false, null, null])
    const again = shown(Job, await visit.v1(`/jobs/${job.job_id}`))
    assert.deepEqual(again.parts, job.parts)
    refused(await visit.post('/jobs', { geometry: null, klic_type: 'ORIENT' }), 422, 'VALIDATION_FAILED')
  }),
  row('POST /keys', 'optional inputs take null, which says the same as leaving them out', async (visit) => {
    const all = { permissions: null, expires_at: null, expires_in_days: null, daily_limit: null }
    const key: typeof NewKey._output = await visit.newKey({ name: 'conformance', ...all })
    assert.deepEqual([key.permissions, key.expires_at, key.daily_limit], [['read'], null, null])
  }),
]
