/** Who has read what of a result must be read; for each revision anew. */

import type { Kysely, Selectable } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import type { AcknowledgementTable } from '../../jobs/tables.ts'

type Db = Kysely<DB>
export type Acknowledgement = Selectable<AcknowledgementTable>

export const acknowledgementsOf = (db: Db, jobId: string, revision: number): Promise<Acknowledgement[]> =>
  db
    .selectFrom('acknowledgement')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('revision', '=', revision)
    .orderBy('at')
    .orderBy('about')
    .execute()

/** @returns false when it was acknowledged before; then the first one stays. */
export async function insertAcknowledgement(db: Db, row: Acknowledgement): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('acknowledgement')
    .values(row)
    .onConflict((conflict) => conflict.columns(['job_id', 'revision', 'about']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
