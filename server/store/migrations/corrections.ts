/** When a refused job was corrected: the job tells of its former attempts. Of those before this step it is not known. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const corrections: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table job add column corrected_at text`.execute(db)
  },
}
