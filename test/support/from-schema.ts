/**
 * Values that a JSON Schema takes, as far as a schema tells: for the bodies and queries of the OpenAPI document, and for the
 * zod schemas of routes that stand in no document.
 */
import fc from 'fast-check'
import type { z } from 'zod'
import { createSchema } from 'zod-openapi'

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema | false
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  multipleOf?: number
}

/** The schemas that others refer to, by the last part of `$ref`. */
export type NamedSchemas = Readonly<Record<string, Schema>>
/** What to take for members of these names instead, where a schema can't tell what is likely to be accepted. */
export type Likely = Readonly<Record<string, fc.Arbitrary<unknown>>>

/** Longer texts and lists than these say nothing new. */
const MAX_SIGNS = 60
const MAX_MEMBERS = 6

export const anything = fc.jsonValue({ maxDepth: 4 })

/** @returns values that follow the schema; conditions that it does not state, such as a relation between two members, they may break */
export function following(schema: Schema, named: NamedSchemas = {}, likely: Likely = {}): fc.Arbitrary<unknown> {
  const inner = (each: Schema) => following(each, named, likely)
  if (schema.$ref) return inner(named[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)]!)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const oneOf = schema.anyOf ?? schema.oneOf
  if (oneOf) return fc.oneof(...oneOf.map(inner))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => inner({ ...schema, type })))
  switch (schema.type) {
    case 'object': {
      const members = Object.entries(schema.properties ?? {})
      return fc.record(Object.fromEntries(members.map(([name, each]) => [name, likely[name] ?? inner(each)])), {
        requiredKeys: schema.required ?? [],
      })
    }
    case 'array':
      return listOf(schema, inner)
    case 'string':
      return textFor(schema)
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? -100, -2e9), max: Math.min(schema.maximum ?? 1e6, 2e9) })
    case 'number':
      return numberFor(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return anything
  }
}

function listOf(
  { items, prefixItems, minItems = 0, maxItems = Infinity }: Schema,
  inner: (schema: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  if (prefixItems) return fc.tuple(...prefixItems.map(inner))
  const bounds = { minLength: minItems, maxLength: Math.min(maxItems, minItems + MAX_MEMBERS) }
  return fc.array(items ? inner(items) : anything, bounds)
}

function numberFor({ minimum, maximum, multipleOf }: Schema): fc.Arbitrary<number> {
  const [min, max] = [minimum ?? -1e9, maximum ?? 1e9]
  if (multipleOf === undefined) return fc.double({ min, max, noNaN: true })
  const step = Math.round(1 / multipleOf)
  return fc.integer({ min: Math.ceil(min * step), max: Math.floor(max * step) }).map((steps) => steps / step)
}

function textFor({ format, pattern, minLength = 0, maxLength = Infinity }: Schema): fc.Arbitrary<string> {
  if (format === 'date') return fc.date(YEARS).map((date) => date.toISOString().slice(0, 10))
  if (format === 'date-time') return fc.date(YEARS).map((date) => date.toISOString())
  if (format === 'uri') return fc.webUrl()
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength
  // Patterns are written for whole code points.
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u')).filter(fits)
  return fc.string({ unit: 'binary', minLength, maxLength: Math.max(minLength, Math.min(maxLength, MAX_SIGNS)) })
}
const YEARS = { min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }

/** What a caller may send for a zod schema of the contract. */
export function sentFor(schema: z.ZodType, likely: Likely = {}): fc.Arbitrary<unknown> {
  const { schema: whole, components } = createSchema(schema, { io: 'input' })
  return following(whole as Schema, components as NamedSchemas, likely)
}
