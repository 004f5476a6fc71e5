/** Files of a job that the company no longer keeps. */

import { Refusal } from '../../platform/refusal.ts'
import type { Needs } from '../needs.ts'
import type { RemovalTable } from './tables.ts'

export type RemovedFiles = RemovalTable['what']

/** @throws Refusal FILES_REMOVED */
export async function refuseRemoved({ store }: Pick<Needs, 'store'>, jobId: string, what: RemovedFiles): Promise<void> {
  const removal = await store.db
    .selectFrom('removal')
    .select('done_at')
    .where('job_id', '=', jobId)
    .where('what', '=', what)
    .executeTakeFirst()
  if (removal?.done_at == null) return
  const at = removal.done_at
  const message = `The ${what} of this job were removed at ${at}, because the company keeps them no longer (settings, Storage).`
  throw new Refusal('FILES_REMOVED', message, { extra: { removed_at: at } })
}
