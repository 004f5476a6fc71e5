/** Jobs that an office's server is to have: written down before the first call, and until its answer is. */
import type { Kysely, Selectable } from 'kysely'
import type { DB, HandoverTable } from '../schema.ts'

type Db = Kysely<DB>
export type HandoverRow = Selectable<HandoverTable>

/** @returns false when the job is in the outbox already */
export async function insertHandover(
  db: Db,
  handover: Pick<HandoverRow, 'job_id' | 'company_id' | 'body' | 'client_ref' | 'limit_cents' | 'created_at'>,
): Promise<boolean> {
  const result = await db
    .insertInto('office_handover')
    .values({ ...handover, state: 'waiting', tries: 0 })
    .onConflict((conflict) => conflict.column('job_id').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const handoverOf = (db: Db, companyId: string, jobId: string): Promise<HandoverRow | undefined> =>
  db
    .selectFrom('office_handover')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()

/** Newest first. */
export const handoversOf = (db: Db, companyId: string, atMost: number): Promise<HandoverRow[]> =>
  db
    .selectFrom('office_handover')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .orderBy('job_id', 'desc')
    .limit(atMost)
    .execute()

/** Those whose time has come, the oldest first. */
export const handoversToTry = (db: Db, now: string, atMost: number): Promise<HandoverRow[]> =>
  db
    .selectFrom('office_handover')
    .selectAll()
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb('next_try_at', 'is', null), eb('next_try_at', '<=', now)]))
    .orderBy('created_at')
    .limit(atMost)
    .execute()

/** @returns false when it is not waiting any more, or was taken back; then nothing is written */
export async function recordHandover(
  db: Db,
  jobId: string,
  change: Partial<Omit<HandoverRow, 'job_id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('office_handover')
    .set(change)
    .where('job_id', '=', jobId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The job is this computer's again. @returns false when an office was asked, and what came of it is not known */
export async function withdrawHandover(db: Db, companyId: string, jobId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('office_handover')
    .where('job_id', '=', jobId)
    .where('company_id', '=', companyId)
    .where((eb) => eb.or([eb('state', '=', 'refused'), eb('office_url', 'is', null)]))
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** A new address or key: what waited long, or was refused for the old one, is tried at once. */
export async function tryAgainNow(db: Db, companyId: string): Promise<void> {
  await db
    .updateTable('office_handover')
    .set({ next_try_at: null })
    .where('company_id', '=', companyId)
    .where('state', '=', 'waiting')
    .execute()
}

export const handoverById = (db: Db, jobId: string): Promise<HandoverRow | undefined> =>
  db.selectFrom('office_handover').selectAll().where('job_id', '=', jobId).executeTakeFirst()

/** Tries that were named for later than any is, by a clock that ran ahead, are due now. @returns how many */
export async function tryOvertakenHandovers(db: Db, latest: string): Promise<number> {
  const result = await db
    .updateTable('office_handover')
    .set({ next_try_at: null })
    .where('state', '=', 'waiting')
    .where('next_try_at', '>', latest)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
