/** Conventions, methods, media types, rate limits, the document: what holds for every address. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { ROUTES } from '../../../server/api/routes.ts'
import type { Route } from '../../../server/platform/http/route.ts'
import { beyondReach, notTestable, type Row } from '../suite.ts'
import { GARDEN, type Reply, refused, type Visit } from '../visit.ts'

const SECTION = 'Conventions'
const row = (promise: string, check: Row['check'], section = SECTION): Row => ({ section, promise, check })

/** Every path once, with the methods it takes. */
const paths = (): Map<string, Route[]> => Map.groupBy(Object.values<Route>(ROUTES), (route) => route.path)
const filled = (path: string): string => path.replaceAll(/\{\w+\}/g, 'none')

const everyTime = (value: unknown, look: (name: string, text: string) => void, name = ''): void => {
  if (typeof value === 'string' && /_at$/.test(name)) look(name, value)
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) everyTime(member, look, key)
}

const everyName = (value: unknown, look: (name: string) => void): void => {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    if (!Array.isArray(value)) look(key)
    everyName(member, look)
  }
}

/** fetch sends its own Host. */
const statusUnderHost = (visit: Visit, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const url = new URL('/api/v1/jobs', visit.baseUrl)
    if (url.protocol !== 'http:') return reject(new Error('only over http'))
    const sent = request(url, { headers: { Host: host, 'X-API-Key': visit.key }, setHost: false }, (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })

const limitsAreTold = ({ headers }: Reply): void => {
  assert.match(headers.get('ratelimit') ?? '', /;r=\d+;t=\d+/)
  assert.match(headers.get('ratelimit-policy') ?? '', /;q=\d+;w=\d+/)
}

export const conventionRows: readonly Row[] = [
  row('JSON in UTF-8, names in snake_case', async (visit) => {
    const reply = await visit.v1('/jobs')
    assert.match(reply.headers.get('content-type') ?? '', /^application\/json(; ?charset=utf-8)?$/i)
    everyName(await visit.quote({ reference: 'Één vérgezicht' }), (name) => assert.match(name, /^[a-z][a-z0-9_]*$/))
  }),
  row('texts keep their letters, in any script', async (visit) => {
    assert.equal((await visit.quote({ reference: 'Één ☂ 街 "quote"' })).reference, 'Één ☂ 街 "quote"')
  }),
  row('times are RFC 3339 in UTC with Z', async (visit) => {
    everyTime(await visit.quote(), (name, text) =>
      assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, name),
    )
  }),
  row('money is a decimal string with its currency', async (visit) => {
    const { total } = (await visit.quote()).quote
    assert.deepEqual([typeof total.amount, total.currency], ['string', 'EUR'])
    assert.match(total.amount, /^\d+\.\d\d$/)
  }),
  row('an unknown body field is refused, with a pointer: sumbit never becomes a quote', async (visit) => {
    const reply = await visit.post('/jobs', { geometry: GARDEN, klic_type: 'ORIENT', sumbit: true })
    const { errors = [] } = refused(reply, 422, 'VALIDATION_FAILED')
    assert.deepEqual(
      errors.map((each) => each.pointer),
      ['/sumbit'],
    )
  }),
  row('an unknown query parameter is refused everywhere, with ?name', async (visit) => {
    for (const path of ['/jobs', '/requests']) {
      const { errors = [] } = refused(await visit.v1(`${path}?pagesize=3`), 422, 'VALIDATION_FAILED')
      assert.deepEqual(
        errors.map((each) => each.pointer),
        ['?pagesize'],
      )
    }
  }),
  row('all violations are told at once', async (visit) => {
    const body = { geometry: GARDEN, klic_type: 'PLAN', submit: 'yes', start_date: 'tomorrow' }
    const { errors = [] } = refused(await visit.post('/jobs', body), 422, 'VALIDATION_FAILED')
    assert.deepEqual(errors.map((each) => each.pointer).sort(), ['/klic_type', '/start_date', '/submit'])
  }),
  row('a valid X-Request-Id is echoed, in errors too; any other is replaced', async (visit) => {
    const asked = async (path: string, id: string) =>
      (await visit.v1(path, { headers: { 'X-Request-Id': id } })).headers.get('x-request-id')
    assert.equal(await asked('/jobs', 'erp-7.b_1'), 'erp-7.b_1')
    assert.equal(await asked('/jobs/none', 'erp-8'), 'erp-8')
    assert.notEqual(await asked('/jobs', 'a b'), 'a b')
    assert.ok(await asked('/jobs', 'x'.repeat(500)))
  }),
  row('every answer carries X-Request-Id', async (visit) => {
    for (const path of ['/jobs', '/none', '/openapi.json']) {
      assert.ok((await visit.v1(path)).headers.get('x-request-id'), path)
    }
  }),
  row(
    'HEAD is answered wherever GET is, without a body',
    async (visit) => {
      for (const [path, routes] of paths()) {
        if (!routes.some((route) => route.method === 'get')) continue
        const head = await visit.v1(filled(path), { method: 'HEAD' })
        const get = await visit.v1(filled(path))
        assert.deepEqual([head.status, head.text], [get.status, ''], path)
      }
    },
    'Methods',
  ),
  row(
    'OPTIONS is 204 everywhere, with Allow',
    async (visit) => {
      for (const [path, routes] of paths()) {
        const reply = await visit.v1(filled(path), { method: 'OPTIONS' })
        assert.equal(reply.status, 204, path)
        const allowed = (reply.headers.get('allow') ?? '').split(/, ?/)
        for (const { method } of routes) assert.ok(allowed.includes(method.toUpperCase()), `${path} ${method}`)
      }
    },
    'Methods',
  ),
  row(
    '405 METHOD_NOT_ALLOWED everywhere, with Allow',
    async (visit) => {
      for (const [path] of paths()) {
        const reply = await visit.v1(filled(path), { method: 'PATCH' })
        refused(reply, 405, 'METHOD_NOT_ALLOWED')
        assert.match(reply.headers.get('allow') ?? '', /[A-Z]+/, path)
      }
    },
    'Errors',
  ),
  row(
    '406 NOT_ACCEPTABLE, with what would do',
    async (visit) => {
      const reply = await visit.v1('/jobs', { headers: { Accept: 'image/png' } })
      refused(reply, 406, 'NOT_ACCEPTABLE')
      assert.match(reply.headers.get('accept') ?? '', /application\/json/)
    },
    'Errors',
  ),
  row(
    '415 UNSUPPORTED_MEDIA_TYPE, with Accept',
    async (visit) => {
      const raw = JSON.stringify({ geometry: GARDEN, klic_type: 'ORIENT' })
      const reply = await visit.v1('/jobs', { method: 'POST', raw, headers: { 'Content-Type': 'text/plain' } })
      refused(reply, 415, 'UNSUPPORTED_MEDIA_TYPE')
      assert.match(reply.headers.get('accept') ?? '', /application\/json/)
    },
    'Errors',
  ),
  row(
    '413 PAYLOAD_TOO_LARGE above 10 MiB',
    async (visit) => {
      const raw = JSON.stringify({ reference: 'x'.repeat(10 * 1024 * 1024) })
      refused(await visit.v1('/jobs', { method: 'POST', raw }), 413, 'PAYLOAD_TOO_LARGE')
    },
    'Errors',
  ),
  row(
    '400 MALFORMED_JSON',
    async (visit) => {
      refused(await visit.v1('/jobs', { method: 'POST', raw: '{"klic_type":' }), 400, 'MALFORMED_JSON')
    },
    'Errors',
  ),
  row(
    '404 NOT_FOUND for an id of nobody and for an address of nothing',
    async (visit) => {
      for (const path of [
        '/jobs/none',
        '/request/none',
        '/jobs/none/geojson',
        '/jobs/none/export?format=gpkg',
        '/none',
      ]) {
        refused(await visit.v1(path), 404, 'NOT_FOUND')
      }
    },
    'Errors',
  ),
  row(
    '401 API_KEY_MISSING and API_KEY_INVALID',
    async (visit) => {
      refused(await visit.v1('/jobs', { key: null }), 401, 'API_KEY_MISSING')
      refused(await visit.v1('/jobs', { key: 'klic_sim_nonsense' }), 401, 'API_KEY_INVALID')
    },
    'Errors',
  ),
  beyondReach('Errors', '404 NOT_FOUND for the id of another company', 'it needs keys of two companies'),
  beyondReach(
    'Errors',
    '500 INTERNAL and 503 UNAVAILABLE tell nothing of the inside',
    'a server does not fail on demand',
  ),
  row('a JSON answer has an ETag; who has it is told 304', async (visit) => {
    const { job_id } = await visit.quote()
    const tag = (await visit.v1(`/jobs/${job_id}`)).headers.get('etag')
    assert.ok(tag)
    const again = await visit.v1(`/jobs/${job_id}`, { headers: { 'If-None-Match': tag } })
    assert.deepEqual([again.status, again.text], [304, ''])
  }),
  row(
    'RateLimit and RateLimit-Policy on every answer',
    async (visit) => {
      limitsAreTold(await visit.v1('/jobs'))
      limitsAreTold(await visit.v1('/jobs', { key: null }))
      limitsAreTold(await visit.v1('/none'))
      limitsAreTold(await visit.v1('/jobs', { method: 'OPTIONS' }))
      limitsAreTold(await visit.v1('/openapi.json', { key: null }))
    },
    'Rate limits',
  ),
  row(
    '429 RATE_LIMITED with Retry-After, for this key only',
    async (visit) => {
      const { secret } = await visit.newKey({ name: 'conformance rate' })
      const first = await visit.v1('/keys/none', { method: 'OPTIONS' })
      assert.equal(first.status, 204)
      const policy = (await visit.v1('/jobs?page_size=1', { key: secret })).headers.get('ratelimit-policy') ?? ''
      const quota = Number(/;q=(\d+)/.exec(policy)?.[1])
      if (!(quota <= 2000)) return notTestable(`a key may ask ${quota} times a minute here, too many to try`)
      for (let done = 1; done < quota; ) {
        const batch = Math.min(20, quota - done)
        await Promise.all(
          Array.from({ length: batch }, () => visit.v1('/jobs?page_size=1', { key: secret, method: 'HEAD' })),
        )
        done += batch
      }
      const reply = await visit.v1('/jobs?page_size=1', { key: secret, mayBeLimited: true })
      refused(reply, 429, 'RATE_LIMITED')
      assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/)
      assert.equal((await visit.v1('/jobs?page_size=1', { mayBeLimited: true })).status, 200, 'another key goes on')
    },
    'Rate limits',
  ),
  row(
    'GET /api/v1/openapi.json is OpenAPI 3.1 and needs no key',
    async (visit) => {
      const { openapi, paths: described } = (await visit.v1('/openapi.json', { key: null })).json as {
        openapi: string
        paths: Record<string, Record<string, unknown>>
      }
      assert.match(openapi, /^3\.1\./)
      for (const [path, routes] of paths()) for (const { method } of routes) assert.ok(described[path]?.[method], path)
    },
    'The document',
  ),
  row(
    '/api/docs is a page that needs no key and nothing from outside',
    async (visit) => {
      const page = await visit.ask('/api/docs', { key: null })
      assert.equal(page.status, 200)
      assert.match(page.headers.get('content-type') ?? '', /text\/html/)
      assert.doesNotMatch(page.text, /(src|href)="https?:|url\(https?:/)
    },
    'The document',
  ),
  row(
    '/health/live and /health/ready need no key',
    async (visit) => {
      assert.equal((await visit.ask('/health/live', { key: null })).status, 200)
      assert.equal((await visit.ask('/health/ready', { key: null })).status, 200)
    },
    'Finding the server',
  ),
  beyondReach('Finding the server', 'endpoint.json in the data folder', 'it is a file, out of reach of HTTP'),
  row(
    '403 HOST_NOT_ALLOWED for a name that is not the server’s',
    async (visit) => {
      if (!visit.baseUrl.startsWith('http:')) return notTestable('a Host of our own needs plain http')
      assert.equal(await statusUnderHost(visit, 'rebound.example'), 403)
    },
    'Security',
  ),
  row(
    '403 ORIGIN_NOT_ALLOWED for pages of elsewhere, and no CORS header',
    async (visit) => {
      const reply = await visit.v1('/jobs', { headers: { Origin: 'https://elsewhere.example' } })
      refused(reply, 403, 'ORIGIN_NOT_ALLOWED')
      assert.equal(reply.headers.get('access-control-allow-origin'), null)
    },
    'Security',
  ),
  beyondReach('Versions', 'Deprecation and Sunset on a retiring route', 'no route of v1 retires'),
]
