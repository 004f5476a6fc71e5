/** Lists of jobs by what is typed, and by reference: what is compared is read from the indexes alone. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const jobSearch: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [
      'drop index job_by_company',
      `create index job_by_company on job (company_id, created_at desc, id desc, reference, client_ref)
         where corrected_as is null`,
      `create index job_by_reference on job (company_id, (reference is null), lower(reference), id)
         where corrected_as is null`,
      `create index part_by_klic_number on part (company_id, klic_number, job_id) where klic_number is not null`,
    ]) {
      await sql.raw(statement).execute(db)
    }
  },
}
