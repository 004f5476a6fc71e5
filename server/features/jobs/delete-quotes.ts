/** Deletes quotes that nobody submitted. That it was done, and by whom, stays in the log of each and of its project. */

import { appendToJobLog } from '../log-rows.ts'
import type { Caller, Needs } from '../needs.ts'
import { deleteQuotes as deleteRows, quotesToDelete } from './rows/delete-quotes.ts'

/** @returns the ids of those that are gone; what is no quote, or stands on record with what was refused, stays */
export async function deleteQuotes(
  { store, clock }: Pick<Needs, 'store' | 'clock'>,
  { companyId, actor }: Caller,
  jobIds: readonly string[],
): Promise<string[]> {
  const at = clock.now().toISOString()
  return store.transaction({ company: companyId }, async (trx) => {
    const quotes = await quotesToDelete(trx, companyId, jobIds)
    for (const { id, reference } of quotes)
      await appendToJobLog(trx, id, { companyId, at, actor, act: 'quote.deleted', data: { reference } })
    const ids = quotes.map(({ id }) => id)
    if (ids.length > 0) await deleteRows(trx, ids)
    return ids
  })
}
