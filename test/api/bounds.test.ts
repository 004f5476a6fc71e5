/** Every input of a caller has a bound: each text, list and number of names in the schema of a request has a maximum. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { DASHBOARD_ROUTES } from '../../server/api/dashboard-routes.ts'
import { TOOLS } from '../../server/api/mcp-tools.ts'
import { ROUTES } from '../../server/api/routes.ts'
import { GIS_ROUTES, LOCAL_ROUTES, PAIR_ROUTES } from '../../server/features/results/local-schema.ts'
import { REGISTRY_ROUTES } from '../../server/features/settings/registry-schema.ts'
import { USER_ROUTES } from '../../server/features/users/schema.ts'
import type { Route } from '../../server/platform/http/route.ts'

const ALL: Record<string, Route> = {
  ...ROUTES,
  ...DASHBOARD_ROUTES,
  ...GIS_ROUTES,
  ...LOCAL_ROUTES,
  ...PAIR_ROUTES,
  ...REGISTRY_ROUTES,
  ...USER_ROUTES,
}

interface Shape {
  type?: string
  enum?: unknown[]
  const?: unknown
  maxLength?: number
  maxItems?: number
  pattern?: string
  format?: string
  items?: Shape | boolean
  prefixItems?: Shape[]
  properties?: Record<string, Shape>
  additionalProperties?: Shape | boolean
  propertyNames?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
}

/** A pattern from end to end that repeats nothing without an end. */
const isBounded = (pattern: string): boolean =>
  /^\^.*\$$/s.test(pattern) && !/[*+]|\{\d+,\}/.test(pattern.replaceAll(/\\.|\[[^\]]*\]/g, '.'))

/** Of a fixed form. */
const SHORT_FORMATS = ['date', 'date-time', 'uuid']

function unbounded(shape: Shape | boolean | undefined, path: string): string[] {
  if (typeof shape !== 'object') return []
  const members = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])]
  const found = members.flatMap((member, i) => unbounded(member, `${path}|${i}`))
  if (shape.enum || 'const' in shape) return found
  if (shape.type === 'string') {
    const isShort =
      shape.maxLength !== undefined ||
      SHORT_FORMATS.includes(shape.format ?? '') ||
      (shape.pattern !== undefined && isBounded(shape.pattern))
    if (!isShort) found.push(path)
  }
  if (shape.type === 'array' && shape.maxItems === undefined && !shape.prefixItems) found.push(`${path}[]`)
  found.push(...unbounded(shape.items, `${path}[]`))
  for (const [i, each] of (shape.prefixItems ?? []).entries()) found.push(...unbounded(each, `${path}[${i}]`))
  for (const [name, member] of Object.entries(shape.properties ?? {}))
    found.push(...unbounded(member, `${path}.${name}`))
  if (typeof shape.additionalProperties === 'object') found.push(...unbounded(shape.additionalProperties, `${path}.*`))
  return found
}

/** What zod itself says, without what the document says of it in other words; a transform takes what its input does. */
const shapeOf = (schema: z.ZodType): Shape =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Shape

describe('every text and list of a request has a maximum', () => {
  for (const [name, { params, query, body }] of Object.entries(ALL)) {
    test(name, () => {
      for (const [part, schema] of Object.entries({ params, query, body })) {
        if (schema) assert.deepEqual(unbounded(shapeOf(schema), part), [])
      }
    })
  }
  for (const [name, { input }] of Object.entries(TOOLS)) {
    test(`tool ${name}`, () => assert.deepEqual(unbounded(shapeOf(input), 'input'), []))
  }
})

test('the walk itself finds what has none', () => {
  const schema = z.object({
    a: z.string(),
    b: z.array(z.string().max(2)),
    c: z.string().regex(/^x+$/),
    d: z.string().max(1),
  })
  assert.deepEqual(unbounded(shapeOf(schema), ''), ['.a', '.b[]', '.c'])
})
