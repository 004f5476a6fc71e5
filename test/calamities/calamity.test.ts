/** A calamity from the window: quoted, confirmed, filed alone, and the numbers to call as soon as the registry has answered. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Calamity } from '../../server/features/calamities/schema.ts'
import { Preview } from '../../server/features/jobs/dashboard-schema.ts'
import { RequestPage } from '../../server/features/jobs/request-schema.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { Log } from '../../server/features/projects/schema.ts'
import type { ConcernedOperator } from '../../server/registry/calamity.ts'
import { acceptedOrder } from '../support/accepted-order.ts'
import { GARDEN, openWorld, pointers, refused, shown, TRENCH, type World } from '../support/api-world.ts'
import { withoutPoppler, words } from '../support/paper.ts'

const WHAT = 'Gasleiding geraakt, gas stroomt uit'
const CONTACT = { name: 'K. Wacht', phone: '0612345678', email: 'wacht@graafwerk.example' }
const CONCERNED: ConcernedOperator[] = [
  {
    name: 'Waterbedrijf',
    themes: ['water'],
    isBeside: true,
    managesSafetyArea: false,
    contact: { name: null, phone: '088 1', email: null },
  },
  {
    name: 'Gasnet',
    themes: ['buisleidingGevaarlijkeInhoud'],
    isBeside: false,
    managesSafetyArea: false,
    contact: { name: 'Meldkamer', phone: '088 2', email: 'm@gasnet.example' },
  },
]
const EUROS = { confirmed: true, confirm_euros: '39.95' }

type Window = Awaited<ReturnType<World['signIn']>>['window']
const post = (window: Window, path: string, body: object) => window(path, { method: 'POST', body })
const quote = async (window: Window, more: object = {}) =>
  shown(Job, await post(window, '/calamities', { geometry: GARDEN, what: WHAT, contact: CONTACT, ...more }), 201)

/** As the worker leaves it when the registry has taken it. */
async function answered(world: World, jobId: string, concerned: ConcernedOperator[] | null = CONCERNED) {
  const at = world.clock.now().toISOString()
  await world.put(jobId, 'submitted', 'submitted')
  await world.store.db
    .insertInto('registry_order')
    .values({ ...acceptedOrder(jobId, at, `reg_${jobId}`), concerned: concerned && JSON.stringify(concerned) })
    .execute()
}

test('a calamity is quoted, filed only with the confirmation and the sum that was seen, and once', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const job = await quote(window, { reference: 'Gaslek' })
  assert.deepEqual(
    [job.klic_type, job.status, job.works_description, job.quote.total.amount, job.dig_status.answer],
    ['CALAMITEIT', 'quoted', WHAT, '39.95', 'not_for_digging'],
  )
  const file = `/calamities/${job.job_id}/file`
  refused(await post(window, file, { confirm_euros: '39.95' }), 422, 'VALIDATION_FAILED')
  refused(await post(window, file, { ...EUROS, confirmed: false }), 422, 'VALIDATION_FAILED')
  refused(await post(window, file, { ...EUROS, confirm_euros: '1.00' }), 409, 'QUOTE_CHANGED')
  refused(await post(window, `/jobs/${job.job_id}/submit`, {}), 409, 'JOB_STATE_CONFLICT')
  assert.equal(world.nudges.count, 0)
  assert.equal(shown(Job, await post(window, file, EUROS), 202).status, 'accepted')
  assert.equal(shown(Job, await post(window, file, EUROS), 202).status, 'accepted')
  assert.equal(world.nudges.count, 1)
  const acts = await world.store.db.selectFrom('audit').select('amount_cents').execute()
  assert.deepEqual(acts, [{ amount_cents: 3995 }])
  const log = shown(Log, await window(`/jobs/${job.job_id}/log`))
  assert.ok(log.data.some(({ act }) => act === 'calamity.confirmed'))
  assert.equal(log.broken_at, null)
})

test('what holds others up does not hold it up: not the limit of the day, and not the queue', async (t) => {
  const world = await openWorld(t, {
    mostWaiting: { ofOne: 0, ofAll: 0 },
    mostQuotes: { ofKey: NONE, ofCompany: NONE },
  })
  const { window } = await world.signIn()
  await world.set('billing.daily_limit_cents', 0)
  const { job_id } = await quote(window)
  assert.equal((await post(window, `/calamities/${job_id}/file`, EUROS)).status, 202)
  const { spent } = (await window('/spending')).json as { spent: { amount: string } }
  assert.equal(spent.amount, '39.95', 'it counts, for others')
})
const NONE = { quotes: 0, characters: 0 }

test('it is one notification: what takes more is refused with what to do', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const detail = refused(
    await post(window, '/calamities', { geometry: TRENCH, what: WHAT, contact: CONTACT }),
    422,
    'VALIDATION_FAILED',
  )
  assert.deepEqual(pointers(detail), ['/geometry'])
  assert.equal(detail.errors![0]!.code, 'CALAMITY_NOT_ONE')
  assert.match(detail.message, /500 by 500 m.*Draw the place of the danger only/)
  assert.equal((await world.store.db.selectFrom('job').select('id').execute()).length, 0)
  // The user sees it while drawing.
  const seen = await post(window, '/preview', { geometry: TRENCH, klic_type: 'CALAMITEIT' })
  assert.ok(shown(Preview, seen).quote.notifications > 1)
  const alone = shown(Preview, await post(window, '/preview', { geometry: GARDEN, klic_type: 'CALAMITEIT' })).quote
  assert.deepEqual([alone.notifications, alone.total.amount], [1, '39.95'])
})

test('somebody has to be called back: without a telephone number nothing is filed', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  await world.set('registry.contact', null)
  const bare = await quote(window, { contact: undefined })
  const detail = refused(await post(window, `/calamities/${bare.job_id}/file`, EUROS), 422, 'VALIDATION_FAILED')
  assert.ok(detail.errors!.some(({ message }) => message.includes('registry.contact')))
  const odd = await quote(window, { contact: { ...CONTACT, phone: 'bel maar' } })
  const other = refused(await post(window, `/calamities/${odd.job_id}/file`, EUROS), 422, 'VALIDATION_FAILED')
  assert.deepEqual(pointers(other), ['/contact/phone'])
})

test('the numbers to call are told once the registry has answered, those that the law has called first', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const { job_id } = await quote(window)
  const at = `/calamities/${job_id}`
  const before = shown(Calamity, await window(at))
  assert.deepEqual([before.operators, before.answered_at, before.contact], [null, null, CONTACT])
  refused(await window(`${at}/page`), 409, 'NOT_READY')
  await answered(world, job_id)
  const after = shown(Calamity, await window(at))
  assert.deepEqual(
    after.operators!.map(({ name, must_be_called, contact }) => [name, must_be_called, contact.phone]),
    [
      ['Gasnet', true, '088 2'],
      ['Waterbedrijf', false, '088 1'],
    ],
  )
  // A Friday: the working day after is a Monday.
  assert.deepEqual([after.answered_at, after.account_by, after.what], ['2026-03-06T11:00:00.000Z', '2026-03-09', WHAT])
})

test('the same stands on one page, in both languages, however many they are', { skip: withoutPoppler }, async (t) => {
  const world = await openWorld(t)
  const { window, cookie } = await world.signIn()
  const { job_id } = await quote(window, { reference: 'Gaslek', location_description: 'hoek Dorpsstraat' })
  const crowd = Array.from({ length: 28 }, (_, no) => ({ ...CONCERNED[0]!, name: `Beheerder ${no + 1}` }))
  await answered(world, job_id, [...CONCERNED, ...crowd])
  for (const [language, said] of [
    ['nl', ['CALAMITEITENMELDING', 'TESTGEGEVENS', 'EERST BELLEN', '2026-03-09', 'hoek Dorpsstraat']],
    ['en', ['EMERGENCY NOTIFICATION', 'TEST DATA', 'CALL FIRST', '2026-03-09', 'hoek Dorpsstraat']],
  ] as const) {
    const answer = await fetch(
      `${world.services.baseUrl()}/dashboard/api/calamities/${job_id}/page?language=${language}`,
      {
        headers: { Cookie: cookie },
      },
    )
    assert.equal(answer.headers.get('content-type'), 'application/pdf')
    const file = join(world.dataDir, `${language}.pdf`)
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
    const text = words(file)
    assert.equal(text.split('\f').length - 1, 1, 'one page')
    for (const each of [...said, WHAT, '088 2', 'K. Wacht', '0612345678', 'Beheerder 28']) {
      assert.ok(text.includes(each), `${language}: ${each}`)
    }
  }
})

test('API v1 knows ORIENT and GRAAF: it takes no calamity, submits none, and lists them only when asked', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const detail = refused(
    await world.v1('/jobs', { method: 'POST', body: { geometry: GARDEN, klic_type: 'CALAMITEIT' } }),
    422,
    'VALIDATION_FAILED',
  )
  assert.deepEqual(pointers(detail), ['/klic_type'])
  const planned = await world.quote({ submit: true })
  const alarm = await quote(window)
  refused(await world.v1(`/jobs/${alarm.job_id}/submit`, { method: 'POST' }), 409, 'JOB_STATE_CONFLICT')
  await post(window, `/calamities/${alarm.job_id}/file`, EUROS)
  const jobs = async (ask: (path: string) => ReturnType<World['v1']>, query = '') => {
    const { data, pagination } = (await ask(`/jobs${query}`)).json as { data: Job[]; pagination: { total: number } }
    assert.equal(pagination.total, data.length)
    return data.map(({ klic_type }) => klic_type).sort()
  }
  const requests = async (ask: (path: string) => ReturnType<World['v1']>, query = '') => {
    const { data, pagination } = shown(RequestPage, await ask(`/requests${query}`))
    assert.equal(pagination.total, data.length)
    return data.map(({ klic_type }) => klic_type).sort()
  }
  for (const list of [jobs, requests]) {
    assert.deepEqual(await list(world.v1), ['ORIENT'])
    assert.deepEqual(await list(world.v1, '?calamities=true'), ['CALAMITEIT', 'ORIENT'])
    assert.deepEqual(await list(window), ['CALAMITEIT', 'ORIENT'])
    assert.deepEqual(await list(window, '?calamities=false'), ['ORIENT'])
  }
  assert.deepEqual(await jobs(world.v1, '?status=accepted'), ['ORIENT'])
  assert.deepEqual(await jobs(world.v1, '?archived=false'), ['ORIENT'])
  // The id in the event finds it.
  assert.equal(shown(Job, await world.v1(`/jobs/${alarm.job_id}`)).klic_type, 'CALAMITEIT')
  refused(await window(`/calamities/${planned.job_id}`), 404, 'NOT_FOUND')
})

test('a calamity is not corrected into something else', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const { job_id } = await quote(window)
  const other = { geometry: GARDEN, klic_type: 'ORIENT' }
  refused(await post(window, `/jobs/${job_id}/correction`, other), 409, 'JOB_STATE_CONFLICT')
})

test('another company sees nothing of it, and who may only read files none', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const { job_id } = await quote(window)
  await answered(world, job_id)
  const stranger = await world.signIn(await world.company())
  for (const path of ['', '/page']) refused(await stranger.window(`/calamities/${job_id}${path}`), 404, 'NOT_FOUND')
  refused(await post(stranger.window, `/calamities/${job_id}/file`, EUROS), 404, 'NOT_FOUND')
  const viewer = (await world.signInAs(await world.user('viewer'))).window
  assert.equal((await viewer(`/calamities/${job_id}`)).status, 200)
  refused(await post(viewer, `/calamities/${job_id}/file`, EUROS), 403, 'PERMISSION_DENIED')
  refused(await post(viewer, '/calamities', { geometry: GARDEN, what: WHAT }), 403, 'PERMISSION_DENIED')
})
