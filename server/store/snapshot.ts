/**
 * All rows of a store at one moment, out of it and into another, whichever database holds each. What it leaves out is of no
 * use elsewhere (who is signed in) or is kept by triggers (totals); the queue is a database of its own and holds nothing
 * that does not follow from the rows.
 */
import Database from 'better-sqlite3'
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import pg from 'pg'
import { Refusal } from '../domain/refusal.ts'
import { isPostgres } from './dialect.ts'
import { migrate, migrationNames } from './migrations.ts'
import { isPostgresUrl } from './open.ts'
import { types } from './postgres.ts'
import type { DB } from './schema.ts'

/** Each after those that its rows refer to; a test holds them against the database. */
export const COPIED_TABLES = [
  ...['company', 'setting', 'user', 'api_key', 'invitation'],
  ...['job', 'part', 'registry_order', 'delivery', 'artifact', 'removal', 'office_handover'],
  ...['event', 'event_attempt', 'audit', 'registry_check'],
  ...['project', 'project_job', 'project_document', 'checklist', 'checklist_item', 'checklist_template'],
  ...['log_entry', 'acknowledgement'],
] as const satisfies readonly (keyof DB)[]
/** Secrets are sealed with a key of the server's: a backup seals them anew, or leaves them out. */
export const LEFT_OUT = [
  ...['session', 'window_token', 'tally', 'event_place', 'worker', 'sealed_secret', 'rate_window'],
  ...['kysely_migration', 'kysely_migration_lock'],
]
export type CopiedTable = (typeof COPIED_TABLES)[number]

export type Row = Record<string, string | number | null>

export interface Snapshot {
  /** Steps that the store has taken, in their order */
  readonly migrations: readonly string[]
  rows(table: CopiedTable): AsyncIterable<Row>
}

const AT_ONCE = 200

/** @param at as for openStore; nothing is written, and nobody who writes waits */
export async function readSnapshot<T>(at: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const db = connect(at, true)
  try {
    return await db.connection().execute(async (connection) => {
      const begin = isPostgres(db as never) ? sql`begin isolation level repeatable read read only` : sql`begin`
      await begin.execute(connection)
      try {
        return await work({ migrations: await taken(connection), rows: (table) => rowsOf(connection, table) })
      } finally {
        await sql`rollback`.execute(connection)
      }
    })
  } finally {
    await db.destroy()
  }
}

async function* rowsOf(db: Kysely<DB>, table: CopiedTable): AsyncIterable<Row> {
  if (!isPostgres(db as never)) {
    yield* db.selectFrom(table).selectAll().stream() as AsyncIterable<Row>
    return
  }
  await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(db)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(AT_ONCE)} from copied`.execute(db)
    if (rows.length === 0) break
    yield* rows
  }
  await sql`close copied`.execute(db)
}

/**
 * Fills an empty store, all or nothing, and brings it up to date.
 * @param at as for openStore; a SQLite file is made
 * @param migrations those of the store that the rows are from
 * @throws Refusal when the store has rows, or this version is older than the one the rows are from
 */
export async function writeRows(
  at: string,
  migrations: readonly string[],
  rowsOfTable: (table: CopiedTable) => AsyncIterable<Row>,
): Promise<void> {
  refuseOtherVersion(migrations)
  const db = connect(at, false)
  try {
    await refuseFilled(db)
    await migrate(db as unknown as Kysely<never>, migrations.at(-1))
    await db.transaction().execute(async (trx) => {
      for (const table of COPIED_TABLES) await insertRows(trx, table, rowsOfTable(table))
    })
    await migrate(db as unknown as Kysely<never>)
  } finally {
    await db.destroy()
  }
}

/** @returns how many */
export async function insertRows(db: Kysely<DB>, table: CopiedTable, rows: AsyncIterable<Row>): Promise<number> {
  let [waiting, count]: [Row[], number] = [[], 0]
  const write = async (): Promise<void> => {
    if (waiting.length === 0) return
    await db
      .insertInto(table)
      .values(waiting as never)
      .execute()
    count += waiting.length
    waiting = []
  }
  for await (const row of rows) {
    waiting.push(row)
    if (waiting.length >= AT_ONCE) await write()
  }
  await write()
  return count
}

function connect(at: string, isReading: boolean): Kysely<DB> {
  if (isPostgresUrl(at)) {
    const pool = new pg.Pool({ connectionString: at, max: 1, types, application_name: 'klic-desktop-copy' })
    return new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }) })
  }
  const raw = new Database(at, { readonly: isReading, fileMustExist: isReading, timeout: 10_000 })
  if (!isReading) raw.pragma('foreign_keys = ON')
  return new Kysely<DB>({ dialect: new SqliteDialect({ database: raw }) })
}

const taken = async (db: Kysely<DB>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

function refuseOtherVersion(migrations: readonly string[]): void {
  const known = migrationNames()
  if (migrations.length > 0 && migrations.every((name, index) => name === known[index])) return
  throw new Refusal(
    'VALIDATION_FAILED',
    'The backup is of a newer version of the program: install that, and restore it there.',
  )
}

async function refuseFilled(db: Kysely<DB>): Promise<void> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'company')) return
  const company = await db.selectFrom('company').select('id').limit(1).executeTakeFirst()
  if (company) throw new Refusal('VALIDATION_FAILED', 'The database is not empty: restore into one that is.')
}
