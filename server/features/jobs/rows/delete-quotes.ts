/** Quotes that go for good. */
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'

type Db = Kysely<DB>

/**
 * Of what the registry ever saw nothing goes: neither what was submitted, nor what corrects a refusal, which is on record
 * with it.
 * @returns those that may go, of the company's that are named
 */
export const quotesToDelete = (
  trx: Db,
  companyId: string,
  jobIds: readonly string[],
): Promise<{ id: string; reference: string | null }[]> =>
  trx
    .selectFrom('job')
    .select(['id', 'reference'])
    .where('company_id', '=', companyId)
    .where('id', 'in', jobIds)
    .where('status', '=', 'quoted')
    .where('corrected_as', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('job as refused').select('refused.id').whereRef('refused.corrected_as', '=', 'job.id'))),
    )
    .orderBy('id')
    .execute()

/** @param ids of `quotesToDelete`, in the same transaction */
export async function deleteQuotes(trx: Db, ids: readonly string[]): Promise<void> {
  for (const table of ['part', 'project_job', 'notice'] as const)
    await trx.deleteFrom(table).where('job_id', 'in', ids).execute()
  await trx.deleteFrom('job').where('id', 'in', ids).execute()
}
