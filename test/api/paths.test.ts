/**
 * Every row of the tables of routes is reached by its own path, in the app as it is served: a router takes the first
 * pattern that fits, so a row behind a wider one, or behind its like in another table, would be there in the contract only.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import express, { Router } from 'express'
import { createApp } from '../../server/api/app.ts'
import { DASHBOARD_ROUTES } from '../../server/api/dashboard-routes.ts'
import { ROUTES } from '../../server/api/routes.ts'
import { GIS_ROUTES, LOCAL_ROUTES, PAIR_ROUTES } from '../../server/features/results/local-schema.ts'
import type { ApiServices } from '../../server/features/services.ts'
import { REGISTRY_ROUTES } from '../../server/features/settings/registry-schema.ts'
import { USER_ROUTES } from '../../server/features/users/schema.ts'
import type { Route } from '../../server/platform/http/route.ts'

type Table = Readonly<Record<string, Pick<Route, 'method' | 'path'>>>

/** The window's own export stands in its place. */
const { exportJob: _replaced, ...inTheWindow } = ROUTES
/** Where which tables are served. */
const SERVED: readonly (readonly [below: string, tables: readonly Table[]])[] = [
  ['/api/v1', [ROUTES]],
  ['/dashboard/api', [DASHBOARD_ROUTES, REGISTRY_ROUTES, USER_ROUTES, GIS_ROUTES, inTheWindow]],
  ['', [PAIR_ROUTES, LOCAL_ROUTES]],
]

/** What Express keeps of a router, as far as it is read here. */
interface Layer {
  match: (path: string) => { path: string } | false
  route?: { path: string }
  handle: { stack?: Layer[] }
}
interface Stack {
  stack: Layer[]
}

/** The patterns that fit a path, in the order in which they are asked. */
const fitting = ({ stack }: Stack, path: string, below = ''): string[] =>
  stack.flatMap((layer) => {
    const match = layer.match(path)
    if (!match) return []
    if (layer.route) return [below + layer.route.path]
    const rest = path.slice(match.path.length)
    const { stack: inner } = layer.handle
    return inner ? fitting({ stack: inner }, rest.startsWith('/') ? rest : `/${rest}`, below + match.path) : []
  })

const asPattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')
const asAsked = (path: string): string => path.replaceAll(/\{(\w+)\}/g, 'asked')

const unreached = (app: Stack, served: typeof SERVED): string[] =>
  served.flatMap(([below, tables]) =>
    tables.flatMap((table) =>
      Object.values(table).flatMap(({ method, path }) => {
        const [first, ...others] = fitting(app, below + asAsked(path))
        const own = below + asPattern(path)
        if (first !== own) return [`${method} ${own} is behind ${first}`]
        return others.includes(own) ? [`${own} is there twice`] : []
      }),
    ),
  )

const twice = (served: typeof SERVED): string[] => {
  const rows = served.flatMap(([below, tables]) =>
    tables.flatMap((table) => Object.values(table).map(({ method, path }) => `${method} ${below}${asAsked(path)}`)),
  )
  return rows.filter((row, index) => rows.indexOf(row) < index)
}

/** Nothing is asked of what it needs while it is put together. */
const app = () =>
  createApp({ rendererDir: null, mapAssetsDir: null, isLocal: true } as unknown as ApiServices)
    .router as unknown as Stack

test('every row of every table is reached by its path, in API v1 and in the dashboard', () => {
  assert.deepEqual(unreached(app(), SERVED), [])
})

test('no two rows have the same method and path', () => {
  assert.deepEqual(twice(SERVED), [])
})

test('a row behind a wider one is noticed, and one behind its like', () => {
  const rows: Table = { one: { method: 'get', path: '/jobs/{job_id}' }, other: { method: 'get', path: '/jobs/recent' } }
  const router = Router()
  for (const { path } of Object.values(rows)) router.all(asPattern(path), () => {})
  const wide = express().use('/x', router).router as unknown as Stack
  assert.deepEqual(unreached(wide, [['/x', [rows]]]), ['get /x/jobs/recent is behind /x/jobs/:job_id'])
  const like: Table = { one: { method: 'get', path: '/jobs/{id}' } }
  const again = Router().all('/jobs/:id', () => {})
  const both = express()
    .use('/x', again)
    .use(
      '/x',
      Router().all('/jobs/:id', () => {}),
    ).router as unknown as Stack
  assert.deepEqual(unreached(both, [['/x', [like]]]), ['/x/jobs/:id is there twice'])
  assert.deepEqual(twice([['/x', [like, { other: { method: 'get', path: '/jobs/{job_id}' } }]]]), ['get /x/jobs/asked'])
})
