/** Calamities that a company filed: few, found in an index of their own. What was opened from a file is listed as it is. */
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import type { ConcernedOperator } from '../../../registry/calamity.ts'

type Db = Kysely<DB>

/** Ids of the jobs, as a query within another. */
export const calamityIds = (db: Db, companyId: string) =>
  db
    .selectFrom('job')
    .select('id')
    .where('company_id', '=', companyId)
    .where('klic_type', '=', 'CALAMITEIT')
    .where('source', '=', 'ordered')

export async function countCalamities(db: Db, companyId: string): Promise<number> {
  const { total } = await calamityIds(db, companyId)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('corrected_as', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function countCalamityRequests(db: Db, companyId: string): Promise<number> {
  const { total } = await db
    .selectFrom('part')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('job_id', 'in', calamityIds(db, companyId))
    .where('submitted_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** What the registry said of whom a calamity concerns, and when; undefined: it has not answered, or refused. */
export async function answerToCalamity(
  db: Db,
  jobId: string,
): Promise<{ at: string; concerned: ConcernedOperator[] | null } | undefined> {
  const row = await db
    .selectFrom('registry_order')
    .select(['decided_at as at', 'concerned'])
    .where('job_id', '=', jobId)
    .where('state', '=', 'accepted')
    .orderBy('attempt', 'desc')
    .executeTakeFirst()
  if (!row?.at) return undefined
  return { at: row.at, concerned: row.concerned === null ? null : JSON.parse(row.concerned) }
}
