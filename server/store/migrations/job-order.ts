/** Lists of jobs by what comes next, and by reference with figures by their value. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { referenceKey } from '../../domain/klic/job-order.ts'

const AT_ONCE = 1000

export const jobOrder: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table job add column reference_key text`.execute(db)
    await keyAll(db)
    for (const statement of [
      'drop index job_by_reference',
      `create index job_by_reference on job (company_id, (reference_key is null), reference_key, id)
         where corrected_as is null`,
      `create index job_by_start on job (company_id, status, start_date, created_at, id) where corrected_as is null`,
    ]) {
      await sql.raw(statement).execute(db)
    }
  },
}

/** Of jobs that are there already: the databases don't know how. */
async function keyAll(db: Kysely<unknown>): Promise<void> {
  let after = ''
  for (;;) {
    const { rows } = await sql<{ id: string; reference: string }>`
      select id, reference from job where reference is not null and id > ${after} order by id limit ${AT_ONCE}`.execute(
      db,
    )
    for (const { id, reference } of rows) {
      await sql`update job set reference_key = ${referenceKey(reference)} where id = ${id}`.execute(db)
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}
