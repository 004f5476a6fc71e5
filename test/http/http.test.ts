/** The manners of HTTP: methods, media types, request ids, rate limits, Host and Origin. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { sql } from 'kysely'
import { GARDEN, openWorld, refused, type World } from '../support/api-world.ts'

/** fetch sends its own Host. */
const withHost = (world: World, host: string | undefined, path = '/api/v1/jobs') =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const { port } = new URL(world.baseUrl)
    const headers = { 'X-API-Key': world.keys.admin, ...(host !== undefined && { Host: host }) }
    const sent = request({ host: '127.0.0.1', port, path, headers, setHost: false }, (reply) => {
      let body = ''
      reply.on('data', (chunk) => {
        body += chunk
      })
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body }))
    })
    sent.on('error', reject)
    sent.end()
  })

test('HEAD is GET without the body', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote()
  const head = await world.v1(`/jobs/${job_id}`, { method: 'HEAD' })
  const get = await world.v1(`/jobs/${job_id}`)
  assert.deepEqual([head.status, head.text], [200, ''])
  assert.equal(head.headers.get('content-length'), get.headers.get('content-length'))
})

test('OPTIONS says what an address takes, without a key', async (t) => {
  const world = await openWorld(t)
  const reply = await world.v1('/jobs', { method: 'OPTIONS', key: null })
  assert.deepEqual([reply.status, reply.headers.get('allow')], [204, 'POST, GET, HEAD, OPTIONS'])
})

test('another method is 405 and says what would do', async (t) => {
  const world = await openWorld(t)
  const reply = await world.v1('/jobs', { method: 'PUT', body: {} })
  refused(reply, 405, 'METHOD_NOT_ALLOWED')
  assert.equal(reply.headers.get('allow'), 'POST, GET, HEAD, OPTIONS')
  refused(await world.v1('/openapi.json', { method: 'DELETE' }), 405, 'METHOD_NOT_ALLOWED')
})

test('an address of nothing is 404, in the same form', async (t) => {
  const world = await openWorld(t)
  for (const path of ['/api/v1/nothing', '/api/v2/jobs', '/nothing', '/dashboard/api/nothing', '/api/v1/JOBS']) {
    refused(await world.ask(path), 404, 'NOT_FOUND')
  }
})

test('who takes no JSON is told so, and who takes anything is served', async (t) => {
  const world = await openWorld(t)
  const reply = await world.v1('/jobs', { headers: { Accept: 'text/csv' } })
  refused(reply, 406, 'NOT_ACCEPTABLE')
  assert.match(reply.headers.get('accept') ?? '', /application\/json/)
  for (const Accept of ['*/*', 'application/*', 'application/json;q=0.1']) {
    assert.equal((await world.v1('/jobs', { headers: { Accept } })).status, 200)
  }
})

test('a body of another media type, charset or encoding is 415', async (t) => {
  const world = await openWorld(t)
  const raw = JSON.stringify({ geometry: GARDEN, klic_type: 'ORIENT' })
  const odd: Record<string, string>[] = [
    { 'Content-Type': 'text/plain' },
    { 'Content-Type': 'application/x-www-form-urlencoded' },
    { 'Content-Type': 'application/json; charset=latin1' },
    { 'Content-Type': 'application/json', 'Content-Encoding': 'compress' },
  ]
  for (const headers of odd) {
    const reply = await world.v1('/jobs', { method: 'POST', raw, headers })
    refused(reply, 415, 'UNSUPPORTED_MEDIA_TYPE')
    const isOfAnotherType = !headers['Content-Type']?.startsWith('application/json')
    assert.equal(reply.headers.get('accept'), isOfAnotherType ? 'application/json' : null)
  }
})

test('unknown query parameters are refused where none are known', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote()
  refused(await world.v1(`/jobs/${job_id}?wait=true`), 422, 'VALIDATION_FAILED')
})

test('a valid request id is echoed, any other replaced', async (t) => {
  const world = await openWorld(t)
  const idFor = async (given: string) =>
    (await world.v1('/jobs', { headers: { 'X-Request-Id': given } })).headers.get('x-request-id')
  assert.equal(await idFor('erp-7.b_1'), 'erp-7.b_1')
  for (const odd of ['a b', 'x'.repeat(129), 'a,b']) {
    assert.match((await idFor(odd)) ?? '', /^[0-9a-f-]{36}$/)
  }
})

test('each key has its own minute, and the headers count it down', async (t) => {
  const world = await openWorld(t)
  await world.set('api.requests_per_minute', 2)
  const get = (key: string) => world.v1('/jobs', { key })
  const first = await get(world.keys.read)
  assert.equal(first.headers.get('ratelimit-policy'), '"minute";q=2;w=60')
  assert.equal(first.headers.get('ratelimit'), '"minute";r=1;t=60')
  world.pass(20_000)
  await get(world.keys.read)
  const third = await get(world.keys.read)
  refused(third, 429, 'RATE_LIMITED')
  assert.equal(third.headers.get('retry-after'), '40')
  assert.equal((await get(world.keys.write)).status, 200)
  world.pass(40_000)
  assert.equal((await get(world.keys.read)).status, 200)
})

test('every answer of the public API tells where the caller stands, errors and strangers included', async (t) => {
  const world = await openWorld(t, { allowedOrigins: () => [] })
  const answers = await Promise.all([
    world.v1('/openapi.json', { key: null }),
    world.ask('/api/docs', { key: null }),
    world.v1('/jobs', { key: null }),
    world.v1('/nothing', { key: null }),
    world.v1('/jobs', { method: 'PUT', key: null }),
    world.v1('/jobs', { method: 'OPTIONS', key: null }),
    world.v1('/jobs', { method: 'POST', raw: '{' }),
    world.v1('/jobs', { headers: { Origin: 'https://evil.example' } }),
    world.v1('/jobs', { headers: { Accept: 'image/png' } }),
  ])
  for (const { headers, status } of answers) {
    assert.match(headers.get('ratelimit') ?? '', /^"minute";r=\d+;t=\d+$/, String(status))
    assert.match(headers.get('ratelimit-policy') ?? '', /^"minute";q=\d+;w=60$/, String(status))
  }
})

test('a JSON answer has an ETag, and who has it is told 304', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote()
  for (const path of ['/jobs', `/jobs/${job_id}`, '/requests', '/openapi.json']) {
    const first = await world.v1(path)
    const tag = first.headers.get('etag')
    assert.ok(tag, path)
    const again = await world.v1(path, { headers: { 'If-None-Match': tag } })
    assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', tag], path)
    assert.equal((await world.v1(path, { headers: { 'If-None-Match': '"other"' } })).status, 200)
  }
})

test('an answer to a call whose header holds a key is kept by no cache', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote()
  for (const path of [
    '/api/v1/jobs',
    `/api/v1/jobs/${job_id}`,
    '/ogc',
    `/ogc/${job_id}/collections`,
    '/ogc/conformance',
  ]) {
    const { status, headers } = await world.ask(path)
    assert.deepEqual([status < 300 || status === 404, headers.get('cache-control')], [true, 'no-store'], path)
  }
  const password = { Authorization: `Basic ${btoa(`x:${world.keys.read}`)}` }
  const { headers } = await world.ask('/ogc', { key: null, headers: password })
  assert.equal(headers.get('cache-control'), 'no-store')
  const inAddress = await world.ask(`/k/${world.keys.read}/ogc`, { key: null })
  assert.equal(inAddress.headers.get('cache-control'), 'private, no-cache')
  await world.put(job_id, 'ready')
  await world.putFile(job_id, 'gpkg', Buffer.alloc(8))
  await world.store.db.updateTable('job').set({ summary: '{"extent":null}' }).where('id', '=', job_id).execute()
  // With these each of many layers of a job begins; its features are asked for each time.
  for (const [path, keeps] of [
    ['', 'private, max-age=60'],
    ['/api', 'private, max-age=60'],
    ['/conformance', 'private, max-age=60'],
    ['/collections', 'private, no-cache'],
    ['/collections/kabel_of_leiding', 'private, no-cache'],
  ]) {
    const { status, headers } = await world.ask(`/k/${world.keys.read}/ogc/${job_id}${path}`, { key: null })
    assert.deepEqual([status, headers.get('cache-control')], [200, keeps], path)
    const withKey = await world.ask(`/ogc/${job_id}${path}`)
    assert.equal(withKey.headers.get('cache-control'), 'no-store', path)
  }
})

test('the document and the page are what they are: another media type is 406', async (t) => {
  const world = await openWorld(t)
  const ask = (path: string, Accept: string) => world.ask(path, { key: null, headers: { Accept } })
  refused(await ask('/api/v1/openapi.json', 'text/html'), 406, 'NOT_ACCEPTABLE')
  refused(await ask('/api/docs', 'application/json'), 406, 'NOT_ACCEPTABLE')
  assert.equal((await ask('/api/docs', 'text/html,*/*;q=0.1')).status, 200)
})

test('guessing keys is slowed down, and does not lock out who has one', async (t) => {
  const world = await openWorld(t)
  const guesses = await Promise.all(Array.from({ length: 610 }, (_, i) => world.v1('/jobs', { key: `guess${i}` })))
  const codes = guesses.map((reply) => reply.status)
  assert.deepEqual(
    [codes.filter((code) => code === 401).length, codes.filter((code) => code === 429).length],
    [600, 10],
  )
  assert.equal((await world.v1('/jobs')).status, 200)
})

test('only the names of this computer are answered', async (t) => {
  const world = await openWorld(t)
  for (const host of ['127.0.0.1', 'localhost:4780', 'LOCALHOST', '[::1]:4780']) {
    assert.equal((await withHost(world, host)).status, 200, host)
  }
  for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.', 'localhost@evil.example', '']) {
    for (const path of ['/api/v1/jobs', '/health/live', '/dashboard/api/session']) {
      const { status, body } = await withHost(world, host, path)
      assert.deepEqual([status, JSON.parse(body).detail.error_code], [403, 'HOST_NOT_ALLOWED'], host)
    }
  }
})

test('pages of another origin are refused, also on this computer, and get no CORS header', async (t) => {
  const world = await openWorld(t)
  for (const Origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost']) {
    for (const method of ['GET', 'OPTIONS']) {
      const reply = await world.v1('/jobs', { method, headers: { Origin } })
      refused(reply, 403, 'ORIGIN_NOT_ALLOWED')
      assert.equal(reply.headers.get('access-control-allow-origin'), null)
    }
  }
  assert.equal((await world.v1('/jobs', { headers: { Origin: world.baseUrl } })).status, 200)
})

test('a configured origin may call v1, with a preflight, but never the dashboard', async (t) => {
  const origin = 'https://gis.example'
  const world = await openWorld(t, { allowedOrigins: () => [origin] })
  const preflight = await world.v1('/jobs', {
    method: 'OPTIONS',
    key: null,
    headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
  })
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers.get('access-control-allow-origin'), origin)
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /X-API-Key/)
  const reply = await world.v1('/jobs', { headers: { Origin: origin } })
  assert.deepEqual([reply.status, reply.headers.get('access-control-allow-origin')], [200, origin])
  for (const path of ['/dashboard/api/session', '/', '/ogc/job_1', '/tiles/job_1/tile.json', '/mcp', '/health/live'])
    refused(await world.ask(path, { headers: { Origin: origin } }), 403, 'ORIGIN_NOT_ALLOWED')
})

test('every answer carries the security headers and does not say what made it', async (t) => {
  const world = await openWorld(t)
  for (const path of ['/api/v1/jobs', '/health/live', '/nothing']) {
    const { headers } = await world.ask(path)
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'self';.*frame-ancestors 'none'/)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('x-powered-by'), null)
    assert.ok(headers.get('x-request-id'))
  }
})

test('health needs no key; not ready is 503 with a time to come back', async (t) => {
  const world = await openWorld(t)
  assert.equal((await world.ask('/health/live', { key: null })).status, 200)
  assert.equal((await world.ask('/health/ready', { key: null })).status, 200)
  await sql`alter table company rename to elsewhere`.execute(world.store.db)
  const reply = await world.ask('/health/ready', { key: null })
  // The next test may get this database.
  await sql`alter table elsewhere rename to company`.execute(world.store.db)
  refused(reply, 503, 'UNAVAILABLE')
  assert.equal(reply.headers.get('retry-after'), '5')
  assert.equal((await world.ask('/health/live', { key: null })).status, 200)
})

test('a page of another site or port gets nothing of the dashboard, a picture without an Origin neither', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  for (const site of ['same-site', 'cross-site', 'nonsense'])
    refused(await window('/jobs', { headers: { 'Sec-Fetch-Site': site } }), 403, 'ORIGIN_NOT_ALLOWED')
  for (const site of ['same-origin', 'none'])
    assert.equal((await window('/jobs', { headers: { 'Sec-Fetch-Site': site } })).status, 200)
  // What programs and other pages may call has its own rules.
  assert.equal((await world.v1('/jobs', { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status, 200)
})
