/** Puts jobs out of the list of the company, or back into it. Nothing of them is deleted. */

import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { isMoving, JOB_STATES } from '../../registry/klic.ts'
import { appendToJobLog } from '../log-rows.ts'
import type { Database, Permitted } from '../services.ts'

/**
 * What is under way stays in the list.
 * @returns the ids of those that changed
 */
export async function archiveJobs(
  { store, clock }: Database,
  { companyId, actor }: Permitted<'write'>,
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

type Db = Kysely<DB>

/**
 * In one statement, so that none is put away that begins to move meanwhile.
 * @param archivedAt null: back into the list
 * @returns ids of those that changed, of the company's that are named
 */
async function setArchived(
  db: Db,
  companyId: string,
  jobIds: readonly string[],
  archivedAt: string | null,
  at: string,
): Promise<string[]> {
  const rows = await db
    .updateTable('job')
    .set({ archived_at: archivedAt, changed_at: at })
    .where('company_id', '=', companyId)
    .where('corrected_as', 'is', null)
    .where('id', 'in', jobIds)
    .where('archived_at', archivedAt === null ? 'is not' : 'is', null)
    .where('status', 'not in', JOB_STATES.filter(isMoving))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id).sort()
}
