/** Deliveries that somebody has as files. */
import { z } from 'zod'
import {
  ImportPlan,
  ImportResult,
  MAX_IMPORT_BYTES,
  SEVERAL_FILES,
  Split,
} from '../../../server/features/imports/schema.ts'
import { Job } from '../../../server/features/jobs/schema.ts'
import { ApiError, call } from '../../api/client.ts'

export interface NamedFile {
  /** With the folders that it was dropped in */
  name: string
  file: File
}

/**
 * The files go as they lie on the disk, one behind the other after a line that names them.
 * @param jobs KLIC numbers of each new job; undefined: where there would be several, nothing is stored and they are answered
 */
export const importDeliveries = (
  files: readonly NamedFile[],
  jobs?: readonly (readonly string[])[],
): Promise<ImportResult | ImportPlan> => {
  if (files.reduce((sum, { file }) => sum + file.size, 0) > MAX_IMPORT_BYTES)
    return Promise.reject(new ApiError(413, 'PAYLOAD_TOO_LARGE', 'The files are too large'))
  const list = files.map(({ name, file }) => ({ name, bytes: file.size }))
  const body = new Blob([`${JSON.stringify(list)}\n`, ...files.map(({ file }) => file)], { type: SEVERAL_FILES })
  const query = jobs ? new URLSearchParams({ jobs: jobs.join(';') }) : 'ask=several'
  return call(z.union([ImportResult, ImportPlan]), `/imports?${query}`, { method: 'POST', file: body })
}

/** @param jobs KLIC numbers of each new job @returns the job with what stays */
export const splitJob = async (jobId: string, jobs: readonly (readonly string[])[]): Promise<Job> =>
  (await call(Split, `/jobs/${jobId}/split`, { method: 'POST', body: { jobs } })).job

export const joinJobs = (jobId: string, jobIds: readonly string[]): Promise<Job> =>
  call(Job, `/jobs/${jobId}/join`, { method: 'POST', body: { job_ids: jobIds } })
