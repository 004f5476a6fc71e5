/**
 * Another company, with all rights of its own, at every operation there is: it sees nothing, changes nothing, and can't
 * tell what exists from what does not. The tables of routes drive it, so a new operation is tried without being named.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DASHBOARD_ROUTES } from '../../server/api/dashboard-routes.ts'
import { TOOLS } from '../../server/api/mcp-tools.ts'
import { ROUTES } from '../../server/api/routes.ts'
import { GIS_ROUTES, LOCAL_ROUTES } from '../../server/features/results/local-schema.ts'
import { REGISTRY_ROUTES } from '../../server/features/settings/registry-schema.ts'
import { USER_ROUTES } from '../../server/features/users/schema.ts'
import type { Route } from '../../server/platform/http/route.ts'
import { DASHBOARD, LOCAL, TILE_PATHS, V1 } from '../api/permission-table.ts'
import { GARDEN, openWorld, type Reply, type World } from '../support/api-world.ts'
import { type Things, things } from '../support/company-things.ts'

/** A pairing is nobody's until somebody says yes, and there are none where companies share a server. */
const OF_NOBODY = ['decidePairing']
/** After these the caller is nobody any more. */
const ENDS_OWN = ['closeSession', 'endSessions']
/** Words that only the owner's things hold. */
const HIDDEN = /geheim|Simulatie Grondverzet/i

type ApiCall = (path: string, call?: { method?: string; body?: unknown }) => Promise<Reply>

const filled = (path: string, ids: Readonly<Record<string, string>>): string =>
  path.replaceAll(/[{:](\w+)\}?/g, (_, name: string) => {
    const short: Record<string, string> = { job: 'job_id', z: 'no', x: 'no', y: 'no' }
    const id = ids[short[name] ?? name]
    assert.ok(id !== undefined, `${path}: the test has nothing for ${name}`)
    return id
  })

/** Of the same form, and nobody's. */
const nobodys = (ids: Things): Record<string, string> =>
  Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [
      name,
      name === 'no' ? id : `${id.slice(0, -4)}${id.endsWith('0000') ? '1111' : '0000'}`,
    ]),
  )

/** What is said, without what differs between any two answers. */
const said = ({ status, text }: Reply, ids: Readonly<Record<string, string>>): string =>
  Object.values(ids)
    .filter((id) => id.length > 3)
    .reduce((so, id) => so.replaceAll(id, '#'), `${status} ${text}`)
    .replaceAll(/"request_id":"[^"]*"/g, '')

const hidesAll = (reply: Reply, ids: Things, what: string): void => {
  assert.doesNotMatch(reply.text, HIDDEN, what)
  for (const id of Object.values(ids)) if (id.length > 3) assert.ok(!reply.text.includes(id), `${what} tells ${id}`)
}

/** Every row of a company, but when it was last seen. */
async function rowsOf({ store }: World, companyId: string): Promise<string> {
  const tables = [
    'job',
    'part',
    'api_key',
    'user',
    'project',
    'setting',
    'invitation',
    'event',
    'registry_check',
    'safety_list',
    'site_link',
  ] as const
  const rows: unknown[] = []
  for (const table of tables) {
    const found = await store.db
      .selectFrom(table as 'job')
      .selectAll()
      .where('company_id', '=', companyId)
      .execute()
    rows.push(table, found.map((row) => JSON.stringify({ ...row, last_used_at: null })).sort())
  }
  return JSON.stringify(rows, null, 1)
}

async function both(t: Parameters<typeof openWorld>[0]) {
  const world = await openWorld(t)
  const ids = await things(world)
  await world.put(ids.job_id, 'ready')
  await world.putFile(ids.job_id, 'gpkg', 'sealed')
  await world.set('mcp.enabled', true)
  const neighbour = await world.company()
  await world.set('mcp.enabled', true, neighbour)
  const { secret } = await world.keyWith(['read', 'write', 'admin'], neighbour)
  const { window } = await world.signIn(neighbour)
  const byKey =
    (below: string): ApiCall =>
    (path, call) =>
      world.ask(below + path, { ...call, key: secret })
  return { world, ids, neighbour, secret, window: window as ApiCall, byKey }
}

async function tryAll(
  ids: Things,
  table: Record<string, Route>,
  rows: Readonly<Record<string, { body?: unknown; query?: string }>>,
  ask: ApiCall,
): Promise<number> {
  let tried = 0
  // What ends the caller's own session comes last.
  const order = Object.entries(table).sort(([a], [b]) => Number(ENDS_OWN.includes(a)) - Number(ENDS_OWN.includes(b)))
  for (const [name, route] of order) {
    if (OF_NOBODY.includes(name)) continue
    const { body, query = '' } = rows[name] ?? {}
    const call = { method: route.method.toUpperCase(), body }
    const foreign = await ask(filled(route.path, ids) + query, call)
    tried++
    if (route.path.includes('{')) {
      const unknown = nobodys(ids)
      const nothing = await ask(filled(route.path, unknown) + query, call)
      assert.equal(foreign.status, 404, `${name}: ${foreign.status} ${foreign.text}`)
      assert.equal(said(foreign, ids), said(nothing, unknown), name)
    }
    assert.ok(foreign.status < 500, `${name}: ${foreign.status} ${foreign.text}`)
    hidesAll(foreign, ids, name)
  }
  return tried
}

const IN_WINDOW = { ...ROUTES, ...DASHBOARD_ROUTES, ...REGISTRY_ROUTES, ...USER_ROUTES, ...GIS_ROUTES }

test("with another company's session every operation of the window is as if there were nothing", async (t) => {
  const { world, ids, window } = await both(t)
  const before = await rowsOf(world, world.companyId)
  const tried = await tryAll(ids, IN_WINDOW, { ...V1, ...DASHBOARD }, window)
  assert.equal(tried, Object.keys(IN_WINDOW).length - OF_NOBODY.length)
  assert.equal(await rowsOf(world, world.companyId), before)
})

test("with another company's key every operation of v1 and for local programs is as if there were nothing", async (t) => {
  const { world, ids, byKey } = await both(t)
  const before = await rowsOf(world, world.companyId)
  await tryAll(ids, ROUTES, V1, byKey('/api/v1'))
  await tryAll(ids, LOCAL_ROUTES, LOCAL, byKey(''))
  assert.equal(await rowsOf(world, world.companyId), before)
})

test('ids in a body or a query are held apart as well', async (t) => {
  const { world, ids, window, byKey } = await both(t)
  const own = (await byKey('/api/v1')('/jobs', { method: 'POST', body: { geometry: GARDEN, klic_type: 'ORIENT' } }))
    .json as { job_id: string }
  const unknown = nobodys(ids)
  const same = async (path: (of: Record<string, string>) => string, body?: (of: Record<string, string>) => object) => {
    const asked = (of: Record<string, string>) => window(path(of), body ? { method: 'POST', body: body(of) } : {})
    const foreign = await asked(ids)
    assert.equal(foreign.status, 404, foreign.text)
    assert.equal(said(foreign, ids), said(await asked(unknown), unknown))
  }
  await same(
    () => '/gis',
    (of) => ({ job_id: of.job_id }),
  )
  await world.put(own.job_id, 'ready')
  await world.putFile(own.job_id, 'gpkg', 'x')
  await same((of) => `/jobs/${own.job_id}/diff?with=${of.job_id}`)
  await same((of) => `/jobs/${own.job_id}/diff/file?with=${of.job_id}&format=geojson`)
  const first = await world.quote({ client_ref: 'the same reference' })
  const second = await byKey('/api/v1')('/jobs', {
    method: 'POST',
    body: { geometry: GARDEN, klic_type: 'ORIENT', client_ref: 'the same reference' },
  })
  assert.equal(second.status, 201, 'a client_ref is its own company’s')
  assert.notEqual((second.json as { job_id: string }).job_id, first.job_id)
})

test('maps and features: OGC, tiles and keys in addresses', async (t) => {
  const { ids, byKey, secret } = await both(t)
  const ask = byKey('')
  const below = [
    '',
    '/collections',
    '/collections/kabel_of_leiding',
    '/collections/kabel_of_leiding/items',
    '/collections/kabel_of_leiding/items/1',
    '/api',
    '/conformance',
  ]
  const paths = [
    ...below.map((path) => `/ogc/:job${path}`),
    ...TILE_PATHS.map((path) => `/tiles${path}`),
    ...below.map((path) => `/ogc/collections/:job.kabel_of_leiding${path.includes('items') ? '/items' : ''}`),
  ]
  for (const path of paths) {
    const unknown = nobodys(ids)
    const foreign = await ask(filled(path, ids))
    assert.equal(foreign.status, 404, `${path}: ${foreign.status}`)
    assert.equal(said(foreign, ids), said(await ask(filled(path, unknown)), unknown), path)
  }
  for (const path of ['/ogc', '/ogc/collections', `/k/${secret}/ogc`]) hidesAll(await ask(path), ids, path)
})

test('AI clients: every tool', async (t) => {
  const { world, ids, secret } = await both(t)
  const INPUTS: Record<string, (of: Record<string, string>) => object> = {
    quote_area: () => ({ geometry: GARDEN, klic_type: 'ORIENT' }),
    submit_job: (of) => ({ job_id: of.job_id, confirm_euros: '39.95' }),
    list_jobs: () => ({}),
    get_job: (of) => ({ job_id: of.job_id }),
    list_requests: () => ({}),
    get_request: (of) => ({ order_id: of.order_id }),
    result_summary: (of) => ({ job_id: of.job_id }),
  }
  assert.deepEqual(Object.keys(TOOLS).sort(), Object.keys(INPUTS).sort())
  const call = (name: string, input: object) =>
    world.ask('/mcp', {
      method: 'POST',
      key: secret,
      headers: { Accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } },
    })
  const before = await rowsOf(world, world.companyId)
  for (const [name, input] of Object.entries(INPUTS)) {
    const unknown = nobodys(ids)
    const foreign = await call(name, input(ids))
    assert.equal(foreign.status, 200, foreign.text)
    hidesAll({ ...foreign, text: foreign.text.replaceAll(ids.job_id, '#').replaceAll(ids.order_id, '#') }, ids, name)
    if (JSON.stringify(input(ids)) === JSON.stringify(input(unknown))) continue
    assert.match(foreign.text, /NOT_FOUND/, name)
    const plain = (reply: Reply, of: Record<string, string>) =>
      said(reply, of).replaceAll(/request_id[\\":]+[\w-]+/g, '')
    assert.equal(plain(foreign, ids), plain(await call(name, input(unknown)), unknown), name)
  }
  assert.equal(await rowsOf(world, world.companyId), before)
})
