/** Imported jobs that hold the wrong notifications: split and joined, with all that is on record of them. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { JobPage } from '../../server/api/routes.ts'
import { Digging } from '../../server/features/digging/schema.ts'
import { joinedContacts, joinedWork } from '../../server/features/imports/join-records.ts'
import { ImportResult, SEVERAL_FILES, Split } from '../../server/features/imports/schema.ts'
import { RequestRecord } from '../../server/features/jobs/request-schema.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { Log, Project } from '../../server/features/projects/schema.ts'
import { MAX_PHOTOS } from '../../server/platform/limits.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { openWorld, refused, shown } from '../support/api-world.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { onPostgres } from '../support/test-store.ts'

const [ONE, TWO, PLANNED] = ['26G000001', '26G000002', '26O000003']
let folder: string
const zips: Record<string, { name: string; bytes: Buffer }> = {}
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'klic-regroup-'))
  const made = async (number: string, west: number, klicType: 'GRAAF' | 'ORIENT') => {
    const box = [west, 390_000, west + 40, 390_040] as const
    const path = await simulatedDelivery(folder, number, [...box], { klicType })
    zips[number] = { name: basename(path), bytes: readFileSync(path) }
  }
  await made(ONE, 155_000, 'GRAAF')
  await made(TWO, 155_060, 'GRAAF')
  await made(PLANNED, 155_120, 'ORIENT')
})
after(() => rmSync(folder, { recursive: true, force: true }))

async function opened(t: TestContext) {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const { db } = world.store
  /** Imports these files and gives each job a result. @returns ids of the jobs */
  const importAll = async (numbers: readonly string[], jobs?: string) => {
    const files = numbers.map((number) => zips[number]!)
    const list = JSON.stringify(files.map(({ name, bytes }) => ({ name, bytes: bytes.length })))
    const raw = Buffer.concat([Buffer.from(`${list}\n`), ...files.map(({ bytes }) => bytes)])
    const query = jobs === undefined ? '' : `?jobs=${jobs}`
    const headers = { 'Content-Type': SEVERAL_FILES }
    const answer = shown(ImportResult, await window(`/imports${query}`, { method: 'POST', raw, headers }), 201)
    const ids = answer.jobs.map(({ job_id }) => job_id!)
    for (const id of ids) await world.put(id, 'ready')
    return ids
  }
  const split = (id: string, jobs: readonly (readonly string[])[]) =>
    window(`/jobs/${id}/split`, { method: 'POST', body: { jobs } })
  const joinAll = (id: string, job_ids: readonly string[]) =>
    window(`/jobs/${id}/join`, { method: 'POST', body: { job_ids } })
  const begin = (id: string, begun_on: string) =>
    window(`/jobs/${id}/digging/work`, {
      method: 'PUT',
      body: { begun_on, begun_by: null, place: null, ended_on: null, remark: null },
    })
  const addPhoto = (id: string, jobId: string) =>
    db
      .insertInto('start_photo')
      .values({
        ...{ id, job_id: jobId, name: `${id}.jpg`, media_type: 'image/jpeg', bytes: 1, sha256: 'x' },
        ...{ path: `projects/${jobId}/${id}`, added_at: world.clock.now().toISOString(), added_by: 'window' },
        removed_at: null,
      })
      .execute()
  const addPlan = (jobId: string) =>
    db
      .insertInto('trench_plan')
      .values({
        ...{ job_id: jobId, revision: 1, works: '{}', parameters: '{}', open_rows: 0, counted_on: 2 },
        ...{ at: world.clock.now().toISOString(), actor: 'window' },
      })
      .execute()
  const addLink = (jobId: string) =>
    db
      .insertInto('site_link')
      .values({
        ...{ id: 'stl_1', company_id: world.companyId, job_id: jobId, name: 'Jan', hash: 'h', created_by: 'window' },
        ...{ created_at: world.clock.now().toISOString(), expires_at: '2099-01-01T00:00:00.000Z' },
        ...{ revoked_at: null, noted_at: null, noted_revision: null },
      })
      .execute()
  const jobOf = async (id: string) => shown(Job, await world.v1(`/jobs/${id}`))
  const listed = async () => shown(JobPage, await world.v1('/jobs'))
  return { world, window, db, importAll, split, joinAll, begin, addPhoto, addPlan, addLink, jobOf, listed }
}

const numbers = (job: Job) => job.klic_numbers

test('a split job keeps its id, its records and what stays; the rest is a job of its own, and each result is made anew', async (t) => {
  const { world, window, importAll, split, begin, addPhoto, jobOf, listed } = await opened(t)
  const [id] = await importAll([ONE, TWO])
  const project = shown(Project, await window('/projects', { method: 'POST', body: { name: 'Weg' } }), 201)
  await window(`/projects/${project.project_id}/jobs/${id}`, { method: 'PUT' })
  await begin(id!, '2026-03-05')
  await addPhoto('pho_1', id!)
  const before = await jobOf(id!)
  world.nudges.count = 0
  const { job, new_job_ids: made } = shown(Split, await split(id!, [[ONE]]))
  assert.deepEqual([job.job_id, numbers(job), job.status, job.revision], [id, [TWO], 'processing', 1])
  assert.deepEqual(
    job.parts.map(({ part_no }) => part_no),
    [1],
  )
  assert.ok(job.area_m2 < before.area_m2)
  assert.ok(world.nudges.count > 0)
  const moved = await jobOf(made[0]!)
  assert.deepEqual([numbers(moved), moved.status, moved.revision, moved.source], [[ONE], 'processing', 0, 'imported'])
  assert.deepEqual(
    [...job.order_ids, ...moved.order_ids].sort(),
    [...before.order_ids].sort(),
    'requests keep their ids',
  )
  const request = shown(RequestRecord, await world.v1(`/request/${moved.order_ids[0]}`))
  assert.deepEqual([request.job_id, request.klic_number], [moved.job_id, ONE])
  assert.deepEqual((await jobOf(id!)).split_into, made, 'the former id leads to the new job')
  // Of the ground that moved nobody knows whether work has begun there.
  const records = shown(Digging, await window(`/jobs/${id}/digging`))
  assert.deepEqual([records.work?.begun_on, records.photos.length], ['2026-03-05', 1])
  const fresh = shown(Digging, await window(`/jobs/${moved.job_id}/digging`))
  assert.deepEqual([fresh.work, fresh.photos, fresh.last_seen_on_site], [null, [], null])
  const jobs = shown(Project, await window(`/projects/${project.project_id}`)).jobs.map(({ job_id }) => job_id)
  assert.deepEqual(jobs.sort(), [id, moved.job_id].sort())
  assert.equal((await listed()).pagination.total, 2)
  for (const one of [id!, moved.job_id]) {
    const { data: entries } = shown(Log, await window(`/jobs/${one}/log`))
    assert.equal(entries.at(-1)!.act, 'job.split')
  }
  const tmp = join(world.dataDir, 'tmp')
  assert.deepEqual(existsSync(tmp) ? readdirSync(tmp) : [], [])
})

test('of joined jobs each id leads to the one that is left, with photos, links and requests of all', async (t) => {
  const { world, window, db, importAll, joinAll, addPhoto, addPlan, addLink, jobOf, listed } = await opened(t)
  const [id, other] = await importAll([ONE, TWO], `${ONE};${TWO}`)
  await addPhoto('pho_1', other!)
  await addPlan(other!)
  await addLink(other!)
  const project = shown(Project, await window('/projects', { method: 'POST', body: { name: 'Weg' } }), 201)
  await window(`/projects/${project.project_id}/jobs/${other}`, { method: 'PUT' })
  const [mine, theirs] = [await jobOf(id!), await jobOf(other!)]
  const job = shown(Job, await joinAll(id!, [other!]))
  assert.deepEqual([job.job_id, numbers(job), job.status, job.revision], [id, [ONE, TWO], 'processing', 1])
  assert.deepEqual(job.order_ids, [...mine.order_ids, ...theirs.order_ids])
  for (const reply of [await world.v1(`/jobs/${other}`), await window(`/jobs/${other}`)])
    assert.equal(shown(Job, reply).job_id, id)
  refused(await world.v1(`/jobs/${other}/geojson`), 409, 'NOT_READY')
  const list = await listed()
  assert.deepEqual([list.pagination.total, list.data.map(({ job_id }) => job_id)], [1, [id]])
  const { photos } = shown(Digging, await window(`/jobs/${id}/digging`))
  assert.equal(photos.length, 1)
  assert.deepEqual(await db.selectFrom('site_link').select('job_id').execute(), [{ job_id: id }])
  const plans = await db.selectFrom('trench_plan').select(['job_id', 'counted_on']).execute()
  assert.deepEqual(plans, [{ job_id: id, counted_on: null }], 'its rows are counted on the joined result')
  const jobs = shown(Project, await window(`/projects/${project.project_id}`)).jobs.map(({ job_id }) => job_id)
  assert.deepEqual(jobs, [id])
  const acts = async (of: string) => shown(Log, await window(`/jobs/${of}/log`)).data.map(({ act }) => act)
  assert.deepEqual([(await acts(id!)).at(-1), (await acts(other!)).slice(0, 1)], ['job.joined', ['job.imported']])
  await db.deleteFrom('site_link').execute()
  // A chain leads to its end, and what is split off later is found from every id.
  await world.put(id!, 'ready')
  const { new_job_ids: made } = shown(
    Split,
    await window(`/jobs/${other}/split`, { method: 'POST', body: { jobs: [[ONE]] } }),
  )
  await world.put(id!, 'ready')
  await world.put(made[0]!, 'ready')
  assert.deepEqual((await jobOf(other!)).split_into, made)
  shown(Job, await joinAll(made[0]!, [id!]))
  for (const former of [id!, other!]) {
    const found = await jobOf(former)
    assert.deepEqual([found.job_id, numbers(found).toSorted(), found.split_into], [made[0], [ONE, TWO], []])
  }
  assert.equal((await listed()).pagination.total, 1)
})

test('a later delivery of a number goes to the job that holds it now', async (t) => {
  const { window, importAll, split, jobOf } = await opened(t)
  const [id] = await importAll([ONE, TWO])
  const { new_job_ids: made } = shown(Split, await split(id!, [[ONE]]))
  const path = await simulatedDelivery(folder, ONE, [155_000, 390_000, 155_040, 390_040], {
    klicType: 'GRAAF',
    sequence: 2,
  })
  const raw = readFileSync(path)
  const answer = shown(ImportResult, await window('/imports?name=later.zip', { method: 'POST', raw }), 201)
  assert.deepEqual([answer.files[0]!.outcome, answer.job.job_id], ['newer', made[0]])
  assert.deepEqual(numbers(await jobOf(id!)), [TWO])
})

test('facts that hold for some of the ground only keep jobs apart, and nothing is changed', async (t) => {
  const { window, db, importAll, joinAll, begin, addPhoto, addPlan, jobOf } = await opened(t)
  const [id, other] = await importAll([ONE, TWO], `${ONE};${TWO}`)
  await begin(other!, '2026-03-05')
  const message = refused(await joinAll(id!, [other!]), 409, 'JOB_STATE_CONFLICT').message
  assert.match(message, /start or end of the work is on record for some/)
  assert.deepEqual(numbers(await jobOf(other!)), [TWO])
  await begin(id!, '2026-03-04')
  for (const each of [id!, other!]) await addPlan(each)
  const planned = refused(await joinAll(id!, [other!]), 409, 'JOB_STATE_CONFLICT').message
  assert.match(planned, /trial trench plan/)
  await db.deleteFrom('trench_plan').where('job_id', '=', id!).execute()
  for (let i = 0; i <= MAX_PHOTOS; i++) await addPhoto(`pho_${i}`, i === 0 ? id! : other!)
  refused(await joinAll(id!, [other!]), 409, 'JOB_STATE_CONFLICT')
  assert.equal(shown(Digging, await window(`/jobs/${other}/digging`)).photos.length, MAX_PHOTOS)
  assert.equal(shown(Digging, await window(`/jobs/${id}/digging`)).work?.begun_on, '2026-03-04')
})

test('of several starts the latest counts, of several ends the first; of contacts the latest, where each job that demands it has one', () => {
  const work = (begunOn: string, endedOn: string | null) => ({ begunOn, endedOn })
  assert.deepEqual(joinedWork([work('2026-03-05', null), work('2026-03-04', null)]), work('2026-03-05', null))
  assert.deepEqual(
    joinedWork([work('2026-03-05', '2026-03-09'), work('2026-03-06', '2026-03-08')]),
    work('2026-03-06', '2026-03-08'),
  )
  assert.equal(joinedWork([null, null]), null)
  for (const works of [
    [work('2026-03-05', null), null],
    [work('2026-03-05', null), work('2026-03-05', '2026-03-06')],
  ])
    assert.throws(() => joinedWork(works), Refusal)
  const contact = (contactedOn: string, agreedOn: string | null) => ({ operator: 'Gas', contactedOn, agreedOn })
  const job = (demanded: string[], ...contacts: ReturnType<typeof contact>[]) => ({ demanded, contacts })
  assert.deepEqual(
    joinedContacts([
      job(['Gas'], contact('2026-03-02', '2026-03-04')),
      job(['Gas'], contact('2026-03-03', '2026-03-03')),
    ]),
    [contact('2026-03-03', '2026-03-04')],
  )
  assert.deepEqual(joinedContacts([job(['Gas'], contact('2026-03-02', null)), job([])]), [contact('2026-03-02', null)])
  assert.throws(() => joinedContacts([job(['Gas'], contact('2026-03-02', null)), job(['Gas'])]), /Gas/)
  assert.throws(() =>
    joinedContacts([job(['Gas'], contact('2026-03-02', '2026-03-02')), job(['Gas'], contact('2026-03-02', null))]),
  )
})

test('what can not be split or joined is refused in words, and stays as it is', async (t) => {
  const { world, window, db, importAll, split, joinAll, addLink, jobOf } = await opened(t)
  const [id] = await importAll([ONE, TWO])
  const [planned] = await importAll([PLANNED])
  const ordered = await world.quote({ submit: true })
  await world.put(ordered.job_id, 'ready')
  refused(await split(ordered.job_id, [[ONE]]), 409, 'JOB_STATE_CONFLICT')
  refused(await joinAll(id!, [ordered.job_id]), 409, 'JOB_STATE_CONFLICT')
  refused(await joinAll(id!, [planned!]), 422, 'VALIDATION_FAILED')
  refused(await joinAll(id!, [id!]), 422, 'VALIDATION_FAILED')
  refused(await joinAll(id!, ['job_none']), 404, 'NOT_FOUND')
  for (const jobs of [[[ONE, TWO]], [[ONE], [ONE]], [['26G999999']], [[ONE], [TWO]]])
    refused(await split(id!, jobs), 422, 'VALIDATION_FAILED')
  for (const jobs of [[], [[]]]) refused(await split(id!, jobs), 422, 'VALIDATION_FAILED')
  const theirs = await world.signIn(await world.company())
  refused(await theirs.window(`/jobs/${id}/split`, { method: 'POST', body: { jobs: [[ONE]] } }), 404, 'NOT_FOUND')
  refused(await theirs.window(`/jobs/${id}/join`, { method: 'POST', body: { job_ids: [planned!] } }), 404, 'NOT_FOUND')
  await addLink(id!)
  assert.match(refused(await split(id!, [[ONE]]), 409, 'JOB_STATE_CONFLICT').message, /Revoke them first/)
  await db.deleteFrom('site_link').execute()
  await world.put(id!, 'processing')
  refused(await split(id!, [[ONE]]), 409, 'JOB_STATE_CONFLICT')
  await world.put(id!, 'ready')
  await db.updateTable('delivery').set({ path: null }).execute()
  refused(await split(id!, [[ONE]]), 409, 'JOB_STATE_CONFLICT')
  assert.deepEqual(numbers(await jobOf(id!)), [ONE, TWO])
  refused(
    await window(`/jobs/${id}/join`, { method: 'POST', body: { job_ids: Array(101).fill('job_1') } }),
    422,
    'VALIDATION_FAILED',
  )
})

test('what fails at its last step leaves the former jobs, and two at once make one change', async (t) => {
  const { db, importAll, split, jobOf, listed } = await opened(t)
  const [id] = await importAll([ONE, TWO])
  const before = await jobOf(id!)
  if (!onPostgres) {
    const refuse = `create trigger refuse_last before insert on log_entry
      when new.act = 'job.split' and new.subject = 'job:${id}' begin select raise(abort, 'the disk is full'); end`
    await sql.raw(refuse).execute(db)
    assert.equal((await split(id!, [[ONE]])).status, 500)
    assert.deepEqual([await jobOf(id!), (await listed()).pagination.total], [before, 1])
    await sql.raw('drop trigger refuse_last').execute(db)
  }
  const replies = await Promise.all([split(id!, [[ONE]]), split(id!, [[TWO]])])
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409])
  assert.equal((await listed()).pagination.total, 2)
  assert.equal((await jobOf(id!)).order_ids.length, before.order_ids.length - 1)
})
