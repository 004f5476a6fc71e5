/** A job may repeat another, whose area is dug under once more: that one must have been filed. */

import { Refusal } from '../../platform/refusal.ts'
import type { Caller, Needs } from '../needs.ts'
import { jobOf } from './rows/jobs.ts'
import type { JobRequest } from './rules/job.ts'

/**
 * Only what was filed, or came from files, is repeated: any other is submitted, or corrected, itself.
 * @throws Refusal VALIDATION_FAILED
 */
export async function refuseNoPredecessor(
  { store }: Pick<Needs, 'store'>,
  { companyId }: Caller,
  { follows }: JobRequest,
  id: string,
): Promise<void> {
  if (follows === undefined) return
  const job = follows === id ? undefined : await jobOf(store.db, companyId, follows)
  if (job && job.submittedAt !== null && job.status !== 'rejected') return
  const message = 'follows names no filed job of the company.'
  throw new Refusal('VALIDATION_FAILED', message, {
    complaints: [{ pointer: '/follows', code: 'NOT_FILED', message }],
  })
}
