/**
 * For an installation with many processes and many rows: calls that the API processes count together (a crash of the
 * database loses a minute's count, nothing else), and indexes of what every worker looks for once a second.
 */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '../dialect.ts'

export const scale: Migration = {
  async up(db: Kysely<unknown>) {
    const columns = (kind: string) => `(who text primary key, started_ms ${kind} not null, used ${kind} not null)`
    const statements = [
      isPostgres(db)
        ? `create unlogged table rate_window ${columns('bigint')}`
        : `create table rate_window ${columns('integer')} strict, without rowid`,
      `create index delivery_to_fetch on delivery (id) where read_at is null and failure is null`,
      `create index artifact_to_make on artifact (created_at) where state = 'wanted'`,
      `create index check_to_run on registry_check (id) where state <> 'done'`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
