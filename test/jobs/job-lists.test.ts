/** Lists of jobs, and what is complained about before a job exists. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTES } from '../../server/api/routes.ts'
import { JOB_GROUPS, jobGroup } from '../../server/features/jobs/rules/job-order.ts'
import { Project } from '../../server/features/projects/schema.ts'
import { openWorld, pointers, refused, shown } from '../support/api-world.ts'
import { rdBox } from '../support/rd-box.ts'

test('lists are newest first, and a page past the end is empty with a true pagination', async (t) => {
  const world = await openWorld(t)
  const made: string[] = []
  for (let i = 0; i < 3; i++) {
    made.push((await world.quote({ reference: `no ${i}` })).job_id)
    world.pass(i * 1000)
  }
  const page = async (query: string) => shown(ROUTES.listJobs.responses[200], await world.v1(`/jobs${query}`))
  const all = await page('')
  assert.deepEqual(
    all.data.map((job) => job.job_id),
    made.toReversed(),
  )
  const as_of = all.data[0]!.created_at
  assert.deepEqual(all.pagination, { page: 1, page_size: 50, as_of, total: 3, total_pages: 1 })
  const second = await page('?page=2&page_size=2')
  assert.deepEqual(
    second.data.map((job) => job.job_id),
    made.slice(0, 1),
  )
  const past = await page('?page=9&page_size=2')
  assert.deepEqual(past, { data: [], pagination: { page: 9, page_size: 2, as_of, total: 3, total_pages: 2 } })
})

test('jobs are found by what a reference, a client_ref or a KLIC number holds, and by whole ids, among all there are', async (t) => {
  const world = await openWorld(t)
  const { job_id: kerk } = await world.quote({ reference: 'Kerkstraat 100%_a', client_ref: 'ERP-7' })
  const { job_id: dorp } = await world.quote({ reference: 'dorpsplein' })
  const { job_id: none } = await world.quote({ reference: null })
  await world.put(dorp, 'ready', 'delivered', { revision: 1 })
  const part = await world.store.db
    .selectFrom('part')
    .select('order_id')
    .where('job_id', '=', dorp)
    .executeTakeFirstOrThrow()
  await world.store.db.updateTable('part').set({ klic_number: '26G0012345' }).where('job_id', '=', dorp).execute()
  const ids = async (query: Record<string, string>) => {
    const { data, pagination } = shown(
      ROUTES.listJobs.responses[200],
      await world.v1(`/jobs?${new URLSearchParams(query)}`),
    )
    assert.equal(pagination.total, data.length)
    return data.map((job) => job.job_id)
  }
  for (const [text, found] of [
    ['KERK', [kerk]],
    ['erp-7', [kerk]],
    ['%_', [kerk]],
    ['0%_b', []],
    ['26g0012', [dorp]],
    ['012345', [dorp]],
    [part.order_id, [dorp]],
    [part.order_id.slice(0, -1), []],
    [none, [none]],
    [none.slice(0, -1), []],
    ["' or 1=1 --", []],
  ] as const) {
    assert.deepEqual(await ids({ q: text }), found, text)
  }
  assert.deepEqual(await ids({ q: 'erp', status: 'ready' }), [])
  assert.deepEqual(await ids({ sort: 'reference' }), [dorp, kerk, none])
  const [brief] = shown(ROUTES.listJobs.responses[200], await world.v1('/jobs?q=dorps')).data
  assert.deepEqual(brief!.klic_numbers, ['26G0012345'])
  refused(await world.v1('/jobs?q='), 422, 'VALIDATION_FAILED')
  refused(await world.v1(`/jobs?q=${'x'.repeat(81)}`), 422, 'VALIDATION_FAILED')
})

test('finds the words of a search in any order, also in place, address, project and of a part', async (t) => {
  const world = await openWorld(t)
  const { job_id: sounding } = await world.quote({
    reference: 'Sondering Beatrixstraat Ede 1009',
    location_description: 'Achter de molen',
  })
  await world.quote({ reference: 'Glasvezel' })
  const { job_id: other } = await world.quote({ reference: 'Ede' })
  const location = JSON.stringify({ street: 'Kousenbandstraat', houseNumber: 49, city: 'Amsterdam' })
  await world.store.db.updateTable('part').set({ location }).where('job_id', '=', other).execute()
  const { window } = await world.signIn()
  const { project_id } = shown(
    Project,
    await window('/projects', { method: 'POST', body: { name: 'Warmtenet Noord' } }),
    201,
  )
  await window(`/projects/${project_id}/jobs/${other}`, { method: 'PUT' })
  for (const [q, found] of [
    ['Sondering Ede', [sounding]],
    ['1009  ede', [sounding]],
    ['ede', [other, sounding]],
    ['ede 1008', []],
    ['molen sondering', [sounding]],
    ['kousenbandstraat 49 amsterdam', [other]],
    ['warmtenet', [other]],
    ['noord ede', [other]],
    ['street', []],
    ['a b c d e f g h i', []],
  ] as const) {
    const { data } = shown(ROUTES.listJobs.responses[200], await world.v1(`/jobs?${new URLSearchParams({ q })}`))
    assert.deepEqual(data.map(({ job_id }) => job_id).sort(), [...found].sort(), q)
  }
})

test('what comes next is first, over all pages by the one rule of the headings; figures in references by their value', async (t) => {
  const world = await openWorld(t)
  const { db } = world.store
  const today = '2026-03-06'
  const starts = [null, '2026-03-05', today, '2026-03-13', '2026-03-14']
  const groups = new Map<string, number>()
  const ids: string[] = []
  for (const status of ['quoted', 'submitted', 'partially_delivered', 'ready', 'rejected', 'failed'] as const) {
    for (const startDate of starts) {
      const { job_id } = await world.quote({ reference: `Kabel ${ids.length}` })
      await db.updateTable('job').set({ status, start_date: startDate }).where('id', '=', job_id).execute()
      groups.set(job_id, JOB_GROUPS.indexOf(jobGroup({ status, startDate }, today)))
      ids.push(job_id)
      world.pass(1000)
    }
  }
  const list = async (query: string) => shown(ROUTES.listJobs.responses[200], await world.v1(`/jobs?${query}`))
  const pages = await Promise.all(Array.from({ length: 5 }, (_, n) => list(`sort=next&page_size=7&page=${n + 1}`)))
  const jobs = pages.flatMap(({ data }) => data)
  assert.deepEqual(jobs.map(({ job_id }) => job_id).sort(), [...ids].sort())
  const placed = jobs.map(({ job_id, start_date }) => ({ group: groups.get(job_id)!, start: start_date ?? '9999' }))
  assert.deepEqual(new Set(placed.map(({ group }) => group)).size, JOB_GROUPS.length)
  const past = JOB_GROUPS.indexOf('past')
  for (const [n, { group, start }] of placed.slice(1).entries()) {
    const before = placed[n]!
    assert.ok(before.group < group || (before.group === group && (group === past || before.start <= start)), `at ${n}`)
  }
  assert.deepEqual(
    (await list('sort=reference&page_size=12')).data.map(({ reference }) => reference),
    Array.from({ length: 12 }, (_, n) => `Kabel ${n}`),
  )
})

test('by start date: the latest first, those without one last, each once over all pages', async (t) => {
  const world = await openWorld(t)
  const starts = ['2026-03-09', null, '2026-04-01', '2026-03-09', '2025-12-01', null, '2026-03-09']
  for (const [n, startDate] of starts.entries()) {
    const { job_id } = await world.quote({ reference: `${n}` })
    await world.store.db.updateTable('job').set({ start_date: startDate }).where('id', '=', job_id).execute()
    world.pass(1000)
  }
  const seen: (string | null)[] = []
  for (let page = 1; page <= 4; page++) {
    const { data } = shown(
      ROUTES.listJobs.responses[200],
      await world.v1(`/jobs?sort=start&page_size=2&page=${page}&archived=false`),
    )
    seen.push(...data.map(({ reference }) => reference))
  }
  // Of one day the newest first.
  assert.deepEqual(seen, ['2', '6', '3', '0', '4', '5', '1'])
})

test('what changed since a moment is found, a part of a job as well, and what stayed is not', async (t) => {
  const world = await openWorld(t)
  const { job_id: moved } = await world.quote()
  const { job_id: stayed } = await world.quote()
  const { job_id: inPart } = await world.quote()
  const { db } = world.store
  // Made long ago, by the clock of the database too.
  await db.updateTable('job').set({ created_at: '2020-01-01T00:00:00.000Z' }).execute()
  const since = new Date(Date.now() - 60_000).toISOString()
  const ids = async (from: string) => {
    const page = shown(ROUTES.listJobs.responses[200], await world.v1(`/jobs?changed_since=${from}`))
    assert.equal(page.pagination.total, page.data.length)
    return page.data.map((job) => job.job_id).sort()
  }
  assert.deepEqual(await ids(since), [])
  // Written anew, with nothing changed.
  await db.updateTable('job').set({ status: 'quoted' }).where('id', '=', stayed).execute()
  await db.updateTable('job').set({ status: 'accepted' }).where('id', '=', moved).execute()
  await db.updateTable('part').set({ klic_number: '26G0000001' }).where('job_id', '=', inPart).execute()
  assert.deepEqual(await ids(since), [moved, inPart].sort())
  assert.deepEqual(await ids(new Date(Date.now() + 60_000).toISOString()), [])
  assert.deepEqual(await ids('2019-12-31T23:00:00Z'), [moved, stayed, inPart].sort())
})

test('a list refuses every wrong parameter at once', async (t) => {
  const world = await openWorld(t)
  const detail = refused(await world.v1('/jobs?page=0&page_size=201&sort=up'), 422, 'VALIDATION_FAILED')
  assert.deepEqual(pointers(detail), ['?page', '?page_size', '?sort'])
  refused(await world.v1('/jobs?page=1&page=2'), 422, 'VALIDATION_FAILED')
})

test('every wrong field is complained about in one answer', async (t) => {
  const world = await openWorld(t)
  const body = {
    geometry: 'here',
    klic_type: 'GRAVEN',
    sumbit: true,
    start_date: '31-12-2026',
    works: ['gaten'],
    webhook_url: 'ftp://x',
    address: { bag_id: '1', postcode: '0000', huisnummer: 1 },
  }
  const detail = refused(await world.v1('/jobs', { method: 'POST', body }), 422, 'VALIDATION_FAILED')
  assert.deepEqual(pointers(detail), [
    '/address/bag_id',
    '/address/huisnummer',
    '/address/postcode',
    '/geometry',
    '/klic_type',
    '/start_date',
    '/sumbit',
    '/webhook_url',
    '/works/0',
  ])
})

test('a key sees the jobs of its own company only', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote()
  const stranger = (await world.keyWith(['read', 'write', 'admin'], await world.company())).secret
  for (const [method, path] of [
    ['GET', `/jobs/${job_id}`],
    ['POST', `/jobs/${job_id}/submit`],
    ['GET', `/jobs/${job_id}/geojson`],
    ['GET', `/jobs/${job_id}/export?format=shp`],
  ] as const) {
    refused(await world.v1(path, { method, key: stranger }), 404, 'NOT_FOUND')
  }
  const list = shown(ROUTES.listJobs.responses[200], await world.v1('/jobs', { key: stranger }))
  assert.equal(list.pagination.total, 0)
  for (const query of ['?page_size=1', '?status=quoted', `?q=${job_id}`]) {
    const { data, pagination } = shown(
      ROUTES.listJobs.responses[200],
      await world.v1(`/jobs${query}`, { key: stranger }),
    )
    assert.deepEqual([data.length, pagination.total], [0, 0], query)
  }
  // What another company made later takes no place on a page.
  world.pass(1000)
  const made = await world.v1('/jobs', {
    method: 'POST',
    key: stranger,
    body: { geometry: rdBox(155_000, 388_000, 100), klic_type: 'ORIENT' },
  })
  assert.equal(made.status, 201)
  const own = shown(ROUTES.listJobs.responses[200], await world.v1('/jobs?page_size=1'))
  assert.deepEqual(
    own.data.map((job) => job.job_id),
    [job_id],
  )
})
