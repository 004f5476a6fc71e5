/**
 * The store in a SQLite file. The one place where pragmas are set: API, worker and the command line share the file.
 * `begin immediate` and the busy timeout are both needed: a transaction that starts as a reader and turns into a writer
 * fails with SQLITE_BUSY_SNAPSHOT, which no timeout cures.
 */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { migrate } from './migrations.ts'
import type { DB } from './schema.ts'
import type { Store } from './store.ts'

/** @param file path of app.db; its folder is made. */
export async function openSqlite(file: string): Promise<Store> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const raw = new Database(file, { timeout: 10_000 })
  raw.pragma('journal_mode = WAL')
  raw.pragma('synchronous = NORMAL')
  raw.pragma('foreign_keys = ON')

  const cache = new Map<string, Database.Statement>()
  const database = {
    close: () => raw.close(),
    prepare(sql: string) {
      let statement = cache.get(sql)
      if (!statement) {
        if (cache.size > 500) cache.clear()
        statement = raw.prepare(sql === 'begin' ? 'begin immediate' : sql)
        cache.set(sql, statement)
      }
      return statement
    },
  }
  const db = new Kysely<DB>({ dialect: new SqliteDialect({ database: database as unknown as Database.Database }) })
  await migrate(db as unknown as Kysely<never>)

  return {
    db,
    transaction: (_turn, work) => db.transaction().execute(work),
    durably: (_turn, work) =>
      // In WAL mode NORMAL may lose the last commits when the power fails; FULL syncs the log at each commit.
      // The connection is held for the while, because the level can't change inside a transaction.
      db.connection().execute(async (connection) => {
        await sql`pragma synchronous = FULL`.execute(connection)
        try {
          return await connection.transaction().execute(work)
        } finally {
          await sql`pragma synchronous = NORMAL`.execute(connection)
        }
      }),
    close: () => db.destroy(),
  }
}
