/**
 * Resuming what ended: a failed job becomes work again under the same postId, one without a delivery that took too long to
 * read as well; files that failed are wanted again.
 */

import { Refusal } from '../../platform/refusal.ts'
import { isDownloadable } from '../../registry/klic.ts'
import type { Background, Database, Permitted } from '../services.ts'
import { getJob } from './get-job.ts'
import type { JobView } from './job-view.ts'
import { wantFailedAgain } from './rows/artifacts.ts'
import { resumeJob } from './rows/job-moves.ts'
import { resumeParts } from './rows/parts.ts'
import { TOOK_TOO_LONG } from './rules/next-action.ts'

/** @throws Refusal NOT_FOUND, or JOB_STATE_CONFLICT when nothing failed */
export async function retryJob(
  services: Database & Background,
  caller: Permitted<'write'>,
  jobId: string,
): Promise<JobView> {
  const { job, parts, advice } = await getJob(services, caller, jobId)
  const isLate = parts.some(({ status, errors }) => status === 'failed' && errors[0]?.code === TOOK_TOO_LONG)
  const resumed = await services.store.transaction({ company: caller.companyId }, async (trx) => {
    const files = await wantFailedAgain(trx, jobId, job.revision)
    if (isDownloadable(job.status) && !isLate) return files > 0
    if (!(await resumeJob(trx, jobId))) return false
    await resumeParts(trx, jobId)
    return true
  })
  if (!resumed) {
    throw new Refusal('JOB_STATE_CONFLICT', `The job is ${job.status}: there is nothing to resume. ${advice.message}`, {
      extra: { status: job.status },
    })
  }
  services.nudge()
  return getJob(services, caller, jobId)
}
