/** One key of events on both databases: a company and its place. Else an office of two companies fits into no SQLite file. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'
import { companyEventKey } from './triggers.ts'

export const eventKey: Migration = {
  async up(db: Kysely<unknown>) {
    if (isPostgres(db) || (await hasPlaces(db))) return
    for (const statement of companyEventKey()) await sql.raw(statement).execute(db)
  },
}

/** A store whose first step was taken by this version has the key already. */
async function hasPlaces(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_master where type = 'table' and name = 'event_place'`.execute(db)
  return rows.length > 0
}
