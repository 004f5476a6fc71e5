/**
 * Opens the store. The one place where pragmas are set: API, worker and the command line share the file.
 * `begin immediate` and the busy timeout are both needed: a transaction that starts as a reader and turns into a writer
 * fails with SQLITE_BUSY_SNAPSHOT, which no timeout cures.
 */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect, sql, type Transaction } from 'kysely'
import { migrate } from './migrations.ts'
import type { DB } from './schema.ts'

export interface Store {
  readonly db: Kysely<DB>
  /** A transaction that is on the disk, not only in the log's buffer, when it returns: for what precedes a paid call. */
  durably<T>(work: (trx: Transaction<DB>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** @param file path of app.db; its folder is made. */
export async function openStore(file: string): Promise<Store> {
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
    durably: (work) =>
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
