/** Totals that triggers keep (migration 011-api). */
import type { Kysely } from 'kysely'
import type { DB, TallyTable } from './schema.ts'

export async function tallyOf(db: Kysely<DB>, companyId: string, what: TallyTable['what']): Promise<number> {
  const row = await db
    .selectFrom('tally')
    .select('total')
    .where('company_id', '=', companyId)
    .where('what', '=', what)
    .executeTakeFirst()
  return row?.total ?? 0
}
