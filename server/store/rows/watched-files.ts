/** Files of a watched folder, and what became of each: recorded before it is tried, so that none is tried for ever. */
import type { Kysely } from 'kysely'
import type { WatchedFault } from '../../domain/klic/imports.ts'
import type { DB, WatchedFileTable } from '../schema.ts'

type Db = Kysely<DB>

export type WatchedFileRow = WatchedFileTable

export const watchedFiles = (db: Db, companyId: string): Promise<WatchedFileRow[]> =>
  db.selectFrom('watched_file').selectAll().where('company_id', '=', companyId).execute()

/** In the place of what was known of this name. */
export async function recordTry(
  db: Db,
  file: Pick<WatchedFileRow, 'company_id' | 'name' | 'bytes' | 'modified_ms' | 'tries' | 'at'>,
): Promise<void> {
  const row = { ...file, state: 'trying', fault: null, message: null } as const
  await db
    .insertInto('watched_file')
    .values(row)
    .onConflict((conflict) => conflict.columns(['company_id', 'name']).doUpdateSet(row))
    .execute()
}

export async function recordTried(
  db: Db,
  { company_id, name }: Pick<WatchedFileRow, 'company_id' | 'name'>,
  became: Partial<Pick<WatchedFileRow, 'state' | 'fault' | 'message' | 'tries' | 'at'>>,
): Promise<void> {
  await db
    .updateTable('watched_file')
    .set(became)
    .where('company_id', '=', company_id)
    .where('name', '=', name)
    .execute()
}

export const forgetWatched = async (db: Db, companyId: string, name: string): Promise<void> => {
  await db.deleteFrom('watched_file').where('company_id', '=', companyId).where('name', '=', name).execute()
}

export interface RefusedFile {
  name: string
  fault: WatchedFault
  message: string
  at: string
}

/** Newest first. */
export const refusedOfFolder = (db: Db, companyId: string, atMost: number): Promise<RefusedFile[]> =>
  db
    .selectFrom('watched_file')
    .select(['name', 'fault', 'message', 'at'])
    .where('company_id', '=', companyId)
    .where('state', '=', 'refused')
    .orderBy('at', 'desc')
    .orderBy('name')
    .limit(atMost)
    .$narrowType<{ fault: WatchedFault; message: string }>()
    .execute()
