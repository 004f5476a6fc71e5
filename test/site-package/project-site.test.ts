/** The site package of a project: every ready job in it, what is not said first, signed, and out of date when a job is newer. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { filesInZip } from '../../server/exports/formats/zip-file.ts'
import { PROJECT_ROUTES } from '../../server/features/projects/project-routes.ts'
import { Log, Project } from '../../server/features/projects/schema.ts'
import { AttentionList } from '../../server/features/results/schema.ts'
import { verifySignedZip } from '../../server/features/verify-signed-zip.ts'
import { installRdGrid } from '../../server/geometry/install-grid.ts'
import { useGrid } from '../../server/geometry/rd/rd.ts'
import { openWorld, refused, START_DATE, shown } from '../support/api-world.ts'
import { randomFrom } from '../support/random.ts'
import { serverEntry } from '../support/server-entry.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { siteJob } from '../support/site-job.ts'
import { onPostgres, storeIn } from '../support/test-store.ts'

const grid = (await installRdGrid()) ?? null
after(() => useGrid(null))
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function filesOf(zip: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for await (const { name, chunks } of filesInZip(zip)) {
    const parts: Uint8Array[] = []
    for await (const chunk of chunks) parts.push(chunk)
    files.set(name, Buffer.concat(parts))
  }
  return files
}

/** A project with two ready jobs, of one delivery each, and one that is only quoted. */
async function twoAreas(t: TestContext) {
  const world = await openWorld(t, {}, grid)
  const { window, cookie } = await world.signIn()
  const { project_id } = shown(Project, await window('/projects', { method: 'POST', body: { name: 'Ring Zuid' } }), 201)
  const at = `/projects/${project_id}`
  const jobs = []
  for (const [reference, klic, x] of [
    ['Sloot/1', '26G000001', 155_000],
    ['Sloot/2', '26G000002', 156_000],
  ] as const) {
    const zip = await simulatedDelivery(world.dataDir, klic, [x, 463_000, x + 200, 463_200], { klicType: 'GRAAF' })
    const job = await siteJob(world, [zip], { reference, klic_type: 'GRAAF', start_date: START_DATE })
    await window(`${at}/jobs/${job.job_id}`, { method: 'PUT' })
    jobs.push(job)
  }
  const quoted = await world.quote({ reference: 'Wacht/3' })
  await window(`${at}/jobs/${quoted.job_id}`, { method: 'PUT' })
  const download = async (query = '') => {
    const answer = await fetch(`${world.baseUrl}/dashboard/api${at}/site${query}`, { headers: { Cookie: cookie } })
    assert.equal(answer.status, 200, answer.ok ? '' : await answer.text())
    const bytes = Buffer.from(await answer.arrayBuffer())
    const path = join(world.dataDir, `got-${sha256(bytes).slice(0, 8)}.zip`)
    writeFileSync(path, bytes)
    return { answer, bytes, path, files: await filesOf(path) }
  }
  const newest = async () =>
    shown(PROJECT_ROUTES.getProjectSite.responses[200], await window(`${at}/site/newest`)).data?.is_superseded ?? null
  return { world, window, at, project_id, jobs, quoted, download, newest }
}

test('a project’s package has each ready area with its own page, says first what is not in it, and is whole', async (t) => {
  const { world, window, at, jobs, project_id, download, newest } = await twoAreas(t)
  assert.equal(await newest(), null)
  const { answer, bytes, path, files } = await download()
  assert.match(answer.headers.get('content-disposition') ?? '', /filename=KLIC_Ring-Zuid_bouwplaats\.zip$/)
  const { manifest, ...found } = await verifySignedZip(path)
  assert.deepEqual(found, {
    unchanged: true,
    repacked: false,
    sealed: true,
    signed: true,
    changed: [],
    missing: [],
    added: [],
    why: [],
  })
  assert.deepEqual([manifest!.project_id, manifest!.people], [project_id, false])
  assert.deepEqual(
    manifest!.jobs!.map(({ job_id, revision, klic_numbers }) => [job_id, revision, klic_numbers]),
    jobs.map(({ job_id }, i) => [job_id, 1, [`26G00000${i + 1}`]]),
  )
  assert.equal(manifest!.files[0]!.path, 'NIET_GEBRUIKEN_IN_HET_VELD.txt', 'met before the data')
  const [page, readme] = [files.get('index.html')!.toString(), files.get('LEESMIJ.txt')!.toString()]
  for (const [i, { folder }] of manifest!.jobs!.entries()) {
    const { job_id, gpkg } = jobs[i]!
    // Not deepEqual: what differs would be written out, byte by byte.
    const own = [...files].find(([name]) => name.startsWith(`${folder}/`) && name.endsWith('.gpkg'))
    assert.ok(own?.[1].equals(gpkg.bytes), folder)
    assert.equal(page.split(`href="${encodeURIComponent(folder)}/index.html"`).length, 3, 'in both languages')
    assert.ok(readme.includes(`${folder}/index.html`))
    // What lies in the folder is the package of that job.
    const one = await fetch(`${world.baseUrl}/dashboard/api/jobs/${job_id}/site`, {
      headers: { Cookie: (await world.signIn()).cookie },
    })
    const alone = join(world.dataDir, `one-${i}.zip`)
    writeFileSync(alone, Buffer.from(await one.arrayBuffer()))
    for (const [name, content] of await filesOf(alone))
      if (!name.startsWith('manifest.')) assert.ok(files.get(`${folder}/${name}`)?.equals(content), name)
  }
  for (const text of [page, readme]) {
    assert.match(text, /NIET IN DIT PAKKET: Wacht\/3/)
    assert.match(text, /NOT IN THIS PACKAGE: Wacht\/3/)
    assert.doesNotMatch(text, /undefined|\[object/)
  }
  for (const { summary } of jobs)
    for (const { name } of summary.operators.filter(({ precaution, delivered }) => precaution || !delivered))
      assert.ok(page.includes(name), name)
  assert.ok((await download()).bytes.equals(bytes), 'the same results, the same bytes')
  world.pass(60_000)
  const later = await download()
  const differing = [...files.keys()].filter((name) => !files.get(name)!.equals(later.files.get(name)!))
  assert.deepEqual(differing, ['manifest.json', 'manifest.sig'])
  assert.deepEqual(readdirSync(join(world.dataDir, 'tmp', 'sites')), [], 'nothing is left of it')
  assert.deepEqual(
    readdirSync(join(world.dataDir, 'tmp')).filter((name) => name.startsWith('sit')),
    ['sites'],
  )
  const { data } = shown(Log, await window(`${at}/log`))
  assert.equal(data.filter(({ act }) => act === 'site.made').length, 1, 'once for the same content')
})

const CHANGES = 25

test('of 25 changes of one byte of a project’s package none is found unchanged', async (t) => {
  const { world, download } = await twoAreas(t)
  const { bytes } = await download()
  const random = randomFrom(27)
  const path = join(world.dataDir, 'changed.zip')
  let missed = 0
  // Each read is of some megabytes: a few here, spread over the whole; a thousand of a small one in site-zip.test.ts.
  for (let i = 0; i < CHANGES; i++) {
    const changed = Buffer.from(bytes)
    changed[Math.floor((i + random()) * (bytes.length / CHANGES))]! ^= 1 << Math.floor(random() * 8)
    writeFileSync(path, changed)
    if ((await verifySignedZip(path)).unchanged) missed++
  }
  assert.equal(missed, 0)
})

test('a newer revision, and a job that came or left, make a project’s package out of date until it is made anew', async (t) => {
  const { world, window, at, jobs, download, newest } = await twoAreas(t)
  await download()
  assert.equal(await newest(), false)
  const [first, second] = jobs
  await world.put(first!.job_id, 'ready', 'delivered', { revision: 2 })
  await world.putFile(first!.job_id, 'gpkg', first!.gpkg.bytes, 2)
  assert.equal(await newest(), true)
  const { older } = shown(AttentionList, await window(`/jobs/${first!.job_id}/attention`))
  assert.deepEqual(
    older.map(({ revision, as }) => [revision, as]),
    [[1, 'site']],
  )
  await download()
  assert.equal(await newest(), false)
  await window(`${at}/jobs/${second!.job_id}`, { method: 'DELETE' })
  assert.equal(await newest(), true)
})

test('a project’s package says when it names people, is of one company, and of none without a result', async (t) => {
  const { world, window, at, download } = await twoAreas(t)
  const { path } = await download('?people=true')
  const { manifest } = await verifySignedZip(path)
  assert.equal(manifest!.people, true)
  const stranger = await world.signIn(await world.company())
  refused(await stranger.window(`${at}/site`), 404, 'NOT_FOUND')
  refused(await stranger.window(`${at}/site/newest`), 404, 'NOT_FOUND')
  const empty = shown(Project, await window('/projects', { method: 'POST', body: { name: 'Leeg' } }), 201)
  refused(await window(`/projects/${empty.project_id}/site`), 409, 'NOT_READY')
  await world.store.db.updateTable('artifact').set({ ground: 'wanted' }).execute()
  refused(await window(`${at}/site`), 503, 'UNAVAILABLE')
})

test('by command the package of a project is made', async (t) => {
  const { world, project_id, jobs } = await twoAreas(t)
  const env = {
    ...process.env,
    ...(onPostgres && { DATABASE_URL: await storeIn(world.dataDir), KLIC_SECRETS_KEY: 'ab'.repeat(32) }),
  }
  const klic = (...args: string[]) =>
    spawnSync(process.execPath, [serverEntry('klic'), 'site', ...args], { encoding: 'utf8', env })
  const out = join(world.dataDir, 'project.zip')
  const made = klic('--project', project_id, '--out', out, '--data', world.dataDir)
  assert.equal(made.status, 0, made.stderr)
  const { manifest, unchanged } = await verifySignedZip(out)
  assert.equal(unchanged, true)
  assert.equal(manifest!.jobs!.length, jobs.length)
  assert.ok(readFileSync(out).length > 0)
  assert.equal(klic(jobs[0]!.job_id, '--project', project_id, '--out', out, '--data', world.dataDir).status, 2)
})
