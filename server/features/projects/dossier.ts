/** The dossier of a project or a job: one signed ZIP with all that is on record of it, and first what an inspection asks. */

import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inOrder } from '../../exports/file-name.ts'
import { toWire } from '../../platform/http/names.ts'
import { MAX_DOSSIER_LOG, MAX_NAMES } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { StorageFile } from '../../platform/storage/port.ts'
import { dutchDate } from '../../registry/working-days.ts'
import { LANGUAGES } from '../../texts/languages.ts'
import { getJob } from '../jobs/get-job.ts'
import type { JobBriefView } from '../jobs/job-view.ts'
import type { JobBriefRecord } from '../jobs/rows/jobs.ts'
import { jobName } from '../jobs/rules/job-name.ts'
import { refuseDamaged } from '../kept-files.ts'
import type { LoggedAct } from '../log-entries.ts'
import { geoPackageName } from '../results/tasks/result-files.ts'
import { groundComing, type ResultServices, wholeFile } from '../results/whole-result.ts'
import type { Caller, Compute, DocumentStream, Installation } from '../services.ts'
import { effectiveSettings } from '../settings/rows.ts'
import { gone, untilRead } from '../site-package/site-documents.ts'
import { filedPeople } from '../site-package/site-package.ts'
import { namesOf } from '../users/rows.ts'
import { type Checklist, checklistsOf } from './checklist-rows.ts'
import { type DocumentRow, resultsOf } from './document-rows.ts'
import { evidenceOf, type JobEvidence, type Placed, placed } from './dossier-evidence.ts'
import type { DossierFile, DossierText } from './dossier-zip.ts'
import { type InspectedJob, inspect, TRENCH_FILE } from './inspection.ts'
import { getProject } from './projects.ts'
import { jobLog, type LogView, projectLog } from './read-log.ts'
import { projectOfJob } from './rows.ts'

/** Twenty full deliveries of the largest kind; with more, the files are downloaded one by one. */
const MAX_DOSSIER_BYTES = 20 * 1024 ** 3
const MAX_DOSSIER_FILES = 10_000
const WRITTEN_AT_ONCE = 500

type DossierServices = ResultServices & Pick<Compute, 'dossierZip' | 'dossierPages'> & Pick<Installation, 'signer'>
type Dossier = DocumentStream & { name: string }

/**
 * @param people name applicant and client: personal data, which are left out unless somebody asks
 * @returns bytes as the ZIP will have, and the ZIP itself: made while it is read, the same for the same content but for the time
 *   at which it is signed
 * @throws Refusal NOT_FOUND; PAYLOAD_TOO_LARGE above 20 GiB; EXPORT_FAILED when something in it is damaged and can't be
 *   made again
 * @throws TryLater while a result that was damaged is made again, or the ground comes into one
 */
export async function projectDossier(
  services: DossierServices,
  caller: Caller,
  projectId: string,
  people: boolean,
): Promise<Dossier> {
  const { project, jobs, documents, checklists } = await getProject(services, caller, projectId)
  const { company_id: _, created_by: __, ...facts } = project
  const log = await projectLog(services, caller, projectId, MAX_DOSSIER_LOG)
  const logs = [{ path: 'log.json', name: project.name, ...log }]
  const about = { project_id: projectId, title: project.name }
  const since = project.created_at
  return dossierOf(services, caller, { about, since, facts, jobs, documents, checklists, logs, people })
}

/** Of one job, with the checklists of the project that it is in. @throws as projectDossier */
export async function jobDossier(
  services: DossierServices,
  caller: Caller,
  jobId: string,
  people: boolean,
): Promise<Dossier> {
  const view = await getJob(services, caller, jobId)
  const home = await projectOfJob(services.store.db, jobId)
  const checklists = home ? await checklistsOf(services.store.db, [home.projectId]) : []
  const about = { job_id: jobId, title: nameOf(view.job) }
  const of = { about, since: view.job.createdAt, facts: {}, jobs: [view], documents: [], checklists, logs: [], people }
  return dossierOf(services, caller, of)
}

interface DossierLog extends LogView {
  path: string
  name: string
}

interface DossierSubject {
  about: { title: string; project_id?: string; job_id?: string }
  since: string
  facts: object
  jobs: readonly JobBriefView[]
  documents: readonly DocumentRow[]
  checklists: readonly Checklist[]
  /** Of the project */
  logs: readonly DossierLog[]
  people: boolean
}

async function dossierOf(services: DossierServices, caller: Caller, subject: DossierSubject): Promise<Dossier> {
  const { about, people, checklists } = subject
  const { db } = services.store
  const jobs = subject.jobs.map(({ job }) => job)
  const evidence = await evidenceOf(services.store, jobs)
  const results = await resultFiles(services, caller, jobs)
  const files = await wholeFiles(services, [
    ...placed('documents', subject.documents).map(asFile('document')),
    ...results.values(),
    ...evidence.flatMap(({ deliveries }) => deliveries.filter(hasFile).map(asFile('delivery'))),
    ...evidence.flatMap(({ agreements }) => agreements.map(asFile('agreement'))),
    ...evidence.flatMap(({ photos }) => photos.map(asFile('photo'))),
    ...evidence.flatMap(({ trenches }) => trenches?.photos.map(asFile('photo')) ?? []),
  ])
  const letters = await lettersOf(services, evidence)
  const logs = [...subject.logs]
  const inspected: InspectedJob[] = []
  const facts: object[] = []
  const contactDays = (await effectiveSettings(services, caller.companyId))['digging.contact_working_days']
  for (const [i, view] of subject.jobs.entries()) {
    const { job } = view
    const log = await jobLog(services, caller, job.id, { most: MAX_DOSSIER_LOG })
    const name = nameOf(job)
    if (log.entries.length > 0) logs.push({ path: `logs/${inOrder(i + 1, `${name}.json`)}`, name, ...log })
    const at = { evidence: evidence[i]!, log: log.entries, result: results.get(job.id) ?? null }
    inspected.push({ name: about.job_id ? null : name, view, contactDays, ...at })
    facts.push({ ...factsOf(view, at), ...(people && { people: await filedPeople(services.store, job.id) }) })
  }
  const newestAt = [subject.since, ...logs.flatMap(({ entries }) => entries.at(-1)?.at ?? [])].sort().at(-1)!
  const page = {
    ...{ about, people, newestAt },
    logs: logs.map(({ name, entries, leftOut, brokenAt }) => ({ name, n: entries.length, leftOut, brokenAt })),
    isTest: jobs.some(({ environment }) => environment !== 'production'),
    findings: inspect(inspected, checklists),
    names: new Map((await namesOf(db, caller.companyId, MAX_NAMES)).map(({ id, name }) => [id, name])),
  }
  const entries: (FileEntry | DossierText)[] = (await services.dossierPages(page, caller)).map((pdf, i) => ({
    ...{ path: `first-page.${LANGUAGES[i]}.pdf`, kind: 'page', text: [pdf] },
  }))
  const listed = checklists.map(({ name, completed_at, items }) => ({ name, completed_at, items }))
  const opened = inspected.flatMap(({ view, log }) =>
    log.filter(isOpening).map((entry) => ({ job: view.job.id, entry })),
  )
  entries.push(
    ...[...files, ...letters],
    {
      path: `${about.job_id ? 'job' : 'project'}.json`,
      kind: 'facts',
      text: asText({ ...subject.facts, jobs: facts, checklists: listed }),
    },
    { path: 'digging.json', kind: 'digging', text: asText({ jobs: inspected.flatMap(diggingOf) }) },
    { path: 'opened.json', kind: 'log', text: await listText(opened) },
  )
  const trenches = inspected.flatMap(({ view, evidence: { trenches } }) =>
    trenches ? [{ jobId: view.job.id, ...trenches, photos: trenches.photos.map(findingPhotoSaid) }] : [],
  )
  if (trenches.length > 0) entries.push({ path: TRENCH_FILE, kind: 'trenches', text: asText({ jobs: trenches }) })
  for (const { path, entries: log } of logs) entries.push({ path, kind: 'log', text: await listText(log) })
  const name = `dossier-${about.project_id ?? about.job_id}`
  const { bytes, stream } = await services.dossierZip({
    ...{ name, entries, newestOn: dutchDate(Date.parse(newestAt)) },
    about: { ...about, people, signed_at: services.clock.now().toISOString() },
    signer: await services.signer(caller.companyId),
  })
  return { name: `${name}.zip`, bytes, chunks: stream, close: async () => void stream.destroy() }
}

const nameOf = (job: JobBriefRecord): string => jobName(job) ?? job.id

/** In a dossier of many it has to be said which it is. */
const ofJob = (job: JobBriefRecord) => (error: unknown) => {
  if (error instanceof Refusal) throw new Refusal(error.code, `${nameOf(job)}: ${error.message}`)
  throw error
}

type FileEntry = DossierFile<StorageFile>
type KeptRow = { name: string; path: string; bytes: number; sha256: string }
type KeptEntry = Placed<KeptRow> & { kind: string }

const asFile =
  (kind: string) =>
  ({ path, row }: Placed<KeptRow>): KeptEntry => ({ path, row, kind })
const hasFile = <R>(each: Placed<R, string | null>): each is Placed<R> => each.path !== null

/** By job. The project inside finds its layers by the file's own name: a folder, not the name, keeps the order. */
async function resultFiles(services: ResultServices, caller: Caller, jobs: readonly JobBriefRecord[]) {
  for (const job of jobs) {
    const result = await wholeFile(services, caller.companyId, job.id).catch(ofJob(job))
    if (result?.ground === 'wanted') throw groundComing(nameOf(job))
  }
  const ids = jobs.map(({ id }) => id)
  return new Map(
    (await resultsOf(services.store.db, ids)).map((row, index) => {
      const name = geoPackageName({ ...row, id: row.jobId }, row.revision, row.path)
      const path = `results/${String(index + 1).padStart(3, '0')}/${name}`
      return [row.jobId, { path, kind: 'result', row: { ...row, name } }]
    }),
  )
}

/** @throws Refusal PAYLOAD_TOO_LARGE; EXPORT_FAILED for one that is damaged and can't be made again */
async function wholeFiles({ storage }: DossierServices, kept: readonly KeptEntry[]): Promise<FileEntry[]> {
  if (kept.reduce((sum, { row }) => sum + row.bytes, 0) > MAX_DOSSIER_BYTES || kept.length > MAX_DOSSIER_FILES) {
    const most = `more than 20 GiB, or than ${MAX_DOSSIER_FILES} files`
    throw new Refusal('PAYLOAD_TOO_LARGE', `The dossier has ${most}: download its files one by one.`)
  }
  const files: FileEntry[] = []
  for (const { path, kind, row } of kept) {
    const { path: key, bytes, sha256 } = row
    if (kind === 'delivery') await refuseDamaged(storage, row, 'put it back from a backup')
    else if (kind !== 'result') await refuseDamaged(storage, row)
    files.push({ path, kind, bytes, sha256, file: { key, sha256 } })
  }
  return files
}

/** What Kadaster wrote with each delivery: read out of it once for its hash, and again when its turn comes. */
async function lettersOf(services: DossierServices, evidence: readonly JobEvidence[]): Promise<FileEntry[]> {
  const letters: FileEntry[] = []
  for (const { row } of evidence.flatMap(({ deliveries }) => deliveries.filter(hasFile))) {
    const { path: key, sha256, klicNumber, sequence } = row
    const name = `LI_${klicNumber}_${sequence}.pdf`
    const open = () => services.openDocument({ key, sha256 }, klicNumber ?? '', name)
    const found = await open()
    if (!found) continue
    const hash = createHash('sha256')
    for await (const chunk of untilRead(found)) hash.update(chunk)
    const path = `letters/${inOrder(letters.length + 1, name)}`
    const file = async () => untilRead((await open()) ?? gone(name))
    letters.push({ path, kind: 'letter', bytes: found.bytes, sha256: hash.digest('hex'), file })
  }
  return letters
}

const OPENINGS = ['result.taken', 'warning.acknowledged', 'site.linked', 'site.revoked', 'site.consulted']
const isOpening = ({ act }: { act: LoggedAct }): boolean => OPENINGS.includes(act)

const asText = (value: object): string[] => [`${JSON.stringify(toWire(value), null, 2)}\n`]

/** Of a list that may be long, under its own names: others get their turn. */
async function listText(list: readonly object[]): Promise<string[]> {
  const texts: string[] = []
  for (let from = 0; from < list.length; from += WRITTEN_AT_ONCE) {
    // Without its brackets and line ends.
    const text = JSON.stringify(list.slice(from, from + WRITTEN_AT_ONCE), null, 2).slice(2, -2)
    texts.push(from === 0 ? `[\n${text}` : `,\n${text}`)
    await nextTurn()
  }
  return texts.length === 0 ? ['[]\n'] : [...texts, '\n]\n']
}

function factsOf({ job, orderIds, klicNumbers, dig }: JobBriefView, at: Pick<InspectedJob, 'evidence' | 'result'>) {
  const { id: jobId, reference, klicType, status, submittedAt, readyAt } = job
  const { deliveries, removed } = at.evidence
  return {
    ...{ jobId, reference, klicType, status, orderIds, klicNumbers, submittedAt, readyAt },
    ...{ beginFrom: dig.beginFrom, beginUntil: dig.beginUntil, result: at.result?.path ?? null },
    deliveries: deliveries.map(({ path, row: { path: _, ...row } }) => ({ ...row, path })),
    removedAt: removed,
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

const findingPhotoSaid = (photo: NonNullable<JobEvidence['trenches']>['photos'][number]) => {
  const { finding_id, given_sha256 } = photo.row
  return { finding_id, ...fileSaid(photo), given_sha256 }
}

const fileSaid = ({ path, row }: JobEvidence['photos'][number]) => {
  const { name, bytes, sha256, added_at, added_by } = row
  return { path, name, bytes, sha256, added_at, added_by }
}
