/**
 * One walk over every operation of API v1, of the programs on this computer and of the window, each with what makes it
 * succeed: on SQLite and on PostgreSQL it meets every function of the store that a handler calls. The tables of routes
 * drive it, so a new operation has to be walked.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DASHBOARD_ROUTES } from '../../server/api/dashboard-routes.ts'
import { ROUTES } from '../../server/api/routes.ts'
import { GIS_ROUTES, LOCAL_ROUTES, PAIR_ROUTES } from '../../server/features/results/local-schema.ts'
import { REGISTRY_ROUTES } from '../../server/features/settings/registry-schema.ts'
import { USER_ROUTES } from '../../server/features/users/schema.ts'
import type { Route } from '../../server/platform/http/route.ts'
import { DASHBOARD, LOCAL, type PermissionRow, V1 } from '../api/permission-table.ts'
import { acceptedOrder } from '../support/accepted-order.ts'
import { type Call, openWorld, type Reply, refused, START_DATE, type World } from '../support/api-world.ts'
import { things } from '../support/company-things.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { siteJob } from '../support/site-job.ts'
import { type Ids, LOCAL_STEPS, type Step, V1_STEPS, WINDOW_STEPS } from './steps.ts'

const IN_WINDOW = { ...ROUTES, ...DASHBOARD_ROUTES, ...REGISTRY_ROUTES, ...USER_ROUTES, ...GIS_ROUTES }
/** What is made is read, and then removed. */
const METHODS: readonly string[] = ['post', 'put', 'get', 'delete']
/** Each follows from the one before. */
const FIRST = ['makeOwner', 'invite', 'lookAtInvitation', 'acceptInvitation', 'signIn', 'testWebhook']
/** After these the caller is nobody any more. */
const LAST = ['endSession', 'endSessions', 'closeSession']

const given = <T>(value: T | ((ids: Ids) => T) | undefined, ids: Ids): T | undefined =>
  typeof value === 'function' ? (value as (ids: Ids) => T)(ids) : value

/** A company with a ready job that people dig under, and a job in each state that an operation asks for. */
async function company(world: World): Promise<Ids> {
  const ids: Ids = { ...(await things(world)) }
  const zip = await simulatedDelivery(world.dataDir, '99O000001', [155_000, 463_000, 155_040, 463_040], {
    klicType: 'GRAAF',
  })
  const ready = await siteJob(world, [zip], { klic_type: 'GRAAF', start_date: START_DATE })
  const { db } = world.store
  const { job_id } = ready
  const at = world.clock.now().toISOString()
  await db.insertInto('registry_order').values(acceptedOrder(job_id, at)).execute()
  // Its body is none: the walk makes another.
  await db.deleteFrom('event').execute()
  const findings = { silent: [], careful: ['Gasnet'], precautions: 1, isEmpty: false }
  await db
    .updateTable('job')
    .set({ findings: JSON.stringify(findings), revision: 2 })
    .where('id', '=', job_id)
    .execute()
  await world.putFile(job_id, 'gpkg', ready.gpkg.bytes, 2)
  const geojson = await world.putFile(job_id, 'geojson', '{}', 2)
  await db.updateTable('delivery').set({ geojson_path: geojson.path, geojson_sha256: geojson.sha256 }).execute()
  const { order_id } = await db
    .selectFrom('part')
    .select('order_id')
    .where('job_id', '=', job_id)
    .executeTakeFirstOrThrow()
  const quoted = async (reference: string) => (await world.quote({ reference })).job_id
  const [rejected, failed, open_quote] = [await quoted('Refused'), await quoted('Failed'), await quoted('Open')]
  await world.put(rejected, 'rejected', 'rejected')
  await world.put(failed, 'failed', 'delivered', { failure: 'failed_reading' })
  return { ...ids, job_id, order_id: order_id!, zip, rejected, failed, open_quote }
}

interface Ground {
  table: Readonly<Record<string, Route>>
  rows: Readonly<Record<string, PermissionRow>>
  steps: Readonly<Record<string, Step>>
  ask: (path: string, call: Call) => Promise<Reply>
}

/** @returns the names of the operations that were asked */
async function walk(world: World, ids: Ids, { table, rows, steps, ask }: Ground): Promise<string[]> {
  const rank = ([name, { method }]: [string, Route]) =>
    FIRST.includes(name)
      ? FIRST.indexOf(name) - 100
      : LAST.includes(name)
        ? LAST.indexOf(name) + 100
        : METHODS.indexOf(method)
  const walked: string[] = []
  for (const [name, route] of Object.entries(table).sort((a, b) => rank(a) - rank(b))) {
    const step = steps[name] ?? {}
    await step.prepare?.(world, ids)
    const here: Ids = { ...ids, ...given(step.on, ids) }
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => {
      assert.ok(here[param], `${name}: the walk has nothing for ${param}`)
      return here[param]!
    })
    const raw = given(step.raw, ids)
    const body = raw === undefined ? (given(step.body, ids) ?? rows[name]?.body) : undefined
    const query = given(step.query, ids) ?? rows[name]?.query ?? ''
    const reply = await ask(path + query, {
      method: route.method.toUpperCase(),
      ...(body !== undefined && { body }),
      ...(raw !== undefined && { raw }),
      ...(step.headers && { headers: step.headers }),
    })
    walked.push(name)
    if (step.refusal) {
      refused(reply, ...step.refusal)
      continue
    }
    assert.ok(reply.status < 300, `${name}: ${route.method} ${path}${query} ${reply.status} ${reply.text}`)
    const shape = route.responses[reply.status]
    assert.ok(shape, `${name} answers ${reply.status}`)
    if (typeof shape !== 'string') shape.parse(reply.json)
    step.check?.(reply.json as never, ids)
  }
  return walked
}

test('every operation is walked, and answers as the contract says', async (t) => {
  const world = await openWorld(t)
  const ids = await company(world)
  const v1: Ground = { table: ROUTES, rows: V1, steps: V1_STEPS, ask: world.v1 }
  const local: Ground = { table: LOCAL_ROUTES, rows: LOCAL, steps: LOCAL_STEPS, ask: world.ask }
  const { window } = await world.signIn()
  const asked = { ...V1, ...DASHBOARD }
  const inWindow: Ground = { table: IN_WINDOW, rows: asked, steps: WINDOW_STEPS, ask: window }
  const pairing = (await world.ask('/pair', { method: 'POST', body: { client: 'QGIS' }, key: null })).json as {
    pairing_id: string
    secret: string
  }
  const paired = () =>
    world.ask(`/pair/${pairing.pairing_id}/key`, { method: 'POST', body: { secret: pairing.secret }, key: null })
  assert.equal(Object.keys(PAIR_ROUTES).length, 2, 'both are asked here')
  for (const ground of [v1, local]) {
    assert.deepEqual((await walk(world, ids, ground)).sort(), Object.keys(ground.table).sort())
  }
  const walked = await walk(world, { ...ids, pairing_id: pairing.pairing_id }, inWindow)
  assert.deepEqual(walked.sort(), Object.keys(IN_WINDOW).sort())
  assert.equal(((await paired()).json as { status: string }).status, 'approved')
  const other = (await world.signIn()).window
  assert.equal((await other('/session', { method: 'DELETE' })).status, 204)
})

/** Of the lists that a key asks for, what each filter finds, and what it does not. */
test('every filter of every list finds what it names, and nothing else', async (t) => {
  const world = await openWorld(t)
  const before = world.clock.now().toISOString()
  const first = await world.quote({ reference: 'Eerste sloot', client_ref: 'ref-1' })
  world.pass(60_000)
  const between = world.clock.now().toISOString()
  const second = await world.quote({ reference: 'Tweede sloot', submit: true })
  await world.put(second.job_id, 'ready')
  const alarm = await world.quote({ reference: 'Gaslek', submit: true })
  await world.put(alarm.job_id, 'ready')
  await world.store.db.updateTable('job').set({ klic_type: 'CALAMITEIT' }).where('id', '=', alarm.job_id).execute()
  const [one, two, calamity] = [first.job_id, second.job_id, alarm.job_id]
  const JOBS: Record<string, [value: string, found: string[]]> = {
    page: ['1', [two, one]],
    page_size: ['1', [two]],
    calamities: ['true', [calamity, two, one]],
    q: ['eerste', [one]],
    sort: ['reference', [one, two]],
    client_ref: ['ref-1', [one]],
    status: ['ready', [two]],
    archived: ['true', []],
    as_of: [before, [one]],
    created_since: [between, [two]],
    changed_since: [before, [two, one]],
  }
  assert.deepEqual(Object.keys(JOBS).sort(), Object.keys(ROUTES.listJobs.query.shape).sort())
  for (const [name, [value, found]] of Object.entries(JOBS)) {
    const reply = await world.v1(`/jobs?${name}=${encodeURIComponent(value)}`)
    const { data } = ROUTES.listJobs.responses[200].parse(reply.json)
    assert.deepEqual(
      data.map(({ job_id }) => job_id),
      found,
      name,
    )
  }
  const REQUESTS: Record<string, [value: string, found: number]> = {
    page: ['1', 1],
    page_size: ['1', 1],
    as_of: [before, 0],
    calamities: ['true', 2],
  }
  assert.deepEqual(Object.keys(REQUESTS).sort(), Object.keys(ROUTES.listRequests.query.shape).sort())
  for (const [name, [value, found]] of Object.entries(REQUESTS)) {
    const reply = await world.v1(`/requests?${name}=${value}`)
    assert.equal(ROUTES.listRequests.responses[200].parse(reply.json).data.length, found, name)
  }
})
