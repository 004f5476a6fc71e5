/**
 * A server with the dashboard's interface and nothing behind it, for tests of the window: it parses with the contract, so
 * a window that sends something else fails here. A job moves one step each time it is asked for: no clock is involved.
 * The reference SIM-REFUSE is refused by its registry.
 */
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FoundAreas } from '../../server/contract/areas.ts'
import { PreviewInput, SessionInput } from '../../server/contract/dashboard.ts'
import { JobInput, SubmitInput } from '../../server/contract/job-input.ts'
import type { Job } from '../../server/contract/jobs.ts'
import { type Key, KeyInput } from '../../server/contract/keys.ts'
import { UnreadableArea } from '../../server/formats/areas/fault.ts'
import { readAreas } from '../../server/formats/areas/read.ts'
import { openForeignGeoPackage } from '../../server/store/geopackage/foreign.ts'
import { type MockResult, mockResult, mockTile } from './mock-result.ts'
import { MockRefusal, previewOf, resultOf, summaryOf } from './mock-world.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
/** The policy that the real server sends: what it forbids must not be needed. */
const POLICY =
  "default-src 'self'; worker-src 'self' blob:; img-src 'self' data: blob: https://service.pdok.nl; " +
  "connect-src 'self' data: blob: https://service.pdok.nl; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
export const TOKEN = 'one-time-token-for-tests'
const CSRF = 'csrf-token-for-tests'
const NOW = '2026-11-20T12:00:00Z'

export interface MockDashboard {
  url: string
  /** Jobs that were made, in order. */
  quoted: string[]
  /** What was filed, in order: the facts a test looks at. */
  filed: string[]
  /** Formats that were downloaded. */
  downloaded: string[]
  close: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString('utf8')) : {}
}

const file = (job: Job, startDate: string | null, filed: string[]): Job => {
  const start_date = startDate ?? job.start_date
  if (job.klic_type === 'GRAAF' && !start_date) throw new MockRefusal(422, 'START_DATE_REQUIRED', 'Give start_date')
  filed.push(job.job_id)
  const isRefused = job.reference === 'SIM-REFUSE'
  const errors = isRefused
    ? [
        {
          severity: 'ERROR' as const,
          code: 'KLIC-1234',
          message: 'Polygoon overlapt een bestaande melding',
          pointer: null,
        },
      ]
    : []
  return {
    ...job,
    start_date,
    status: isRefused ? 'rejected' : 'accepted',
    next_action: isRefused ? 'correct_and_resubmit' : 'wait',
    next_action_reason: isRefused ? 'refused_area' : 'queued',
    submit: true,
    submitted_at: NOW,
    order_ids: job.parts.map((part) => `order-${part.part_no}`),
    parts: job.parts.map((part) => ({
      ...part,
      status: isRefused ? 'rejected' : 'accepted',
      order_id: `order-${part.part_no}`,
      errors,
    })),
    errors,
  }
}

/** One step further: accepted -> submitted -> a part at a time -> processing -> ready. */
const moved = (job: Job): Job => {
  if (job.status === 'accepted')
    return {
      ...job,
      status: 'submitted',
      next_action_reason: 'filed',
      next_action_params: job.progress,
      parts: job.parts.map((part) => ({ ...part, status: 'in_production', klic_number: `26G00000${part.part_no}` })),
    }
  if (job.status === 'submitted' || job.status === 'partially_delivered') {
    const delivered = job.progress.delivered + 1
    const parts = job.parts.map((part) =>
      part.part_no <= delivered ? { ...part, status: 'delivered' as const, delivered_at: NOW } : part,
    )
    return {
      ...job,
      parts,
      progress: { ...job.progress, delivered },
      next_action_reason: delivered === job.progress.total ? 'merging' : 'partly_delivered',
      next_action_params: { ...job.progress, delivered },
      status: delivered === job.progress.total ? 'processing' : 'partially_delivered',
    }
  }
  if (job.status === 'processing')
    return {
      ...{ ...job, status: 'ready', next_action: 'download', next_action_reason: 'ready', next_action_params: {} },
      ...{ ready_at: NOW, revision: 1 },
    }
  return job
}

const newKey = (key_id: string, { name, permissions }: { name: string; permissions: Key['permissions'] }): Key => ({
  key_id,
  name,
  permissions,
  prefix: 'klic_sim_',
  environment: 'simulator',
  created_at: NOW,
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  created_by: 'window',
  kind: 'api',
  daily_limit: null,
})

/** Read as the server reads them, in this process. */
const areasIn = async (request: IncomingMessage): Promise<FoundAreas> => {
  const folder = await mkdtemp(join(tmpdir(), 'klic-mock-'))
  try {
    await pipeline(request, createWriteStream(join(folder, 'given')))
    const { crsFrom, isInside, leftOut, ...found } = await readAreas(
      join(folder, 'given'),
      folder,
      openForeignGeoPackage,
    )
    return {
      ...found,
      areas: found.areas as FoundAreas['areas'],
      crs_from: crsFrom,
      is_inside: isInside,
      left_out: { points: leftOut.points, empty: leftOut.empty, too_many: leftOut.tooMany },
    }
  } catch (error) {
    if (!(error instanceof UnreadableArea)) throw error
    const { code, message, line } = error
    const complaint = { pointer: '', code, message, ...(line === undefined ? {} : { limit: line }) }
    throw new MockRefusal(422, 'GEOMETRY_INVALID', message, [complaint])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const newJob = (jobId: string, input: JobInput): Job => {
  const preview = previewOf(input.geometry as never, input.klic_type)
  return {
    job_id: jobId,
    status: 'quoted',
    next_action: 'submit',
    next_action_reason: 'quote_open',
    next_action_params: {},
    next_action_message: 'Submit the quote',
    klic_type: input.klic_type,
    submit: false,
    reference: input.reference ?? null,
    registry_reference: input.reference ?? jobId,
    client_ref: input.client_ref ?? null,
    crs: preview.crs,
    geometry: input.geometry as never,
    start_date: input.start_date ?? null,
    end_date: null,
    address: null,
    webhook_url: null,
    works: null,
    principal: null,
    has_addresses: null,
    exports: { shp: 'absent', geojson: 'absent', gpkg: 'absent' },
    area_m2: preview.area_m2,
    parts: preview.parts.map(({ geometry_lnglat: _, ...part }) => ({
      ...part,
      order_id: null,
      status: 'quoted',
      klic_number: null,
      delivered_at: null,
      errors: [],
    })),
    order_ids: [],
    quote: { ...preview.quote, final: true, expires_at: '2026-12-20T12:00:00Z' },
    progress: { delivered: 0, total: preview.parts.length },
    revision: 0,
    warnings: [],
    errors: [],
    simulated: true,
    created_at: NOW,
    submitted_at: null,
    ready_at: null,
    links: { self: '', geojson: '', export: { shp: '', geojson: '', gpkg: '' }, ogc: '' },
  }
}

export const startMockDashboard = async (windowFolder: string): Promise<MockDashboard> => {
  const jobs = new Map<string, Job>()
  const keys: Key[] = []
  const quoted: string[] = []
  const filed: string[] = []
  const downloaded: string[] = []
  let exportAsked = 0
  const jobOf = (jobId: string): Job => {
    const job = jobs.get(jobId)
    if (!job) throw new MockRefusal(404, 'NOT_FOUND', 'No such job')
    return job
  }
  const made = new Map<string, MockResult>()
  const madeOf = (jobId: string): MockResult => {
    const result = made.get(jobId) ?? mockResult(resultOf(jobOf(jobId)))
    made.set(jobId, result)
    return result
  }
  const keep = (job: Job): Job => {
    jobs.set(job.job_id, job)
    return job
  }
  const create = (input: JobInput): Job => {
    const known = [...jobs.values()].find((job) => input.client_ref && job.client_ref === input.client_ref)
    if (known) return known
    quoted.push(`job-${jobs.size + 1}`)
    return keep(newJob(`job-${jobs.size + 1}`, input))
  }
  const session = {
    company: 'Voorbeeld BV',
    environment: 'simulator',
    user: null,
    permissions: ['read', 'write', 'admin'],
    time_factor: 60,
    operator_sets: [],
    base_url: '',
    version: '0.1.0',
  }

  const answer = async (
    method: string,
    url: URL,
    request: IncomingMessage,
  ): Promise<[status: number, body: unknown]> => {
    const path = url.pathname.slice('/dashboard/api'.length)
    if (path === '/session' && method === 'POST') {
      if (SessionInput.parse(await bodyOf(request)).token !== TOKEN)
        throw new MockRefusal(401, 'API_KEY_INVALID', 'Unknown token')
      return [201, { ...session, csrf_token: CSRF }]
    }
    if (path === '/entrance') return [200, { has_users: false }]
    if (!request.headers.cookie?.includes('session=mock')) throw new MockRefusal(401, 'API_KEY_MISSING', 'No session')
    if (method !== 'GET' && request.headers['x-csrf-token'] !== CSRF)
      throw new MockRefusal(403, 'PERMISSION_DENIED', 'No CSRF token')
    if (path === '/session') return [200, session]
    if (path === '/preview') {
      const input = PreviewInput.parse(await bodyOf(request))
      const { rd: _, ...preview } = previewOf(input.geometry as never, input.klic_type)
      return [200, preview]
    }
    if (path === '/areas') return [200, await areasIn(request)]
    if (path === '/addresses') return [200, { available: false, data: [] }]
    if (path === '/jobs' && method === 'POST') return [201, create(JobInput.parse(await bodyOf(request)))]
    if (path === '/jobs') {
      const data = [...jobs.values()].reverse().map(({ geometry: _g, parts: _p, ...brief }) => brief)
      return [200, { data, pagination: { page: 1, page_size: 200, total: data.length, total_pages: 1 } }]
    }
    if (path === '/keys' && method === 'POST') {
      const key = newKey(`key-${keys.length + 1}`, KeyInput.parse(await bodyOf(request)))
      keys.push(key)
      return [201, { ...key, secret: `klic_sim_secret_of_${key.key_id}` }]
    }
    if (path === '/keys') return [200, { data: keys }]
    if (path === '/office') return [200, { url: null, has_key: false, waiting: 0, handovers: [] }]
    if (path === '/pairings') return [200, { data: [] }]
    if (path.startsWith('/keys/') && method === 'DELETE') {
      const key = keys.find(({ key_id }) => path.endsWith(`/${key_id}`))
      if (key) key.revoked_at = NOW
      return [204, null]
    }
    const [, jobId, what] = /^\/jobs\/([^/]+)(?:\/([\w-]+))?$/.exec(path) ?? []
    const job = jobOf(jobId ?? '')
    if (!what) return [200, keep(moved(job))]
    if (what === 'submit')
      return [202, keep(file(job, SubmitInput.parse(await bodyOf(request)).start_date ?? null, filed))]
    if (what === 'map') {
      const { area_lnglat, parts } = previewOf(job.geometry as never, job.klic_type)
      return [200, { area_lnglat, parts }]
    }
    if (what === 'progress')
      return [200, { merging: job.status === 'processing' ? { step: 'merge', done: 1234, total: 5678 } : null }]
    if (what === 'summary') return [200, summaryOf(job)]
    if (what === 'so-far') return [200, { deliveries: [], operators: [], precautions: 0 }]
    if (what === 'objects') return [200, madeOf(job.job_id).objects((url.searchParams.get('refs') ?? '').split(','))]
    if (what === 'export') {
      const format = url.searchParams.get('format') ?? ''
      exportAsked += 1
      if (exportAsked === 1) return [202, { status: 'processing', poll_url: url.href, retry_after: 1 }]
      downloaded.push(format)
      return [200, Buffer.from(`a file of ${format}`)]
    }
    throw new MockRefusal(404, 'NOT_FOUND', 'No such route')
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    response.setHeader('Content-Security-Policy', POLICY)
    const respond = async () => {
      if (url.pathname.startsWith('/dashboard/api')) {
        const [status, body] = await answer(request.method ?? 'GET', url, request)
        if (status === 201 && url.pathname.endsWith('/session'))
          response.setHeader('Set-Cookie', 'session=mock; HttpOnly; SameSite=Strict; Path=/')
        if (Buffer.isBuffer(body)) {
          response
            .writeHead(status, {
              'Content-Type': 'application/octet-stream',
              'Content-Disposition': 'attachment; filename="result.bin"',
            })
            .end(body)
        } else
          response
            .writeHead(status, { 'Content-Type': 'application/json' })
            .end(status === 204 ? undefined : JSON.stringify(body))
        return
      }
      const origin = `http://${request.headers.host}`
      const styled = /^\/tiles\/([^/]+)\/style\.json$/.exec(url.pathname)
      if (styled?.[1]) {
        const scheme = url.searchParams.get('scheme') === 'dark' ? 'dark' : 'light'
        const style = madeOf(styled[1]).style(origin, styled[1], scheme)
        return void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(style))
      }
      const tile = mockTile(url.pathname, origin, madeOf)
      if (tile) return void response.writeHead(200, { 'Content-Type': tile[0] }).end(tile[1])
      const name = url.pathname === '/' ? 'index.html' : normalize(url.pathname).replace(/^[\\/]+/, '')
      const content = await readFile(join(windowFolder, name)).catch(() => null)
      response
        .writeHead(content ? 200 : 404, { 'Content-Type': TYPES[extname(name)] ?? 'text/plain' })
        .end(content ?? 'not found')
    }
    respond().catch((error: unknown) => {
      const refusal = error instanceof MockRefusal ? error : new MockRefusal(422, 'VALIDATION_FAILED', String(error))
      const detail = { error_code: refusal.code, message: refusal.message, errors: refusal.errors, request_id: 'mock' }
      response.writeHead(refusal.status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ detail }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    quoted,
    filed,
    downloaded,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
