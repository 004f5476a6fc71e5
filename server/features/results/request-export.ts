/**
 * Result files of a job: handed out when they are there, wanted from the worker when they are not. The files
 * themselves are made, named and hashed by the worker; here only their rows are read and written.
 */

import { fileNumbers, resultName } from '../../exports/file-name.ts'
import { packedKey, type ResultFormat } from '../../exports/result-formats.ts'
import { isPreliminary } from '../../imkl/model/preliminary.ts'
import type { Store } from '../../platform/database/open.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isDownloadable } from '../../registry/klic.ts'
import { refuseOverQuota } from '../company-quota.ts'
import type { ResultFile } from '../http/send-files.ts'
import { getJob, noSuchJob } from '../jobs/get-job.ts'
import type { JobView } from '../jobs/job-view.ts'
import { filesRemoved } from '../jobs/removed-files.ts'
import { requeueDamagedArtifact, wantArtifact } from '../jobs/rows/artifacts.ts'
import { allPartsEnded } from '../jobs/rules/next-action.ts'
import type { Caller } from '../services.ts'
import { logDownload } from './download-log.ts'
import { groundOf } from './ground/serve-ground.ts'
import { type FileOfJob, fileOfJob, klicNumbersOfJob, storedFile } from './rows/results-of-company.ts'
import { geoPackageName } from './tasks/result-files.ts'
import { beingMadeAgain, type ResultServices, wholePreliminary, withHead } from './whole-result.ts'

export type ExportAnswer = { file: ResultFile } | { pending: { retryAfterSeconds: number } }

const PENDING = { pending: { retryAfterSeconds: 2 } } as const

/**
 * @throws Refusal NOT_FOUND (also of the ground where there is none), NOT_READY with the job's next_action, or EXPORT_FAILED with
 * the reason
 * @throws TryLater while a GeoPackage that was damaged is made again
 */
export async function requestExport(
  services: ResultServices,
  caller: Caller,
  jobId: string,
  format: ResultFormat,
): Promise<ExportAnswer> {
  const file = await fileOfJob(services.store.db, caller.companyId, jobId, format)
  if (!file) throw noSuchJob()
  if (!isDownloadable(file.status)) {
    refuseUnready(await getJob(services, caller, jobId))
    // It has become ready in between.
    return requestExport(services, caller, jobId, format)
  }
  refuseFailed(file, format)
  if (file.removedAt !== null) throw filesRemoved('results', file.removedAt)
  if (format === 'gpkg' && file.state === 'wanted' && file.sha256 !== null) throw beingMadeAgain()
  if (format === 'geotiff' && file.state !== 'ready' && !(await hasGround(services.store, caller, jobId)))
    return PENDING
  return serveOrQueueExport(services, caller, file, file.revision, format)
}

/**
 * The same of what has come of a job that waits for more: the newest of it, under a name that says that it is preliminary.
 * @throws as requestExport; NOT_READY also when there is nothing preliminary, because nothing has come or the result is there
 */
export async function requestPreliminary(
  services: ResultServices,
  caller: Caller,
  jobId: string,
  format: ResultFormat,
): Promise<ExportAnswer> {
  const made = await wholePreliminary(services, caller.companyId, jobId)
  if (!made) {
    const { advice } = await getJob(services, caller, jobId)
    throw new Refusal('NOT_READY', 'There is no preliminary result of this job.', {
      extra: { next_action: advice.action },
    })
  }
  // As of a result: it would be another file a moment later.
  if (made.ground === 'wanted' && (format === 'gpkg' || format === 'geotiff')) return PENDING
  if (format === 'geotiff') groundOf(await withHead(services.store, made))
  const file = await fileOfJob(services.store.db, caller.companyId, jobId, format, made.revision)
  if (!file) throw noSuchJob()
  refuseFailed(file, format)
  return serveOrQueueExport(services, caller, file, made.revision, format)
}

/** When it is there and whole; else it is wanted. */
async function serveOrQueueExport(
  services: ResultServices,
  caller: Caller,
  file: FileOfJob,
  revision: number,
  format: ResultFormat,
): Promise<ExportAnswer> {
  const { store, clock, ids, nudge, storage } = services
  const { id: jobId, artifactId, path, sha256, bytes } = file
  if (artifactId === null) {
    await refuseOverQuota(services, caller)
    const at = clock.now().toISOString()
    await wantArtifact(store.db, { id: ids.make('art'), jobId, revision, format, at })
    nudge()
    return PENDING
  }
  if (file.state !== 'ready' || path === null || sha256 === null) return PENDING
  if (!(await storage.isIntact({ key: path, sha256, bytes }))) {
    await requeueDamagedArtifact(store.db, artifactId)
    nudge()
    if (format === 'gpkg') throw beingMadeAgain()
    return PENDING
  }
  // It would be another file a moment later.
  if (format === 'gpkg' && file.ground === 'wanted') return PENDING
  if (!isPreliminary(revision)) await logDownload(services, caller, jobId, { revision, as: format })
  const name =
    format === 'gpkg'
      ? geoPackageName(file, revision, path)
      : resultName(file, revision, format, fileNumbers(file.reference, await klicNumbersOfJob(store.db, jobId)))
  return { file: { path, packed: packedKey(path, format), sha256, format, name } }
}

/**
 * @returns false while it is still to come
 * @throws Refusal NOT_FOUND when there is none
 */
async function hasGround(store: Store, { companyId }: Caller, jobId: string): Promise<boolean> {
  const result = await storedFile(store.db, companyId, jobId)
  if (result === undefined || result.ground === 'wanted') return false
  groundOf(await withHead(store, result))
  return true
}

/** The merged GeoJSON is made with the job: while it is not there, the job is not ready. */
export async function jobGeojson(services: ResultServices, caller: Caller, jobId: string): Promise<ResultFile> {
  const answer = await requestExport(services, caller, jobId, 'geojson')
  if ('file' in answer) return answer.file
  throw new Refusal('NOT_READY', 'The GeoJSON of this job is still being made. Ask again in a moment.', {
    extra: { next_action: 'wait' },
  })
}

function refuseFailed({ state, failure }: FileOfJob, format: ResultFormat): void {
  if (state === 'failed') throw new Refusal('EXPORT_FAILED', failure ?? `The ${format} file could not be made.`)
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
