/** The ground comes into a GeoPackage after the result is there: whether it is wanted, and the file without it, to be removed. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const ground: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table artifact add column ground text`.execute(db)
    await sql`alter table artifact add column bare_path text`.execute(db)
    await sql`create index artifact_to_ground on artifact (created_at) where ground = 'wanted'`.execute(db)
    await sql`create index artifact_bare on artifact (created_at) where bare_path is not null`.execute(db)
  },
}
