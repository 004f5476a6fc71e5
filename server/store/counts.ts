/** How much there is of everything, by state: what a diagnosis begins with. Nothing of what the rows say. */
import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

const BY_STATE = {
  jobs: ['job', 'status'],
  registry_orders: ['registry_order', 'state'],
  events: ['event', 'state'],
  artifacts: ['artifact', 'state'],
  users: ['user', 'role'],
} as const

/** @returns for each kind how many in each state, over all companies */
export async function countsByState(db: Kysely<DB>): Promise<Record<string, Record<string, number>>> {
  const counts: Record<string, Record<string, number>> = {}
  for (const [kind, [table, column]] of Object.entries(BY_STATE)) {
    const { rows } = await sql<{ state: string; total: number }>`
      select ${sql.ref(column)} as state, count(*) as total from ${sql.table(table)} group by 1`.execute(db)
    counts[kind] = Object.fromEntries(rows.map(({ state, total }) => [state, Number(total)]))
  }
  return counts
}
