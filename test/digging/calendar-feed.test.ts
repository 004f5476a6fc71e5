/** The calendar of a person at a secret address: what a program reads there, and who does not. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CalendarFeed, NewCalendarFeed } from '../../server/features/digging/schema.ts'
import { openWorld, refused, START_DATE, shown, type World } from '../support/api-world.ts'
import { eventsIn, readIcalendar } from '../support/read-icalendar.ts'

type Window = Awaited<ReturnType<World['signIn']>>['window']

const make = async (world: World, window: Window, language = 'nl'): Promise<string> => {
  const { address } = shown(NewCalendarFeed, await window('/calendar', { method: 'POST', body: { language } }), 201)
  assert.ok(address.startsWith(`${world.baseUrl}/calendar/${language}/klic_cal_`), address)
  return address.slice(world.baseUrl.length)
}
const read = (world: World, path: string, more: Parameters<World['ask']>[1] = {}) =>
  world.ask(path, { key: null, ...more })
const events = async (world: World, path: string): Promise<string[]> => {
  const reply = await read(world, path)
  assert.equal(reply.status, 200, reply.text)
  return eventsIn(readIcalendar(Buffer.from(reply.text)))
}
/** Filed on Friday 6 March 2026. */
const filed = async (world: World, reference: string) => {
  const { job_id } = await world.quote({ submit: true, klic_type: 'GRAAF', start_date: START_DATE, reference })
  await world.put(job_id, 'ready')
  return job_id
}

test('a calendar program reads with the address alone what stands on the page Today, and asks for nothing anew that is the same', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  assert.equal(shown(CalendarFeed, await window('/calendar')).created_at, null)
  const path = await make(world, window)
  assert.equal(shown(CalendarFeed, await window('/calendar')).created_at, world.clock.now().toISOString())
  assert.deepEqual(await events(world, path), [])
  const jobId = await filed(world, 'Kerkstraat; oost')
  await world.store.db
    .updateTable('job')
    .set({ findings: JSON.stringify({ silent: [], careful: ['Gasnet'], precautions: 1, isEmpty: false }) })
    .where('id', '=', jobId)
    .execute()
  const TEST = 'TEST, niet gebruiken in het veld: '
  assert.deepEqual(await events(world, path), [
    `20260311 ${TEST}Voorzorg: uiterlijk contact: Kerkstraat; oost`,
    `20260316 ${TEST}Geplande start: Kerkstraat; oost`,
  ])
  const reply = await read(world, path)
  assert.equal(reply.headers.get('content-type'), 'text/calendar; charset=utf-8')
  assert.equal(reply.headers.get('cache-control'), 'private, no-cache')
  world.pass(60_000)
  const again = await read(world, path, { headers: { 'If-None-Match': reply.headers.get('etag')! } })
  assert.deepEqual([again.status, again.text], [304, ''])
  assert.equal((await read(world, path, { method: 'HEAD' })).text, '')
  refused(await read(world, path, { method: 'POST', body: {} }), 405, 'METHOD_NOT_ALLOWED')
  assert.match((await events(world, path.replace('/nl/', '/en/')))[1]!, /Planned start: Kerkstraat/)
  refused(await read(world, path.replace('/nl/', '/fr/')), 404, 'NOT_FOUND')

  const [contact] = readIcalendar(Buffer.from(reply.text)).parts
  const body = { operator: 'Gasnet', contacted_on: '2026-03-06', how: 'telefoon' }
  assert.equal((await window(`/jobs/${jobId}/digging/contacts`, { method: 'PUT', body })).status, 200)
  const [agreement] = readIcalendar(Buffer.from((await read(world, path)).text)).parts
  assert.deepEqual(
    [contact, agreement].map((each) => each!.values.get('UID')),
    [`${jobId}-contact_due@klic-desktop`, `${jobId}-agreement_due@klic-desktop`],
  )
})

test('an address is worth nothing once it is revoked, made anew, or its user has left; each person’s is their own', async (t) => {
  const world = await openWorld(t)
  const desk = (await world.signIn()).window
  const first = await make(world, desk)
  const second = await make(world, desk)
  refused(await read(world, first), 404, 'NOT_FOUND')
  const vera = await world.user('viewer')
  const hers = await make(world, (await world.signInAs(vera)).window)
  assert.equal((await read(world, hers)).status, 200)
  assert.equal((await desk('/calendar', { method: 'DELETE' })).status, 204)
  refused(await read(world, second), 404, 'NOT_FOUND')
  assert.equal((await desk('/calendar', { method: 'DELETE' })).status, 204)
  assert.equal(shown(CalendarFeed, await desk('/calendar')).created_at, null)
  assert.equal((await read(world, hers)).status, 200)
  assert.equal((await desk(`/users/${vera}`, { method: 'DELETE' })).status, 204)
  refused(await read(world, hers), 404, 'NOT_FOUND')
  const rows = await world.store.db.selectFrom('calendar_feed').selectAll().orderBy('created_at').execute()
  assert.ok(
    rows.every(({ revoked_at }) => revoked_at !== null),
    'who made one, and until when it was worth something, stays on record',
  )
  assert.deepEqual(rows.map(({ created_by }) => created_by).sort(), [`user:${vera}`, 'window', 'window'])
})

test('two who make one at once leave one that works', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const paths = await Promise.all([make(world, window), make(world, window), make(world, window)])
  const answers = await Promise.all(paths.map(async (path) => (await read(world, path)).status))
  assert.deepEqual(answers.sort(), [200, 404, 404])
})

test('a calendar shows its own company alone, and opens nothing else', async (t) => {
  const world = await openWorld(t)
  await filed(world, 'Kerkstraat')
  const own = await make(world, (await world.signIn()).window)
  const neighbour = await make(world, (await world.signIn(await world.company())).window)
  assert.equal((await events(world, own)).length, 1)
  assert.deepEqual(await events(world, neighbour), [])
  const secret = own.split('/').at(-1)!.replace('.ics', '')
  refused(await world.v1('/jobs', { key: secret }), 401, 'API_KEY_INVALID')
  refused(await read(world, `/k/${secret}/ogc`), 401, 'API_KEY_INVALID')
  refused(
    await read(world, '/dashboard/api/today', { headers: { Cookie: `klic_session=${secret}` } }),
    401,
    'SESSION_REQUIRED',
  )
})

test('its secret is kept as a hash, and no log line or metric has it', async (t) => {
  const world = await openWorld(t)
  const path = await make(world, (await world.signIn()).window)
  const secret = path.split('/').at(-1)!.replace('.ics', '')
  const guess = 'x'.repeat(43)
  const spellings = [path, path.replace('klic', '%6blic'), `/calendar/nl/${guess}.ics`, `/calendar/${guess}`]
  for (const each of spellings) await read(world, each)
  const metrics = await world.ask('/metrics')
  const rows = JSON.stringify(await world.store.db.selectFrom('calendar_feed').selectAll().execute())
  for (const text of [world.lines.join(''), metrics.text, rows]) {
    for (const hidden of [secret, secret.slice('klic_cal_'.length), guess]) assert.ok(!text.includes(hidden))
  }
  assert.ok(world.lines.some((line) => line.includes('"path":"/calendar/..."')))
})

test('guessing addresses is slowed down like guessing keys, and locks out nobody who has one', async (t) => {
  const world = await openWorld(t)
  const path = await make(world, (await world.signIn()).window)
  const guesses = await Promise.all(
    Array.from({ length: 610 }, (_, i) => read(world, `/calendar/nl/klic_cal_guess${i}.ics`)),
  )
  const codes = guesses.map(({ status }) => status)
  assert.deepEqual(
    [codes.filter((code) => code === 404).length, codes.filter((code) => code === 429).length],
    [600, 10],
  )
  refused(await world.v1('/jobs', { key: 'a guess' }), 429, 'RATE_LIMITED')
  for (let i = 0; i < 30; i++) assert.equal((await read(world, path)).status, 200)
  refused(await read(world, path), 429, 'RATE_LIMITED')
  world.pass(60_000)
  assert.equal((await read(world, path)).status, 200)
})
