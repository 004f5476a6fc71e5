/** A large quote is answered with its first cut, and made better afterwards: what is not final yet is found again after a kill. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const quotes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(`alter table job add column quote_final integer not null default 1`).execute(db)
    await sql
      .raw(`create index job_to_improve on job (created_at) where status = 'quoted' and quote_final = 0`)
      .execute(db)
  },
}
