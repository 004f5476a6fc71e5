/** A link for the site: what is at the secret address, for whom, until when, and what stands in the log of it. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Digging } from '../../server/features/digging/schema.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { LINK_WORKER } from '../../server/features/site-package/page/link-script.ts'
import { MAX_SITE_LINKS, NewSiteLink, SiteLinks, SiteNow } from '../../server/features/site-package/schema.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import { simulatorApplicant } from '../../server/simulator/customer.ts'
import { bodyOf, draftOf } from '../registry/world.ts'
import { acceptedOrder } from '../support/accepted-order.ts'
import { openWorld, refused, START_DATE, shown } from '../support/api-world.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { siteJob } from '../support/site-job.ts'

type Options = Parameters<typeof openWorld>[1]

async function readyJob(t: TestContext, more: Options = { isLocal: false }) {
  const world = await openWorld(t, more)
  const { window } = await world.signIn()
  const zip = await simulatedDelivery(world.dataDir, '26G000001', [155_000, 463_000, 155_200, 463_200], {
    klicType: 'GRAAF',
  })
  const job = await siteJob(world, [zip], { klic_type: 'GRAAF', start_date: START_DATE })
  const at = `/jobs/${job.job_id}/site-links`
  const make = async (name = 'Jan van de kraan', days = 14) => {
    const made = shown(NewSiteLink, await window(at, { method: 'POST', body: { name, days } }), 201)
    assert.ok(made.address.startsWith(`${world.baseUrl}/site/klic_site_`), made.address)
    return { ...made, path: made.address.slice(world.baseUrl.length) }
  }
  const read = (path: string, headers: Record<string, string> = {}) => world.ask(path, { key: null, headers })
  const links = async () => shown(SiteLinks, await window(at)).data
  const consulted = async () => {
    const rows = await world.store.db
      .selectFrom('log_entry')
      .select(['actor', 'data'])
      .where('act', '=', 'site.consulted')
      .where('subject', '=', `job:${job.job_id}`)
      .orderBy('no')
      .execute()
    return rows.map(({ actor, data }) => [actor, JSON.parse(data).revision])
  }
  return { world, window, at, make, read, links, consulted, ...job }
}

test('a link names neither applicant nor client of the filed job', async (t) => {
  const { world, make, read, job_id, summary } = await readyJob(t)
  const order = acceptedOrder(job_id, world.clock.now().toISOString())
  await world.store.db
    .insertInto('registry_order')
    .values({ ...order, body: bodyOf(draftOf(1)) })
    .execute()
  const { text } = await read((await make()).path)
  assert.ok(text.includes(summary.operators[0]!.name), 'what is there is found')
  assert.match(text, /Aanvrager en opdrachtgever staan niet in dit pakket/)
  const { organisation, contact } = simulatorApplicant
  for (const one of [organisation, contact.name, contact.phone, contact.email]) assert.ok(!text.includes(one), one)
})

test('the address serves the page with all that is in the package, and keeps it from search engines and caches', async (t) => {
  const { world, job_id, make, read, gpkg, links, consulted } = await readyJob(t)
  const { path } = await make()
  const page = await read(path)
  assert.equal(page.status, 200, page.text.slice(0, 300))
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.equal(page.headers.get('cache-control'), 'no-store')
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
  assert.match(page.headers.get('x-robots-tag')!, /noindex/)
  const policy = page.headers.get('content-security-policy')!
  assert.match(policy, /^default-src 'none'; .*script-src ('sha256-[^']+' ?)+; .*frame-ancestors 'none'$/)
  assert.doesNotMatch(policy, /unsafe|https?:/)
  assert.ok(!page.text.includes('class="check"'), 'there is no ZIP to look at')
  assert.doesNotMatch(page.text, /deze ZIP|this ZIP|pak de ZIP uit|unpack the ZIP/)
  const { files, version } = (await read(`${path}files`)).json as { files: string[]; version: string }
  assert.ok(files.includes(gpkg.name) && files.some((name) => /^kaart_.*\.pdf$/.test(name)))
  assert.ok(files.some((name) => name.startsWith('documenten/')) && !files.includes('index.html'))
  for (const name of files) {
    const file = await read(path + name.split('/').map(encodeURIComponent).join('/'))
    assert.equal(file.status, 200, name)
    const isShown = name.endsWith('.pdf')
    assert.equal(file.headers.get('content-type') === 'application/pdf', isShown, name)
    assert.equal(file.headers.has('content-disposition'), !isShown, name)
  }
  for (const none of [
    'manifest.json',
    'index.html',
    '../../app.db',
    '..%2F..%2Fapp.db',
    '%2e%2e/x',
    'documenten',
    '%E0%A4%A',
  ])
    assert.equal((await read(path + none)).status, 404, none)
  const worker = await read(`${path}worker.js`)
  assert.deepEqual([worker.status, worker.text], [200, LINK_WORKER])
  assert.match(worker.headers.get('content-type')!, /^text\/javascript/)
  const now = shown(SiteNow, await read(`${path}now`))
  assert.deepEqual([now.version, now.revision, now.is_outdated], [version, 1, false])
  // As the window has it, on this day.
  const { dig_status } = shown(Job, await world.v1(`/jobs/${job_id}`))
  assert.equal(now.dig.nl.stages[0]!.answer, dig_status.answer)
  const bare = await read(path.slice(0, -1))
  const leads = new URL(bare.headers.get('location')!, `http://x${path.slice(0, -1)}`).pathname
  assert.deepEqual([bare.status, leads], [302, path], 'to where the files are beside it')
  const [link] = await links()
  assert.deepEqual([link!.name, link!.opened_revision], ['Jan van de kraan', 1])
  assert.deepEqual(await consulted(), [['link:Jan van de kraan', 1]], 'opened twice within an hour is once')
})

test('who opened which revision is in the log of the job and of its project; what a telephone keeps for later is no opening', async (t) => {
  const { world, window, job_id, make, read, gpkg, consulted, links } = await readyJob(t)
  const { project_id } = (await window('/projects', { method: 'POST', body: { name: 'Kerkstraat' } })).json as {
    project_id: string
  }
  assert.ok((await window(`/projects/${project_id}/jobs/${job_id}`, { method: 'PUT' })).status < 300)
  const [jan, els] = [await make('Jan'), await make('Els')]
  await read(`${jan.path}?keep`)
  await read(`${jan.path}now`)
  assert.deepEqual(await consulted(), [])
  await read(`${jan.path}now?opened=1`)
  await read(`${els.path}now?opened=1`)
  for (const wrong of ['2', '0', '-1', 'x']) await read(`${jan.path}now?opened=${wrong}`)
  assert.deepEqual(await consulted(), [
    ['link:Jan', 1],
    ['link:Els', 1],
  ])
  await world.put(job_id, 'ready', 'delivered', { revision: 2 })
  await world.putFile(job_id, 'gpkg', gpkg.bytes, 2)
  const now = shown(SiteNow, await read(`${jan.path}now?opened=1`))
  assert.equal(now.revision, 2)
  await read(`${jan.path}now?opened=2`)
  world.pass(3_600_001)
  await read(`${jan.path}now?opened=2`)
  assert.deepEqual((await consulted()).slice(2), [
    ['link:Jan', 2],
    ['link:Jan', 2],
  ])
  const ofProject = await world.store.db
    .selectFrom('log_entry')
    .select('act')
    .where('subject', '=', `project:${project_id}`)
    .where('act', 'in', ['site.linked', 'site.consulted'])
    .execute()
  assert.equal(ofProject.length, 2 + 4)
  assert.deepEqual(
    (await links()).map(({ name, opened_revision }) => [name, opened_revision]),
    [
      ['Els', 1],
      ['Jan', 2],
    ],
  )
})

test('the crew reports its presence by link, once a day, where work is under way', async (t) => {
  const { world, window, job_id, make, read } = await readyJob(t)
  const { path, link_id } = await make('Jan')
  const report = () => world.ask(`${path}presence`, { method: 'POST', key: null })
  const presence = async () => shown(SiteNow, await read(`${path}now`)).presence
  assert.equal(await presence(), 'none')
  refused(await report(), 409, 'JOB_STATE_CONFLICT')
  const begun_on = dutchDate(world.clock.now().getTime())
  const work = { begun_on, begun_by: 'Crew 2', place: null, ended_on: null, remark: null }
  await window(`/jobs/${job_id}/digging/work`, { method: 'PUT', body: work })
  assert.equal(await presence(), 'reported', 'the recorded start is presence')
  world.pass(86_400_000)
  assert.equal(await presence(), 'wanted')
  assert.equal(shown(SiteNow, await report()).presence, 'reported')
  await report()
  const { last_seen_on_site } = shown(Digging, await window(`/jobs/${job_id}/digging`))
  assert.equal(last_seen_on_site, dutchDate(world.clock.now().getTime()))
  const entries = await world.store.db
    .selectFrom('log_entry')
    .select('actor')
    .where('act', '=', 'presence.recorded')
    .where('subject', '=', `job:${job_id}`)
    .execute()
  assert.deepEqual(entries, [{ actor: 'link:Jan' }], 'once')
  refused(await read(`${path}presence`), 404, 'NOT_FOUND')
  await window(`/jobs/${job_id}/site-links/${link_id}`, { method: 'DELETE' })
  world.pass(86_400_000)
  refused(await report(), 404, 'NOT_FOUND')
})

test('a link is worth nothing from its revocation or expiry on, and a person is told in words', async (t) => {
  const { world, window, at, make, read, links } = await readyJob(t)
  const [jan, els] = [await make('Jan', 1), await make('Els', 2)]
  assert.equal((await read(els.path)).status, 200)
  assert.equal((await window(`${at}/${els.link_id}`, { method: 'DELETE' })).status, 204)
  assert.equal((await window(`${at}/${els.link_id}`, { method: 'DELETE' })).status, 204)
  for (const path of ['', 'now', 'files', 'worker.js']) refused(await read(els.path + path), 404, 'NOT_FOUND')
  const told = await read(els.path, { Accept: 'text/html,*/*;q=0.8' })
  assert.deepEqual([told.status, told.headers.get('content-type')], [404, 'text/html; charset=utf-8'])
  assert.match(told.text, /Op dit adres is niets.*There is nothing/s)
  assert.deepEqual(
    (await links()).map(({ name }) => name),
    ['Jan'],
  )
  world.pass(86_400_000 - 1)
  assert.equal((await read(`${jan.path}now`)).status, 200)
  world.pass(1)
  refused(await read(`${jan.path}now`), 404, 'NOT_FOUND')
  assert.deepEqual(await links(), [])
  const acts = await world.store.db
    .selectFrom('log_entry')
    .select('act')
    .where('act', 'in', ['site.consulted', 'site.linked', 'site.revoked'])
    .execute()
  assert.deepEqual(acts.map(({ act }) => act).sort(), ['site.consulted', 'site.linked', 'site.linked', 'site.revoked'])
})

test('its secret is kept as a hash, opens nothing else, and stands in no log line and no figure', async (t) => {
  const { world, make, read } = await readyJob(t)
  const { path } = await make()
  const secret = path.split('/')[2]!
  for (const each of [path, `${path}now`, path.replace('klic', '%6blic'), '/site/guess-of-somebody/x']) await read(each)
  const rows = JSON.stringify([
    await world.store.db.selectFrom('site_link').selectAll().execute(),
    await world.store.db.selectFrom('log_entry').selectAll().execute(),
  ])
  for (const text of [world.lines.join(''), (await world.ask('/metrics')).text, rows])
    for (const hidden of [secret, secret.slice('klic_site_'.length), 'guess-of-somebody'])
      assert.ok(!text.includes(hidden), hidden)
  assert.ok(world.lines.some((line) => line.includes('"path":"/site/..."')))
  refused(await world.v1('/jobs', { key: secret }), 401, 'API_KEY_INVALID')
  refused(await read(`/k/${secret}/ogc`), 401, 'API_KEY_INVALID')
})

test('guesses count like wrong keys, and a good link has a limit a minute', async (t) => {
  const { world, make, read } = await readyJob(t)
  const { path } = await make()
  const guesses = await Promise.all(Array.from({ length: 605 }, (_, i) => read(`/site/klic_site_guess${i}/`)))
  assert.equal(guesses.filter(({ status }) => status === 429).length, 5)
  assert.equal((await read(`${path}now`)).status, 200)
  for (let i = 1; i < 600; i++) await read(`${path}worker.js`)
  refused(await read(`${path}now`), 429, 'RATE_LIMITED')
  world.pass(60_000)
  assert.equal((await read(`${path}now`)).status, 200)
})

test('a link is of one company, of a job with a result, and of so many; on a desktop the package is handed over', async (t) => {
  const { world, window, at, make } = await readyJob(t)
  const { link_id } = await make()
  const stranger = await world.signIn(await world.company())
  refused(await stranger.window(at), 404, 'NOT_FOUND')
  refused(await stranger.window(at, { method: 'POST', body: { name: 'x', days: 1 } }), 404, 'NOT_FOUND')
  refused(await stranger.window(`${at}/${link_id}`, { method: 'DELETE' }), 404, 'NOT_FOUND')
  const quoted = await world.quote()
  const body = { name: 'Jan', days: 1 }
  refused(await window(`/jobs/${quoted.job_id}/site-links`, { method: 'POST', body }), 409, 'NOT_READY')
  for (const wrong of [
    { name: ' ', days: 1 },
    { name: 'x', days: 91 },
    { name: 'x', days: 0 },
  ])
    refused(await window(at, { method: 'POST', body: wrong }), 422, 'VALIDATION_FAILED')
  for (let i = 1; i < MAX_SITE_LINKS; i++) await make(`number ${i}`)
  refused(await window(at, { method: 'POST', body }), 409, 'JOB_STATE_CONFLICT')
  assert.equal(shown(SiteLinks, await window(at)).can_make, true)
  const desktop = await readyJob(t, { isLocal: true })
  assert.equal(shown(SiteLinks, await desktop.window(desktop.at)).can_make, false)
  const { message } = refused(await desktop.window(desktop.at, { method: 'POST', body }), 409, 'JOB_STATE_CONFLICT')
  assert.match(message, /hand over the site package/)
})

test('when results are removed the address says so at once; one that somebody waits for is made once', async (t) => {
  const { world, make, read, job_id } = await readyJob(t)
  const { path } = await make()
  const all = await Promise.all([read(path), read(`${path}files`), read(path)])
  assert.deepEqual(
    all.map(({ status }) => status),
    [200, 200, 200],
  )
  const folders = () => readdirSync(join(world.dataDir, 'tmp')).filter((name) => name.startsWith('stl_'))
  assert.equal(folders().length, 1)
  assert.ok(existsSync(join(world.dataDir, 'tmp', folders()[0]!, 'index.html')))
  const at = world.clock.now().toISOString()
  await world.store.db
    .insertInto('removal')
    .values({ job_id, what: 'results', reason: 'age', announced_at: at, due_at: at, done_at: at, files: '[]' })
    .execute()
  refused(await read(`${path}now`), 410, 'FILES_REMOVED')
  assert.equal((await read(path, { Accept: 'text/html' })).status, 404)
})
