/** Every example of the document, made against the real server with its simulator: it answers what the document says. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { z } from 'zod'
import { DEMO, EXAMPLES, type Example } from '../../server/api/examples.ts'
import { ROUTES } from '../../server/api/routes.ts'
import { Problem } from '../../server/platform/http/errors.ts'
import type { Route } from '../../server/platform/http/route.ts'
import { addWorkingDays, dutchDate } from '../../server/registry/working-days.ts'
import { RealServer } from '../support/real-server.ts'
import { until } from '../support/until.ts'

const server = new RealServer()
const startDate = addWorkingDays(dutchDate(Date.now()), 10)
const [quoteExample] = EXAMPLES.createJob
const area = (quoteExample.body as { geometry: unknown }).geometry
const real: Record<string, string> = { [DEMO.startDate]: startDate }

before(async () => {
  await server.open()
  const asked = { geometry: area, klic_type: 'ORIENT', reference: 'Bermsloot Best', submit: true }
  const { json } = await server.post('/jobs', asked)
  await until(() => server.hasItsGround(json.job_id))
  real[DEMO.readyJob] = json.job_id
  real[DEMO.readyOrder] = json.order_ids[0]!
})
after(() => server.close())

/** The demo's ids and date become those of this server. */
const onThisServer = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (_, each) => (typeof each === 'string' ? (real[each] ?? each) : each)))

/** What differs from server to server and from day to day; of these only the type counts. */
const VARIES =
  /^(job_id|order_ids?|key_id|.*_at|links|poll_url|klic_number|registry|request_id|features|documents|operators|precautions|secret|prefix|created_by|start_date|end_date|earliest_start|data|pagination|next_cursor)$/

const comparable = (value: unknown, name = ''): unknown => {
  if (VARIES.test(name)) return value === null ? null : Array.isArray(value) ? 'list' : typeof value
  if (Array.isArray(value)) return value.map((each) => comparable(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, comparable(member, key)]),
  )
}

const call = (route: Route, { params = {}, query = {}, body }: Example): Promise<Response> => {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => real[params[name]!] ?? params[name]!)
  return server.call(`${path}?${new URLSearchParams(onThisServer(query) as Record<string, string>)}`, {
    method: route.method.toUpperCase(),
    ...(body !== undefined && { body: JSON.stringify(onThisServer(body)) }),
  })
}

interface Collection {
  features: readonly { properties: Readonly<Record<string, unknown>> }[]
}
/** The same members in the same order, and the same columns of the same layer. */
const sameForm = (real: Collection, example: Collection): void => {
  assert.deepEqual(
    Object.keys(real).filter((name) => name !== 'name'),
    Object.keys(example),
  )
  const [{ properties }] = example.features as [Collection['features'][number]]
  const alike = real.features.find((each) => each.properties.laag === properties.laag)!
  assert.deepEqual(Object.keys(alike), Object.keys(example.features[0]!))
  assert.deepEqual(Object.keys(alike.properties), Object.keys(properties))
}

const freshQuoteAndKey = async () => {
  const { json } = await server.post('/jobs', { geometry: area, klic_type: 'GRAAF', reference: 'Bermsloot Best' })
  real[DEMO.quotedJob] = json.job_id
  const key = await server.post('/keys', { name: 'to revoke' })
  real[DEMO.keyToRevoke] = (key.json as unknown as { key_id: string }).key_id
}

for (const [name, examples] of Object.entries(EXAMPLES)) {
  const route: Route = ROUTES[name as keyof typeof ROUTES]
  test(`the examples of ${name} run, and are answered as the document says`, async () => {
    await freshQuoteAndKey()
    for (const example of examples) {
      const answer = await call(route, example)
      const text = await answer.text()
      assert.equal(answer.status, example.status, `${example.name}: ${text}`)
      const shape = answer.status < 400 ? route.responses[answer.status] : Problem
      if (shape === 'empty') assert.equal(text, '')
      else if (shape === 'file') {
        assert.ok(answer.headers.get('x-service-sha256') ?? answer.headers.get('etag'))
        if (example.answer) sameForm(JSON.parse(text), example.answer as Collection)
      } else {
        const schema = shape as z.ZodType
        schema.parse(example.answer)
        schema.parse(JSON.parse(text))
        assert.deepEqual(comparable(JSON.parse(text)), comparable(example.answer), example.name)
      }
    }
  })
}
