/** A project's dossier in one ZIP, and the checklists of the CROW 500 steps. */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { resultName } from '../../server/exports/file-name.ts'
import { Digging } from '../../server/features/digging/schema.ts'
import { chainFollower, type LogEntry } from '../../server/features/log-entries.ts'
import { CROW_STEPS, templateIn } from '../../server/features/projects/checklist-templates.ts'
import { Project } from '../../server/features/projects/schema.ts'
import type { SignedManifest } from '../../server/features/signed-zip.ts'
import { openWorld, refused, START_DATE, shown } from '../support/api-world.ts'
import { bagProblems } from '../support/bag.ts'
import { JPEG } from '../support/photos.ts'
import { filesIn } from '../support/zip-in-memory.ts'

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function aProject(t: Parameters<typeof openWorld>[0]) {
  const world = await openWorld(t)
  const { window, cookie } = await world.signIn()
  const made = shown(Project, await window('/projects', { method: 'POST', body: { name: 'Bermsloot' } }), 201)
  const at = `/projects/${made.project_id}`
  const add = (name: string, raw: string) =>
    window(`${at}/documents?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      raw,
      headers: { 'Content-Type': 'text/plain' },
    })
  const download = async () => {
    const answer = await fetch(`${world.baseUrl}/dashboard/api${at}/dossier`, { headers: { Cookie: cookie } })
    return { answer, zip: answer.ok ? Buffer.from(await answer.arrayBuffer()) : Buffer.alloc(0) }
  }
  return { world, window, at, add, download }
}

/** As the export of the job is called: the project inside it finds its layers by this name. */
const nameOf = ({ job_id: id }: { job_id: string }) =>
  resultName({ id, reference: 'Sloot/1', environment: 'simulator' }, 1, 'gpkg')

/** @returns the first entry that does not fit; undefined: the chain is whole */
const brokenAt = (log: readonly (LogEntry & { hash: string })[]): number | undefined =>
  log.map(chainFollower((text) => sha256(Buffer.from(text)))).at(-1)

/** By path below `data/`, or in the bag, of a valid bag. */
async function bagOf(zip: Buffer, folder: string): Promise<Map<string, Buffer>> {
  const files = await filesIn(zip)
  assert.deepEqual(bagProblems(files), [])
  return new Map(
    [...files].map(([path, bytes]) => [path.replace(`dossier-${folder}/`, '').replace(/^data\//, ''), bytes]),
  )
}
const idIn = (at: string): string => at.split('/').at(-1)!

const TAGS = ['bagit.txt', 'bag-info.txt', 'manifest-sha256.txt', 'tagmanifest-sha256.txt']
const PAGES = ['first-page.nl.pdf', 'first-page.en.pdf']
const SIGNED = ['manifest.json', 'manifest.sig']

test('the dossier holds documents, results, checklists and log in a valid bag, each as the manifest says', async (t) => {
  const { world, window, at, add, download } = await aProject(t)
  await add('vergunning.txt', 'mag')
  await add('vergunning.txt', 'mag ook')
  await add('wat: "nu"?$%.txt', 'leeg')
  const job = await world.quote({ reference: 'Sloot/1' })
  await world.put(job.job_id, 'ready')
  await world.putFile(job.job_id, 'gpkg', 'a result')
  await window(`${at}/jobs/${job.job_id}`, { method: 'PUT' })
  await window(`${at}/checklists`, { method: 'POST', body: { template_set: 'crow-500', language: 'nl' } })
  const { answer, zip } = await download()
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/zip'])
  assert.equal(Number(answer.headers.get('content-length')), zip.length)
  const files = await bagOf(zip, idIn(at))
  assert.deepEqual(
    [...files.keys()],
    [
      ...[...TAGS, ...PAGES],
      'documents/001 vergunning.txt',
      'documents/002 vergunning.txt',
      'documents/003 wat- -nu----.txt',
      `results/001/${nameOf(job)}`,
      ...['project.json', 'digging.json', 'opened.json', 'log.json'],
      ...SIGNED,
    ],
  )
  assert.match(files.get('manifest-sha256.txt')!.toString(), /documents\/003 wat- -nu----\.txt$/m)
  const manifest: SignedManifest = JSON.parse(files.get('manifest.json')!.toString())
  assert.deepEqual(
    [manifest.format, manifest.project_id, manifest.title, manifest.people],
    ['klic-dossier', idIn(at), 'Bermsloot', false],
  )
  assert.deepEqual(
    manifest.files.map(({ path, bytes, sha256: hash }) => [path.replace(/^data\//, ''), bytes, hash]).sort(),
    [...files]
      .filter(([name]) => !SIGNED.includes(name))
      .map(([name, bytes]) => [name, bytes.length, sha256(bytes)])
      .sort(),
  )
  assert.equal(files.get(`results/001/${nameOf(job)}`)!.toString(), 'a result')
  assert.equal(brokenAt(JSON.parse(files.get('log.json')!.toString())), undefined)
  const facts = JSON.parse(files.get('project.json')!.toString()) as { name: string; checklists: unknown[] }
  assert.deepEqual([facts.name, facts.checklists.length], ['Bermsloot', CROW_STEPS.length])

  assert.deepEqual((await download()).zip, zip, 'the same content is the same bytes')
  await add('nog een.txt', 'x')
  assert.notDeepEqual((await download()).zip, zip)
})

test('what is on record of digging is in the dossier: the start with its photos, contacts, agreements with their files, and the log of the job', async (t) => {
  const { world, window, at, download } = await aProject(t)
  const job = await world.quote({ submit: true, klic_type: 'GRAAF', start_date: START_DATE, reference: 'Sloot/1' })
  await world.put(job.job_id, 'ready')
  const findings = JSON.stringify({ silent: [], careful: ['Gasnet'], precautions: 1, isEmpty: false })
  await world.store.db.updateTable('job').set({ findings }).where('id', '=', job.job_id).execute()
  await world.putFile(job.job_id, 'gpkg', 'a result')
  await window(`${at}/jobs/${job.job_id}`, { method: 'PUT' })
  const digging = `/jobs/${job.job_id}/digging`
  const contact = { operator: 'Gasnet', contacted_on: '2026-03-06', how: 'telefoon' }
  await window(`${digging}/contacts`, { method: 'PUT', body: contact })
  await window(`${digging}/work`, { method: 'PUT', body: { begun_on: '2026-03-06', place: [155000, 463000] } })
  await window(`${digging}/agreements?operator=Gasnet&name=akkoord.txt`, { method: 'POST', raw: 'Akkoord.' })
  const withPhoto = await window(`${digging}/photos?name=begin.jpg`, { method: 'POST', raw: JPEG })
  const start = shown(Digging, withPhoto, 201).photos[0]!
  const files = await bagOf((await download()).zip, idIn(at))
  assert.deepEqual(
    [...files.keys()],
    [
      ...[...TAGS, ...PAGES],
      `results/001/${nameOf(job)}`,
      'agreements/001 akkoord.txt',
      'photos/001 begin.jpg',
      ...['project.json', 'digging.json', 'opened.json', 'log.json', 'logs/001 Sloot-1.json'],
      ...SIGNED,
    ],
  )
  assert.equal(sha256(files.get('photos/001 begin.jpg')!), start.sha256)
  const lines = files.get('manifest-sha256.txt')!.toString()
  assert.match(lines, new RegExp(`^${sha256(Buffer.from('Akkoord.'))}  data/agreements/001 akkoord.txt$`, 'm'))
  assert.match(lines, new RegExp(`^${start.sha256}  data/photos/001 begin.jpg$`, 'm'))
  const { jobs } = JSON.parse(files.get('digging.json')!.toString())
  assert.equal(jobs.length, 1)
  const { work, contacts, agreements, photos } = jobs[0]
  assert.deepEqual([work.begun_on, work.place, work.actor], ['2026-03-06', [155000, 463000], 'window'])
  assert.deepEqual(
    contacts.map(({ operator, contacted_on, how }: typeof contact) => ({ operator, contacted_on, how })),
    [contact],
  )
  assert.deepEqual([agreements[0].operator, agreements[0].path], ['Gasnet', 'agreements/001 akkoord.txt'])
  assert.deepEqual([photos[0].sha256, photos[0].path], [start.sha256, 'photos/001 begin.jpg'])
  const log = JSON.parse(files.get('logs/001 Sloot-1.json')!.toString())
  assert.equal(brokenAt(log), undefined)
  const acts = log.map(({ act }: { act: string }) => act)
  for (const act of ['precaution.recorded', 'dig.recorded', 'agreement.added', 'photo.added'])
    assert.ok(acts.includes(act), act)

  const [photo] = shown(Digging, await window(digging)).photos
  writeFileSync(join(world.dataDir, 'projects', job.job_id, photo!.file_id), 'another')
  const { message } = refused(await window(`${at}/dossier`), 409, 'EXPORT_FAILED')
  assert.match(message, /begin\.jpg was changed/)
})

test('while the ground is to come into a result the dossier waits, so that a revision is one file in it as well', async (t) => {
  const { world, window, at, download } = await aProject(t)
  const job = await world.quote({ reference: 'Sloot/1' })
  await world.put(job.job_id, 'ready')
  await world.putFile(job.job_id, 'gpkg', 'a result')
  await window(`${at}/jobs/${job.job_id}`, { method: 'PUT' })
  const ground = (state: 'wanted' | 'ready') => world.store.db.updateTable('artifact').set({ ground: state }).execute()
  await ground('wanted')
  const detail = refused(await window(`${at}/dossier`), 503, 'UNAVAILABLE')
  assert.match(detail.message, /Sloot\/1.*base map.*again/)
  await ground('ready')
  assert.equal((await download()).answer.status, 200)
})

test('a file that is gone ends the download: what arrives is never taken for whole', async (t) => {
  const { world, window, at, add, download } = await aProject(t)
  const project = shown(Project, await add('vergunning.txt', 'mag'), 201)
  rmSync(join(world.dataDir, 'projects', project.project_id, project.documents[0]!.document_id))
  assert.equal((await download()).answer.status, 409, 'nothing is begun')
  // As one that goes between the look and the reading.
  world.services.storage.isIntact = async () => true
  await assert.rejects(download())
  const stranger = await world.signIn(await world.company())
  refused(await stranger.window(`${at}/dossier`), 404, 'NOT_FOUND')
  // It goes on serving.
  assert.equal((await window(at)).status, 200)
})

test('a dossier over the bound is refused before a byte is sent', async (t) => {
  const { world, add, download } = await aProject(t)
  await add('groot.bin', 'x')
  await world.store.db
    .updateTable('project_document')
    .set({ bytes: 21 * 1024 ** 3 })
    .execute()
  assert.equal((await download()).answer.status, 413)
})

test('the steps of CROW 500 are added by one call, in the language asked for, and never twice', async (t) => {
  const { window, at } = await aProject(t)
  const add = (body: object) => window(`${at}/checklists`, { method: 'POST', body })
  await add({ template_id: CROW_STEPS[2], language: 'en' })
  const project = shown(Project, await add({ template_set: 'crow-500', language: 'en' }), 201)
  assert.deepEqual(project.checklists.map(({ template_id }) => template_id).sort(), [...CROW_STEPS].sort())
  assert.ok(project.checklists.some(({ name }) => name.startsWith('CROW 500, step 1: conflict analysis')))
  const again = shown(Project, await add({ template_set: 'crow-500', language: 'nl' }), 201)
  assert.equal(again.checklists.length, CROW_STEPS.length)
  for (const id of CROW_STEPS) {
    for (const language of ['nl', 'en'] as const) {
      const { name, items } = templateIn(language, id)
      assert.ok(items.length >= 3, id)
      // They support the steps; they say nothing of keeping a guideline.
      assert.doesNotMatch([name, ...items].join(), /voldoet|conform|complies|compliant/i)
    }
  }
})

test('nothing that was changed on the disk goes into a dossier, or out alone', async (t) => {
  const { world, window, at, add, download } = await aProject(t)
  const { documents } = shown(Project, await add('vergunning.txt', 'mag'), 201)
  const job = await world.quote({ reference: 'Sloot' })
  await world.put(job.job_id, 'ready')
  const { path } = await world.putFile(job.job_id, 'gpkg', 'a result')
  await window(`${at}/jobs/${job.job_id}`, { method: 'PUT' })
  assert.equal((await download()).answer.status, 200)

  const document = join(world.dataDir, 'projects', at.split('/').at(-1)!, documents[0]!.document_id)
  writeFileSync(document, 'may')
  for (const call of ['dossier', `documents/${documents[0]!.document_id}`]) {
    const { message } = refused(await window(`${at}/${call}`), 409, 'EXPORT_FAILED')
    assert.match(message, /vergunning\.txt was changed.*backup, or remove it/)
  }
  writeFileSync(document, 'mag')
  assert.equal((await download()).answer.status, 200)

  writeFileSync(join(world.dataDir, path), 'a resulT')
  for (let n = 0; n < 2; n++) refused(await window(`${at}/dossier`), 503, 'UNAVAILABLE')
  await world.store.db
    .updateTable('artifact')
    .set({ state: 'failed', failure: 'It can not be made again.' })
    .where('job_id', '=', job.job_id)
    .execute()
  assert.equal(refused(await window(`${at}/dossier`), 409, 'EXPORT_FAILED').message, 'Sloot: It can not be made again.')
})
