/** The dossier of one job: its deliveries and letters or their gaps, people only when asked for, and for its own company only. */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { dossierZip } from '../../server/features/projects/dossier-zip.ts'
import { installRdGrid } from '../../server/geometry/install-grid.ts'
import { useGrid } from '../../server/geometry/rd/rd.ts'
import { openWorld, refused, START_DATE } from '../support/api-world.ts'
import { bagProblems } from '../support/bag.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { siteJob } from '../support/site-job.ts'
import { until } from '../support/until.ts'
import { filesIn } from '../support/zip-in-memory.ts'

const grid = (await installRdGrid()) ?? null
after(() => useGrid(null))

async function aJob(t: TestContext) {
  const world = await openWorld(t, {}, grid)
  const { window, cookie } = await world.signIn()
  const zip = await simulatedDelivery(world.dataDir, '26G000001', [155_000, 463_000, 155_100, 463_100], {
    klicType: 'GRAAF',
  })
  const job = await siteJob(world, [zip], { klic_type: 'GRAAF', start_date: START_DATE })
  const bytes = readFileSync(zip)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const at = world.clock.now().toISOString()
  await world.store.db.updateTable('delivery').set({ sha256, bytes: bytes.length, received_at: at }).execute()
  await world.store.db.updateTable('part').set({ klic_number: '26G000001' }).execute()
  const path = `/jobs/${job.job_id}/dossier`
  const download = async (query = '') => {
    const answer = await fetch(`${world.baseUrl}/dashboard/api${path}${query}`, { headers: { Cookie: cookie } })
    assert.equal(answer.status, 200)
    const files = await filesIn(Buffer.from(await answer.arrayBuffer()))
    assert.deepEqual(bagProblems(files), [])
    return new Map([...files].map(([name, content]) => [name.replace(`dossier-${job.job_id}/`, ''), content]))
  }
  const facts = (files: Map<string, Buffer>) => JSON.parse(files.get('data/job.json')!.toString()).jobs[0]
  return { world, window, job, zip, bytes, path, download, facts }
}

test('the dossier of a job has its delivery as it came with its letter, until the retention rule removed it', async (t) => {
  const { world, job, zip, bytes, download, facts } = await aJob(t)
  const files = await download()
  assert.deepEqual(files.get(`data/deliveries/001 ${basename(zip)}`), bytes)
  assert.match(files.get('data/letters/001 LI_26G000001_1.pdf')!.toString('latin1'), /^%PDF/)
  assert.deepEqual(files.get(`data/results/001/${job.gpkg.name}`), job.gpkg.bytes)
  const at = '2027-01-02T03:04:05.000Z'
  const removal = { job_id: job.job_id, what: 'deliveries', reason: 'age', announced_at: at, due_at: at } as const
  await world.store.db
    .insertInto('removal')
    .values({ ...removal, done_at: at, files: '[]' })
    .execute()
  await world.store.db.updateTable('delivery').set({ path: null }).execute()
  const later = await download()
  assert.deepEqual(
    [...later.keys()].filter((name) => /deliveries|letters/.test(name)),
    [],
  )
  const { deliveries, removed_at } = facts(later)
  assert.deepEqual([deliveries[0].path, removed_at.deliveries], [null, at])
})

test('applicant and client are named only when somebody asks, and the manifest says which', async (t) => {
  const { download, facts } = await aJob(t)
  for (const [query, isNamed] of [
    ['', false],
    ['?people=true', true],
  ] as const) {
    const files = await download(query)
    assert.equal('people' in facts(files), isNamed)
    assert.equal(JSON.parse(files.get('manifest.json')!.toString()).people, isNamed)
  }
})

test('another company gets no dossier of the job, and a download that is broken off leaves nothing behind', async (t) => {
  const { world, path, download } = await aJob(t)
  const stranger = await world.signIn(await world.company())
  refused(await stranger.window(path), 404, 'NOT_FOUND')
  const left = () => readdirSync(world.dataDir, { recursive: true }).sort()
  // The company's key is made with its first dossier.
  await download()
  const before = left()
  const { cookie } = await world.signIn()
  const hangUp = new AbortController()
  const url = `${world.baseUrl}/dashboard/api${path}`
  await fetch(url, { headers: { Cookie: cookie }, signal: hangUp.signal })
  hangUp.abort()
  await download()
  assert.deepEqual(left(), before)
})

test('a download that is broken off closes the file that it was sending', async () => {
  let isOpen = false
  const open = async function* () {
    isOpen = true
    try {
      for (;;) yield Buffer.alloc(65_536)
    } finally {
      isOpen = false
    }
  }
  const { stream } = await dossierZip({
    ...{ name: 'dossier-job_1', newestOn: START_DATE },
    about: { title: 'Sloot', job_id: 'job_1', people: false, signed_at: `${START_DATE}T12:00:00Z` },
    signer: { publicKey: '0'.repeat(64), sign: () => Buffer.alloc(64) },
    files: [{ path: 'large.bin', kind: 'document', known: { bytes: 1e9, sha256: '0'.repeat(64) }, open }],
  })
  for await (const _ of stream) if (isOpen) break
  await until(() => !isOpen)
})
