/** The document, the page that shows it, and the window's files. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { READY_CALLS } from '../../server/api/calls.ts'
import { GUIDE } from '../../server/api/guide.ts'
import { openapiDocument } from '../../server/api/openapi.ts'
import { ROUTES } from '../../server/api/routes.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { RESULT_TABLES } from '../../server/imkl/model/result.ts'
import type { Route } from '../../server/platform/http/route.ts'
import { JOB_STATES, NEXT_ACTION_REASONS, NEXT_ACTIONS, PART_STATES } from '../../server/registry/klic.ts'
import { openWorld, refused } from '../support/api-world.ts'

test('the checked-in document is the one the routes give (npm run generate)', () => {
  const file = readFileSync(new URL('../../server/api/openapi.json', import.meta.url), 'utf8')
  assert.equal(file, `${JSON.stringify(openapiDocument(), null, 2)}\n`)
})

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(openapiDocument())))
  assert.ok(valid, JSON.stringify(errors))
  assert.equal(validator.version, '3.1')
})

test('the published linter finds nothing: its strict set, and that all is told in words', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'operation-description': 'error',
      'operation-tag-defined': 'error',
      'operation-singular-tag': 'error',
      'parameter-description': 'error',
    },
  })
  const lint = (document: unknown) => lintFromString({ source: JSON.stringify(document), config })
  const problems = await lint(openapiDocument())
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    [],
  )
  const { info: _, ...broken } = openapiDocument()
  assert.notEqual((await lint(broken)).length, 0, 'the linter does look')
})

test('every operation has a group, words and an example, and says what it may refuse', () => {
  interface DocumentedOperation {
    tags: string[]
    description: string
    responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, Media> }>
    requestBody?: { content: Record<string, Media> }
    parameters?: { name: string; description?: string; example?: unknown }[]
  }
  interface Media {
    schema?: unknown
    examples?: unknown
  }
  const paths = (openapiDocument().paths ?? {}) as unknown as Record<string, Record<string, DocumentedOperation>>
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { tags, description, responses, requestBody, parameters = [] } = operation
      const name = `${method} ${path}`
      assert.equal(tags.length, 1, name)
      assert.match(description, /Permission: (read|write|admin)( or write)?\.$/)
      for (const status of ['401', '403', '406', '422', '429', '500', '503']) assert.ok(responses[status], name)
      for (const each of parameters) assert.ok(each.description && each.example !== undefined, `${name} ${each.name}`)
      if (requestBody) assert.ok(requestBody.content['application/json']?.examples, name)
      const json = Object.entries(responses).filter(
        ([status, { content }]) => status < '300' && content?.['application/json']?.schema,
      )
      if (json.length > 0)
        assert.ok(
          json.some(([, { content }]) => content?.['application/json']?.examples),
          name,
        )
      for (const [status, { headers }] of Object.entries(responses)) {
        for (const header of ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']) {
          assert.ok(headers?.[header], `${name} ${status} ${header}`)
        }
      }
    }
  }
})

/** Every property of every schema, wherever it stands, with the path to it. */
function* propertiesIn(value: unknown, at = ''): Generator<{ at: string; schema: Record<string, unknown> }> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    if (name === 'example' || name === 'examples') continue
    if (name !== 'properties') {
      yield* propertiesIn(member, `${at}/${name}`)
      continue
    }
    for (const [property, schema] of Object.entries(member as object)) {
      yield { at: `${at}/${property}`, schema: schema as Record<string, unknown> }
      yield* propertiesIn(schema, `${at}/${property}`)
    }
  }
}

test('every property is described, and no whole number is bounded by what JavaScript can count', () => {
  const document = JSON.parse(JSON.stringify(openapiDocument())) as { components: { schemas: object } }
  const schemas = document.components.schemas as Record<string, { description?: string }>
  const isTold = ({ description, $ref }: Record<string, unknown>) =>
    description ?? ($ref === undefined ? undefined : schemas[String($ref).split('/').at(-1)!]?.description)
  const all = [...propertiesIn(document)]
  assert.ok(all.length > 300)
  assert.deepEqual(
    all.filter(({ schema }) => !isTold(schema)).map(({ at }) => at),
    [],
  )
  assert.doesNotMatch(JSON.stringify(document), /9007199254740991/)
  const counts = all.filter(({ schema }) => schema.type === 'integer')
  assert.deepEqual(
    counts.filter(({ schema }) => typeof schema.minimum !== 'number').map(({ at }) => at),
    [],
  )
})

test('every route and every answer of it is in the document', () => {
  const { paths = {} } = openapiDocument()
  for (const [name, route] of Object.entries<Route>(ROUTES)) {
    const operation = paths[route.path]?.[route.method]
    assert.equal(operation?.operationId, name)
    for (const status of Object.keys(route.responses)) assert.ok(operation?.responses?.[status], `${name} ${status}`)
  }
})

test('the document and its page need no key and nothing from outside', async (t) => {
  const world = await openWorld(t)
  const document = await world.v1('/openapi.json', { key: null })
  assert.equal(document.status, 200)
  assert.equal((document.json as { openapi: string }).openapi, '3.1.0')
  const page = await world.ask('/api/docs', { key: null })
  assert.match(page.headers.get('content-type') ?? '', /text\/html/)
  assert.match(page.text, /spec-url="\/api\/v1\/openapi.json"/)
  assert.doesNotMatch(page.text, /(src|href)="https?:/)
})

test('the document answers what a developer asks: calls, states, reasons, columns', () => {
  const described = openapiDocument().info.description ?? ''
  for (const { title, paragraphs, tables } of GUIDE) {
    assert.ok(
      [`## ${title}`, ...paragraphs].every((each) => described.includes(each)),
      title,
    )
    assert.ok(
      tables.every(({ rows }) => rows.flat().every((cell) => cell !== '')),
      title,
    )
  }
  for (const { text } of READY_CALLS) assert.ok(described.includes(text))
  for (const names of [JOB_STATES, PART_STATES, NEXT_ACTIONS, NEXT_ACTION_REASONS, columnNames()]) {
    for (const name of names) assert.ok(described.includes(`\`${name}\``), name)
  }
})

const columnNames = () =>
  [...LAYERS, ...RESULT_TABLES].flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)])

test('the window is served at the root, and any address of it gives the same page', async (t) => {
  const rendererDir = mkdtempSync(join(tmpdir(), 'klic window '))
  t.after(() => rmSync(rendererDir, { recursive: true }))
  mkdirSync(join(rendererDir, 'assets'))
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>KLIC</title>')
  writeFileSync(join(rendererDir, 'assets', 'main-1a2b.js'), 'start()')
  const world = await openWorld(t, { rendererDir })
  const html = { key: null, headers: { Accept: 'text/html,*/*' } }
  for (const path of ['/', '/jobs/job_1', '/settings?tab=keys']) {
    const reply = await world.ask(path, html)
    assert.deepEqual([reply.status, reply.headers.get('cache-control')], [200, 'no-cache'], path)
    assert.match(reply.text, /<title>KLIC/)
  }
  const asset = await world.ask('/assets/main-1a2b.js', { key: null })
  assert.match(asset.headers.get('cache-control') ?? '', /immutable/)
  for (const path of ['/assets/gone.js', '/api/v1/nothing', '/..%2fapp.db']) {
    refused(await world.ask(path, html), 404, 'NOT_FOUND')
  }
})
