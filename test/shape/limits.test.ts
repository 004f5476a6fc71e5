/**
 * What others decide has a number in the code: each list of an answer says how long it can be or comes in pages,
 * and each thread and process that companies share has a deadline and a place that one company can't take.
 */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'vite'
import { z } from 'zod'
import { routeTables } from '../support/route-tables.ts'
import { type Node, walk } from './sources.ts'

const root = path.resolve(import.meta.dirname, '..', '..')

type Json = { [key: string]: unknown }
const objects = (value: unknown): Json[] =>
  Array.isArray(value) ? (value as Json[]) : value !== null && typeof value === 'object' ? [value as Json] : []

/** Where in an answer a list may be of any length: from the route, or from the schema with an id that holds it. */
function endlessLists(schema: z.ZodType, route: string): string[] {
  const whole = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Json
  const named = (whole.$defs ?? {}) as Record<string, Json>
  const found = new Set<string>()
  const seen = new Set<string>()
  const visit = (node: Json, at: string, isPage: boolean): void => {
    const name = typeof node.$ref === 'string' ? node.$ref.replace('#/$defs/', '') : undefined
    if (name !== undefined) {
      const isNew = !seen.has(name)
      seen.add(name)
      if (isNew) visit(named[name]!, name, false)
      return
    }
    if (node.type === 'array' && node.maxItems === undefined && !isPage && !(node.prefixItems && !node.items))
      found.add(at)
    const fields = (node.properties ?? {}) as Record<string, Json>
    const isPaged = 'pagination' in fields || 'next_cursor' in fields
    for (const [field, inner] of Object.entries(fields)) visit(inner, `${at}.${field}`, isPaged && field === 'data')
    for (const inner of objects(node.items)) visit(inner, `${at}[]`, false)
    for (const inner of objects(node.additionalProperties)) visit(inner, `${at}{}`, false)
    for (const inner of [node.prefixItems, node.anyOf, node.oneOf, node.allOf].flatMap(objects)) visit(inner, at, false)
  }
  visit(whole, String(whole.id ?? route), false)
  return [...found]
}

/** By the first route that gives it. */
async function answers(): Promise<Map<z.ZodType, string>> {
  const routes = (await routeTables()).flatMap(([, table]) => Object.entries(table))
  const found = new Map<z.ZodType, string>()
  for (const [name, { responses }] of routes.toSorted(([a], [b]) => a.localeCompare(b)))
    for (const schema of Object.values(responses))
      if (typeof schema !== 'string' && !found.has(schema)) found.set(schema, name)
  return found
}

test('each list of an answer says how long it can be, or comes in pages', async () => {
  const found = new Set([...(await answers())].flatMap(([schema, route]) => endlessLists(schema, route)))
  assert.deepEqual([...found].toSorted(), [])
})

test('finds a list without a bound within others, and no page', () => {
  const Row = z.object({ tags: z.array(z.string()) }).meta({ id: 'RowOfTest' })
  const bounded = z.array(z.string()).max(3)
  assert.deepEqual(endlessLists(z.object({ rows: z.array(Row).max(5), at: z.tuple([z.number()]), bounded }), 'a'), [
    'RowOfTest.tags',
  ])
  assert.deepEqual(endlessLists(z.object({ data: z.array(z.string()), pagination: z.object({}) }), 'a'), [])
  assert.deepEqual(endlessLists(z.union([z.null(), z.array(bounded)]), 'a'), ['a'])
})

/** Threads and processes that work for companies, with the files whose fairLimit or fairTurns keeps a place for other companies. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  'server/platform/processes/question-thread.ts': [
    'server/features/areas/survey-pool.ts',
    'server/exports/tiles/tile-pool.ts',
    'server/simulator/remote.ts',
  ],
  'server/features/run-caged.ts': [
    'server/features/areas/run-area-reading.ts',
    'server/features/digging/start-photos.ts',
    'server/features/results/tasks/result-tasks.ts',
    'server/features/trenches/findings-reader.ts',
  ],
  'server/features/results/tasks/conversion-pool.ts': ['server/work.ts'],
}
/** Those that work for no company: they live as long as the server. */
const OWN = ['server/cli/demo.ts', 'server/cli/serve.ts', 'server/platform/processes/own-children.ts']

const textOf = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8')

const calls = (file: string, names: readonly string[]): boolean => {
  let isFound = false
  walk(parseSync(file, textOf(file)).program as unknown as Node, ({ type, callee }) => {
    const { name = '' } = (callee ?? {}) as { name?: string }
    if ((type === 'CallExpression' || type === 'NewExpression') && names.includes(name)) isFound = true
  })
  return isFound
}

const nodeImports = (text: string): boolean => /from 'node:(worker_threads|child_process)'/.test(text)

test('each thread and process that works for companies has a deadline, and a place that one company can not take', () => {
  const files = (fs.readdirSync(path.join(root, 'server'), { recursive: true }) as string[])
    .map((name) => `server/${name.split(path.sep).join('/')}`)
    .filter((name) => name.endsWith('.ts'))
  const starting = files.filter(
    (file) =>
      calls(file, ['startChild', 'startProcess']) ||
      (nodeImports(textOf(file)) && calls(file, ['Worker', 'spawn', 'fork', 'exec', 'execFile'])),
  )
  // child.ts is what the others start processes with.
  const known = [...Object.keys(SHARED), ...OWN, 'server/platform/processes/child.ts']
  assert.deepEqual(starting.toSorted(), known.toSorted())
  for (const [file, places] of Object.entries(SHARED)) {
    assert.ok(
      calls(file, ['setTimeout']) && /\b(LONGEST_\w+|longest\w*)\b/.test(textOf(file)),
      `${file} has no deadline`,
    )
    for (const place of places)
      assert.ok(calls(place, ['fairLimit', 'fairTurns']), `${place} keeps no place for others`)
  }
})
