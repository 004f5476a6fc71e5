/** No route is forgotten by npm run bench -- hostile, which measures how long others wait beside each. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import type { Route } from '../../server/contract/routes.ts'
import { hostileRows, TABLES, WITHOUT_ROW } from '../support/hostile-rows.ts'

const contract = path.resolve(import.meta.dirname, '..', '..', 'server', 'contract')

test('every table of routes is in the bench', async () => {
  const asked = new Set<unknown>(TABLES.flatMap(({ routes }) => Object.values(routes)))
  const forgotten: string[] = []
  for (const file of fs.readdirSync(contract).filter((name) => name.endsWith('.ts'))) {
    const exported = (await import(path.join(contract, file))) as Record<string, unknown>
    for (const [name, table] of Object.entries(exported)) {
      if (!/^([A-Z]+_)*ROUTES$/.test(name)) continue
      const missing = Object.entries(table as Record<string, Route>).filter(([, route]) => !asked.has(route))
      forgotten.push(...missing.map(([route]) => `${file} ${name}.${route}`))
    }
  }
  assert.deepEqual(forgotten, [])
})

test('every route has a row, or a reason why not', () => {
  const names = hostileRows({}).map(({ name }) => name)
  const all = TABLES.flatMap(({ prefix, routes }) =>
    Object.entries(routes).map(([name, { method, path: at }]) => ({ name, row: `${method} ${prefix}${at}` })),
  )
  const without = all.filter(({ row }) => !names.some((name) => name === row || name.startsWith(`${row} `)))
  assert.deepEqual(
    without.map(({ name }) => name),
    Object.keys(WITHOUT_ROW),
  )
})
