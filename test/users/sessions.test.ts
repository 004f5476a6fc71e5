/** The window's own API: signing in, CSRF, and what it draws. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DASHBOARD_ROUTES } from '../../server/api/dashboard-routes.ts'
import { ROUTES } from '../../server/api/routes.ts'
import { JobMap, JobSummary, Preview } from '../../server/features/jobs/dashboard-schema.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { NewKey } from '../../server/features/keys/schema.ts'
import { Session } from '../../server/features/users/session-schema.ts'
import { issueWindowToken } from '../../server/features/users/sessions.ts'
import type { ResultSummary } from '../../server/imkl/model/conversion-task.ts'
import type { Route } from '../../server/platform/http/route.ts'
import { GARDEN, openWorld, refused, shown, TRENCH } from '../support/api-world.ts'

test('a token opens one session, which a cookie out of reach of scripts holds', async (t) => {
  const world = await openWorld(t)
  const { reply, token, window } = await world.signIn()
  const session = shown(Session, reply, 201)
  assert.equal(session.environment, 'simulator')
  assert.equal(session.time_factor, 60)
  assert.equal(session.base_url, world.baseUrl)
  const cookie = reply.headers.get('set-cookie') ?? ''
  assert.match(cookie, /^klic_session=[0-9A-Za-z]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=\d+$/)
  assert.deepEqual(shown(Session, await window('/session')), session)
  const again = await world.ask('/dashboard/api/session', { method: 'POST', body: { token }, key: null })
  refused(again, 401, 'SESSION_REQUIRED')
  const kept = JSON.stringify(await world.store.db.selectFrom('session').selectAll().execute())
  assert.ok(!kept.includes(cookie.slice(13, 56)))
})

test('a token of more than five minutes opens nothing, and neither does a guess', async (t) => {
  const world = await openWorld(t)
  const token = await issueWindowToken(world.services, world.companyId)
  world.pass(5 * 60_000)
  for (const each of [token, 'a'.repeat(43)]) {
    const reply = await world.ask('/dashboard/api/session', { method: 'POST', body: { token: each }, key: null })
    refused(reply, 401, 'SESSION_REQUIRED')
    assert.equal(reply.headers.get('set-cookie'), null)
  }
})

test('one token used twenty times at the same instant opens one session', async (t) => {
  const world = await openWorld(t)
  const token = await issueWindowToken(world.services, world.companyId)
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      world.ask('/dashboard/api/session', { method: 'POST', body: { token }, key: null }),
    ),
  )
  assert.equal(replies.filter((reply) => reply.status === 201).length, 1)
})

test('signing out ends the session, and a session ends by itself', async (t) => {
  const world = await openWorld(t)
  const first = await world.signIn()
  const out = await first.window('/session', { method: 'DELETE' })
  assert.equal(out.status, 204)
  assert.match(out.headers.get('set-cookie') ?? '', /^klic_session=;.*Max-Age=0$/)
  refused(await first.window('/jobs'), 401, 'SESSION_REQUIRED')
  const second = await world.signIn()
  world.pass(30 * 86_400_000)
  refused(await second.window('/jobs'), 401, 'SESSION_REQUIRED')
})

test('a change without the CSRF token of this session changes nothing; looking needs none', async (t) => {
  const world = await openWorld(t)
  const { cookie, window } = await world.signIn()
  const other = await world.signIn()
  const body = { geometry: GARDEN, klic_type: 'ORIENT' }
  const post = (headers: Record<string, string>) =>
    world.ask('/dashboard/api/jobs', { method: 'POST', key: null, body, headers: { Cookie: cookie, ...headers } })
  refused(await post({}), 403, 'CSRF_TOKEN_INVALID')
  refused(await post({ 'X-CSRF-Token': '' }), 403, 'CSRF_TOKEN_INVALID')
  refused(await post({ 'X-CSRF-Token': other.csrf }), 403, 'CSRF_TOKEN_INVALID')
  assert.equal((await world.ask('/dashboard/api/jobs', { key: null, headers: { Cookie: cookie } })).status, 200)
  assert.equal((await window('/jobs', { method: 'POST', body })).status, 201)
})

test('a key opens no dashboard, and a session no v1', async (t) => {
  const world = await openWorld(t)
  refused(await world.ask('/dashboard/api/jobs'), 401, 'SESSION_REQUIRED')
  const { cookie } = await world.signIn()
  refused(await world.v1('/jobs', { key: null, headers: { Cookie: cookie } }), 401, 'API_KEY_MISSING')
})

for (const [name, route] of Object.entries<Route>({ ...ROUTES, ...DASHBOARD_ROUTES })) {
  if (route.open) continue
  test(`${name} needs a session on the dashboard`, async (t) => {
    const world = await openWorld(t)
    const path = `/dashboard/api${route.path.replaceAll(/\{\w+\}/g, 'x')}`
    const call = { method: route.method.toUpperCase(), ...(route.body && { body: {} }) }
    refused(await world.ask(path, call), 401, 'SESSION_REQUIRED')
  })
}

test('the window does all that v1 does, for its own company', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const key = shown(NewKey, await window('/keys', { method: 'POST', body: { name: 'first' } }), 201)
  assert.equal(key.created_by, 'window')
  const body = { geometry: GARDEN, klic_type: 'ORIENT', submit: true }
  const job = shown(Job, await window('/jobs', { method: 'POST', body }), 202)
  assert.equal(shown(Job, await world.v1(`/jobs/${job.job_id}`)).job_id, job.job_id)
  const stranger = await world.signIn(await world.company())
  refused(await stranger.window(`/jobs/${job.job_id}`), 404, 'NOT_FOUND')
  refused(await stranger.window(`/jobs/${job.job_id}/map`), 404, 'NOT_FOUND')
})

test('a preview is cut and priced and stored nowhere', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const body = { geometry: TRENCH, klic_type: 'GRAAF' }
  const preview = shown(Preview, await window('/preview', { method: 'POST', body }))
  assert.equal(preview.quote.total.amount, '119.85')
  assert.equal(preview.parts.length, 3)
  assert.ok(preview.quote.lower_bound <= 3 && preview.quote.plain_grid >= 3)
  const [lng, lat] = preview.area_lnglat.coordinates[0]![0]!
  assert.ok(lng > 5.3 && lng < 5.5 && lat > 51.4 && lat < 51.6)
  assert.deepEqual(await world.store.db.selectFrom('job').selectAll().execute(), [])
})

test('a first preview says whether the best one may be better, and both count alike where nothing is to gain', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const body = { geometry: TRENCH, klic_type: 'GRAAF' }
  const first = shown(Preview, await window('/preview', { method: 'POST', body: { ...body, effort: 'first' } }))
  const best = shown(Preview, await window('/preview', { method: 'POST', body: { ...body, effort: 'best' } }))
  assert.equal(first.can_improve, false)
  assert.deepEqual(first, best)
})

test('rules for the cut are frozen in the quote, with what they cost', async (t) => {
  const world = await openWorld(t)
  const job = await world.quote({ geometry: TRENCH, klic_type: 'GRAAF', cut_rules: { info_buffer_m: 20 } })
  assert.deepEqual(job.quote.rules, { max_extra_m: null, keep_out: [], info_buffer_m: 20 })
  assert.equal(job.quote.rules_cost, job.quote.notifications - 3)
  assert.ok(job.parts.every((part) => part.extent_m.width <= 460 && part.extent_m.height <= 460))
})

test('an ORIENT request with an information buffer, and a keep-out that is no polygon, are refused by their pointer', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const ask = (klicType: string, cutRules: object) =>
    window('/preview', { method: 'POST', body: { geometry: TRENCH, klic_type: klicType, cut_rules: cutRules } })
  const orient = refused(await ask('ORIENT', { info_buffer_m: 10 }), 422, 'VALIDATION_FAILED')
  const keepOut = refused(
    await ask('GRAAF', { keep_out: [{ type: 'Point', coordinates: [1, 2] }] }),
    422,
    'GEOMETRY_INVALID',
  )
  assert.deepEqual(
    [orient, keepOut].map((problem) => problem.errors?.[0]?.pointer),
    ['/cut_rules/info_buffer_m', '/cut_rules/keep_out/0/type'],
  )
})

test('the map has the area and the parts of a job in degrees', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const job = await world.quote({ geometry: TRENCH, klic_type: 'GRAAF' })
  const map = shown(JobMap, await window(`/jobs/${job.job_id}/map`))
  assert.deepEqual(
    map.parts.map((part) => part.geometry),
    job.parts.map((part) => part.geometry),
  )
  assert.ok(map.parts.every((part) => part.geometry_lnglat.coordinates[0]!.every(([lng]) => lng > 5 && lng < 6)))
})

const SUMMARY: ResultSummary = {
  deliveries: [],
  features: 2,
  objecttypes: {},
  themes: { water: { count: 2, length_m: 12.5 }, onbekend: { count: 1 } },
  detail: [],
  layers: {},
  documents: { files: 0, identifiers: 0, references: 0 },
  operators: [],
  precautions: 0,
  extent: [155000, 390000, 155040, 390040],
  warnings: [{ code: 'SIMULATED', message: 'Made by the simulator.' }],
}

test('a summary names themes and their colours; before there is a result there is none', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const { job_id } = await world.quote()
  refused(await window(`/jobs/${job_id}/summary`), 409, 'NOT_READY')
  await world.put(job_id, 'ready')
  await world.store.db
    .updateTable('job')
    .set({ summary: JSON.stringify(SUMMARY) })
    .where('id', '=', job_id)
    .execute()
  const summary = shown(JobSummary, await window(`/jobs/${job_id}/summary`))
  assert.deepEqual(summary.themes, [
    { thema: 'water', naam: 'water', colour: '#0000ff', count: 2, length_m: 12.5 },
    { thema: 'onbekend', naam: 'onbekend', colour: '#808080', count: 1, length_m: null },
  ])
  assert.ok(summary.extent_lnglat![0] < summary.extent_lnglat![2])
})

test('a failed job is resumed where it stopped, and only a failed one', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const { job_id } = await world.quote({ geometry: TRENCH, klic_type: 'GRAAF' })
  refused(await window(`/jobs/${job_id}/retry`, { method: 'POST' }), 409, 'JOB_STATE_CONFLICT')
  await world.put(job_id, 'failed', ['delivered', 'failed', 'failed'], { failure: 'failed_reading' })
  await world.store.db.updateTable('part').set({ gi_aanvraag_id: 'g2' }).where('part_no', '=', 2).execute()
  const job = shown(Job, await window(`/jobs/${job_id}/retry`, { method: 'POST', body: {} }), 202)
  assert.equal(job.status, 'accepted')
  assert.deepEqual(
    job.parts.map((part) => part.status),
    ['delivered', 'submitted', 'accepted'],
  )
  assert.equal(world.nudges.count, 1)
})

test('a result that lacks a delivery which took too long to read is resumed; one that lacks another is not', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const { job_id } = await world.quote({ geometry: TRENCH, klic_type: 'GRAAF' })
  await world.put(job_id, 'ready_incomplete', ['delivered', 'failed', 'safety_area'])
  const failedWith = (code: string) => {
    const errors = JSON.stringify([{ severity: 'ERROR', code, message: code, pointer: null }])
    return world.store.db.updateTable('part').set({ errors, gi_aanvraag_id: 'g' }).where('part_no', '=', 2).execute()
  }
  const retry = () => window(`/jobs/${job_id}/retry`, { method: 'POST', body: {} })
  await failedWith('DELIVERY_UNREADABLE')
  refused(await retry(), 409, 'JOB_STATE_CONFLICT')
  await failedWith('TOOK_TOO_LONG')
  const job = shown(Job, await retry(), 202)
  assert.deepEqual(
    [job.status, ...job.parts.map((part) => part.status)],
    ['accepted', 'delivered', 'submitted', 'safety_area'],
  )
})
