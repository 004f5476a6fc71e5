/**
 * Result files of a job: handed out when they are there, wanted from the worker when they are not. The files
 * themselves are made, named and hashed by the worker; here only their rows are read and written.
 */

import { resultName } from '../../exports/file-name.ts'
import { packedKey, type ResultFormat } from '../../exports/result-formats.ts'
import { isPreliminary } from '../../imkl/model/preliminary.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isDownloadable } from '../../registry/klic.ts'
import { refuseOverQuota } from '../company-quota.ts'
import type { ResultFile } from '../http/send-files.ts'
import { getJob } from '../jobs/get-job.ts'
import type { JobView } from '../jobs/job-view.ts'
import { refuseRemoved } from '../jobs/removed-files.ts'
import { type ArtifactRecord, artifactsOf, requeueDamagedArtifact, wantArtifact } from '../jobs/rows/artifacts.ts'
import { allPartsEnded } from '../jobs/rules/next-action.ts'
import type { Caller, Needs } from '../needs.ts'
import { logDownload } from './download-log.ts'
import { groundOf } from './ground/serve-ground.ts'
import { storedFile } from './rows/results-of-company.ts'
import { wholeFile, wholePreliminary, withHead } from './whole-result.ts'

export type ExportAnswer = { file: ResultFile } | { pending: { retryAfterSeconds: number } }

const RETRY_AFTER_SECONDS = 2

type ExportNeeds = Pick<Needs, 'store' | 'clock' | 'ids' | 'nudge' | 'storage' | 'companyQuotaBytes'>

/**
 * @throws Refusal NOT_FOUND (also of the ground where there is none), NOT_READY with the job's next_action, or EXPORT_FAILED with
 * the reason
 * @throws TryLater while a GeoPackage that was damaged is made again
 */
export async function requestExport(
  needs: ExportNeeds,
  caller: Caller,
  jobId: string,
  format: ResultFormat,
): Promise<ExportAnswer> {
  const view = await getJob(needs, caller, jobId)
  refuseUnready(view)
  const { store } = needs
  const { revision } = view.job
  const artifacts = await artifactsOf(store.db, jobId, revision)
  const artifact = artifacts.find((each) => each.format === format)
  refuseFailed(artifact)
  await refuseRemoved(needs, jobId, 'results')
  if (format === 'gpkg') {
    const { ground } = (await wholeFile(needs, caller.companyId, jobId)) ?? {}
    // It would be another file a moment later.
    if (ground === 'wanted') return { pending: { retryAfterSeconds: RETRY_AFTER_SECONDS } }
  }
  if (format === 'geotiff' && artifact?.state !== 'ready' && !(await hasGround(needs, caller, jobId))) {
    return { pending: { retryAfterSeconds: RETRY_AFTER_SECONDS } }
  }
  return serveOrQueueExport(needs, caller, view, revision, format, artifact)
}

/**
 * The same of what has come of a job that waits for more: the newest of it, under a name that says that it is preliminary.
 * @throws as requestExport; NOT_READY also when there is nothing preliminary, because nothing has come or the result is there
 */
export async function requestPreliminary(
  needs: ExportNeeds,
  caller: Caller,
  jobId: string,
  format: ResultFormat,
): Promise<ExportAnswer> {
  const view = await getJob(needs, caller, jobId)
  const made = await wholePreliminary(needs, caller.companyId, jobId)
  if (!made)
    throw new Refusal('NOT_READY', 'There is no preliminary result of this job.', {
      extra: { next_action: view.advice.action },
    })
  // As of a result: it would be another file a moment later.
  if (made.ground === 'wanted' && (format === 'gpkg' || format === 'geotiff'))
    return { pending: { retryAfterSeconds: RETRY_AFTER_SECONDS } }
  if (format === 'geotiff') groundOf(await withHead(needs, made))
  const artifact = (await artifactsOf(needs.store.db, jobId, made.revision)).find((each) => each.format === format)
  refuseFailed(artifact)
  return serveOrQueueExport(needs, caller, view, made.revision, format, artifact)
}

/** When it is there and whole; else it is wanted. */
async function serveOrQueueExport(
  needs: ExportNeeds,
  caller: Caller,
  { job }: JobView,
  revision: number,
  format: ResultFormat,
  artifact: ArtifactRecord | undefined,
): Promise<ExportAnswer> {
  const { store, clock, ids, nudge, storage } = needs
  const pending = { pending: { retryAfterSeconds: RETRY_AFTER_SECONDS } }
  if (artifact?.state === 'ready' && artifact.path !== null && artifact.sha256 !== null) {
    const { path, sha256, bytes } = artifact
    if (!(await storage.isIntact({ key: path, sha256, bytes }))) {
      await requeueDamagedArtifact(store.db, artifact.id)
      nudge()
      return pending
    }
    if (!isPreliminary(revision)) await logDownload(needs, caller, job.id, { revision, as: format })
    const name = resultName(job, revision, format)
    return { file: { path, packed: packedKey(path, format), sha256, format, name } }
  }
  if (!artifact) {
    await refuseOverQuota(needs, caller)
    await wantArtifact(store.db, {
      id: ids.make('art'),
      jobId: job.id,
      revision,
      format,
      at: clock.now().toISOString(),
    })
    nudge()
  }
  return pending
}

/**
 * @returns false while it is still to come
 * @throws Refusal NOT_FOUND when there is none
 */
async function hasGround(needs: Pick<Needs, 'store'>, { companyId }: Caller, jobId: string): Promise<boolean> {
  const result = await storedFile(needs.store.db, companyId, jobId)
  if (result === undefined || result.ground === 'wanted') return false
  groundOf(await withHead(needs, result))
  return true
}

/** The merged GeoJSON is made with the job: while it is not there, the job is not ready. */
export async function jobGeojson(needs: ExportNeeds, caller: Caller, jobId: string): Promise<ResultFile> {
  const answer = await requestExport(needs, caller, jobId, 'geojson')
  if ('file' in answer) return answer.file
  throw new Refusal('NOT_READY', 'The GeoJSON of this job is still being made. Ask again in a moment.', {
    extra: { next_action: 'wait' },
  })
}

function refuseFailed(artifact: ArtifactRecord | undefined): void {
  if (artifact?.state !== 'failed') return
  throw new Refusal('EXPORT_FAILED', artifact.failure ?? `The ${artifact.format} file could not be made.`)
}

/** @throws Refusal EXPORT_FAILED, NOT_READY with the job's next_action */
export function refuseUnready({ job, parts, advice }: JobView): void {
  if (isDownloadable(job.status)) return
  if (job.status === 'failed' && allPartsEnded(parts.map((part) => part.status))) {
    throw new Refusal('EXPORT_FAILED', advice.message, { extra: { next_action: advice.action } })
  }
  throw new Refusal('NOT_READY', `The job is ${job.status}; there is no result yet. ${advice.message}`, {
    extra: { status: job.status, next_action: advice.action },
  })
}
