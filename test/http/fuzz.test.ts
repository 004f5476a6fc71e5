/**
 * Random requests against the whole of v1: no answer is a 500, and every answer is one that the contract documents for its
 * operation and status, in its shape. KLIC_FUZZ_RUNS makes as many of each kind; a failure names the seed to repeat it.
 */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import fc from 'fast-check'
import type { z } from 'zod'
import { openapiDocument } from '../../server/api/openapi.ts'
import { ROUTES, type RouteName } from '../../server/api/routes.ts'
import { HTTP_STATUS, Problem } from '../../server/platform/http/errors.ts'
import { codesOf } from '../../server/platform/http/refusals.ts'
import type { Route } from '../../server/platform/http/route.ts'
import { sendDrawn, TARGETS } from '../fuzz/requests.ts'
import { GARDEN, openWorld, type World } from '../support/api-world.ts'
import { bent, geometry, headers } from '../support/arbitrary-bodies.ts'
import { anything, following, type Schema } from '../support/from-schema.ts'
import { openWithSimulator } from '../support/simulated-world.ts'

const RUNS = Number(process.env.KLIC_FUZZ_RUNS ?? 120)

const document = JSON.parse(JSON.stringify(openapiDocument())) as {
  paths: Record<
    string,
    Record<string, { responses: object; requestBody?: { content: Record<string, { schema: Schema }> } }>
  >
  components: { schemas: Record<string, Schema> }
}
const named = document.components.schemas
const STATUS: Record<string, number> = { ...HTTP_STATUS, UNAVAILABLE: 503 }

const documentedCodes = (route: Route): readonly string[] => codesOf(route)
const codeIn = (text: string): string => Problem.parse(JSON.parse(text)).detail.error_code

interface FuzzRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}
interface Answer {
  status: number
  type: string
  text: string
}

/** By Node's plain client: fetch would forbid half of what is to be tried. */
const send = (world: World, { method, path, headers: more = {}, body }: FuzzRequest): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(world.baseUrl)
    const own = { 'X-API-Key': world.keys.admin, ...(body !== undefined && { 'Content-Type': 'application/json' }) }
    const sent = request({ host: '127.0.0.1', port, method, path, headers: { ...own, ...more } }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: reply.statusCode ?? 0, type: reply.headers['content-type'] ?? '', text })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })

/** The answer is one that the contract knows. */
function isDocumented(answer: Answer, operation?: RouteName): void {
  const { status, text } = answer
  assert.notEqual(status, 500, text)
  if (status >= 400) {
    if (text === '') return
    const { detail } = Problem.parse(JSON.parse(text))
    assert.equal(STATUS[detail.error_code], status, text)
  }
  if (!operation) return
  const route: Route = ROUTES[operation]
  if (status >= 400 && status !== 405) assert.ok(documentedCodes(route).includes(codeIn(text)), `${operation} ${text}`)
  if (status === 405 || status === 204) return
  assert.ok(String(status) in document.paths[route.path]![route.method]!.responses, `${operation} ${status} ${text}`)
  const shape = route.responses[status]
  if (status < 300 && shape && typeof shape === 'object' && text !== '') (shape as z.ZodType).parse(JSON.parse(text))
}

const fuzzed = async <T>(arbitrary: fc.Arbitrary<T>, act: (value: T) => Promise<void>, runs = RUNS): Promise<void> =>
  fc.assert(fc.asyncProperty(arbitrary, act), { numRuns: runs, endOnFailure: true })

const open = async (t: Parameters<typeof openWorld>[0]) => {
  const world = await openWorld(t)
  await world.set('api.requests_per_minute', 1_000_000)
  return world
}

/** Paths of something that is there, and of nothing. */
const seeded = async (world: World) => {
  const job = await world.quote()
  const submitted = await world.quote({ submit: true })
  await world.put(submitted.job_id, 'ready')
  await world.putFile(submitted.job_id, 'geojson', '{"type":"FeatureCollection","features":[]}')
  await world.putFile(submitted.job_id, 'gpkg', 'bytes')
  return {
    job_id: [job.job_id, submitted.job_id, 'none'],
    order_id: [submitted.order_ids[0]!, 'none'],
    key_id: ['none'],
  } as Record<string, string[]>
}
const pathFor = (route: Route, ids: Record<string, string[]>): fc.Arbitrary<string> => {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  return fc
    .tuple(...names.map((name) => fc.constantFrom(...ids[name]!)))
    .map((values) => values.reduce((path, value, i) => path.replace(`{${names[i]}}`, value), `/api/v1${route.path}`))
}

const withBody = Object.entries<Route>(ROUTES).filter(([, route]) => route.body) as [RouteName, Route][]
for (const [name, route] of withBody) {
  const schema = document.paths[route.path]![route.method]!.requestBody!.content['application/json']!.schema
  test(`${name}: bodies that follow the schema, and bodies bent from such, are answered as documented`, async (t) => {
    const world = await open(t)
    const ids = await seeded(world)
    const valid = following(schema, named)
    const body = fc.oneof(valid, bent(valid), { weight: 1, arbitrary: anything })
    await fuzzed(fc.tuple(pathFor(route, ids), body), async ([path, value]) => {
      isDocumented(await send(world, { method: route.method.toUpperCase(), path, body: JSON.stringify(value) }), name)
    })
  })
}

test('createJob: any geometry is quoted or refused with a pointer', async (t) => {
  const world = await open(t)
  const asked = fc.record({
    geometry,
    klic_type: fc.constantFrom('ORIENT', 'GRAAF'),
    crs: fc.constantFrom(undefined, 'EPSG:28992', 'EPSG:4326'),
  })
  await fuzzed(fc.oneof(asked, bent(asked)), async (body) => {
    const answer = await send(world, { method: 'POST', path: '/api/v1/jobs', body: JSON.stringify(body) })
    isDocumented(answer, 'createJob')
    if (answer.status === 422) {
      const { errors = [] } = Problem.parse(JSON.parse(answer.text)).detail
      assert.ok(errors.length > 0, answer.text)
    }
  })
})

test('bodies that are no JSON, in any encoding, are answered as documented', async (t) => {
  const world = await open(t)
  const raw = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
    fc
      .tuple(fc.nat(200), fc.constant(JSON.stringify({ geometry: GARDEN })))
      .map(([at, text]) => Buffer.from(text.slice(0, at))),
  )
  await fuzzed(fc.tuple(raw, headers), async ([body, more]) => {
    isDocumented(await send(world, { method: 'POST', path: '/api/v1/jobs', body, headers: more }))
  })
})

test('any query, with any headers and method, on every operation', async (t) => {
  const world = await open(t)
  const ids = await seeded(world)
  const queryName = fc.oneof(fc.constantFrom('page', 'page_size', 'format', 'limit', '__proto__', ''), fc.string())
  const queryValue = fc.oneof(
    fc.constantFrom('1', '0', '200', '201', '-1', '1e3', '999999999', '9999999999', 'gpkg', 'shp', 'geojson', ''),
    fc.string(),
  )
  const query = fc.array(fc.tuple(queryName, queryValue), { maxLength: 3 })
  const operation = fc
    .constantFrom(...(Object.keys(ROUTES) as RouteName[]))
    .chain((name) => fc.tuple(fc.constant(name), pathFor(ROUTES[name], ids)))
  const method = fc.option(fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'TRACE', 'PROPFIND'), { freq: 3 })
  const asked = fc.tuple(operation, query, headers, method)
  await fuzzed(
    asked,
    async ([[name, path], pairs, more, other]) => {
      const route: Route = ROUTES[name]
      const asText = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
      const sent = { method: other ?? route.method.toUpperCase(), path: `${path}?${asText}`, headers: more }
      isDocumented(await send(world, sent), other === null ? name : undefined)
    },
    RUNS * 3,
  )
})

test('any path, and any key', async (t) => {
  const world = await open(t)
  const signs = fc.constantFrom(
    ...'abz019/%.._-~:@!$&\'()*+,;=?#[]{}|\\^`"<>'.split(''),
    '%00',
    '%2f',
    '%E0%A4',
    '..',
    '//',
  )
  const path = fc.array(signs, { maxLength: 12 }).map((parts) => parts.join('').replaceAll(/[\s"<>\\^`{|}]/g, '-'))
  const key = fc.oneof(fc.constantFrom('', 'klic_sim_x', world.keys.read), fc.stringMatching(/^[ -~]{0,80}$/))
  const prefix = fc.constantFrom(
    '/api/v1/',
    '/api/v1/jobs/',
    '/api/v1/request/',
    '/api/',
    '/dashboard/api/',
    '/',
    '/health/',
  )
  await fuzzed(fc.tuple(prefix, path, key), async ([start, rest, secret]) => {
    isDocumented(await send(world, { method: 'GET', path: start + rest, headers: { 'X-API-Key': secret } }))
  })
})

/** Of each route */
const EACH = 6
/** What needs a token, a simulator or something to be read is seeded. */
const SEEDED = ['openSession', 'getSimulator', 'putSimulator', 'getSimulatorLedger']

test('requests to every route, valid and bent, are answered as the route and the document say', async (t) => {
  const { world } = await openWithSimulator(t)
  const { sent, byStatus, faults, reached } = await sendDrawn(world, 20261126, 0, TARGETS.length * EACH, {
    toReach: SEEDED,
  })
  t.diagnostic([...byStatus].map(([status, count]) => `${count} x ${status}`).join(', '))
  assert.deepEqual(faults, [])
  assert.ok(sent >= TARGETS.length * EACH)
  for (const name of SEEDED) {
    assert.ok(reached.has(name), `${name} never did what it is for`)
  }
  assert.ok((byStatus.get(200) ?? 0) > TARGETS.length, 'some of them do something')
})

test('an answer that breaks its schema, or a code that is not documented, is a fault', async (t) => {
  const world = await openWorld(t)
  const broken = { ...world, v1: async () => ({ status: 200, headers: new Headers(), text: '{}', json: {} }) }
  const { faults } = await sendDrawn({ ...broken, quote: world.quote }, 1, 0, TARGETS.length)
  assert.ok(faults.some(({ fault }) => fault.startsWith('not as its schema')))
  const undocumented = { detail: { error_code: 'SESSION_REQUIRED', message: 'x', request_id: 'y' } }
  const other = { ...world, v1: async () => ({ status: 401, headers: new Headers(), text: '', json: undocumented }) }
  assert.ok((await sendDrawn(other, 1, 0, 5)).faults.some(({ fault }) => fault.includes('not in the document')))
})
