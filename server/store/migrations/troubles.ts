/** What keeps an order or a delivery from going on although the registry has it, and what it answered. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const troubles: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['registry_order add column trouble', 'registry_order add column answer']) {
      await sql.raw(`alter table ${column} text`).execute(db)
    }
    await sql.raw('alter table delivery add column trouble text').execute(db)
    // Whoever shows jobs asks for the few that have one.
    await sql.raw('create index delivery_in_trouble on delivery (part_id) where trouble is not null').execute(db)
  },
}
