/** A quote that an earlier version gave to an office's server is a closed job: nothing of it is filed here. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { reasonValues } from '../../renderer/features/jobs/reason-values.ts'
import { JobPage } from '../../server/api/routes.ts'
import { ARCHIVE_ROUTES } from '../../server/features/jobs/dashboard-schema.ts'
import { quotesToImprove } from '../../server/features/jobs/quotes/improve-quote.ts'
import { expiredWithArea } from '../../server/features/jobs/rows/open-quotes.ts'
import { jobsToFile } from '../../server/features/jobs/rows/orders.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { STEP_NAMES } from '../../server/platform/database/migrations/migrations.ts'
import { openStore } from '../../server/platform/database/open.ts'
import {
  COPIED_TABLES,
  type CopiedTable,
  type Row,
  readSnapshot,
  writeRows,
} from '../../server/platform/database/snapshot.ts'
import { createIds } from '../../server/platform/ids.ts'
import { translate } from '../../server/texts/texts.ts'
import { openWorld, refused, START, START_DATE, shown, TRENCH, type World } from '../support/api-world.ts'
import { ownDatabases } from '../support/postgres.ts'
import { onPostgres, storeIn } from '../support/test-store.ts'

const en = translate('en')
const nl = translate('nl')

const DAY = 86_400_000
const OFFICE = 'https://klic.office.example'
const OFFICE_JOB = 'job_0there'
/** As the outbox of then left them: the office, where one was asked, and the job there, where that was answered. */
const GIVEN = {
  'waiting, asked of none': { state: 'waiting', office_url: null, office_job_id: null },
  'waiting, perhaps there': { state: 'waiting', office_url: OFFICE, office_job_id: null },
  quoted: { state: 'quoted', office_url: OFFICE, office_job_id: OFFICE_JOB },
  submitted: { state: 'submitted', office_url: OFFICE, office_job_id: OFFICE_JOB },
  refused: { state: 'refused', office_url: OFFICE, office_job_id: null },
} as const

const bodyOf = (name: string) => ({
  geometry: TRENCH,
  klic_type: 'GRAAF',
  start_date: START_DATE,
  reference: name,
  client_ref: name,
})
const quoted = async (world: World, name: string, key = world.keys.admin): Promise<Job> =>
  shown(Job, await world.v1('/jobs', { method: 'POST', body: bodyOf(name), key }), 201)

const givenRow = (world: World, jobId: string, given: (typeof GIVEN)[keyof typeof GIVEN]): Row => ({
  ...given,
  job_id: jobId,
  company_id: world.companyId,
  body: '{}',
  client_ref: `desktop-${jobId}`,
  limit_cents: 11985,
  tries: 1,
  created_at: START,
})

async function emptyDatabase(t: TestContext): Promise<string> {
  if (onPostgres) {
    const databases = await ownDatabases()
    return 'create' in databases ? databases.create() : assert.fail(databases.missing)
  }
  const folder = mkdtempSync(join(tmpdir(), 'klic-restored-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return join(folder, 'app.db')
}

/** What a backup of then holds, restored by this version: the steps up to then, the rows, then the remaining steps. */
async function restored(t: TestContext, of: World, given: Row[]): Promise<World> {
  const tables = await readSnapshot(await storeIn(of.dataDir), async (snapshot) => {
    const rows = new Map<CopiedTable, Row[]>()
    for (const table of COPIED_TABLES) {
      const held: Row[] = []
      for await (const row of snapshot.rows(table)) held.push(row)
      rows.set(table, held)
    }
    return rows.set('office_handover', given)
  })
  const at = await emptyDatabase(t)
  await writeRows(at, STEP_NAMES.slice(0, STEP_NAMES.indexOf('590-closed-at-office')), async function* (table) {
    yield* tables.get(table) ?? []
  })
  return openWorld(t, {
    store: await openStore(at),
    ids: createIds({ now: () => new Date(START) }, (length) => randomBytes(length)),
  })
}

test('each job that was given to an office comes back closed, and says where to look', async (t) => {
  const before = await openWorld(t)
  const names = Object.keys(GIVEN) as (keyof typeof GIVEN)[]
  const ids = new Map<string, string>()
  const given: Row[] = []
  for (const name of names) {
    const { job_id } = await quoted(before, name, name === 'refused' ? before.keys.read : before.keys.admin)
    ids.set(name, job_id)
    given.push(givenRow(before, job_id, GIVEN[name]))
  }
  await before.store.db.updateTable('job').set({ quote_final: 0 }).where('id', '=', ids.get('quoted')!).execute()
  await before.store.db
    .updateTable('job')
    .set({ quote_expires_at: START })
    .where('id', '=', ids.get('waiting, perhaps there')!)
    .execute()
  const free = await quoted(before, 'given to nobody')
  const filed = await before.quote({ submit: true })
  given.push(givenRow(before, filed.job_id, GIVEN.submitted))
  const acts = await before.store.db.selectFrom('audit').selectAll().execute()

  const world = await restored(t, before, given)
  await world.set('mcp.enabled', true)
  const { window } = await world.signIn()
  const jobOf = async (id: string) => shown(Job, await world.v1(`/jobs/${id}`))
  assert.equal((await jobOf(free.job_id)).status, 'quoted')
  assert.equal((await jobOf(filed.job_id)).status, 'accepted', 'it was submitted here')
  const closed = shown(JobPage, await world.v1('/jobs?status=failed'))
  assert.deepEqual(closed.data.map(({ job_id }) => job_id).sort(), [...ids.values()].sort())

  for (const name of names) {
    const id = ids.get(name)!
    const job = await jobOf(id)
    const { office_url, office_job_id } = GIVEN[name]
    assert.equal(job.next_action_reason, 'failed_closed_at_office', name)
    assert.equal(job.next_action, 'contact_registry')
    const params = { ...(office_url && { office: office_url }), ...(office_job_id && { office_job: office_job_id }) }
    assert.deepEqual(job.next_action_params, params)
    const said = [
      job.next_action_message,
      nl('reason.failed_closed_at_office', reasonValues(params, 'nl', String)),
      en('reason.failed_closed_at_office', reasonValues(params, 'en', String)),
    ]
    for (const each of said) {
      assert.equal(each.includes(OFFICE), office_url !== null, each)
      assert.equal(each.includes(OFFICE_JOB), office_job_id !== null, each)
      assert.doesNotMatch(each, /undefined|null|\(\)/)
    }
    assert.deepEqual([job.submit, job.submitted_at, job.quote.billed_by, job.quote.final], [false, null, null, true])
    assert.deepEqual([job.order_ids, job.klic_numbers], [[], []])
    assert.ok(job.parts.every(({ status, order_id }) => status === 'quoted' && order_id === null))

    const post = (path: string, body: object = {}) => world.v1(path, { method: 'POST', body })
    const submitted = refused(await post(`/jobs/${id}/submit`), 409, 'JOB_STATE_CONFLICT')
    assert.ok(submitted.message.endsWith(job.next_action_message), submitted.message)
    for (const key of [world.keys.read, world.keys.admin]) {
      const again = await world.v1('/jobs', { method: 'POST', body: bodyOf(name), key })
      assert.deepEqual([shown(Job, again).job_id, shown(Job, again).status], [id, 'failed'])
    }
    const repeated = shown(Job, await post('/jobs', { ...bodyOf(name), submit: true }))
    assert.deepEqual([repeated.job_id, repeated.status], [id, 'failed'])
    const otherwise = shown(Job, await post('/jobs', { ...bodyOf(name), reference: 'anders', submit: true }))
    assert.deepEqual([otherwise.job_id, otherwise.status, otherwise.reference], [id, 'failed', name])
    const elsewhere = { ...bodyOf(name), klic_type: 'ORIENT', submit: true }
    refused(await post('/jobs', elsewhere), 409, 'CLIENT_REF_CONFLICT')
    const { client_ref: _, ...anew } = bodyOf(name)
    refused(await post('/jobs', { ...anew, follows: id, submit: true }), 422, 'VALIDATION_FAILED')
    const retried = refused(await window(`/jobs/${id}/retry`, { method: 'POST', body: {} }), 409, 'JOB_STATE_CONFLICT')
    assert.ok(retried.message.endsWith(job.next_action_message), retried.message)
    refused(await window(`/jobs/${id}/correction`, { method: 'POST', body: anew }), 409, 'JOB_STATE_CONFLICT')
    refused(await window(`/jobs/${id}/digging/presence`, { method: 'POST', body: {} }), 409, 'JOB_STATE_CONFLICT')
    const byTool = await world.ask('/mcp', {
      method: 'POST',
      headers: { Accept: 'application/json, text/event-stream' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'submit_job', arguments: { job_id: id, confirm_euros: job.quote.total.amount } },
      },
    })
    assert.match(byTool.text, /JOB_STATE_CONFLICT/)
    const gone = await window('/quotes/delete', { method: 'POST', body: { job_ids: [id] } })
    assert.deepEqual(shown(ARCHIVE_ROUTES.deleteQuotes.responses[200], gone).job_ids, [])
    assert.deepEqual(await jobOf(id), job, 'nothing has changed')
  }

  const later = new Date(Date.parse(START) + 400 * DAY).toISOString()
  const { db } = world.store
  assert.deepEqual(await quotesToImprove(db, later, START, 100), [])
  assert.deepEqual(await expiredWithArea(db, later, 100), [free.job_id])
  assert.deepEqual(
    (await jobsToFile(world.store)).map(({ id }) => id),
    [filed.job_id],
  )
  assert.deepEqual(await db.selectFrom('audit').selectAll().execute(), acts, 'nothing was paid')

  const oldest = db.selectFrom('installation').select('value').where('name', '=', 'oldest_build')
  const { value } = await oldest.executeTakeFirstOrThrow()
  assert.ok(Number(value) >= 590, 'a build that knows no closed jobs would resume them')

  const { client_ref: _, ...fresh } = bodyOf('quoted')
  const another = shown(Job, await world.v1('/jobs', { method: 'POST', body: fresh }), 201)
  assert.equal(another.status, 'quoted', 'a new quote, priced and confirmed anew')
})
