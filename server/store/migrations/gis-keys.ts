/** Keys of GIS programs are a kind of their own. Those of before stay as they are: their names do not tell them apart. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const gisKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(`alter table api_key add column kind text not null default 'api'`).execute(db)
  },
}
