/**
 * What generators of clients need of the OpenAPI document, beyond that it is valid: a name for all that becomes a type or a
 * method, and no shape that the languages of our callers have no word for. Tried with openapi-typescript and openapi-fetch.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openapiDocument } from '../../server/api/openapi.ts'

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const document = JSON.parse(JSON.stringify(openapiDocument())) as {
  paths: Record<string, Record<string, Node>>
  components: { schemas: Record<string, Node> }
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

/** Every schema, with the path to it; examples are none. */
function* schemasIn(value: unknown, at: string): Generator<{ at: string; schema: Node }> {
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) yield* schemasIn(each, `${at}/${index}`)
    return
  }
  if (!isNode(value)) return
  yield { at, schema: value }
  for (const [name, member] of Object.entries(value)) {
    if (['example', 'examples', 'enum', 'const', 'required'].includes(name)) continue
    yield* schemasIn(member, `${at}/${name}`)
  }
}
const all = [...schemasIn(document.components.schemas, ''), ...schemasIn(document.paths, '')]
const inDocument = (found: (schema: Node) => boolean): string[] =>
  all.filter(({ schema }) => found(schema)).map(({ at }) => at)

test('every operation has a name of its own, as methods are called', () => {
  const names = operations.map(({ operationId }) => String(operationId))
  assert.ok(names.length > 10)
  for (const name of names) assert.match(name, /^[a-z][A-Za-z0-9]*$/)
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length)
})

test('every schema has a name of its own, as types are called, also where letters’ case does not count', () => {
  const names = Object.keys(document.components.schemas)
  for (const name of names) assert.match(name, /^[A-Z][A-Za-z0-9]*$/)
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length)
})

/** The one schema of errors, and which codes of it: what does not know such narrowing has the schema itself. */
const isProblem = ({ allOf }: Node): boolean =>
  Array.isArray(allOf) && allOf.length === 2 && allOf[0].$ref === '#/components/schemas/Problem'

test('every body, and every answer in JSON, is a schema with a name', () => {
  const unnamed = operations.flatMap(({ operationId, requestBody, responses }) => {
    const contents: [string, unknown][] = [['body', (requestBody as Node | undefined)?.content]]
    for (const [status, answer] of Object.entries(responses as Node)) contents.push([status, (answer as Node).content])
    return contents.flatMap(([what, content]) => {
      const json = (content as Node | undefined)?.['application/json'] as Node | undefined
      return json && !(json.schema as Node).$ref && !isProblem(json.schema as Node) ? [`${operationId} ${what}`] : []
    })
  })
  assert.deepEqual(unnamed, [])
})

test('every reference leads to a schema, and every schema is referred to', () => {
  const wanted = new Set(all.flatMap(({ schema }) => (typeof schema.$ref === 'string' ? [schema.$ref] : [])))
  const there = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
  assert.deepEqual(
    [...wanted].filter((each) => each.startsWith('#/components/schemas/') && !there.includes(each)),
    [],
  )
  const hooks = JSON.stringify((document as unknown as Node).webhooks)
  assert.deepEqual(
    there.filter((each) => !wanted.has(each) && !hooks.includes(`"${each}"`)),
    [],
  )
})

/** A plain value in two spellings: no class has to be made of it. */
const SPELLINGS = [['integer', 'string']]

test('a choice is between a shape and null, between spellings of a plain value, or has a name', () => {
  const choices = all.filter(({ schema }) => schema.anyOf ?? schema.oneOf ?? schema.allOf)
  assert.ok(choices.length > 10)
  const bad = choices.filter(({ at, schema }) => {
    if (schema.allOf) return !isProblem(schema)
    const shapes = ((schema.anyOf ?? schema.oneOf) as Node[]).filter(({ type }) => type !== 'null')
    if (shapes.length === 1) return false
    const kinds = shapes.map(({ type }) => type)
    if (SPELLINGS.some((each) => each.join() === kinds.join())) return false
    // A component of its own: /AddressInput
    return !(/^\/[A-Z]\w*$/.test(at) && at.slice(1) in document.components.schemas)
  })
  assert.deepEqual(
    bad.map(({ at }) => at),
    [],
  )
})

test('no tuples, no conditions, no names by pattern: what most languages have no type for', () => {
  const words = [
    'prefixItems',
    'if',
    'then',
    'else',
    'not',
    'patternProperties',
    'unevaluatedProperties',
    'dependentSchemas',
  ]
  assert.deepEqual(
    inDocument((schema) => words.some((word) => isNode(schema[word]) || Array.isArray(schema[word]))),
    [],
  )
  assert.deepEqual(
    inDocument((schema) => Array.isArray(schema.type) && schema.type.filter((each) => each !== 'null').length > 1),
    [],
  )
})

test('the values of an enumeration are texts, each once, also where letters’ case does not count', () => {
  const lists = all.filter(({ schema }) => Array.isArray(schema.enum))
  assert.ok(lists.length > 5)
  for (const { at, schema } of lists) {
    const values = (schema.enum as unknown[]).map(String)
    assert.ok(
      (schema.enum as unknown[]).every((value) => typeof value === 'string'),
      at,
    )
    assert.equal(new Set(values.map((value) => value.toLowerCase())).size, values.length, at)
  }
})

test('what may be left out of a body has no default, which generators take for what must be sent', () => {
  const inputs = Object.entries(document.components.schemas).filter(([name]) => name.endsWith('Input'))
  assert.ok(inputs.length > 5)
  for (const [name, schema] of inputs) {
    for (const { at, schema: each } of schemasIn(schema, name)) assert.ok(!('default' in each), at)
  }
})

test('every property is called as it can be in any language', () => {
  for (const { at, schema } of all) {
    if (!isNode(schema.properties) || at.endsWith('/properties')) continue
    for (const name of Object.keys(schema.properties)) assert.match(name, /^[a-z][A-Za-z0-9_]*$/, `${at}/${name}`)
  }
})
