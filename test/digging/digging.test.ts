/** May one dig there today: on the wire of a job that goes from filed to yes to over, and what a person puts on record of it. */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Digging, PrecautionDesk, Today } from '../../server/features/digging/schema.ts'
import { Job, JobBrief } from '../../server/features/jobs/schema.ts'
import { Log, Project } from '../../server/features/projects/schema.ts'
import { MAX_PHOTO_BYTES } from '../../server/platform/limits.ts'
import { acceptedOrder } from '../support/accepted-order.ts'
import { openWorld, pointers, refused, START_DATE, shown } from '../support/api-world.ts'
import { aPng, JPEG, withExif } from '../support/photos.ts'

const DAY_MS = 86_400_000
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Filed on Friday 6 March 2026, delivered on the same day; of two operators one demands precautions. */
async function delivered(t: Parameters<typeof openWorld>[0], findings: object = {}) {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const { job_id } = await world.quote({ submit: true, klic_type: 'GRAAF', start_date: START_DATE })
  const at = world.clock.now().toISOString()
  await world.store.db.insertInto('registry_order').values(acceptedOrder(job_id, at)).execute()
  await world.put(job_id, 'ready')
  const found = { silent: [], careful: ['Gasnet'], precautions: 1, isEmpty: false, ...findings }
  await world.store.db
    .updateTable('job')
    .set({ findings: JSON.stringify(found) })
    .where('id', '=', job_id)
    .execute()
  const dig = async () => shown(Job, await world.v1(`/jobs/${job_id}`)).dig_status
  const codes = async () => (await dig()).reasons.map(({ code }) => code)
  const confirm = (about: string) =>
    world.store.db.insertInto('acknowledgement').values({ job_id, revision: 1, about, at, actor: 'test' }).execute()
  /** As somebody who has just signed in: weeks go by. */
  const put = async (what: string, body: object) =>
    (await world.signIn()).window(`/jobs/${job_id}/digging/${what}`, { method: 'PUT', body })
  return { world, window, job_id, dig, codes, confirm, put }
}
const CONTACT = { operator: 'Gasnet', contacted_on: '2026-03-06', how: 'telefoon', contacted_by: 'J. Jansen' }

test('from filed to yes to over, with every reason on the way', async (t) => {
  const { world, job_id, dig, codes, confirm, put } = await delivered(t)
  const ALL = ['filed_lately', 'attention_unread', 'contact_missing', 'agreement_missing']
  assert.deepEqual([(await dig()).answer, await codes()], ['not_yet', ALL])
  await confirm('precaution:KL1')
  assert.deepEqual(
    await codes(),
    ALL.filter((code) => code !== 'attention_unread'),
  )

  await put('contacts', CONTACT)
  assert.deepEqual(await codes(), ['filed_lately', 'contact_lately', 'agreement_missing'])
  world.pass(5 * DAY_MS)
  assert.deepEqual(await codes(), ['agreement_missing'], 'Wednesday: three working days later')
  await put('contacts', { ...CONTACT, agreed_on: '2026-03-10' })
  assert.deepEqual(await dig(), { answer: 'yes', reasons: [], begin_from: '2026-03-11', begin_until: '2026-04-03' })
  const { data } = (await world.v1('/jobs')).json as { data: unknown[] }
  assert.equal(JobBrief.parse(data[0]).dig_status.answer, 'yes', 'in the list as well')

  world.pass(30 * DAY_MS)
  assert.deepEqual([(await dig()).answer, await codes()], ['no_longer', ['begin_over']])
  await put('work', { begun_on: '2026-03-12', begun_by: 'Ploeg 2', place: [155_000, 390_000] })
  assert.deepEqual(await codes(), ['presence_unknown'], 'it began in time, and nobody knows that it goes on')
  const { window } = await world.signIn()
  const seen = shown(Digging, await window(`/jobs/${job_id}/digging/presence`, { method: 'POST', body: {} }))
  assert.equal(seen.last_seen_on_site, '2026-04-10')
  assert.equal((await dig()).answer, 'yes', 'the crew was there today')
  world.pass(DAY_MS)
  assert.equal((await dig()).answer, 'yes', 'and yesterday')
  world.pass(6 * DAY_MS)
  assert.deepEqual(await codes(), ['presence_unknown'])
  await put('work', { begun_on: '2026-04-07' })
  assert.deepEqual(await codes(), ['begun_late'])
  await put('work', { begun_on: '2026-03-12', ended_on: '2026-04-08' })
  assert.deepEqual(await codes(), ['work_ended'])
})

test('what is on record is shown, is in the log with who and when, and tells who asks for what has changed', async (t) => {
  const { world, window, job_id, put } = await delivered(t)
  const before = shown(Digging, await window(`/jobs/${job_id}/digging`))
  assert.deepEqual(before, {
    work: null,
    photos: [],
    last_seen_on_site: null,
    precautions: [{ operator: 'Gasnet', contact_by: '2026-03-11', contact: null, files: [] }],
  })
  world.pass(DAY_MS)
  const since = world.clock.now().toISOString()
  const reply = shown(Digging, await put('contacts', CONTACT))
  assert.deepEqual(reply.precautions[0]!.contact, {
    contacted_on: '2026-03-06',
    contacted_by: 'J. Jansen',
    how: 'telefoon',
    agreed_on: null,
    remark: null,
    at: since,
    actor: 'window',
  })
  const log = shown(Log, await window(`/jobs/${job_id}/log`))
  const entry = log.data.find(({ act }) => act === 'precaution.recorded')
  assert.equal(entry?.actor, 'window')
  const { data } = (await world.v1(`/jobs?changed_since=${since}`)).json as { data: unknown[] }
  assert.deepEqual(
    data.map((each) => JobBrief.parse(each).job_id),
    [job_id],
  )
})

test('what can not be is refused in words, and nothing of it is kept', async (t) => {
  const { world, window, job_id, put } = await delivered(t)
  for (const [what, body, pointer] of [
    ['contacts', { ...CONTACT, contacted_on: '2026-03-07' }, '/contacted_on'],
    ['contacts', { ...CONTACT, agreed_on: '2026-03-05' }, '/agreed_on'],
    ['work', { begun_on: '2026-03-07' }, '/begun_on'],
    ['work', { begun_on: '2026-03-05' }, '/begun_on'],
    ['work', { begun_on: '2026-03-06', ended_on: '2026-03-07' }, '/ended_on'],
  ] as const) {
    assert.deepEqual(
      pointers(refused(await put(what, body), 422, 'VALIDATION_FAILED')),
      [pointer],
      JSON.stringify(body),
    )
  }
  refused(await put('contacts', { ...CONTACT, operator: 'Waternet' }), 404, 'NOT_FOUND')
  const { work, precautions } = shown(Digging, await window(`/jobs/${job_id}/digging`))
  assert.deepEqual([work, precautions[0]!.contact], [null, null])

  const orient = await world.quote({ submit: true })
  const reply = await window(`/jobs/${orient.job_id}/digging/work`, { method: 'PUT', body: { begun_on: '2026-03-06' } })
  refused(reply, 409, 'JOB_STATE_CONFLICT')
  assert.equal(orient.dig_status.answer, 'not_for_digging')
  const quote = await world.quote({ klic_type: 'GRAAF', start_date: START_DATE })
  assert.deepEqual(
    [quote.dig_status.answer, quote.dig_status.reasons.map(({ code }) => code)],
    ['not_yet', ['not_filed']],
  )
})

test('an area of precaution that no operator calls theirs is spoken of as well', async (t) => {
  const { codes, put } = await delivered(t, { careful: [], precautions: 2 })
  assert.ok((await codes()).includes('contact_missing'))
  assert.equal((await put('contacts', { ...CONTACT, operator: '', agreed_on: '2026-03-06' })).status, 200)
  assert.ok(!(await codes()).includes('contact_missing'))
})

test('a cable whose position is invented is to be read and confirmed like the rest', async (t) => {
  const { dig, confirm } = await delivered(t, { fictitious: 3 })
  const unread = async () => (await dig()).reasons.find(({ code }) => code === 'attention_unread')?.count ?? 0
  assert.equal(await unread(), 2)
  await confirm('fictitious')
  assert.equal(await unread(), 1)
  await confirm('precaution:KL1')
  assert.equal(await unread(), 0)
})

test('a newer delivery that is not in the result, fetched or not, makes the answer unknown until it is read', async (t) => {
  const { world, job_id, codes } = await delivered(t)
  const { id: part_id } = await world.store.db
    .updateTable('part')
    .set({ status: 'delivered' })
    .where('job_id', '=', job_id)
    .returning('id')
    .executeTakeFirstOrThrow()
  const at = world.clock.now().toISOString()
  const delivery = { part_id, complete: 1, safety_area: 0, composed_at: at, received_at: at, path: null, sha256: null }
  const keep = (id: string, sequence: number, read_at: string | null) =>
    world.store.db
      .insertInto('delivery')
      .values({
        ...delivery,
        id,
        sequence,
        read_at,
        bytes: null,
        summary: null,
        geojson_path: null,
        failure: null,
      })
      .execute()
  await keep('del_1', 1, at)
  assert.ok(!(await codes()).includes('later_missing'))
  await keep('del_2', 2, null)
  assert.ok((await codes()).includes('later_missing'))
  await keep('del_3', 3, at)
  assert.ok(!(await codes()).includes('later_missing'))
})

test('what must be done today and within a week stands on one page for all jobs, with a way to each', async (t) => {
  const { world, job_id, put } = await delivered(t)
  const today = async () => shown(Today, await (await world.signIn()).window('/today'))
  const told = async () => (await today()).duties.map(({ code, when, day }) => `${code} ${when} ${day}`)
  const { window } = await world.signIn()
  const project = shown(Project, await window('/projects', { method: 'POST', body: { name: 'Kerkstraat' } }), 201)
  await window(`/projects/${project.project_id}/jobs/${job_id}`, { method: 'PUT' })
  const quote = await world.quote({ klic_type: 'ORIENT', reference: 'Bermsloot' })
  await world.quote({ klic_type: 'GRAAF', start_date: START_DATE })

  const first = await today()
  assert.equal(first.today, '2026-03-06')
  const [contact] = first.duties
  assert.deepEqual(
    [contact!.code, contact!.when, contact!.day, contact!.operators, contact!.job_id, contact!.project_name],
    ['precaution_due', 'week', '2026-03-11', ['Gasnet'], job_id, 'Kerkstraat'],
  )
  world.pass(5 * DAY_MS)
  assert.ok((await told()).includes('precaution_due today 2026-03-11'))
  world.pass(DAY_MS)
  assert.ok((await told()).includes('precaution_due overdue 2026-03-11'))
  await put('contacts', { ...CONTACT, contacted_on: '2026-03-06', agreed_on: '2026-03-09' })
  assert.ok(!(await told()).some((line) => line.startsWith('precaution_due')))

  await put('work', { begun_on: '2026-03-12', ended_on: '2026-03-12' })
  world.pass(18 * DAY_MS)
  const later = await today()
  assert.ok(
    later.duties.every((duty) => duty.job_id !== job_id),
    'the work has ended',
  )
  assert.ok(later.duties.some((duty) => duty.code === 'quote_expiring' && duty.job_id === quote.job_id))
  assert.equal(later.is_shortened, false)
})

test('the precautions that are open stand on one desk, from the demand to the agreement', async (t) => {
  const { world, job_id, put } = await delivered(t, { careful: ['Gasnet', 'KPN'] })
  const desk = async () => shown(PrecautionDesk, await (await world.signIn()).window('/precautions')).demands
  const told = async () =>
    (await desk()).map(({ operator, state, due_on, is_overdue }) => [operator, state, due_on, is_overdue].join(' '))
  assert.deepEqual(await told(), ['Gasnet to_contact 2026-03-11 false', 'KPN to_contact 2026-03-11 false'])
  assert.equal((await desk())[0]!.job_id, job_id)
  await put('contacts', CONTACT)
  assert.deepEqual(await told(), ['KPN to_contact 2026-03-11 false', `Gasnet to_agree ${START_DATE} false`])
  world.pass(6 * DAY_MS)
  assert.equal((await told())[0], 'KPN to_contact 2026-03-11 true')
  await put('contacts', { ...CONTACT, agreed_on: '2026-03-09' })
  await put('contacts', { ...CONTACT, operator: 'KPN', agreed_on: '2026-03-09' })
  assert.deepEqual(await told(), [])
})

test('what was agreed in writing is kept with its operator, in the log and in no hands but the company’s, and goes when it is taken away', async (t) => {
  const { world, window, job_id } = await delivered(t)
  const at = `/jobs/${job_id}/digging/agreements`
  const add = (operator: string, name: string) =>
    window(`${at}?${new URLSearchParams({ operator, name })}`, {
      method: 'POST',
      raw: 'Akkoord.',
      headers: { 'Content-Type': 'text/plain' },
    })
  const [only] = shown(Digging, await add('Gasnet', 'akkoord.txt'), 201).precautions
  const [file] = only!.files
  assert.deepEqual([file?.name, file?.bytes, file?.added_by], ['akkoord.txt', 8, 'window'])
  const got = await window(`${at}/${file!.file_id}`)
  assert.deepEqual([got.status, got.text], [200, 'Akkoord.'])
  assert.match(got.headers.get('content-disposition') ?? '', /^attachment/)

  refused(await add('Waternet', 'akkoord.txt'), 404, 'NOT_FOUND')
  refused(await add('Gasnet', '../akkoord.txt'), 422, 'VALIDATION_FAILED')
  const stranger = await world.signIn(await world.company())
  refused(await stranger.window(`${at}/${file!.file_id}`), 404, 'NOT_FOUND')
  refused(await stranger.window(`${at}/${file!.file_id}`, { method: 'DELETE' }), 404, 'NOT_FOUND')

  const left = shown(Digging, await window(`${at}/${file!.file_id}`, { method: 'DELETE' }))
  assert.deepEqual(left.precautions[0]!.files, [])
  refused(await window(`${at}/${file!.file_id}`), 404, 'NOT_FOUND')
  assert.deepEqual(readdirSync(join(world.dataDir, 'projects', job_id)), [])
  const log = shown(Log, await window(`/jobs/${job_id}/log`))
  assert.deepEqual(
    log.data.flatMap(({ act, data }) => (act.startsWith('agreement') ? [[act, data.name]] : [])),
    [
      ['agreement.added', 'akkoord.txt'],
      ['agreement.removed', 'akkoord.txt'],
    ],
  )
  assert.equal(log.broken_at, null)
})

test('a photo of the start is kept without its metadata, typed by its bytes and not by its name, and is in the log', async (t) => {
  const { world, window, job_id } = await delivered(t)
  const at = `/jobs/${job_id}/digging/photos`
  const add = (name: string, raw: Buffer, type = 'image/jpeg') =>
    window(`${at}?${new URLSearchParams({ name })}`, { method: 'POST', raw, headers: { 'Content-Type': type } })
  const taken = withExif(JPEG, 'II', 6, 'Jan de Vries, telefoon')
  await add('begin.jpg', taken)
  const { photos } = shown(Digging, await add('kuil.html', aPng(), 'text/html'), 201)
  const [first, second] = photos
  assert.deepEqual([first!.name, first!.added_by], ['begin.jpg', 'window'])
  assert.equal(second!.name, 'kuil.html')
  const { cookie } = await world.signIn()
  const kept: [string | null, Buffer][] = []
  for (const { file_id } of photos) {
    const got = await fetch(`${world.baseUrl}/dashboard/api${at}/${file_id}`, { headers: { Cookie: cookie } })
    assert.match(got.headers.get('content-disposition') ?? '', /^attachment/)
    kept.push([got.headers.get('content-type'), Buffer.from(await got.arrayBuffer())])
  }
  assert.deepEqual(
    kept.map(([type, bytes]) => [type, bytes.length, sha256(bytes)]),
    [
      ['image/jpeg', first!.bytes, first!.sha256],
      ['image/png', second!.bytes, second!.sha256],
    ],
  )
  assert.ok(!kept[0]![1].includes('Jan de Vries') && kept[0]![1].includes('Exif'))

  refused(await add('begin.jpg', Buffer.from('<script>')), 422, 'VALIDATION_FAILED')
  refused(await add('begin.jpg', taken.subarray(0, 300)), 422, 'VALIDATION_FAILED')
  refused(await add('../begin.jpg', taken), 422, 'VALIDATION_FAILED')
  const behind = Buffer.concat([JPEG, Buffer.alloc(MAX_PHOTO_BYTES)])
  refused(await add('begin.jpg', behind), 413, 'PAYLOAD_TOO_LARGE')
  const quote = await world.quote({ klic_type: 'GRAAF', start_date: START_DATE })
  const early = await window(`/jobs/${quote.job_id}/digging/photos?name=a.jpg`, { method: 'POST', raw: JPEG })
  refused(early, 409, 'JOB_STATE_CONFLICT')
  const stranger = await world.signIn(await world.company())
  refused(await stranger.window(`${at}/${first!.file_id}`), 404, 'NOT_FOUND')
  refused(await stranger.window(`${at}/${first!.file_id}`, { method: 'DELETE' }), 404, 'NOT_FOUND')

  const left = shown(Digging, await window(`${at}/${first!.file_id}`, { method: 'DELETE' }))
  assert.deepEqual(
    left.photos.map(({ name }) => name),
    ['kuil.html'],
  )
  assert.deepEqual(readdirSync(join(world.dataDir, 'projects', job_id)), [second!.file_id])
  const log = shown(Log, await window(`/jobs/${job_id}/log`))
  assert.deepEqual(
    log.data.flatMap(({ act, data }) => (act.startsWith('photo') ? [[act, data.name, data.given_sha256]] : [])),
    [
      ['photo.added', 'begin.jpg', sha256(taken)],
      ['photo.added', 'kuil.html', sha256(aPng())],
      ['photo.removed', 'begin.jpg', undefined],
    ],
  )
  assert.equal(log.broken_at, null)
})

test('what may begin no longer is repeated: the repeat has a clock and precautions of its own', async (t) => {
  const { world, job_id, confirm, put, dig } = await delivered(t)
  await confirm('precaution:KL1')
  await put('contacts', { ...CONTACT, agreed_on: '2026-03-06' })
  world.pass(5 * DAY_MS)
  assert.equal((await dig()).answer, 'yes')
  world.pass(30 * DAY_MS)
  assert.equal((await dig()).answer, 'no_longer')

  const at = world.clock.now().toISOString()
  const start_date = '2026-04-22'
  const repeat = await world.quote({ submit: true, klic_type: 'GRAAF', start_date, follows: job_id })
  await world.put(repeat.job_id, 'ready')
  const findings = JSON.stringify({ silent: [], careful: ['Gasnet'], precautions: 1, isEmpty: false })
  await world.store.db.updateTable('job').set({ findings }).where('id', '=', repeat.job_id).execute()
  await world.store.db
    .insertInto('registry_order')
    .values(acceptedOrder(repeat.job_id, at, 'reg_2'))
    .execute()
  const { dig_status: anew } = shown(Job, await world.v1(`/jobs/${repeat.job_id}`))
  assert.deepEqual(
    [anew.answer, anew.reasons.map(({ code }) => code)],
    ['not_yet', ['filed_lately', 'attention_unread', 'contact_missing', 'agreement_missing']],
  )
  const { window } = await world.signIn()
  const { precautions } = shown(Digging, await window(`/jobs/${repeat.job_id}/digging`))
  assert.deepEqual(
    precautions.map(({ contact, files }) => [contact, files]),
    [[null, []]],
  )
  assert.equal((await dig()).answer, 'no_longer', 'the earlier one stays what it is')
})
