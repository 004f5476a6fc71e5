/** What a company may have of each thing: the last is taken, one more is refused or ends the oldest, and all else stays. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { insertKey } from '../../server/features/keys/rows.ts'
import { NewKey } from '../../server/features/keys/schema.ts'
import { appendToLog } from '../../server/features/log-rows.ts'
import { insertChecklist, putTemplate, setItem } from '../../server/features/projects/checklist-rows.ts'
import { CROW_STEPS } from '../../server/features/projects/checklist-templates.ts'
import { insertDocument } from '../../server/features/projects/document-rows.ts'
import { PROJECT_ROUTES } from '../../server/features/projects/project-routes.ts'
import { projectLog } from '../../server/features/projects/read-log.ts'
import { insertProject, putJobIn } from '../../server/features/projects/rows.ts'
import { MAX_CHECKLISTS, MAX_DOCUMENTS, MAX_PROJECT_JOBS, MAX_TEMPLATES } from '../../server/features/projects/rules.ts'
import { Log, Project, Template } from '../../server/features/projects/schema.ts'
import { insertUser } from '../../server/features/users/rows.ts'
import { NewInvitation, USER_ROUTES } from '../../server/features/users/schema.ts'
import { Webhooks } from '../../server/features/webhooks/schema.ts'
import {
  MAX_DOSSIER_LOG,
  MAX_LOG_ENTRIES,
  MAX_PROJECTS,
  MAX_SESSIONS,
  MAX_USERS,
  MAX_WEBHOOK_SECRETS,
  MAX_WORKING_KEYS,
} from '../../server/platform/limits.ts'
import { openWorld, type Reply, refused, START, shown, type World } from '../support/api-world.ts'
import { copyQuote } from '../support/copy-quote.ts'

/** Values in a statement of SQLite, and some. */
const MOST_NAMED = 33_000
const INVITED = { email: 'nieuw@graafbedrijf.example', role: 'member' }
/** Of one company. */
const numbered = (most: number) => Array.from({ length: most }, (_, no) => ({ no, id: `full_${no}` }))

/** Of a request that would make one too many. */
function refusedAsTooMany(reply: Reply, most: number, what: string): void {
  const message = `There are ${most} ${what} already, and no more are kept. Remove one first.`
  const { errors } = refused(reply, 422, 'VALIDATION_FAILED')
  assert.deepEqual(errors, [{ pointer: '', code: 'TOO_MANY', message, limit: most }])
}

/** Of a project that would hold one too many. */
function refusedByProject(reply: Reply, most: number, what: string): void {
  const { message, limit } = refused(reply, 409, 'PROJECT_STATE_CONFLICT')
  assert.deepEqual(
    [message, limit],
    [`There are ${most} ${what} already, and no more are kept. Remove one first.`, most],
  )
}

const rowsOf = async (
  world: World,
  table: 'api_key' | 'project' | 'invitation' | 'project_document',
): Promise<number> => (await world.store.db.selectFrom(table).select('id').execute()).length

async function withProject(world: World) {
  const { window } = await world.signIn()
  const body = { name: 'Bermsloot' }
  const { project_id: id } = shown(Project, await window('/projects', { method: 'POST', body }), 201)
  const at = `/projects/${id}`
  return { window, id, at, read: async () => shown(Project, await window(at)) }
}

test('one key more than a company keeps is refused, and a revoked one makes room', async (t) => {
  const world = await openWorld(t)
  const { key, secret } = await world.keyWith(['read'])
  const there = await rowsOf(world, 'api_key')
  await world.store.transaction('all', async (trx) => {
    for (const { id } of numbered(MAX_WORKING_KEYS - there - 1)) await insertKey(trx, { ...key, id }, id)
  })
  const add = () => world.v1('/keys', { method: 'POST', body: { name: 'ERP' } })
  const together = await Promise.all([add(), add(), add()])
  const taken = together.filter(({ status }) => status === 201)
  assert.equal(taken.length, 1, 'of three at once, one is the last')
  for (const reply of together) if (reply !== taken[0]) refusedAsTooMany(reply, MAX_WORKING_KEYS, 'keys that work')
  assert.equal(await rowsOf(world, 'api_key'), MAX_WORKING_KEYS)
  assert.equal((await world.v1('/jobs', { key: secret })).status, 200)
  assert.equal((await world.v1(`/keys/${shown(NewKey, taken[0]!, 201).key_id}`, { method: 'DELETE' })).status, 204)
  shown(NewKey, await add(), 201)
})

test('the keys of one company take no room from another', async (t) => {
  const world = await openWorld(t)
  const { key } = await world.keyWith(['read'])
  await world.store.transaction('all', async (trx) => {
    for (const { id } of numbered(MAX_WORKING_KEYS)) await insertKey(trx, { ...key, id }, id)
  })
  const { secret } = await world.keyWith(['read', 'admin'], await world.company())
  shown(NewKey, await world.v1('/keys', { method: 'POST', body: { name: 'ERP' }, key: secret }), 201)
})

test('users and open invitations count together, and a link to a new password is always made', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const invite = () => window('/invitations', { method: 'POST', body: INVITED })
  const userId = await world.user('member')
  const user = { companyId: world.companyId, name: 'x', role: 'member', lastSignedInAt: null } as const
  await world.store.transaction('all', async (trx) => {
    for (const { id } of numbered(MAX_USERS - 2)) {
      await insertUser(trx, { ...user, id, email: `${id}@x.example`, createdAt: START, passwordHash: 'x' })
    }
  })
  shown(NewInvitation, await invite(), 201)
  const other = { ...INVITED, email: 'tweede@graafbedrijf.example' }
  const refusal = await window('/invitations', { method: 'POST', body: other })
  refusedAsTooMany(refusal, MAX_USERS, 'users and invitations')
  assert.equal(await rowsOf(world, 'invitation'), 1)
  shown(NewInvitation, await invite(), 201)
  assert.equal(await rowsOf(world, 'invitation'), 1, 'the same address again replaces its invitation')
  shown(NewInvitation, await window(`/users/${userId}/password-link`, { method: 'POST' }), 201)
})

test('one session more than a person may have ends the oldest of that person only', async (t) => {
  const world = await openWorld(t)
  const [userId, otherId] = [await world.user('member'), await world.user('member')]
  const other = await world.signInAs(otherId)
  const sessions = []
  for (let no = 0; no <= MAX_SESSIONS; no++) {
    world.pass(1)
    sessions.push(await world.signInAs(userId))
  }
  const [oldest, second] = sessions
  const last = sessions.at(-1)!
  refused(await oldest!.window('/session'), 401, 'SESSION_REQUIRED')
  for (const { window } of [second!, last, other]) assert.equal((await window('/session')).status, 200)
  const { data } = shown(USER_ROUTES.listSessions.responses[200], await last.window('/sessions'))
  assert.equal(data.length, MAX_SESSIONS)
})

test('people who sign in at the same moment leave no session too many', async (t) => {
  const world = await openWorld(t)
  const userId = await world.user('member')
  await Promise.all(numbered(MAX_SESSIONS + 20).map(() => world.signInAs(userId)))
  const { length } = await world.store.db.selectFrom('session').select('id').where('user_id', '=', userId).execute()
  assert.equal(length, MAX_SESSIONS)
})

test('one project more than a company keeps is refused', async (t) => {
  const world = await openWorld(t)
  const { window, id, read } = await withProject(world)
  const row = await world.store.db.selectFrom('project').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await world.store.transaction('all', async (trx) => {
    for (const each of numbered(MAX_PROJECTS - 2)) await insertProject(trx, { ...row, id: each.id })
  })
  const add = () => window('/projects', { method: 'POST', body: { name: 'Sloot' } })
  shown(Project, await add(), 201)
  refusedAsTooMany(await add(), MAX_PROJECTS, 'projects')
  assert.equal(await rowsOf(world, 'project'), MAX_PROJECTS)
  assert.equal((await read()).name, 'Bermsloot')
})

test('a secret more than ten that sign at once ends the oldest, and the others go on', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const [first] = shown(Webhooks, await window('/webhooks')).secrets
  const rotate = async () => {
    world.pass(1)
    return shown(Webhooks, await window('/webhooks/secret', { method: 'POST', body: {} }), 201).secrets
  }
  for (let no = 1; no < MAX_WEBHOOK_SECRETS - 1; no++) await rotate()
  const full = await rotate()
  assert.deepEqual([full.length, full.at(-1)!.secret], [MAX_WEBHOOK_SECRETS, first!.secret])
  const after = await rotate()
  assert.deepEqual(
    after.slice(1).map(({ secret }) => secret),
    full.slice(0, -1).map(({ secret }) => secret),
  )
})

test('one job more than a project holds is refused, and the job stays', async (t) => {
  const world = await openWorld(t)
  const { window, id, at, read } = await withProject(world)
  const { db } = world.store
  const job = await world.quote()
  await copyQuote(db, job.job_id, MAX_PROJECT_JOBS - 1)
  for (const copy of await db.selectFrom('job').select('id').where('id', '!=', job.job_id).execute()) {
    await putJobIn(db, id, copy.id, START)
  }
  const put = (jobId: string) => window(`${at}/jobs/${jobId}`, { method: 'PUT' })
  shown(Project, await put(job.job_id))
  const left = await world.quote({ reference: 'Left out' })
  refusedByProject(await put(left.job_id), MAX_PROJECT_JOBS, 'jobs in the project')
  assert.equal((await read()).jobs.length, MAX_PROJECT_JOBS)
  assert.equal((await world.v1(`/jobs/${left.job_id}`)).status, 200)
  shown(Project, await put(job.job_id))
})

test('one document more than a project holds is refused, and leaves no file', async (t) => {
  const world = await openWorld(t)
  const { window, id, at, read } = await withProject(world)
  const add = () => window(`${at}/documents?name=plan.txt`, { method: 'POST', raw: 'x' })
  const [document] = shown(Project, await add(), 201).documents
  const row = await world.store.db.selectFrom('project_document').selectAll().executeTakeFirstOrThrow()
  for (const each of numbered(MAX_DOCUMENTS - 1)) await insertDocument(world.store.db, { ...row, id: each.id })
  refusedByProject(await add(), MAX_DOCUMENTS, 'documents in the project')
  assert.equal((await read()).documents.length, MAX_DOCUMENTS)
  assert.deepEqual(readdirSync(join(world.dataDir, 'projects', id)), [document!.document_id])
})

test('one checklist more than a project holds is refused, also of all CROW 500 steps', async (t) => {
  const world = await openWorld(t)
  const { window, id, at, read } = await withProject(world)
  const fill = async (from: number, to: number) => {
    for (const { id: listId } of numbered(to).slice(from)) {
      const list = { id: listId, projectId: id, name: 'x', templateId: null, at: START, items: ['x'] }
      await insertChecklist(world.store.db, list)
    }
  }
  const steps = () => window(`${at}/checklists`, { method: 'POST', body: { template_set: 'crow-500' } })
  await fill(0, MAX_CHECKLISTS - CROW_STEPS.length + 1)
  refusedByProject(await steps(), MAX_CHECKLISTS, 'checklists in the project')
  assert.equal((await read()).checklists.length, MAX_CHECKLISTS - CROW_STEPS.length + 1, 'no half set of steps')
  await fill(MAX_CHECKLISTS - CROW_STEPS.length + 1, MAX_CHECKLISTS)
  const body = { name: 'x', items: ['y'] }
  const refusal = await window(`${at}/checklists`, { method: 'POST', body })
  refusedByProject(refusal, MAX_CHECKLISTS, 'checklists in the project')
})

test('one template more than a company keeps is refused, and those that are there can be changed', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  for (const { id } of numbered(MAX_TEMPLATES - 1)) {
    await putTemplate(world.store.db, world.companyId, { id, name: 'x', items: ['x'] }, START)
  }
  const body = { name: 'Own', items: ['y'] }
  const add = () => window('/checklist-templates', { method: 'POST', body })
  const together = await Promise.all([add(), add()])
  const taken = together.filter(({ status }) => status === 201)
  assert.equal(taken.length, 1, 'of two at once, one is the last')
  refusedByProject(together.find(({ status }) => status !== 201)!, MAX_TEMPLATES, 'templates')
  const { template_id: id } = shown(Template, taken[0]!, 201)
  const changed = await window(`/checklist-templates/${id}`, { method: 'PUT', body: { ...body, name: 'Changed' } })
  assert.equal(shown(Template, changed).name, 'Changed')
})

test('a log of more entries than an answer has is checked from its first, and the dossier has more of it', async (t) => {
  const world = await openWorld(t)
  const { window, id, at } = await withProject(world)
  const entry = { companyId: world.companyId, subject: `project:${id}`, at: START, actor: 'window' } as const
  await world.store.transaction('all', async (trx) => {
    for (const { no } of numbered(MAX_LOG_ENTRIES + 300))
      await appendToLog(trx, { ...entry, act: 'item.ticked', data: { no } })
  })
  const log = async () => shown(Log, await window(`${at}/log`))
  const { data, left_out, broken_at } = await log()
  assert.deepEqual([data.length, left_out, broken_at], [MAX_LOG_ENTRIES, 301, null])
  assert.equal(data.at(-1)?.no, MAX_LOG_ENTRIES + 301)
  const { entries } = await projectLog(
    world.services,
    { companyId: world.companyId, actor: 'window' } as never,
    id,
    MAX_DOSSIER_LOG,
  )
  assert.equal(entries.length, MAX_LOG_ENTRIES + 301)
  await world.store.db.updateTable('log_entry').set({ actor: 'user:x' }).where('no', '=', 7).execute()
  assert.equal((await log()).broken_at, 7)
})

test('projects are listed with more checklists than a statement names', async (t) => {
  const world = await openWorld(t)
  const { window, id } = await withProject(world)
  const { db } = world.store
  const row = await db.selectFrom('project').selectAll().executeTakeFirstOrThrow()
  const projects = [id, ...numbered(MOST_NAMED / MAX_CHECKLISTS).map((each) => each.id)]
  const own = { template_id: null, name: 'x', created_at: START, completed_at: null }
  await world.store.transaction('all', async (trx) => {
    for (const projectId of projects) {
      if (projectId !== id) await insertProject(trx, { ...row, id: projectId })
      const lists = numbered(MAX_CHECKLISTS).map(({ no }) => ({
        ...own,
        id: `${projectId}-${no}`,
        project_id: projectId,
      }))
      await trx.insertInto('checklist').values(lists).execute()
      const item = { no: 1, text: 'x', done_at: null, done_by: null, remark: null }
      const items = lists.map((list) => ({ ...item, checklist_id: list.id }))
      await trx.insertInto('checklist_item').values(items).execute()
    }
    await setItem(trx, `${id}-0`, 1, { done_at: START, done_by: 'window', remark: null })
  })
  const { data } = shown(PROJECT_ROUTES.listProjects.responses[200], await window('/projects'))
  assert.equal(data.length, projects.length)
  assert.ok(data.every(({ items }) => items === MAX_CHECKLISTS))
  const begun = data.filter(({ items_done }) => items_done > 0)
  assert.deepEqual(
    begun.map(({ project_id, items_done }) => [project_id, items_done]),
    [[id, 1]],
  )
})
