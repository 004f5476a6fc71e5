/**
 * A job that the registry refused is asked for otherwise: the same job, quoted anew. What was refused stays on record, with
 * its requests. A quote that came of such a correction, or any other, may be changed alike until it is submitted.
 */

import { Refusal } from '../../platform/refusal.ts'
import type { Caller, Needs } from '../needs.ts'
import { differences, inputOf } from './client-ref.ts'
import { getJob, noSuchJob } from './get-job.ts'
import type { JobView } from './job-view.ts'
import { replaceWith } from './quote-job.ts'
import { attemptOf } from './rows/jobs.ts'
import type { JobRequest } from './rules/job.ts'

/**
 * Nothing is submitted by it.
 * @param asked all fields of the corrected job; client_ref stays the job's own
 * @throws Refusal NOT_FOUND; JOB_STATE_CONFLICT when the registry has something of it; as quoteJob
 */
export async function correctJob(needs: Needs, caller: Caller, jobId: string, asked: JobRequest): Promise<JobView> {
  const known = await attemptOf(needs.store.db, caller.companyId, jobId)
  if (!known) throw noSuchJob()
  const { status } = known
  if (status !== 'rejected' && status !== 'quoted') {
    const message = `Only what the registry refused, or a quote, can be corrected; this job is ${status}. Make a new job for another area.`
    throw new Refusal('JOB_STATE_CONFLICT', message, { extra: { job_id: jobId, status } })
  }
  if (known.klicType === 'CALAMITEIT') {
    const message = 'A calamity is not corrected: file it anew, with what the registry asks for.'
    throw new Refusal('JOB_STATE_CONFLICT', message, { extra: { job_id: jobId, status } })
  }
  const quote = { ...asked, submit: false }
  const input = inputOf(quote)
  // Asked again because an answer was lost.
  if (status === 'quoted' && differences(input, known).length === 0) return getJob(needs, caller, jobId)
  return replaceWith(needs, caller, quote, input, known, status === 'rejected' ? 'corrected' : 'changed')
}
