/** Who bills what was filed. Until now nobody could file but under a relation number of the company's own. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const billing: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['job', 'audit']) {
      await sql.raw(`alter table ${table} add column billed_by text not null default 'kadaster'`).execute(db)
    }
  },
}
