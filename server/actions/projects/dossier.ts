/** The dossier of a project as one ZIP: its documents, the results of its jobs, checklists, log, and what is in it. */
import { inOrder } from '../../domain/file-name.ts'
import type { DossierFile, DossierText } from '../../domain/projects/dossier.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { StorageFile } from '../../storage/port.ts'
import type { Caller, DocumentStream, Needs } from '../needs.ts'
import { groundComing, type ResultNeeds, wholeResult } from '../results/whole-result.ts'
import { refuseDamaged } from './project-documents.ts'
import { getProject, type ProjectView, type ReadNeeds } from './projects.ts'
import { projectLog } from './read-log.ts'

/** Twenty full deliveries of the largest kind; whoever has more takes the files one by one. */
const MAX_DOSSIER_BYTES = 20 * 1024 ** 3

/**
 * @returns bytes as the ZIP will have, and the ZIP itself: made while it is read, the same for the same content
 * @throws Refusal NOT_FOUND; PAYLOAD_TOO_LARGE above 20 GiB; EXPORT_FAILED when something in it is damaged and can't be
 *   made again
 * @throws TryLater while a result that was damaged is made again, or the ground comes into one
 */
export async function dossierZip(
  needs: ReadNeeds & ResultNeeds & Pick<Needs, 'dossierZip'>,
  caller: Caller,
  projectId: string,
): Promise<DocumentStream & { name: string }> {
  const view = await getProject(needs, caller, projectId)
  const { entries: log } = await projectLog(needs, caller, projectId)
  const files = filesOf(view)
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_DOSSIER_BYTES) {
    throw new Refusal('PAYLOAD_TOO_LARGE', 'The dossier has more than 20 GiB: download its files one by one.')
  }
  for (const document of view.documents) await refuseDamaged(needs, document)
  for (const { job } of view.jobs) {
    const result = await wholeResult(needs, caller.companyId, job.id).catch(ofJob(job))
    if (result?.ground === 'wanted') throw groundComing(job.reference ?? job.id)
  }
  const entries: (DossierFile<StorageFile> | DossierText)[] = [
    ...files,
    { path: 'project.json', kind: 'project', text: asText(factsOf(view)) },
    { path: 'log.json', kind: 'log', text: asText(log) },
  ]
  const { bytes, stream } = await needs.dossierZip(entries)
  return { name: `dossier-${projectId}.zip`, bytes, chunks: stream, close: async () => void stream.destroy() }
}

/** In a dossier of many it has to be said which it is. */
const ofJob = (job: { id: string; reference: string | null }) => (error: unknown) => {
  if (error instanceof Refusal) throw new Refusal(error.code, `${job.reference ?? job.id}: ${error.message}`)
  throw error
}

const asText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const filesOf = ({ documents, results }: ProjectView) => [
  ...documents.map(({ name, path, bytes, sha256 }, index) => ({
    path: `documents/${inOrder(index + 1, name)}`,
    kind: 'document' as const,
    bytes,
    sha256,
    file: { key: path, sha256 },
  })),
  ...results.map(({ reference, jobId, revision, path, bytes, sha256 }, index) => ({
    path: `results/${inOrder(index + 1, `${reference ?? jobId} r${revision}.gpkg`)}`,
    kind: 'result' as const,
    bytes,
    sha256,
    file: { key: path, sha256 },
  })),
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
