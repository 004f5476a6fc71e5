/** What may be left out may be null: serialisers of C# and Java send it so. Found from the OpenAPI document, for every input. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openapiDocument } from '../../server/api/openapi.ts'
import { openWorld, START_DATE, TRENCH, type World } from '../support/api-world.ts'
import type { NamedSchemas, Schema } from '../support/from-schema.ts'

type Body = Record<string, unknown>

interface Operation {
  operationId: string
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}
const document = JSON.parse(JSON.stringify(openapiDocument())) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: NamedSchemas }
}
const { schemas } = document.components
const BODIES = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId, requestBody }) =>
    requestBody ? [[operationId, requestBody.content['application/json'].schema] as const] : [],
  )

const ADDRESS = {
  bag_id: null,
  street: 'Dorpsstraat',
  house_number: 12,
  house_letter: 'A',
  house_number_addition: '3',
  postcode: '1234 AB',
  city: 'Utrecht',
}
/** A body of each route in which everything stands that may be left out. */
const WHOLE: Record<string, () => Body> = {
  createJob: () => ({
    geometry: TRENCH,
    klic_type: 'GRAAF',
    crs: 'EPSG:28992',
    reference: 'Trench',
    client_ref: 'ref',
    submit: false,
    webhook_url: 'https://erp.example/hook',
    start_date: START_DATE,
    end_date: '2026-06-30',
    works: ['wegenbouw'],
    works_description: 'Kabel naar de pomp',
    location_description: 'Berm aan de noordkant',
    // Of an ORIENT without works only: here nothing else is taken.
    preparation: null,
    // Of a filed job only.
    follows: null,
    address: { ...ADDRESS },
    principal: {
      organisation: 'Gemeente',
      kvk_number: '12345678',
      contact: { name: 'A. Bee', phone: '0301234567', email: 'a@gemeente.example' },
      address: { ...ADDRESS },
    },
    has_addresses: [{ ...ADDRESS }],
    cut_rules: { max_extra_m: 100, info_buffer_m: 2, keep_out: [TRENCH] },
  }),
  submitJob: () => ({ start_date: '2026-03-17', confirm_euros: '119.85' }),
  createKey: () => ({
    name: 'ERP',
    permissions: ['read'],
    expires_in_days: 10,
    expires_at: null,
    daily_limit: '100.00',
  }),
}

/** Where an object of the body has a member that may be left out: the path to each. */
function optional(schema: Schema, value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (schema.$ref) return optional(schemas[schema.$ref.split('/').at(-1)!]!, value, path)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) {
    const fitting = alternatives.filter((each) => each.type !== 'null' && each.type !== 'string')
    return fitting.flatMap((each) => optional(each, value, path))
  }
  if (Array.isArray(value)) return value.flatMap((each, at) => optional(schema.items as Schema, each, [...path, at]))
  if (schema.type !== 'object' || typeof value !== 'object' || value === null) return []
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const here = [...path, name]
    const inside = optional(member, (value as Body)[name], here)
    if (schema.required?.includes(name)) return inside
    assert.ok(name in value, `nothing stands for /${here.join('/')}: give it a value in WHOLE`)
    return [here, ...inside]
  })
}

const holderOf = (body: Body, path: readonly (string | number)[]): Body =>
  path.slice(0, -1).reduce<Body>((holder, step) => holder[step] as Body, body)

/** Of a job, its requests and what it is called without a reference; of a key, with its secret. */
const OWN = /\b(job|ord|key)_[0-9A-Za-z]{20}\b|KLIC [0-9A-Za-z]{8}\b|"(secret|prefix)":"[^"]*"|\bref-\d+/g
let count = 0

async function answer(world: World, operation: string, body: Body): Promise<string> {
  // The same one would be the same job.
  if (typeof body.client_ref === 'string') body.client_ref = `ref-${++count}`
  let path = operation === 'createKey' ? '/keys' : '/jobs'
  if (operation === 'submitJob') {
    const { job_id } = await world.quote({ geometry: TRENCH, klic_type: 'GRAAF', start_date: START_DATE })
    path = `/jobs/${job_id}/submit`
  }
  const { status, json } = await world.v1(path, { method: 'POST', body })
  const said = json as { detail?: { request_id: unknown } }
  if (said.detail) said.detail.request_id = 'some'
  return `${status} ${JSON.stringify(said).replaceAll(OWN, 'its own')}`
}

for (const [operation, schema] of BODIES) {
  test(`${operation}: null is what was left out`, async (t) => {
    const whole = WHOLE[operation]
    assert.ok(whole, `there is no body of ${operation} here`)
    const paths = optional(schema, whole())
    assert.ok(paths.length > 0)
    const world = await openWorld(t)
    const taken: string[] = []
    for (const path of paths) {
      const empty = whole()
      const without = whole()
      const name = path.at(-1)!
      holderOf(empty, path)[name] = null
      delete holderOf(without, path)[name]
      const withNull = await answer(world, operation, empty)
      const leftOut = await answer(world, operation, without)
      assert.equal(withNull, leftOut, `/${path.join('/')}`)
      if (/^2/.test(withNull)) taken.push(path.join('/'))
    }
    assert.ok(taken.length > paths.length / 2, `most are refused for something else: only ${taken} were taken`)
  })
}
