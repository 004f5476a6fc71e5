/** What the API does to the state of a job, and how many wait for the worker. */
import type { Kysely } from 'kysely'
import type { Store } from '../../../platform/database/open.ts'
import type { DB } from '../../../platform/database/schema.ts'
import { type BilledBy, type JobState, MOVING_JOBS, type RegistryEnvironment } from '../../../registry/klic.ts'
import type { Warning } from '../../../registry/warnings.ts'
import type { Failure } from '../rules/next-action.ts'

type Db = Kysely<DB>

/** From a quote to work for the worker. @returns false when it is no quote any more, or another than of that round. */
export async function acceptJob(
  db: Db,
  jobId: string,
  round: number,
  accepted: {
    at: string
    environment: RegistryEnvironment
    billedBy: BilledBy
    startDate: string | null
    endDate: string | null
    warnings: Warning[]
  },
): Promise<boolean> {
  const result = await db
    .updateTable('job')
    .set({
      status: 'accepted',
      submit: 1,
      // Frozen: what is stored now is what is filed.
      quote_final: 1,
      submitted_at: accepted.at,
      environment: accepted.environment,
      billed_by: accepted.billedBy,
      start_date: accepted.startDate,
      end_date: accepted.endDate,
      warnings: JSON.stringify(accepted.warnings),
    })
    .where('id', '=', jobId)
    .where('status', '=', 'quoted')
    .where('round', '=', round)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Jobs that wait to be filed, counted no further than is asked. @param companyId undefined: of all companies */
export async function countWaiting(db: Db, atMost: number, companyId?: string): Promise<number> {
  let waiting = db.selectFrom('job').select('id').where('status', '=', 'accepted').limit(atMost)
  if (companyId !== undefined) waiting = waiting.where('company_id', '=', companyId)
  const { total } = await db
    .selectFrom(waiting.as('waiting'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/**
 * A job that stopped becomes work again, or one whose result lacks parts: filed, or for one that was opened from files read.
 * @returns false when it is neither.
 */
export async function resumeJob(db: Db, jobId: string): Promise<boolean> {
  const result = await db
    .updateTable('job')
    // A new round: runs that failed in the last one are not found again.
    .set((row) => ({
      status: row.case().when('source', '=', 'imported').then('processing').else('accepted').end().$castTo<JobState>(),
      failure: null,
      round: row('round', '+', 1),
    }))
    .where('id', '=', jobId)
    .where('status', 'in', ['failed', 'ready_incomplete'])
    // What was given to an office was never submitted here.
    .where('submitted_at', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** A technical end after all retries; nothing is lost, and it can be resumed. */
export const failJob = async (store: Store, jobId: string, failure: Failure): Promise<void> => {
  await store.db
    .updateTable('job')
    .set({ status: 'failed', failure: JSON.stringify(failure) })
    .where('id', '=', jobId)
    .where('status', 'in', MOVING_JOBS)
    .execute()
}
