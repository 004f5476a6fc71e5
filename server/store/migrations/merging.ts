/** How far the merge of a job is, for who looks at it. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const merging: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table job add column merging text').execute(db)
  },
}
