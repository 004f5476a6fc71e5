/** A step that is nothing but SQL: its statements, one after the other. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const running = (...statements: readonly string[]): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
