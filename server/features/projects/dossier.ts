/** The dossier of a project or a job: one signed ZIP with all that is on record of it, and first what an inspection asks. */

import { createReadStream } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inOrder } from '../../exports/file-name.ts'
import { toWire } from '../../platform/http/names.ts'
import { MAX_DOSSIER_LOG, MAX_NAMES } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { dutchDate } from '../../registry/working-days.ts'
import { LANGUAGES } from '../../texts/languages.ts'
import { getJob } from '../jobs/get-job.ts'
import type { JobBriefRecord } from '../jobs/rows/jobs.ts'
import { jobName } from '../jobs/rules/job-name.ts'
import { refuseDamaged } from '../kept-files.ts'
import { geoPackageName } from '../results/tasks/result-files.ts'
import { groundComing, type ResultServices, wholeFile } from '../results/whole-result.ts'
import type { Caller, Compute, DocumentStream, Installation } from '../services.ts'
import { effectiveSettings } from '../settings/rows.ts'
import { letterName, opening } from '../site-package/site-documents.ts'
import { filedPeople } from '../site-package/site-package.ts'
import { namesOf } from '../users/rows.ts'
import { checklistsOf } from './checklist-rows.ts'
import { resultsOf } from './document-rows.ts'
import { evidenceOf, type JobEvidence, type Place, type Placed, type StoredRow } from './dossier-evidence.ts'
import type { DossierFile } from './dossier-zip.ts'
import { type InspectedJob, inspect, TRENCH_FILE } from './inspection.ts'
import { getProject, type ProjectView } from './projects.ts'
import { jobLog, type LogView, projectLog } from './read-log.ts'
import { projectOfJob } from './rows.ts'

/** Twenty full deliveries of the largest kind; with more, the files are downloaded one by one. */
const MAX_DOSSIER_BYTES = 20 * 1024 ** 3
const MAX_DOSSIER_FILES = 10_000
const WRITTEN_AT_ONCE = 500

type DossierServices = ResultServices & Pick<Compute, 'dossierZip' | 'dossierPages'> & Pick<Installation, 'signer'>

/**
 * @param people name applicant and client: personal data, which are left out unless somebody asks
 * @returns bytes as the ZIP will have, and the ZIP itself: made while it is read, the same for the same content but for the time
 *   at which it is signed
 * @throws Refusal NOT_FOUND; PAYLOAD_TOO_LARGE above 20 GiB; EXPORT_FAILED when something in it is damaged and can't be
 *   made again
 * @throws TryLater while a result that was damaged is made again, or the ground comes into one
 */
export const projectDossier = async (services: DossierServices, caller: Caller, projectId: string, people: boolean) =>
  dossierOf(services, caller, await ofProject(services, caller, projectId), people)

/** Of one job, with the checklists of the project that it is in. @throws as projectDossier */
export const jobDossier = async (services: DossierServices, caller: Caller, jobId: string, people: boolean) =>
  dossierOf(services, caller, await ofJob(services, caller, jobId), people)

interface DossierSubject extends Pick<ProjectView, 'jobs' | 'documents' | 'checklists'> {
  about: { title: string; project_id?: string; job_id?: string }
  since: string
  facts: object
  /** Of the project */
  logs: readonly (LogView & { path: string; name: string })[]
}

async function ofProject(services: DossierServices, caller: Caller, projectId: string): Promise<DossierSubject> {
  const { project, ...parts } = await getProject(services, caller, projectId)
  const { company_id: _, created_by: __, ...facts } = project
  const log = await projectLog(services, caller, projectId, MAX_DOSSIER_LOG)
  const logs = [{ path: 'log.json', name: project.name, ...log }]
  return { about: { project_id: projectId, title: project.name }, since: project.created_at, facts, logs, ...parts }
}

async function ofJob(services: DossierServices, caller: Caller, jobId: string): Promise<DossierSubject> {
  const view = await getJob(services, caller, jobId)
  const home = await projectOfJob(services.store.db, jobId)
  const checklists = home ? await checklistsOf(services.store.db, [home.projectId]) : []
  const about = { job_id: jobId, title: nameOf(view.job) }
  return { about, since: view.job.createdAt, facts: {}, logs: [], jobs: [view], documents: [], checklists }
}

async function dossierOf(
  services: DossierServices,
  caller: Caller,
  { about, since, facts, jobs, documents, checklists, ...subject }: DossierSubject,
  people: boolean,
): Promise<DocumentStream & { name: string; mediaType: string }> {
  const { store, clock } = services
  const { stored, place } = numbered()
  place('documents', 'document', documents)
  const logs = [...subject.logs]
  const inspected: InspectedJob[] = []
  const jobFacts: object[] = []
  const contactDays = (await effectiveSettings(services, caller.companyId))['digging.contact_working_days']
  const ids = jobs.map(({ job }) => job.id)
  for (const [i, view] of jobs.entries()) {
    const { id } = view.job
    const name = nameOf(view.job)
    const result = await resultOf(services, caller, view.job, place)
    const evidence = await evidenceOf(store, view.job, place, ids)
    const log = await jobLog(services, caller, id, { most: MAX_DOSSIER_LOG })
    if (log.entries.length > 0) logs.push({ path: `logs/${inOrder(i + 1, `${name}.json`)}`, name, ...log })
    const one = { name: about.job_id ? null : name, view, evidence, result, log: log.entries, contactDays }
    inspected.push(one)
    jobFacts.push({ ...factsOf(one), ...(people && { people: await filedPeople(store, id) }) })
  }
  const files = [...(await wholeFiles(services, stored)), ...(await lettersOf(services, inspected))]
  const newestAt = [since, ...logs.flatMap(({ entries }) => entries.at(-1)?.at ?? [])].sort().at(-1)!
  const page = {
    ...{ about, people, newestAt },
    logs: logs.map(({ name, entries, leftOut, brokenAt }) => ({ name, n: entries.length, leftOut, brokenAt })),
    isTest: jobs.some(({ job }) => job.environment !== 'production'),
    findings: inspect(inspected, checklists),
    names: new Map((await namesOf(store.db, caller.companyId, MAX_NAMES)).map(({ id, name }) => [id, name])),
  }
  const pages = (await services.dossierPages(page, caller)).map(
    (pdf, i): DossierFile => ({ path: `first-page.${LANGUAGES[i]}.pdf`, kind: 'page', open: () => [pdf] }),
  )
  const addText = (path: string, kind: string, value: object): void => {
    const contents = [Buffer.from(`${JSON.stringify(toWire(value), null, 2)}\n`)]
    files.push({ path, kind, open: () => contents })
  }
  const addList = (path: string, list: readonly object[]): void =>
    void files.push({ path, kind: 'log', open: () => listText(list) })
  const listed = checklists.map(({ name, completed_at, items }) => ({ name, completed_at, items }))
  addText(`${about.job_id ? 'job' : 'project'}.json`, 'facts', { ...facts, jobs: jobFacts, checklists: listed })
  addText('digging.json', 'digging', { jobs: inspected.flatMap(diggingOf) })
  addList('opened.json', inspected.flatMap(openingsOf))
  const trenches = inspected.flatMap(trenchesOf)
  if (trenches.length > 0) addText(TRENCH_FILE, 'trenches', { jobs: trenches })
  for (const { path, entries } of logs) addList(path, entries)
  const name = `dossier-${about.project_id ?? about.job_id}`
  const { bytes, stream } = await services.dossierZip({
    ...{ name, files: [...pages, ...files], newestOn: dutchDate(Date.parse(newestAt)) },
    about: { ...about, people, signed_at: clock.now().toISOString() },
    signer: await services.signer(caller.companyId),
  })
  const close = async (): Promise<void> => void stream.destroy()
  return { name: `${name}.zip`, mediaType: 'application/zip', bytes, chunks: stream, close }
}

const nameOf = (job: JobBriefRecord): string => jobName(job) ?? job.id

/** In a dossier of many it has to be said which it is. */
const namingJob = (job: JobBriefRecord) => (error: unknown) => {
  if (error instanceof Refusal) throw new Refusal(error.code, `${nameOf(job)}: ${error.message}`)
  throw error
}

type StoredFile = Placed<StoredRow> & { kind: string }

function numbered(): { stored: StoredFile[]; place: Place } {
  const stored: StoredFile[] = []
  const counts = new Map<string, number>()
  const place: Place = (folder, kind, rows) =>
    rows.map((row) => {
      const no = (counts.get(folder) ?? 0) + 1
      counts.set(folder, no)
      // The project inside a result finds its layers by the file's own name: a folder, not the name, keeps the order.
      const name = kind === 'result' ? `${String(no).padStart(3, '0')}/${row.name}` : inOrder(no, row.name)
      const path = `${folder}/${name}`
      if (row.path) stored.push({ path, kind, row })
      return { path, row }
    })
  return { stored, place }
}

async function resultOf(services: ResultServices, caller: Caller, job: JobBriefRecord, place: Place) {
  const whole = await wholeFile(services, caller.companyId, job.id).catch(namingJob(job))
  if (whole?.ground === 'wanted') throw groundComing(nameOf(job))
  const rows = await resultsOf(services.store.db, [job.id])
  const named = rows.map((row) => ({ ...row, name: geoPackageName({ ...row, id: job.id }, row.revision, row.path) }))
  return place('results', 'result', named)[0] ?? null
}

/** @throws Refusal PAYLOAD_TOO_LARGE; EXPORT_FAILED for one that is damaged and can't be made again */
async function wholeFiles({ storage }: DossierServices, stored: readonly StoredFile[]): Promise<DossierFile[]> {
  if (stored.reduce((sum, { row }) => sum + row.bytes, 0) > MAX_DOSSIER_BYTES || stored.length > MAX_DOSSIER_FILES) {
    const most = `more than 20 GiB, or than ${MAX_DOSSIER_FILES} files`
    throw new Refusal('PAYLOAD_TOO_LARGE', `The dossier has ${most}: download its files one by one.`)
  }
  for (const { kind, row } of stored)
    if (kind !== 'result')
      await refuseDamaged(storage, row, kind === 'delivery' ? 'put it back from a backup' : undefined)
  const byFolder = [...Map.groupBy(stored, ({ path }) => path.split('/', 1)[0]).values()].flat()
  return byFolder.map(({ path, kind, row: { path: key, bytes, sha256 } }) => {
    const open = async () => createReadStream(await storage.local({ key, sha256 }))
    return { path, kind, known: { bytes, sha256 }, open }
  })
}

/** What Kadaster wrote with each delivery. */
async function lettersOf(services: DossierServices, inspected: readonly InspectedJob[]): Promise<DossierFile[]> {
  const letters: DossierFile[] = []
  for (const { path, row } of inspected.flatMap(({ evidence }) => evidence.deliveries)) {
    if (path === null) continue
    const { path: key, sha256, klicNumber } = row
    const name = letterName(row)
    const open = await opening(() => services.openDocument({ key, sha256 }, klicNumber ?? '', name), name)
    if (open) letters.push({ path: `letters/${inOrder(letters.length + 1, name)}`, kind: 'letter', open })
  }
  return letters
}

/** Of a list that may be long, under its own names: others get their turn. */
async function* listText(list: readonly object[]): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < list.length; from += WRITTEN_AT_ONCE) {
    // Without its brackets and line ends.
    const text = JSON.stringify(list.slice(from, from + WRITTEN_AT_ONCE), null, 2).slice(2, -2)
    yield Buffer.from(`${from === 0 ? '[' : ','}\n${text}`)
    await nextTurn()
  }
  yield Buffer.from(list.length === 0 ? '[]\n' : '\n]\n')
}

function factsOf({ view, evidence, result }: InspectedJob): object {
  const { job, orderIds, klicNumbers, dig } = view
  const { id: jobId, reference, klicType, status, submittedAt, readyAt } = job
  return {
    ...{ jobId, reference, klicType, status, orderIds, klicNumbers, submittedAt, readyAt },
    ...{ beginFrom: dig.beginFrom, beginUntil: dig.beginUntil, result: result?.path ?? null },
    deliveries: evidence.deliveries.map(({ path, row: { path: _, ...row } }) => ({ jobId, ...row, path })),
    removedAt: evidence.removed,
  }
}

/** Of a job on which something is on record. */
function diggingOf({ view: { job }, evidence }: InspectedJob): object[] {
  const { work, contacts, agreements, photos, presence } = evidence
  if (work === null && contacts.length + agreements.length + photos.length + presence.length === 0) return []
  const agreed = agreements.map((each) => ({ operator: each.row.operator, ...fileSaid(each) }))
  const { id: jobId, reference } = job
  return [{ jobId, reference, work, photos: photos.map(fileSaid), presence, contacts, agreements: agreed }]
}

function trenchesOf({ view: { job }, evidence: { trenches } }: InspectedJob): object[] {
  if (!trenches) return []
  const photos = trenches.photos.map((photo) => {
    const { finding_id, given_sha256 } = photo.row
    return { finding_id, ...fileSaid(photo), given_sha256 }
  })
  const { plan, findings } = trenches
  return [{ jobId: job.id, plan, findings, photos }]
}

const fileSaid = ({ path, row }: JobEvidence['photos'][number]) => {
  const { name, bytes, sha256, added_at, added_by } = row
  return { path, name, bytes, sha256, added_at, added_by }
}

const OPENINGS = ['result.taken', 'warning.acknowledged', 'site.linked', 'site.revoked', 'site.consulted']
const openingsOf = ({ view, log }: InspectedJob): object[] =>
  log.filter(({ act }) => OPENINGS.includes(act)).map((entry) => ({ job: view.job.id, entry }))
