/** A PostgreSQL that goes away under a running server: every route says so, and works again as soon as it is back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DASHBOARD_ROUTES } from '../../server/api/dashboard-routes.ts'
import { ROUTES } from '../../server/api/routes.ts'
import { openStore } from '../../server/platform/database/open.ts'
import type { Route } from '../../server/platform/http/route.ts'
import { TryLater } from '../../server/platform/refusal.ts'
import { DASHBOARD, type PermissionRow, V1 } from '../api/permission-table.ts'
import { openWorld, type Reply } from '../support/api-world.ts'
import { lineTo } from '../support/cut-line.ts'
import { ownDatabases } from '../support/postgres.ts'
import { until } from '../support/until.ts'

/** Beside those of the two tables of routes. */
const OTHERS = ['/ogc/v1/collections', '/ogc/v1/collections/kabel_of_leiding/items', '/mcp', '/metrics']

test('without its database every route that needs it says 503, when to come again, and in words; then it goes on', async (t) => {
  const databases = await ownDatabases()
  if ('missing' in databases) return t.skip(databases.missing)
  const line = await lineTo(await databases.create())
  const world = await openWorld(t, { store: await openStore(line.url) })
  await world.set('mcp.enabled', true)
  await world.set('api.requests_per_minute', 1_000_000)
  const job = await world.quote({ submit: true })
  const { window } = await world.signIn()

  const called = (table: Record<string, Route>, rows: Readonly<Record<string, PermissionRow>>, ask: typeof world.v1) =>
    Object.entries(table).flatMap(([name, route]) => {
      const row = rows[name]
      if (!row) return []
      const path = route.path.replace('{job_id}', job.job_id).replace('{order_id}', job.order_ids[0]!)
      const known = path.replaceAll(/\{\w+\}/g, 'another') + (row.query ?? '')
      const method = route.method.toUpperCase()
      return [{ name, ask: () => ask(known, { method, ...(row.body !== undefined && { body: row.body }) }) }]
    })
  const calls: { name: string; ask(): Promise<Reply> }[] = [
    ...called(ROUTES, V1, world.v1),
    ...called(DASHBOARD_ROUTES, DASHBOARD, window),
    ...OTHERS.map((path) => ({ name: path, ask: () => world.ask(path) })),
  ]
  assert.ok(calls.length > 60, String(calls.length))

  await line.cut()
  for (const { name, ask } of calls) {
    const { status, headers, json, text } = await ask()
    assert.equal(status, 503, `${name}: ${status} ${text}`)
    assert.ok(Number(headers.get('retry-after')) > 0, name)
    const { detail } = json as { detail: { error_code: string; message: string } }
    assert.equal(detail.error_code, 'UNAVAILABLE', name)
    assert.match(detail.message, /database of the server does not answer/, name)
  }
  const health = await world.ask('/health/ready')
  assert.equal(health.status, 503)
  assert.equal((health.json as { checks: { database: string } }).checks.database, 'failed')
  assert.equal((await world.ask('/health/live')).status, 200)
  await assert.rejects(openStore(line.url), (error) => error instanceof TryLater && error.cause !== undefined)

  await line.restore()
  assert.equal((await world.v1(`/jobs/${job.job_id}`)).status, 200)
  assert.equal((await window('/session')).status, 200)
  assert.equal((await world.ask('/health/ready')).status, 200)

  line.hold()
  const hung = await world.ask('/health/ready')
  assert.equal(hung.status, 503, 'a load balancer is not kept waiting')
  assert.equal((hung.json as { checks: { database: string } }).checks.database, 'failed')
  assert.equal((await world.ask('/health/live')).status, 200)
  line.letGo()
  await until(async () => (await world.ask('/health/ready')).status === 200)
})
