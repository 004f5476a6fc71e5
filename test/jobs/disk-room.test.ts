/** Nothing is paid for that has no room, and nothing is written that leaves the databases none. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { bytesOfFiles } from '../../server/features/company-quota.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { insertDocument } from '../../server/features/projects/document-rows.ts'
import { diskFull } from '../../server/platform/disk-full.ts'
import { TryLater } from '../../server/platform/refusal.ts'
import { folderStorage } from '../../server/platform/storage/folder.ts'
import { GARDEN, openWorld, refused, START_DATE, shown, TRENCH } from '../support/api-world.ts'

const MB = 1024 ** 2
const ASKED = { geometry: GARDEN, klic_type: 'ORIENT' }

/** A disk with so much to spare. */
async function onDisk(t: Parameters<typeof openWorld>[0], spareBytes: () => number) {
  const room = async (bytes = 0): Promise<void> => {
    if (bytes > spareBytes()) throw diskFull()
  }
  return openWorld(t, { room })
}

test('a submission whose result would not fit is refused before it is paid, and its quote stays', async (t) => {
  let spare = 20 * MB - 1
  const world = await onDisk(t, () => spare)
  const quote = await world.quote()
  const submit = () => world.v1(`/jobs/${quote.job_id}/submit`, { method: 'POST' })
  const reply = await submit()
  assert.match(refused(reply, 503, 'UNAVAILABLE').message, /no room for the result, some 20 MB: nothing was submitted/)
  assert.equal(reply.headers.get('retry-after'), '600')
  const atOnce = await world.v1('/jobs', { method: 'POST', body: { ...ASKED, submit: true } })
  refused(atOnce, 503, 'UNAVAILABLE')
  const acts = await world.store.db.selectFrom('audit').select('id').execute()
  assert.equal(acts.length, 0)
  assert.equal(shown(Job, await world.v1(`/jobs/${quote.job_id}`)).status, 'quoted')
  spare = 20 * MB
  assert.equal((await submit()).status, 202)
})

test('a submission while the storage does not answer is refused for that, and not for want of room', async (t) => {
  const away = new TryLater('The storage does not answer.', { reason: 'storage_unreachable' })
  const world = await openWorld(t, { room: () => Promise.reject(away) })
  const reply = await world.v1('/jobs', { method: 'POST', body: { ...ASKED, submit: true } })
  assert.equal(refused(reply, 503, 'UNAVAILABLE').message, away.message)
})

test('each part of a submission needs room', async (t) => {
  let spare = 60 * MB - 1
  const world = await onDisk(t, () => spare)
  const three = { geometry: TRENCH, crs: 'EPSG:28992', klic_type: 'GRAAF', start_date: START_DATE, submit: true }
  const submit = () => world.v1('/jobs', { method: 'POST', body: three })
  refused(await submit(), 503, 'UNAVAILABLE')
  spare = 60 * MB
  assert.equal(shown(Job, await submit(), 202).parts.length, 3)
})

test('a part is taken to need what nine of ten parts of this server needed', async (t) => {
  let spare = 0
  const world = await onDisk(t, () => spare)
  for (let i = 1; i <= 10; i++) {
    const { job_id } = await world.quote()
    await world.put(job_id, 'ready')
    await world.putFile(job_id, 'gpkg', Buffer.alloc(i * 1000))
  }
  const { job_id } = await world.quote()
  const submit = () => world.v1(`/jobs/${job_id}/submit`, { method: 'POST' })
  spare = 8999
  refused(await submit(), 503, 'UNAVAILABLE')
  spare = 9000
  assert.equal((await submit()).status, 202)
})

test('a document is refused where there is no room for it, and none of it stays', async (t) => {
  let spare = 0
  const world = await openWorld(t, {
    room: async () => {
      if (spare === 0) throw diskFull()
    },
  })
  const { window } = await world.signIn()
  const made = await window('/projects', { method: 'POST', body: { name: 'Straat' } })
  const { project_id } = made.json as { project_id: string }
  const add = () => window(`/projects/${project_id}/documents?name=plan.pdf`, { method: 'POST', raw: '%PDF-1.4' })
  refused(await add(), 503, 'UNAVAILABLE')
  spare = 1
  assert.equal((await add()).status, 201)
})

test('a company keeps no more than its quota: nothing is paid, stored or made beyond it', async (t) => {
  const world = await openWorld(t, { companyQuotaBytes: 40 * MB })
  const { window } = await world.signIn()
  const made = await window('/projects', { method: 'POST', body: { name: 'Straat' } })
  const { project_id } = made.json as { project_id: string }
  const add = (bytes: number) =>
    window(`/projects/${project_id}/documents?name=plan.pdf`, {
      method: 'POST',
      raw: `%PDF-1.4${'x'.repeat(bytes - 8)}`,
    })
  assert.equal((await add(20 * MB + 1)).status, 201)
  const quote = await world.quote()
  const submit = () => world.v1(`/jobs/${quote.job_id}/submit`, { method: 'POST' })
  const reply = await submit()
  const { message } = refused(reply, 503, 'UNAVAILABLE')
  assert.match(message, /keeps 0.02 GB of the 0.04 GB .* needs 0.02 GB more\. Nothing was stored/)
  assert.equal(reply.headers.get('retry-after'), '600')
  assert.equal((await world.store.db.selectFrom('audit').select('id').execute()).length, 0)
  refused(await add(20 * MB), 503, 'UNAVAILABLE')
  assert.equal((await add(20 * MB - 1)).status, 201, 'what was refused counts no more')
  const { job_id } = await world.quote()
  await world.put(job_id, 'ready')
  await world.putFile(job_id, 'gpkg', Buffer.alloc(1))
  refused(await world.v1(`/jobs/${job_id}/export?format=shp`), 503, 'UNAVAILABLE')
  const wanted = await world.store.db.selectFrom('artifact').select('id').where('state', '=', 'wanted').execute()
  assert.equal(wanted.length, 0)
})

test('what results on their way will need counts when the next is submitted', async (t) => {
  const world = await openWorld(t, { companyQuotaBytes: 60 * MB })
  const submit = () =>
    world.v1('/jobs', { method: 'POST', body: { geometry: GARDEN, klic_type: 'ORIENT', submit: true } })
  const [first] = [shown(Job, await submit(), 202), shown(Job, await submit(), 202), shown(Job, await submit(), 202)]
  refused(await submit(), 503, 'UNAVAILABLE')
  await world.put(first.job_id, 'ready')
  await world.putFile(first.job_id, 'gpkg', Buffer.alloc(1000))
  shown(Job, await submit(), 202)
})

test('an upload over the quota is refused at its row, when another process has filled it meanwhile', async (t) => {
  let meanwhile = async () => {}
  const dataDir = mkdtempSync(join(tmpdir(), 'klic-quota-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const storage = folderStorage(dataDir)
  const keep: typeof storage.keep = async (file) => {
    await storage.keep(file)
    await meanwhile()
  }
  const world = await openWorld(t, { companyQuotaBytes: 10 * MB, storage: { ...storage, keep } })
  const { window } = await world.signIn()
  const project = await window('/projects', { method: 'POST', body: { name: 'Straat' } })
  const { project_id: id } = project.json as { project_id: string }
  const add = () => window(`/projects/${id}/documents?name=plan.txt`, { method: 'POST', raw: 'x' })
  assert.equal((await add()).status, 201)
  const row = await world.store.db.selectFrom('project_document').selectAll().executeTakeFirstOrThrow()
  meanwhile = async () => {
    await insertDocument(world.store.db, { ...row, id: 'doc_other', bytes: 10 * MB - 1 })
  }
  refused(await add(), 503, 'UNAVAILABLE')
  assert.equal((await world.store.db.selectFrom('project_document').select('id').execute()).length, 2)
  assert.equal(readdirSync(join(dataDir, 'projects', id)).length, 1, 'what was refused leaves no file')
})

test('the quota counts deliveries, results, their copies, documents and photos, also those announced to go', async (t) => {
  const world = await openWorld(t)
  const { job_id } = await world.quote()
  await world.put(job_id, 'ready')
  await world.putFile(job_id, 'gpkg', Buffer.alloc(1000))
  const { db } = world.store
  await db.updateTable('artifact').set({ packed_bytes: 100 }).where('job_id', '=', job_id).execute()
  const before = await bytesOfFiles(db, world.companyId, 'all')
  assert.equal(before, await bytesOfFiles(db, world.companyId, 'staying'))
  assert.equal(before % 10_000, 1100)
  const due = '2026-12-31T00:00:00.000Z'
  const removal = {
    job_id,
    what: 'results',
    reason: 'age',
    announced_at: due,
    due_at: due,
    done_at: null,
    files: '[]',
  } as const
  await db.insertInto('removal').values(removal).execute()
  assert.equal(await bytesOfFiles(db, world.companyId, 'all'), before)
  assert.equal(await bytesOfFiles(db, world.companyId, 'staying'), before - 1100)
})
