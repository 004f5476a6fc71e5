/** Submitting on somebody's behalf: only with the sum that the person has agreed to. */
import { Refusal } from '../../domain/refusal.ts'
import type { Caller } from '../needs.ts'
import { getJob } from './get-job.ts'
import type { JobView } from './job-view.ts'
import { type SubmitNeeds, submitJob } from './submit-job.ts'

/**
 * @param euros decimal string; must be the total of the job's frozen quote
 * @throws Refusal VALIDATION_FAILED when it is another sum, and whatever submitJob throws; then nothing is filed
 */
export async function submitConfirmed(
  needs: SubmitNeeds,
  caller: Caller,
  jobId: string,
  euros: string,
  startDate?: string,
): Promise<JobView> {
  const { job } = await getJob(needs, caller, jobId)
  const { total, notifications } = job.quote
  if (euros !== total.amount) {
    const message = `The quote is EUR ${total.amount} for ${notifications} notifications, not EUR ${euros}. Nothing was submitted: let the person who pays confirm the sum.`
    throw new Refusal('VALIDATION_FAILED', message, {
      complaints: [{ pointer: '/confirm_euros', code: 'EUROS_DIFFER', message }],
      extra: { quote_total: total },
    })
  }
  return submitJob(needs, caller, jobId, startDate)
}
