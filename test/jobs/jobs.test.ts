/** Quotes and submissions: what is stored, what it costs, what is refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Job } from '../../server/features/jobs/schema.ts'
import { GARDEN, openWorld, pointers, refused, START, START_DATE, shown, TRENCH } from '../support/api-world.ts'

const GRAAF = { geometry: TRENCH, klic_type: 'GRAAF' }

test('a quote is cut, priced and frozen, and files nothing', async (t) => {
  const world = await openWorld(t)
  const reply = await world.v1('/jobs', { method: 'POST', key: world.keys.read, body: { ...GRAAF, reference: 'A 12' } })
  const job = shown(Job, reply, 201)
  assert.equal(reply.headers.get('location'), job.links.self)
  assert.equal(job.status, 'quoted')
  assert.equal(job.submit, false)
  assert.equal(job.reference, 'A 12')
  assert.equal(job.crs, 'EPSG:28992')
  assert.deepEqual(job.geometry, TRENCH)
  assert.equal(job.area_m2, 24_000)
  assert.equal(job.quote.notifications, 3)
  assert.deepEqual(job.quote.price_per_notification, { amount: '39.95', currency: 'EUR' })
  assert.deepEqual(job.quote.total, { amount: '119.85', currency: 'EUR' })
  assert.equal(job.quote.expires_at, '2026-04-05T11:00:00.000Z')
  assert.deepEqual(job.order_ids, [])
  assert.deepEqual(
    job.parts.map((part) => [part.part_no, part.order_id, part.status]),
    [
      [1, null, 'quoted'],
      [2, null, 'quoted'],
      [3, null, 'quoted'],
    ],
  )
  assert.equal(job.next_action, 'add_start_date')
  assert.equal(job.created_at, START)
  assert.deepEqual({ ...job.links, self: '' }, { self: '', geojson: null, export: null, ogc: null })
  assert.equal(world.nudges.count, 0)
  assert.deepEqual(shown(Job, await world.v1(`/jobs/${job.job_id}`)), job)
})

test('a submission answers 202, shows its order ids, wakes the worker and is on record as a paid act', async (t) => {
  const world = await openWorld(t)
  const body = { ...GRAAF, start_date: START_DATE, submit: true }
  const job = shown(Job, await world.v1('/jobs', { method: 'POST', key: world.keys.write, body }), 202)
  assert.equal(job.status, 'accepted')
  assert.equal(job.next_action, 'wait')
  assert.equal(job.submitted_at, START)
  assert.equal(job.end_date, '2026-03-30')
  assert.equal(job.order_ids.length, 3)
  assert.deepEqual(
    job.parts.map((part) => [part.order_id, part.status]),
    job.order_ids.map((id) => [id, 'accepted']),
  )
  assert.ok(job.order_ids.every((id) => /^ord_[0-9A-Za-z]{20}$/.test(id)))
  assert.equal(world.nudges.count, 1)
  const [act, ...others] = await world.store.db.selectFrom('audit').selectAll().execute()
  assert.deepEqual(others, [])
  assert.match(act!.actor, /^key:key_/)
  assert.deepEqual(
    [act!.act, act!.job_id, act!.notifications, act!.amount_cents, act!.address],
    ['submit', job.job_id, 3, 11_985, '127.0.0.1'],
  )
})

test('submitting a quote files exactly the parts that were quoted, and a repeat changes nothing', async (t) => {
  const world = await openWorld(t)
  const quoted = await world.quote(GRAAF)
  const submit = () =>
    world.v1(`/jobs/${quoted.job_id}/submit`, {
      method: 'POST',
      body: { start_date: START_DATE },
      key: world.keys.write,
    })
  const first = shown(Job, await submit(), 202)
  world.pass(60_000)
  await world.beat()
  const second = shown(Job, await submit(), 202)
  assert.deepEqual(second, first)
  assert.equal(first.start_date, START_DATE)
  assert.deepEqual(
    first.parts.map((part) => part.geometry),
    quoted.parts.map((part) => part.geometry),
  )
  assert.equal((await world.store.db.selectFrom('audit').selectAll().execute()).length, 1)
})

test('a submission needs no body, and a body of any other field is refused', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote()
  const odd = await world.v1(`/jobs/${job_id}/submit`, { method: 'POST', body: { sumbit: true } })
  assert.deepEqual(pointers(refused(odd, 422, 'VALIDATION_FAILED')), ['/sumbit'])
  assert.equal((await world.v1(`/jobs/${job_id}/submit`, { method: 'POST' })).status, 202)
})

test('submit: true needs write, and a read key leaves nothing behind', async (t) => {
  const world = await openWorld(t)
  const body = { geometry: GARDEN, klic_type: 'ORIENT', submit: true }
  const detail = refused(
    await world.v1('/jobs', { method: 'POST', key: world.keys.read, body }),
    403,
    'PERMISSION_DENIED',
  )
  assert.match(detail.message, /write/)
  assert.deepEqual(await world.store.db.selectFrom('job').selectAll().execute(), [])
})

test('GRAAF is not submitted without a start date, at once or later', async (t) => {
  const world = await openWorld(t)
  const atOnce = await world.v1('/jobs', { method: 'POST', body: { ...GRAAF, submit: true } })
  assert.deepEqual(pointers(refused(atOnce, 422, 'START_DATE_REQUIRED')), ['/start_date'])
  const { job_id } = await world.quote(GRAAF)
  refused(await world.v1(`/jobs/${job_id}/submit`, { method: 'POST' }), 422, 'START_DATE_REQUIRED')
  assert.equal(shown(Job, await world.v1(`/jobs/${job_id}`)).status, 'quoted')
})

for (const [start_date, code] of [
  ['2026-03-06', 'START_NOT_IN_FUTURE'],
  ['2026-04-06', 'START_TOO_LATE'],
] as const) {
  test(`a start date of ${start_date} is refused on 6 March: ${code}`, async (t) => {
    const world = await openWorld(t)
    const reply = await world.v1('/jobs', { method: 'POST', body: { ...GRAAF, start_date, submit: true } })
    const detail = refused(reply, 422, 'VALIDATION_FAILED')
    assert.deepEqual(
      detail.errors?.map((each) => [each.pointer, each.code]),
      [['/start_date', code]],
    )
  })
}

test('the twentieth working day from today can still be the start', async (t) => {
  const world = await openWorld(t)
  await world.quote({ ...GRAAF, start_date: '2026-04-03', submit: true })
})

test('today is what it is in Amsterdam, not in UTC', async (t) => {
  const world = await openWorld(t)
  world.pass(12.5 * 3_600_000) // 23:30 UTC is the next day there
  const reply = await world.v1('/jobs', { method: 'POST', body: { ...GRAAF, start_date: '2026-03-07', submit: true } })
  refused(reply, 422, 'VALIDATION_FAILED')
})

test('an end that is not after its start is refused, at the quote already', async (t) => {
  const world = await openWorld(t)
  for (const end_date of ['2026-03-13', START_DATE]) {
    const body = { ...GRAAF, start_date: START_DATE, end_date }
    const detail = refused(await world.v1('/jobs', { method: 'POST', body }), 422, 'VALIDATION_FAILED')
    assert.deepEqual(pointers(detail), ['/end_date'])
  }
})

test('a start before the day on which one may dig is warned about with that day, which the quote has', async (t) => {
  const world = await openWorld(t)
  const soon = await world.quote({ ...GRAAF, start_date: '2026-03-10', submit: true })
  assert.deepEqual(
    soon.warnings.map((warning) => warning.code),
    ['HAS_NOT_ASKED', 'START_DATE_SOON'],
  )
  // Friday 6 March: three whole working days after it.
  assert.equal(soon.quote.earliest_start, '2026-03-11')
  assert.match(soon.warnings.at(-1)!.message, /from 2026-03-11 on: on start_date 2026-03-10 nobody may dig yet/)
  const inTime = await world.quote({ ...GRAAF, start_date: '2026-03-11' })
  assert.deepEqual(
    inTime.warnings.map((warning) => warning.code),
    ['HAS_NOT_ASKED'],
  )
  await world.set('digging.wait_working_days', 5)
  assert.equal((await world.quote({ ...GRAAF, start_date: '2026-03-11' })).quote.earliest_start, '2026-03-13')
  const orient = await world.quote({ start_date: START_DATE })
  assert.equal(orient.quote.earliest_start, null)
  assert.equal(orient.start_date, null)
  assert.deepEqual(
    orient.warnings.map((warning) => warning.code),
    ['START_DATE_IGNORED'],
  )
})

test('without an invoice arrangement or a relation number nothing is submitted', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote()
  await world.set('billing.mode', null)
  await world.set('billing.relation_number', null)
  const body = { geometry: GARDEN, klic_type: 'ORIENT', submit: true, client_ref: 'bill' }
  const atOnce = refused(await world.v1('/jobs', { method: 'POST', body }), 402, 'BILLING_REQUIRED')
  assert.equal(atOnce.next_action, 'arrange_billing')
  refused(await world.v1(`/jobs/${job_id}/submit`, { method: 'POST' }), 402, 'BILLING_REQUIRED')
  const job = shown(Job, await world.v1(`/jobs/${job_id}`))
  assert.deepEqual([job.status, job.next_action], ['quoted', 'arrange_billing'])
  assert.equal(world.nudges.count, 0)
  await world.set('billing.mode', 'relation_number')
  await world.set('billing.relation_number', '0000900001')
  assert.equal((await world.v1('/jobs', { method: 'POST', body })).status, 202)
})

test('what the registry wants and nobody gave is named by field and by setting, all at once', async (t) => {
  const world = await openWorld(t)
  await world.set('registry.contact', null)
  await world.set('registry.organisation', null)
  await world.set('registry.works.graaf', [])
  await world.set('registry.default_location', null)
  const { job_id } = await world.quote(GRAAF)
  const reply = await world.v1(`/jobs/${job_id}/submit`, { method: 'POST', body: { start_date: START_DATE } })
  const detail = refused(reply, 422, 'VALIDATION_FAILED')
  const settings = new Set(detail.errors?.map((each) => each.setting))
  assert.deepEqual([...settings].sort(), [
    'registry.contact',
    'registry.default_location',
    'registry.organisation',
    'registry.works.graaf',
  ])
  assert.ok(detail.errors?.some((each) => each.pointer === '/works' && /registry\.works\.graaf/.test(each.message)))
  assert.ok(detail.errors?.some((each) => each.pointer === '/address'))
  assert.equal(shown(Job, await world.v1(`/jobs/${job_id}`)).status, 'quoted')
})

test('an address that is not complete is refused by its own fields, before anything is filed', async (t) => {
  const world = await openWorld(t)
  const address = { postcode: '5683 ac', house_number: 12 }
  const { job_id } = await world.quote({ address })
  const reply = await world.v1(`/jobs/${job_id}/submit`, { method: 'POST' })
  assert.deepEqual(pointers(refused(reply, 422, 'VALIDATION_FAILED')), [
    '/address/bag_id',
    '/address/city',
    '/address/street',
  ])
})

const silent = () => Promise.reject(new Error('no network'))

test('the register of addresses completes an address, says what it corrected, and refuses one outside the area', async (t) => {
  const whole = { bagId: '0753010000000012', street: 'Hoofdstraat', houseNumber: 12, postcode: '5683AC', city: 'Best' }
  let rd: [number, number] = [155_020, 390_020]
  const find = async () =>
    ({ text: '', kind: 'address', address: whole, designationId: null, rd, source: 'bag' }) as const
  const world = await openWorld(t, { addresses: { find, around: silent, search: silent } })
  const address = { postcode: '5683 ac', house_number: 12 }
  const job = await world.quote({ address, submit: true })
  assert.equal(job.address?.bag_id, '0753010000000012')
  assert.deepEqual(job.warnings, [])
  const corrected = await world.quote({ address: { ...address, street: 'Hoofdweg' } })
  assert.equal(corrected.address?.street, 'Hoofdstraat')
  assert.equal(corrected.warnings[0]?.code, 'ADDRESS_CORRECTED')
  rd = [156_000, 390_020]
  const reply = await world.v1('/jobs', { method: 'POST', body: { geometry: GARDEN, klic_type: 'ORIENT', address } })
  refused(reply, 422, 'ADDRESS_OUTSIDE_POLYGON')
})

test('a register of addresses that does not answer costs a warning, not the quote', async (t) => {
  const world = await openWorld(t, { addresses: { find: silent, around: silent, search: silent } })
  const job = await world.quote({ address: { postcode: '5683AC', house_number: 12 } })
  assert.deepEqual(
    job.warnings.map((warning) => warning.code),
    ['ADDRESS_NOT_CHECKED'],
  )
})

for (const state of ['rejected', 'failed'] as const) {
  test(`a ${state} job is not submitted again`, async (t) => {
    const world = await openWorld(t)
    const { job_id } = await world.quote()
    await world.put(job_id, state, state)
    const detail = refused(await world.v1(`/jobs/${job_id}/submit`, { method: 'POST' }), 409, 'JOB_STATE_CONFLICT')
    assert.equal(detail.status, state)
  })
}

test('works and place in words and a preparation are carried as they were given, and hold what does not go together', async (t) => {
  const world = await openWorld(t)
  const said = { works_description: 'Sleuf langs de dijk', location_description: 'Achter het gemaal' }
  const plain = await world.quote()
  assert.deepEqual([plain.works_description, plain.location_description, plain.preparation], [null, null, null])
  const quoted = await world.quote(said)
  assert.deepEqual([quoted.works_description, quoted.location_description], Object.values(said))
  const prepared = await world.quote({ preparation: 'shared_infrastructure' })
  assert.equal(prepared.preparation, 'shared_infrastructure')
  const both = await world.v1('/jobs', {
    method: 'POST',
    body: { geometry: GARDEN, klic_type: 'ORIENT', preparation: 'shared_infrastructure', ...said, submit: true },
  })
  const detail = refused(both, 422, 'VALIDATION_FAILED')
  assert.ok(detail.errors?.some(({ pointer }) => pointer === '/works_description'))
})

test('every state says what to do next', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote({ geometry: TRENCH, klic_type: 'GRAAF' })
  const next = async () => {
    const job = shown(Job, await world.v1(`/jobs/${job_id}`))
    assert.notEqual(job.next_action_message, '')
    return [job.status, job.next_action, job.progress.delivered]
  }
  await world.put(job_id, 'accepted', 'accepted')
  assert.deepEqual(await next(), ['accepted', 'wait', 0])
  await world.put(job_id, 'submitted', 'in_production')
  assert.deepEqual(await next(), ['submitted', 'wait', 0])
  await world.put(job_id, 'partially_delivered', ['delivered', 'submitted', 'submitted'])
  assert.deepEqual(await next(), ['partially_delivered', 'wait', 1])
  await world.put(job_id, 'processing')
  assert.deepEqual(await next(), ['processing', 'wait', 3])
  await world.put(job_id, 'ready')
  assert.deepEqual(await next(), ['ready', 'download', 3])
  await world.put(job_id, 'ready_incomplete', ['delivered', 'delivered', 'safety_area'])
  assert.deepEqual(await next(), ['ready_incomplete', 'contact_safety_area_manager', 2])
  await world.put(job_id, 'ready_incomplete', ['delivered', 'delivered', 'failed'])
  assert.deepEqual(await next(), ['ready_incomplete', 'contact_registry', 2])
  await world.put(job_id, 'rejected', 'rejected')
  assert.deepEqual(await next(), ['rejected', 'correct_and_resubmit', 0])
  await world.put(job_id, 'failed', 'failed', { failure: 'failed_reading' })
  assert.deepEqual(await next(), ['failed', 'retry', 0])
})

test('the reference as the registry will get it is in the job, and a warning says where it is another', async (t) => {
  const world = await openWorld(t)
  const odd = await world.quote({ reference: 'Ünïcödé ✓ een werk met een veel te lange naam' })
  assert.equal(odd.registry_reference, 'Unicode - een werk met een vee')
  assert.deepEqual([odd.reference, odd.warnings.map(({ code }) => code)], [odd.reference, ['REFERENCE_CHANGED']])
  assert.ok(odd.warnings[0]?.message.includes(odd.registry_reference))
  const plain = await world.quote({ reference: 'Bermsloot 12' })
  assert.deepEqual([plain.registry_reference, plain.warnings], ['Bermsloot 12', []])
  const none = await world.quote()
  assert.match(none.registry_reference, /^KLIC \w{8}$/)
  assert.deepEqual(none.warnings, [])
})

test('who says what it saw submits for that sum and no other; what is submitted already stays so', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote({ geometry: TRENCH, klic_type: 'GRAAF', start_date: START_DATE })
  const submit = (confirm_euros: unknown) =>
    world.v1(`/jobs/${job_id}/submit`, { method: 'POST', body: { confirm_euros } })
  for (const other of ['39.95', '119.84', '119.86']) {
    const detail = refused(await submit(other), 409, 'QUOTE_CHANGED')
    const { total } = detail.quote as { total: { amount: string } }
    assert.equal(total.amount, '119.85')
  }
  for (const none of [119.85, '119,85', '119.9']) refused(await submit(none), 422, 'VALIDATION_FAILED')
  assert.equal((await world.v1(`/jobs/${job_id}`)).status, 200)
  assert.deepEqual(await world.store.db.selectFrom('audit').selectAll().execute(), [])
  assert.equal(shown(Job, await submit('119.85'), 202).quote.total.amount, '119.85')
  assert.equal((await submit('39.95')).status, 202)
  assert.equal((await world.store.db.selectFrom('audit').selectAll().execute()).length, 1)
})
