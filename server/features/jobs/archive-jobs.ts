/** Puts jobs out of the list of the company, or back into it. Nothing of them is deleted. */

import { appendToJobLog } from '../log-rows.ts'
import type { Caller, Needs } from '../needs.ts'
import { setArchived } from './rows/archive.ts'

/**
 * What is under way stays in the list.
 * @returns the ids of those that changed
 */
export async function archiveJobs(
  { store, clock }: Pick<Needs, 'store' | 'clock'>,
  { companyId, actor }: Caller,
  jobIds: readonly string[],
  isArchived: boolean,
): Promise<string[]> {
  const at = clock.now().toISOString()
  const act = isArchived ? 'job.archived' : 'job.unarchived'
  return store.transaction({ company: companyId }, async (trx) => {
    const ids = await setArchived(trx, companyId, jobIds, isArchived ? at : null, at)
    for (const id of ids) await appendToJobLog(trx, id, { companyId, at, actor, act, data: {} })
    return ids
  })
}
