/** The events of a job's clock: stored in the transaction that records the event, so that each is sent once. */
import type { Store } from '../../platform/database/store.ts'
import { type NewEvent, recordEvent } from '../webhooks/rows.ts'

export interface ToTell {
  jobId: string
  keys: readonly string[]
  at: string
  /** @param fresh those of the keys that were not told before */
  event: (fresh: readonly string[]) => NewEvent
}

/** @returns false when all of it was told before */
export const tellNotice = (store: Store, { jobId, keys, at, event }: ToTell): Promise<boolean> =>
  store.transaction({ job: jobId }, async (trx) => {
    const fresh: string[] = []
    for (const key of keys) {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('notice')
        .values({ job_id: jobId, key, at })
        .onConflict((conflict) => conflict.columns(['job_id', 'key']).doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 1n) fresh.push(key)
    }
    if (fresh.length === 0) return false
    await recordEvent(trx, event(fresh))
    return true
  })

/** Of these jobs: `<job> <key>` of all that was told. */
export async function sentNotices(db: Store['db'], jobIds: readonly string[]): Promise<Set<string>> {
  if (jobIds.length === 0) return new Set()
  const rows = await db.selectFrom('notice').select(['job_id', 'key']).where('job_id', 'in', jobIds).execute()
  return new Set(rows.map(({ job_id, key }) => `${job_id} ${key}`))
}
