/** Orders that are delivered, and looked at slowly for what may follow. */
import type { Store } from '../../../platform/database/open.ts'

/** Accepted orders for which later deliveries are to be looked for now. */
export const ordersToWatch = (
  store: Store,
  now: string,
): Promise<{ id: string; company_id: string; watch_at: string | null }[]> =>
  store.db
    .selectFrom('registry_order')
    .innerJoin('job', 'job.id', 'registry_order.job_id')
    .select(['registry_order.id', 'job.company_id', 'watch_at'])
    .where('watch_at', '<=', now)
    .orderBy('watch_at')
    .limit(100)
    .execute()

/** @param next null: nothing more will come */
export const recordWatched = async (store: Store, orderId: string, next: string | null): Promise<void> => {
  await store.db.updateTable('registry_order').set({ watch_at: next }).where('id', '=', orderId).execute()
}

/** Looks that were named for later than any is: by a clock that ran ahead. They are due now. @returns how many */
export async function watchOvertakenOrders({ db }: Pick<Store, 'db'>, now: string, latest: string): Promise<number> {
  const result = await db
    .updateTable('registry_order')
    .set({ watch_at: now })
    .where('watch_at', '>', latest)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
