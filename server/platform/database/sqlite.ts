/**
 * The store in a SQLite file. The one place where pragmas are set: API, worker and the command line share the file.
 * `begin immediate` and the busy timeout are both needed: a transaction that starts as a reader and turns into a writer
 * fails with SQLITE_BUSY_SNAPSHOT, which no timeout cures.
 */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { migrate } from './migrations/migrations.ts'
import { outages } from './outage.ts'
import type { DB } from './schema.ts'
import type { Store } from './store.ts'

const MAX_STATEMENTS = 500

/** Kysely has each query compiled anew, and what SQLite compiled is freed only when V8 next clears up. */
export function withKeptStatements(raw: Database.Database, as = (statement: string) => statement): Database.Database {
  const kept = new Map<string, Database.Statement>()
  const prepare = (text: string): Database.Statement => {
    const known = kept.get(text)
    if (known) return known
    if (kept.size >= MAX_STATEMENTS) kept.clear()
    const statement = text === 'rollback' ? rollbackOf(raw) : raw.prepare(as(text))
    kept.set(text, statement)
    return statement
  }
  return { close: () => raw.close(), prepare } as Partial<Database.Database> as Database.Database
}

/**
 * On a full disk SQLite rolls back by itself, and a rollback after that is an error that would stand for the one that came
 * first: the only one that says what is the matter.
 */
function rollbackOf(raw: Database.Database): Database.Statement {
  const statement = raw.prepare('rollback')
  const run = () => (raw.inTransaction ? statement.run() : { changes: 0, lastInsertRowid: 0 })
  return { reader: false, run } as unknown as Database.Statement
}

/** @param file path of app.db; its folder is made. */
export async function openSqlite(file: string): Promise<Store> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const raw = new Database(file, { timeout: 10_000 })
  raw.pragma('journal_mode = WAL')
  raw.pragma('synchronous = NORMAL')
  raw.pragma('foreign_keys = ON')

  const database = withKeptStatements(raw, (statement) => (statement === 'begin' ? 'begin immediate' : statement))
  const { note, outage } = outages()
  const db = new Kysely<DB>({
    dialect: new SqliteDialect({ database }),
    log(event) {
      if (event.level === 'error') note(event.error)
    },
  })
  try {
    await migrate(db as unknown as Kysely<never>)
  } catch (error) {
    await db.destroy()
    throw error
  }

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
    outage,
    close: () => db.destroy(),
  }
}
