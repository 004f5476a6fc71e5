/** Which jobs are out of the list. */
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import { isMoving, JOB_STATES } from '../../../registry/klic.ts'

type Db = Kysely<DB>

/**
 * In one statement, so that none is put away that begins to move meanwhile.
 * @param archivedAt null: back into the list
 * @returns ids of those that changed, of the company's that are named
 */
export async function setArchived(
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

export async function countArchived(db: Db, companyId: string): Promise<number> {
  const { total } = await db
    .selectFrom('job')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('company_id', '=', companyId)
    .where('archived_at', 'is not', null)
    .where('corrected_as', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}
