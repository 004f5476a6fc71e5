/** Files of a job that the company no longer keeps. */

import type { Store } from '../../platform/database/open.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { RemovalTable } from './tables.ts'

export type RemovedFiles = RemovalTable['what']

/** @throws Refusal FILES_REMOVED */
export async function refuseRemoved(store: Store, jobId: string, what: RemovedFiles): Promise<void> {
  const removal = await store.db
    .selectFrom('removal')
    .select('done_at')
    .where('job_id', '=', jobId)
    .where('what', '=', what)
    .executeTakeFirst()
  if (removal?.done_at != null) throw filesRemoved(what, removal.done_at)
}

export const filesRemoved = (what: RemovedFiles, at: string): Refusal =>
  new Refusal(
    'FILES_REMOVED',
    `The ${what} of this job were removed at ${at}, because the company keeps them no longer (settings, Storage).`,
    { extra: { removed_at: at } },
  )
