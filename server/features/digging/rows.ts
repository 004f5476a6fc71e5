/** Records what somebody says of digging in the area of a job. `jobs/dig-facts.ts` reads it. */
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { CONTACT, type ContactRecord, WORK, type WorkRecord } from '../jobs/dig-facts.ts'

type Db = Kysely<DB>

/** Once a day: who reports it again changes nothing. */
export async function keepPresence(
  trx: Db,
  { jobId, day, at, actor }: { jobId: string; day: string; at: string; actor: string },
): Promise<void> {
  await trx
    .insertInto('site_presence')
    .values({ job_id: jobId, day, at, actor })
    .onConflict((conflict) => conflict.columns(['job_id', 'day']).doNothing())
    .execute()
  await isChanged(trx, jobId, at)
}

/** The work of a job, as it is recorded now; what was recorded before is in the log. */
export async function keepWork(trx: Db, work: WorkRecord): Promise<void> {
  const row = WORK.rowOf(work)
  await trx
    .insertInto('dig')
    .values(row)
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet(row))
    .execute()
  await isChanged(trx, work.jobId, work.at)
}

/** As keepWork. */
export async function keepContact(trx: Db, contact: ContactRecord): Promise<void> {
  const row = CONTACT.rowOf(contact)
  await trx
    .insertInto('precaution_contact')
    .values(row)
    .onConflict((conflict) => conflict.columns(['job_id', 'operator']).doUpdateSet(row))
    .execute()
  await isChanged(trx, contact.jobId, contact.at)
}

/** What is shown of the job follows from these rows too: a caller that asks for changes gets it. */
export const isChanged = (trx: Db, jobId: string, at: string) =>
  trx.updateTable('job').set({ changed_at: at }).where('id', '=', jobId).execute()
