/** Photos of where the work under a notification began. */
import type { Kysely, Selectable } from 'kysely'
import type { DB } from '../schema.ts'
import type { StartPhotoTable } from '../schema-digging.ts'

type Db = Kysely<DB>
export type StartPhotoRow = Selectable<StartPhotoTable>

export const insertPhoto = (db: Db, row: StartPhotoRow) => db.insertInto('start_photo').values(row).execute()

/** Of these jobs, oldest first. */
export const photosOf = async (db: Db, jobIds: readonly string[]): Promise<StartPhotoRow[]> =>
  jobIds.length === 0
    ? []
    : db
        .selectFrom('start_photo')
        .selectAll()
        .where('job_id', 'in', jobIds)
        .where('removed_at', 'is', null)
        .orderBy('added_at')
        .orderBy('id')
        .execute()

export const removePhoto = (db: Db, id: string, at: string) =>
  db.updateTable('start_photo').set({ removed_at: at }).where('id', '=', id).execute()
