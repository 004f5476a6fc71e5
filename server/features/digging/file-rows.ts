/** Files that people put with a job: what was agreed with operators that demand precautions, and photos of where the work began. */
import type { Kysely, Selectable } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { AgreementFileTable, StartPhotoTable } from './tables.ts'

type Db = Kysely<DB>
export type AgreementRow = Selectable<AgreementFileTable>
export type StartPhotoRow = Selectable<StartPhotoTable>

/** One kind of them. */
export interface JobFiles<Row> {
  insert(db: Db, row: Row): Promise<unknown>
  /** Of these jobs, oldest first. */
  of(db: Db, jobIds: readonly string[]): Promise<Row[]>
  /** What it was stays in its row. */
  remove(db: Db, id: string, at: string): Promise<unknown>
}

/** Their tables differ in nothing that is asked here. */
const filesIn = <Row extends StartPhotoRow>(table: 'agreement_file' | 'start_photo'): JobFiles<Row> => ({
  insert: (db, row) => db.insertInto(table).values(row).execute(),
  of: async (db, jobIds) =>
    jobIds.length === 0
      ? []
      : ((await db
          .selectFrom(table)
          .selectAll()
          .where('job_id', 'in', jobIds)
          .where('removed_at', 'is', null)
          .orderBy('added_at')
          .orderBy('id')
          .execute()) as StartPhotoRow[] as Row[]),
  remove: (db, id, at) => db.updateTable(table).set({ removed_at: at }).where('id', '=', id).execute(),
})

export const agreementFiles = filesIn<AgreementRow>('agreement_file')
export const startPhotos = filesIn<StartPhotoRow>('start_photo')
