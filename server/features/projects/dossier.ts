/** The dossier of a project as one ZIP: its documents, the results of its jobs, what is on record of digging, checklists, log, and what is in it. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { inOrder } from '../../exports/file-name.ts'
import { MAX_DOSSIER_LOG } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { StorageFile } from '../../platform/storage/port.ts'
import type { JobBriefRecord } from '../jobs/rows/jobs.ts'
import { jobName } from '../jobs/rules/job-name.ts'
import { refuseDamaged } from '../kept-files.ts'
import { geoPackageName } from '../results/tasks/result-files.ts'
import { groundComing, type ResultServices, wholeFile } from '../results/whole-result.ts'
import type { Caller, Compute, Database, DocumentStream } from '../services.ts'
import { digEvidence } from './dig-evidence.ts'
import type { DossierFile, DossierText } from './dossier-zip.ts'
import { getProject, type ProjectView } from './projects.ts'
import { jobLog, projectLog } from './read-log.ts'

/** Twenty full deliveries of the largest kind; with more, the files are downloaded one by one. */
const MAX_DOSSIER_BYTES = 20 * 1024 ** 3
const WRITTEN_AT_ONCE = 500

/**
 * @returns bytes as the ZIP will have, and the ZIP itself: made while it is read, the same for the same content
 * @throws Refusal NOT_FOUND; PAYLOAD_TOO_LARGE above 20 GiB; EXPORT_FAILED when something in it is damaged and can't be
 *   made again
 * @throws TryLater while a result that was damaged is made again, or the ground comes into one
 */
export async function dossierZip(
  services: Database & ResultServices & Pick<Compute, 'dossierZip'>,
  caller: Caller,
  projectId: string,
): Promise<DocumentStream & { name: string }> {
  const view = await getProject(services, caller, projectId)
  const { entries: log } = await projectLog(services, caller, projectId, MAX_DOSSIER_LOG)
  const evidence = await digEvidence(
    services.store,
    view.jobs.map(({ job }) => job),
  )
  const files = [...filesOf(view), ...evidence.files.map(({ path, kind, row }) => fileAt(path, kind, row))]
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_DOSSIER_BYTES) {
    throw new Refusal('PAYLOAD_TOO_LARGE', 'The dossier has more than 20 GiB: download its files one by one.')
  }
  for (const kept of [...view.documents, ...evidence.files.map(({ row }) => row)])
    await refuseDamaged(services.storage, kept)
  for (const { job } of view.jobs) {
    const result = await wholeFile(services, caller.companyId, job.id).catch(ofJob(job))
    if (result?.ground === 'wanted') throw groundComing(jobName(job) ?? job.id)
  }
  const logs: DossierText[] = []
  for (const [index, { job }] of view.jobs.entries()) {
    const { entries: acts } = await jobLog(services, caller, job.id, { most: MAX_DOSSIER_LOG })
    const name = inOrder(index + 1, `${jobName(job) ?? job.id}.json`)
    if (acts.length > 0) logs.push({ path: `logs/${name}`, kind: 'log', text: await listText(acts) })
  }
  const entries: (DossierFile<StorageFile> | DossierText)[] = [
    ...files,
    { path: 'project.json', kind: 'project', text: [asText(factsOf(view))] },
    { path: 'digging.json', kind: 'digging', text: [asText({ jobs: evidence.jobs })] },
    { path: 'log.json', kind: 'log', text: await listText(log) },
    ...logs,
  ]
  const { bytes, stream } = await services.dossierZip(entries)
  return { name: `dossier-${projectId}.zip`, bytes, chunks: stream, close: async () => void stream.destroy() }
}

/** In a dossier of many it has to be said which it is. */
const ofJob = (job: JobBriefRecord) => (error: unknown) => {
  if (error instanceof Refusal) throw new Refusal(error.code, `${jobName(job) ?? job.id}: ${error.message}`)
  throw error
}

type DocumentEntry = Pick<ProjectView['documents'][number], 'path' | 'bytes' | 'sha256'>

const fileAt = (
  path: string,
  kind: DossierFile<StorageFile>['kind'],
  { path: key, bytes, sha256 }: DocumentEntry,
): DossierFile<StorageFile> => ({ path, kind, bytes, sha256, file: { key, sha256 } })

const asText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** As asText, of a list that may be long: others get their turn. */
async function listText(list: readonly object[]): Promise<string[]> {
  const texts: string[] = []
  for (let from = 0; from < list.length; from += WRITTEN_AT_ONCE) {
    // Without its brackets and line ends.
    const text = JSON.stringify(list.slice(from, from + WRITTEN_AT_ONCE), null, 2).slice(2, -2)
    texts.push(from === 0 ? `[\n${text}` : `,\n${text}`)
    await nextTurn()
  }
  return texts.length === 0 ? [asText([])] : [...texts, '\n]\n']
}

const filesOf = ({ documents, results }: ProjectView) => [
  ...documents.map((row, index) => fileAt(`documents/${inOrder(index + 1, row.name)}`, 'document', row)),
  ...results.map((row, index) => {
    // The project inside finds its layers by the file's own name: a folder, not the name, keeps the order.
    const name = geoPackageName({ ...row, id: row.jobId }, row.revision, row.path)
    return fileAt(`results/${String(index + 1).padStart(3, '0')}/${name}`, 'result', row)
  }),
]

const factsOf = ({ project, jobs, checklists }: ProjectView) => ({
  project_id: project.id,
  name: project.name,
  reference: project.reference,
  description: project.description,
  status: project.status,
  created_at: project.created_at,
  closed_at: project.closed_at,
  jobs: jobs.map(({ job, orderIds }) => ({
    job_id: job.id,
    reference: job.reference,
    klic_type: job.klicType,
    status: job.status,
    order_ids: orderIds,
    submitted_at: job.submittedAt,
    ready_at: job.readyAt,
  })),
  checklists: checklists.map(({ name, completed_at, items }) => ({
    name,
    completed_at,
    items: items.map(({ no, text, doneAt, doneBy, remark }) => ({
      no,
      text,
      done_at: doneAt,
      done_by: doneBy,
      remark,
    })),
  })),
})
