/** For a restore of many rows: what PostgreSQL counted for each of them it counts once a statement. SQLite needs nothing. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'
import { triggersOfStatements } from './triggers.ts'

export const copies: Migration = {
  async up(db: Kysely<unknown>) {
    if (!isPostgres(db)) return
    for (const statement of triggersOfStatements()) await sql.raw(statement).execute(db)
  },
}
