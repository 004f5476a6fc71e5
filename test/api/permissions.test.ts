/** Every operation, tried by everybody: nobody, strangers, keys that ended, each permission, and another company. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createApp } from '../../server/api/app.ts'
import { DASHBOARD_ROUTES } from '../../server/api/dashboard-routes.ts'
import { ROUTES } from '../../server/api/routes.ts'
import { GIS_ROUTES, LOCAL_ROUTES, PAIR_ROUTES } from '../../server/features/results/local-schema.ts'
import type { ApiServices } from '../../server/features/services.ts'
import { REGISTRY_ROUTES } from '../../server/features/settings/registry-schema.ts'
import { USER_ROUTES } from '../../server/features/users/schema.ts'
import { ROLES, type Role } from '../../server/platform/http/permissions.ts'
import type { Route } from '../../server/platform/http/route.ts'
import { type Call, openWorld, type Reply, refused, type World } from '../support/api-world.ts'
import { type Things, things } from '../support/company-things.ts'
import {
  DASHBOARD,
  GROUND_PATHS,
  LOCAL,
  OFFLINE_PATHS,
  OPEN_PATHS,
  type PermissionRow,
  SECRET_PATHS,
  TILE_PATHS,
  V1,
} from './permission-table.ts'

const BEHIND_THE_WINDOW = { ...DASHBOARD_ROUTES, ...REGISTRY_ROUTES, ...USER_ROUTES, ...GIS_ROUTES }
const FOR_PROGRAMS_HERE = { ...PAIR_ROUTES, ...LOCAL_ROUTES }
const CHANGES = ['post', 'delete', 'put', 'patch']

const needsOf = (table: Record<string, Route>) =>
  Object.fromEntries(Object.entries(table).map(([name, { open, permission }]) => [name, open ? 'open' : permission]))
const needsIn = (table: Readonly<Record<string, PermissionRow>>) =>
  Object.fromEntries(Object.entries(table).map(([name, { needs }]) => [name, needs]))

test('every operation is in the permission table, and needs what stands there', () => {
  assert.deepEqual(needsOf(ROUTES), needsIn(V1))
  assert.deepEqual(needsOf(BEHIND_THE_WINDOW), needsIn(DASHBOARD))
  assert.deepEqual(needsOf(FOR_PROGRAMS_HERE), needsIn(LOCAL))
})

interface Layer {
  route?: { path: string }
  handle?: { stack?: Layer[] }
}
const pathsOf = (layers: readonly Layer[]): string[] =>
  layers.flatMap(({ route, handle }) => (route ? [route.path] : pathsOf(handle?.stack ?? [])))

test('nothing is served but what is in the tables and the few open pages', async (t) => {
  const world = await openWorld(t)
  const served = pathsOf((createApp(world.services).router as unknown as { stack: Layer[] }).stack)
  const tabled = Object.values<Route>({ ...ROUTES, ...BEHIND_THE_WINDOW, ...FOR_PROGRAMS_HERE }).map(({ path }) =>
    path.replaceAll(/\{(\w+)\}/g, ':$1'),
  )
  const besides = [...OPEN_PATHS, ...OFFLINE_PATHS, ...TILE_PATHS, ...GROUND_PATHS, ...SECRET_PATHS].sort()
  assert.deepEqual([...new Set(served)].filter((path) => !tabled.includes(path)).sort(), besides)
})

const addressOf = ({ path }: Route, row: PermissionRow, ids: Record<string, string>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'none') + (row.query ?? '')

/** It got past the door: what it answers then is another test's. */
const wasLetIn = (reply: Reply, who: string): void =>
  assert.ok(![401, 403].includes(reply.status) && reply.status < 500, `${who}: ${reply.status} ${reply.text}`)

/** What needs a process is another test's: it would cost more than all calls together. */
const WITHOUT_PROCESSES: Partial<ApiServices> = {
  areaReader: async () => ({ fault: { code: 'NOT_UNDERSTOOD', message: 'not read' } }),
  cage: async () => ({ kind: 'sandbox' }),
}

/** Opened once for all operations. What is refused changes nothing, and what is let in may: each has a world of its own. */
async function twoWorlds() {
  const worlds = [await openWorld(opened, WITHOUT_PROCESSES), await openWorld(opened, WITHOUT_PROCESSES)] as const
  const [refusing, admitting] = worlds
  return { refusing, admitting, refusingIds: await things(refusing), admittingIds: await things(admitting) }
}
const ends: (() => unknown)[] = []
const opened = { after: (end: unknown) => void ends.push(end as () => unknown) }
after(async () => {
  for (const end of ends) await end()
})

async function keysOfAll() {
  const worlds = await twoWorlds()
  const world = worlds.refusing
  const { secret: expired } = await world.keyWith(
    ['read', 'write', 'admin'],
    world.companyId,
    '2026-03-06T11:00:01.000Z',
  )
  world.pass(1000)
  const { key: gone, secret: revoked } = await world.keyWith(['read', 'write', 'admin'])
  await world.v1(`/keys/${gone.id}`, { method: 'DELETE' })
  const { secret: stranger } = await world.keyWith(['read', 'write', 'admin'], await world.company())
  return { ...worlds, expired, revoked, stranger }
}
let keys: ReturnType<typeof keysOfAll> | undefined

const takingKeys = [
  ...Object.entries<Route>(ROUTES).map(([name, route]) => [name, route, '/api/v1', V1] as const),
  ...Object.entries<Route>(LOCAL_ROUTES).map(([name, route]) => [name, route, '', LOCAL] as const),
]
for (const [name, route, below, table] of takingKeys) {
  const row = table[name] ?? { needs: route.permission }
  test(`${below} ${name} takes a key that may ${row.needs}, of the company that owns what it names`, async () => {
    keys ??= keysOfAll()
    const { refusing, refusingIds, admitting, admittingIds, expired, revoked, stranger } = await keys
    const callIn = (world: World, ids: Things) => (key: string | null) => {
      const path = below + addressOf(route, row, ids)
      return world.ask(path, { method: route.method.toUpperCase(), body: row.body, key })
    }
    const call = callIn(refusing, refusingIds)
    const missing = await call(null)
    refused(missing, 401, 'API_KEY_MISSING')
    assert.match(missing.headers.get('www-authenticate') ?? '', /ApiKey/)
    refused(await call(''), 401, 'API_KEY_MISSING')
    refused(await call('klic_sim_nonsense'), 401, 'API_KEY_INVALID')
    refused(await call(expired), 401, 'API_KEY_EXPIRED')
    refused(await call(revoked), 401, 'API_KEY_INVALID')
    if (route.path.includes('{')) refused(await call(stranger), 404, 'NOT_FOUND')
    for (const held of ['read', 'write', 'admin'] as const) {
      if (held === row.needs) {
        const { secret } = await admitting.keyWith([held])
        wasLetIn(await callIn(admitting, admittingIds)(secret), held)
      } else {
        const reply = await call((await refusing.keyWith([held])).secret)
        assert.equal(refused(reply, 403, 'PERMISSION_DENIED').required_permission, row.needs)
      }
    }
  })
}

async function sessionsOfAll() {
  const worlds = await twoWorlds()
  const world = worlds.refusing
  const old = await world.signIn()
  world.pass(31 * 86_400_000)
  const left = await world.signIn()
  await left.window('/session', { method: 'DELETE' })
  return { ...worlds, old, left, living: await world.signIn(), other: await world.signIn(await world.company()) }
}
let sessions: ReturnType<typeof sessionsOfAll> | undefined

const throughTheWindow = { ...V1, ...DASHBOARD }
for (const [name, route] of Object.entries<Route>({ ...ROUTES, ...BEHIND_THE_WINDOW })) {
  const row = throughTheWindow[name] ?? { needs: route.permission }
  test(`the dashboard's ${name} takes a living session of the company, with its CSRF token, and no key`, async () => {
    sessions ??= sessionsOfAll()
    const { refusing, refusingIds, admitting, admittingIds, old, left, living, other } = await sessions
    const method = route.method.toUpperCase()
    const as = (more: Call) => {
      const path = `/dashboard/api${addressOf(route, row, refusingIds)}`
      return refusing.ask(path, { method, body: row.body, key: null, ...more })
    }
    if (row.needs === 'open') {
      const [status, code] = row.answer!
      const reply = await as({})
      if (code) refused(reply, status, code)
      else assert.equal(reply.status, status)
      return
    }
    refused(await as({}), 401, 'SESSION_REQUIRED')
    refused(await as({ headers: { Cookie: 'klic_session=nonsense' } }), 401, 'SESSION_REQUIRED')
    for (const key of Object.values(refusing.keys)) refused(await as({ key }), 401, 'SESSION_REQUIRED')
    for (const { cookie, csrf } of [left, old]) {
      refused(await as({ headers: { Cookie: cookie, 'X-CSRF-Token': csrf } }), 401, 'SESSION_REQUIRED')
    }
    const { cookie } = living
    if (CHANGES.includes(route.method)) {
      refused(await as({ headers: { Cookie: cookie } }), 403, 'CSRF_TOKEN_INVALID')
      refused(await as({ headers: { Cookie: cookie, 'X-CSRF-Token': left.csrf } }), 403, 'CSRF_TOKEN_INVALID')
    }
    if (route.path.includes('{')) {
      refused(await as({ headers: { Cookie: other.cookie, 'X-CSRF-Token': other.csrf } }), 404, 'NOT_FOUND')
    }
    // One operation ends the session, another those of all.
    const { window } = await admitting.signIn()
    wasLetIn(await window(addressOf(route, row, admittingIds), { method, body: row.body }), 'its own session')
  })
}

/** Written down apart from the roles' own table, like all that stands in permission-table.ts. */
const ROLE_MAY: Readonly<Record<Role, readonly string[]>> = {
  owner: ['open', 'read', 'write', 'admin'],
  administrator: ['open', 'read', 'write', 'admin'],
  member: ['open', 'read', 'write'],
  viewer: ['open', 'read'],
}

for (const role of ROLES) {
  test(`behind the window, a session of the role ${role} may ${ROLE_MAY[role].at(-1)} and all below it, and no more`, async (t) => {
    const world = await openWorld(t, WITHOUT_PROCESSES)
    const ids = await things(world)
    const userId = await world.user(role)
    for (const [name, route] of Object.entries<Route>({ ...ROUTES, ...BEHIND_THE_WINDOW })) {
      const row = throughTheWindow[name]!
      if (row.needs === 'open') continue
      const { window } = await world.signInAs(userId)
      const reply = await window(addressOf(route, row, ids), { method: route.method.toUpperCase(), body: row.body })
      if (ROLE_MAY[role].includes(row.needs)) wasLetIn(reply, `${role} at ${name}`)
      else assert.equal(refused(reply, 403, 'PERMISSION_DENIED').required_permission, row.needs, name)
    }
  })
}
