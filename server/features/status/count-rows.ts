/** How much there is of everything, by state: what a diagnosis begins with. Nothing of what the rows say. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

const BY_STATE = {
  jobs: ['job', 'status'],
  registry_orders: ['registry_order', 'state'],
  events: ['event', 'state'],
  artifacts: ['artifact', 'state'],
  users: ['user', 'role'],
} as const

const HAS_COMPANY = ['jobs', 'events', 'users']

/** @returns for each kind how many in each state, of one company */
export async function countsByState(
  db: Kysely<DB>,
  companyId: string,
): Promise<Record<string, Record<string, number>>> {
  const counts: Record<string, Record<string, number>> = {}
  for (const [kind, [table, column]] of Object.entries(BY_STATE)) {
    // What belongs to a job has no company of its own.
    const own = HAS_COMPANY.includes(kind)
      ? sql`company_id = ${companyId}`
      : sql`job_id in (select id from job where company_id = ${companyId})`
    const { rows } = await sql<{ state: string; total: number }>`
      select ${sql.ref(column)} as state, count(*) as total from ${sql.table(table)} where ${own} group by 1`.execute(
      db,
    )
    counts[kind] = Object.fromEntries(rows.map(({ state, total }) => [state, Number(total)]))
  }
  return counts
}
