/** Projects: what belongs to one dig, its dossier, its checklists with their events, and a log that can't be bent. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { BUILT_IN_TEMPLATES, CROW_STEPS, templateIn } from '../../server/features/projects/checklist-templates.ts'
import { Checklist, Log, Project, ProjectMap, Template } from '../../server/features/projects/schema.ts'
import { EVENT_BODIES, EventList } from '../../server/features/webhooks/event-schema.ts'
import { openWorld, refused, shown } from '../support/api-world.ts'

/** A signed-in window with an empty project. */
async function withProject(t: TestContext) {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const { project_id: id } = shown(
    Project,
    await window('/projects', { method: 'POST', body: { name: 'Bermsloot' } }),
    201,
  )
  const at = `/projects/${id}`
  return {
    world,
    window,
    id,
    at,
    read: async () => shown(Project, await window(at)),
    log: async () => shown(Log, await window(`${at}/log`)),
    add: async (body: object) => shown(Project, await window(`${at}/checklists`, { method: 'POST', body }), 201),
    tick: (list: Checklist, no: number, done = true, remark: string | null = null) =>
      window(`${at}/checklists/${list.checklist_id}/items/${no}`, { method: 'PUT', body: { done, remark } }),
    close: (outcome: string) => window(`${at}/close`, { method: 'POST', body: { outcome } }),
    events: async () => shown(EventList, await window('/events')).data,
  }
}

test('a project holds the jobs that are put into it, each in one project only', async (t) => {
  const { world, window, at, id, read } = await withProject(t)
  const job = await world.quote({ reference: 'Sloot' })
  const put = (project: string) => window(`/projects/${project}/jobs/${job.job_id}`, { method: 'PUT' })
  assert.deepEqual(
    shown(Project, await put(id)).jobs.map(({ reference }) => reference),
    ['Sloot'],
  )
  await put(id)
  assert.equal((await read()).jobs.length, 1)
  const other = shown(Project, await window('/projects', { method: 'POST', body: { name: 'Other' } }), 201)
  const no = refused(await put(other.project_id), 409, 'PROJECT_STATE_CONFLICT')
  assert.equal(no.project_id, id)
  const [onMap] = shown(ProjectMap, await window(`${at}/map`)).data
  assert.deepEqual([onMap?.job_id, onMap?.status, onMap?.dig_answer], [job.job_id, 'quoted', job.dig_status.answer])
  await window(`${at}/jobs/${job.job_id}`, { method: 'DELETE' })
  assert.deepEqual((await read()).jobs, [])
  shown(Project, await put(other.project_id))
})

test('the GeoPackage of a job is the document of the dossier, byte for byte', async (t) => {
  const { world, window, at, read } = await withProject(t)
  const job = await world.quote({ submit: true })
  await window(`${at}/jobs/${job.job_id}`, { method: 'PUT' })
  await world.put(job.job_id, 'ready')
  const { sha256 } = await world.putFile(job.job_id, 'gpkg', 'the bytes')
  const [result] = (await read()).results
  assert.deepEqual([result?.job_id, result?.sha256, result?.bytes], [job.job_id, sha256, 9])
})

test('a file goes into the dossier as it is, and comes out as a download', async (t) => {
  const { world, window, at } = await withProject(t)
  const page = '<script>alert(1)</script>'
  const headers = { 'Content-Type': 'text/html' }
  const given = await window(`${at}/documents?name=${encodeURIComponent('Ontwerp één.html')}`, {
    method: 'POST',
    raw: page,
    headers,
  })
  const [document] = shown(Project, given, 201).documents
  assert.equal(document?.name, 'Ontwerp één.html')
  const got = await window(`${at}/documents/${document?.document_id}`)
  assert.equal(got.text, page)
  assert.match(got.headers.get('content-disposition') ?? '', /^attachment/)
  assert.equal(got.headers.get('x-content-type-options'), 'nosniff')
  const after = shown(Project, await window(`${at}/documents/${document?.document_id}`, { method: 'DELETE' }))
  assert.deepEqual(after.documents, [])
  assert.deepEqual(readdirSync(join(world.dataDir, 'projects', after.project_id)), [])
  refused(await window(`${at}/documents/${document?.document_id}`), 404, 'NOT_FOUND')
})

test('a document that is no file name, or for no project, leaves nothing behind', async (t) => {
  const { world, window, at } = await withProject(t)
  const post = (path: string) => window(path, { method: 'POST', raw: 'x' })
  refused(await post(`${at}/documents?name=${encodeURIComponent('../../app.db')}`), 422, 'VALIDATION_FAILED')
  refused(await post('/projects/none/documents?name=a'), 404, 'NOT_FOUND')
  assert.ok(!existsSync(join(world.dataDir, 'projects')))
})

test('the last tick completes a checklist, and that is told once', async (t) => {
  const { add, tick, events, read, log } = await withProject(t)
  const [list] = (await add({ name: 'Vandaag', items: ['Een', 'Twee'] })).checklists
  shown(Checklist, await tick(list!, 1))
  assert.deepEqual(await events(), [])
  const done = shown(Checklist, await tick(list!, 2, true, 'met foto'))
  assert.ok(done?.completed_at)
  assert.equal(done.items[1]?.remark, 'met foto')
  await tick(list!, 2, true, 'met foto')
  const told = await events()
  assert.deepEqual(
    told.map(({ type, body }) => [type, body.data.checklist_id]),
    [['checklist.completed', list?.checklist_id]],
  )
  shown(Checklist, await tick(list!, 1, false))
  assert.equal((await read()).checklists[0]?.completed_at, null)
  const acts = (await log()).data.map(({ act }) => act)
  const both = ['item.ticked', 'item.ticked', 'checklist.completed', 'item.unticked']
  assert.deepEqual(acts, ['project.created', 'checklist.added', ...both])
})

test('ticks of one checklist at the same instant complete it once', async (t) => {
  const { add, tick, events, log } = await withProject(t)
  const [list] = (await add({ name: 'Samen', items: ['1', '2', '3', '4', '5', '6'] })).checklists
  await Promise.all([1, 2, 3, 4, 5, 6].map((no) => tick(list!, no)))
  assert.equal((await events()).length, 1)
  const { data, broken_at } = await log()
  assert.deepEqual([data.length, broken_at], [9, null])
})

test('a project is completed when its checklists are, and says so with the hash of its log', async (t) => {
  const { window, at, add, tick, close, events, log } = await withProject(t)
  const [list] = (await add({ name: 'Eerst', items: ['Een'] })).checklists
  const no = refused(await close('completed'), 409, 'PROJECT_STATE_CONFLICT')
  assert.deepEqual(no.checklists, ['Eerst'])
  await tick(list!, 1)
  assert.equal(shown(Project, await close('completed')).status, 'completed')
  const { data } = await log()
  const event = (await events()).find(({ type }) => type === 'project.completed')
  assert.deepEqual([event?.body.data.job_ids, event?.body.data.order_ids], [[], []])
  assert.deepEqual(event?.body.data.log, { entries: data.length, hash: data.at(-1)?.hash })
  refused(await tick(list!, 1, false), 409, 'PROJECT_STATE_CONFLICT')
  assert.equal(shown(Project, await window(`${at}/reopen`, { method: 'POST' })).status, 'open')
  shown(Checklist, await tick(list!, 1, false))
})

test('events of a project name its jobs and their filed notifications, by which an integrator finds them', async (t) => {
  const { world, window, at, add, tick, close } = await withProject(t)
  const [filed, quoted, other] = [await world.quote({ submit: true }), await world.quote(), await world.quote()]
  for (const { job_id } of [filed, quoted]) {
    shown(Project, await window(`${at}/jobs/${job_id}`, { method: 'PUT' }))
  }
  const [list] = (await add({ name: 'Eerst', items: ['Een'] })).checklists
  await tick(list!, 1)
  shown(Project, await close('completed'))
  const about = async (query: string) => shown(EventList, await world.v1(`/events?${query}`)).data
  for (const query of ['', `job_id=${filed.job_id}`, `order_id=${filed.order_ids[0]}`, `job_id=${quoted.job_id}`]) {
    const told = (await about(query)).filter(({ job_id }) => job_id === null)
    assert.deepEqual(
      told.map(({ type }) => type),
      ['checklist.completed', 'project.completed'],
      query,
    )
    for (const { type, body } of told) {
      const { data } = EVENT_BODIES[type].parse(body) as { data: { job_ids: string[]; order_ids: string[] } }
      assert.deepEqual(data.job_ids, [filed.job_id, quoted.job_id])
      assert.deepEqual(data.order_ids, filed.order_ids)
    }
  }
  assert.deepEqual(await about(`job_id=${other.job_id}`), [])
  assert.deepEqual(await about(`order_id=${quoted.parts[0]?.order_id ?? 'ord_none'}`), [])
  assert.deepEqual(await about('order_id=%25'), [])
})

test('a cancelled project tells nobody', async (t) => {
  const { close, add, events } = await withProject(t)
  await add({ name: 'Open', items: ['Een'] })
  assert.equal(shown(Project, await close('cancelled')).status, 'cancelled')
  assert.deepEqual(await events(), [])
})

test('an entry of the log that is changed, left out or put in is found', async (t) => {
  const { world, id, add, tick, log } = await withProject(t)
  const [list] = (await add({ name: 'Lijst', items: ['Een', 'Twee', 'Drie'] })).checklists
  for (const no of [1, 2]) await tick(list!, no)
  assert.equal((await log()).broken_at, null)
  const row = (no: number) => ({ subject: `project:${id}` as const, no })
  const change = (no: number, set: { data?: string; actor?: string }) =>
    world.store.db
      .updateTable('log_entry')
      .set(set)
      .where('subject', '=', row(no).subject)
      .where('no', '=', no)
      .execute()
  const { data: was } = (await log()).data[2]!
  await change(3, { data: '{}' })
  assert.equal((await log()).broken_at, 3)
  await change(3, { data: JSON.stringify(was) })
  assert.equal((await log()).broken_at, null)
  await world.store.db.deleteFrom('log_entry').where('subject', '=', row(2).subject).where('no', '=', 2).execute()
  assert.equal((await log()).broken_at, 2)
})

test('what happens to a job is in its own log and in that of its project', async (t) => {
  const { world, window, at, log } = await withProject(t)
  const job = await world.quote()
  await window(`${at}/jobs/${job.job_id}`, { method: 'PUT' })
  await window(`/jobs/${job.job_id}/submit`, { method: 'POST' })
  const own = shown(Log, await window(`/jobs/${job.job_id}/log`)).data
  assert.deepEqual(
    own.map(({ act, data }) => [act, data.notifications]),
    [['job.submitted', 1]],
  )
  const { data } = await log()
  assert.equal(data.at(-1)?.act, 'job.submitted')
  assert.equal(data.at(-1)?.data.job_id, job.job_id)
})

test('templates of the house are there in both languages; own ones are made, changed and removed', async (t) => {
  const { window, add } = await withProject(t)
  const list = async (language: string) =>
    shown(
      Log.extend({ data: Template.array() }).omit({ broken_at: true, left_out: true }),
      await window(`/checklist-templates?language=${language}`),
    ).data
  for (const language of ['nl', 'en'] as const) {
    assert.deepEqual(
      (await list(language)).map(({ name }) => name),
      [...BUILT_IN_TEMPLATES, ...CROW_STEPS].map((id) => templateIn(language, id).name),
    )
  }
  const own = shown(
    Template,
    await window('/checklist-templates', { method: 'POST', body: { name: 'Eigen', items: ['Een'] } }),
    201,
  )
  const made = (await add({ template_id: own.template_id })).checklists[0]
  const path = `/checklist-templates/${own.template_id}`
  shown(Template, await window(path, { method: 'PUT', body: { name: 'Eigen', items: ['Anders'] } }))
  assert.deepEqual(made?.items[0]?.text, 'Een')
  assert.deepEqual((await list('nl')).at(-1)?.items, ['Anders'])
  assert.equal((await window(path, { method: 'DELETE' })).status, 204)
  refused(await window(path, { method: 'DELETE' }), 404, 'NOT_FOUND')
  const house = BUILT_IN_TEMPLATES[0]
  refused(await window(`/checklist-templates/${house}`, { method: 'DELETE' }), 404, 'NOT_FOUND')
  const english = (await add({ template_id: house, language: 'en' })).checklists.at(-1)
  assert.equal(english?.name, 'Careful digging: preparation')
})

test('what a project holds has a limit, and what is over it is refused', async (t) => {
  const { world, window, id, at, add, read } = await withProject(t)
  const { db } = world.store
  const now = world.clock.now().toISOString()
  const more = (n: number) => Array.from({ length: n }, (_, i) => i)
  for (let n = 0; n < 50; n++) await add({ name: `Lijst ${n}`, items: ['Een'] })
  const list = window(`${at}/checklists`, { method: 'POST', body: { name: 'x', items: ['Een'] } })
  assert.equal(refused(await list, 409, 'PROJECT_STATE_CONFLICT').limit, 50)
  const crow = { template_set: 'crow-500', language: 'nl' }
  refused(await window(`${at}/checklists`, { method: 'POST', body: crow }), 409, 'PROJECT_STATE_CONFLICT')

  const document = { project_id: id, name: 'x', media_type: 'text/plain', bytes: 1, sha256: 'ab'.repeat(32) }
  const kept = { path: 'x', added_at: now, added_by: 'window', removed_at: null }
  await db
    .insertInto('project_document')
    .values(more(500).map((n) => ({ id: `doc_${n}`, ...document, ...kept })))
    .execute()
  refused(await window(`${at}/documents?name=een.txt`, { method: 'POST', raw: 'x' }), 409, 'PROJECT_STATE_CONFLICT')

  for (let n = 0; n < 200; n++) {
    const { job_id } = await world.quote()
    await db.insertInto('project_job').values({ project_id: id, job_id, added_at: now }).execute()
  }
  const { job_id: over } = await world.quote()
  refused(await window(`${at}/jobs/${over}`, { method: 'PUT' }), 409, 'PROJECT_STATE_CONFLICT')
  const { checklists, documents, jobs } = await read()
  assert.deepEqual([checklists.length, documents.length, jobs.length], [50, 500, 200])
})
