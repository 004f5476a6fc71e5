/** Submitting on somebody's behalf: only with the sum that the person has agreed to. */
import { countOf } from '../../cut/quote.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../needs.ts'
import { getJob } from './get-job.ts'
import type { JobView } from './job-view.ts'
import { type SubmitNeeds, type SubmitOptions, submitJob } from './submit-job.ts'

/**
 * @param euros decimal string; must be the total of the job's frozen quote
 * @throws Refusal QUOTE_CHANGED with the quote when it is another sum, and all that submitJob throws; then nothing is filed
 */
export async function submitConfirmed(
  needs: SubmitNeeds,
  caller: Caller,
  jobId: string,
  euros: string,
  how: SubmitOptions = {},
): Promise<JobView> {
  const { job } = await getJob(needs, caller, jobId)
  const { price_per_notification, total, notifications } = job.quote
  // Of what is submitted already nothing is left to agree to: the answer shows what it costs.
  if (job.status === 'quoted' && euros !== total.amount) {
    const message = `The quote is EUR ${total.amount} for ${countOf(notifications)}, not EUR ${euros}. Nothing was submitted: let the person who pays confirm that sum, then submit with it as confirm_euros.`
    throw new Refusal('QUOTE_CHANGED', message, {
      complaints: [{ pointer: '/confirm_euros', code: 'EUROS_DIFFER', message }],
      extra: {
        job_id: job.id,
        status: job.status,
        next_action: 'submit',
        quote: { notifications, price_per_notification, total, expires_at: job.quoteExpiresAt },
      },
    })
  }
  return submitJob(needs, caller, jobId, how)
}
