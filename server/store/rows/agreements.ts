/** Files in which something was agreed with an operator that demands precautions. */
import type { Kysely, Selectable } from 'kysely'
import type { DB } from '../schema.ts'
import type { AgreementFileTable } from '../schema-digging.ts'

type Db = Kysely<DB>
export type AgreementRow = Selectable<AgreementFileTable>

export const insertAgreement = (db: Db, row: AgreementRow) => db.insertInto('agreement_file').values(row).execute()

/** Of these jobs, oldest first. */
export const agreementsOf = async (db: Db, jobIds: readonly string[]): Promise<AgreementRow[]> =>
  jobIds.length === 0
    ? []
    : db
        .selectFrom('agreement_file')
        .selectAll()
        .where('job_id', 'in', jobIds)
        .where('removed_at', 'is', null)
        .orderBy('added_at')
        .orderBy('id')
        .execute()

export const removeAgreement = (db: Db, id: string, at: string) =>
  db.updateTable('agreement_file').set({ removed_at: at }).where('id', '=', id).execute()
