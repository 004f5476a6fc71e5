/** How many rows a list has, counted, or as triggers keep it (migration 011-api). */
import { type Kysely, sql } from 'kysely'
import type { DB, TallyTable } from './schema.ts'

/** To select: how many rows there are, and when the newest was made. @param made column with the moment */
export const counted = (made: string) => [
  sql<number>`cast(count(*) as integer)`.as('total'),
  sql<string | null>`max(${sql.ref(made)})`.as('newest'),
]

export async function tallyOf(db: Kysely<DB>, companyId: string, what: TallyTable['what']): Promise<number> {
  const row = await db
    .selectFrom('tally')
    .select('total')
    .where('company_id', '=', companyId)
    .where('what', '=', what)
    .executeTakeFirst()
  return row?.total ?? 0
}
