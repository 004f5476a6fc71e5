/**
 * All rows of a store at one moment, out of it and into another, whichever database holds each. What it leaves out is of no
 * use elsewhere (who is signed in) or is kept by triggers (totals); the queue is a database of its own and holds nothing
 * that does not follow from the rows.
 */

import Database from 'better-sqlite3'
import { type CompiledQuery, Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import pg from 'pg'
import { Refusal } from '../refusal.ts'
import { isPostgres } from './dialect.ts'
import { installationFacts } from './installation-rows.ts'
import { bringUpToDate, refuseOtherVersion, stepsTaken, undoStepsAfter } from './migrations/migrations.ts'
import { isPostgresUrl } from './open.ts'
import { databaseFault, outages } from './outage.ts'
import { ANSWER_PATIENCE_MS, Client, types } from './postgres.ts'
import type { DB } from './schema.ts'
import { withKeptStatements } from './sqlite.ts'

/** Each after those that its rows refer to; a test holds them against the database. */
export const COPIED_TABLES = [
  ...['company', 'setting', 'user', 'api_key', 'invitation', 'calendar_feed'],
  ...['job', 'part', 'registry_order', 'delivery', 'artifact', 'preliminary', 'ground_sheet', 'removal', 'site_link'],
  ...['event', 'event_attempt', 'audit', 'registry_check', 'safety_list'],
  ...['project', 'project_job', 'project_document', 'checklist', 'checklist_item', 'checklist_template'],
  ...[
    'log_entry',
    'acknowledgement',
    'dig',
    'precaution_contact',
    'agreement_file',
    'start_photo',
    'site_presence',
    'notice',
    'trench_plan',
    'trench_finding',
    'finding_photo',
  ],
] as const satisfies readonly (keyof DB)[]
/** Secrets are sealed with a key of the server's: a backup seals them anew, or leaves them out. */
export const LEFT_OUT = [
  ...['session', 'window_token', 'tally', 'event_place', 'worker', 'sealed_secret', 'rate_window'],
  // Which storage and which key: a restored installation has its own.
  'installation',
  'kysely_migration',
]
/** Tables that are gone, and the step that drops each. A database that has not taken it is backed up and restored with the table. */
const FORMER_TABLES = { office_handover: '600-retired' } as const
/** Tables that are new, and the step that makes each: in a database that has not taken it there are none. */
const LATER_TABLES: Readonly<Partial<Record<keyof DB, string>>> = {
  trench_plan: '610-trench-plans',
  trench_finding: '610-trench-plans',
  finding_photo: '620-proposed-findings',
}
export type CopiedTable = (typeof COPIED_TABLES)[number] | keyof typeof FORMER_TABLES

/** @param taken the steps of the database */
export const copiedTables = (taken: readonly string[]): CopiedTable[] => [
  ...COPIED_TABLES.filter((table) => LATER_TABLES[table] === undefined || taken.includes(LATER_TABLES[table])),
  ...Object.entries(FORMER_TABLES).flatMap(([table, step]) => (taken.includes(step) ? [] : [table as CopiedTable])),
]

export type Row = Record<string, string | number | null>

export interface Snapshot {
  /** Steps that the store has taken, in their order */
  readonly migrations: readonly string[]
  /** null: no server has used the store yet */
  readonly storageId: string | null
  rows(table: CopiedTable): AsyncIterable<Row>
}

/** What is held of a table at once: so many rows, or so much of them that one row more would be too much. */
export const MAX_ROWS = 200
export const MAX_BYTES = 1024 * 1024
/** Nobody knows yet how large they are. */
const FIRST_ROWS = 20

/** @param at as for openStore; nothing is written, and nobody who writes waits */
export async function readSnapshot<T>(at: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const db = connect(at, true)
  try {
    await orAway(sql`select 1`.execute(db))
    return await db.connection().execute(async (connection) => {
      const begin = isPostgres(db as never) ? sql`begin isolation level repeatable read read only` : sql`begin`
      await begin.execute(connection)
      try {
        // Where the build is too old it would leave out tables that it does not know.
        const migrations = await stepsTaken(connection as never)
        return await work({
          migrations,
          storageId: (await installationFacts(connection)).storage_id ?? null,
          rows: (table) => rowsOf(connection, table),
        })
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
    yield* db
      .selectFrom(table as keyof DB)
      .selectAll()
      .stream() as AsyncIterable<Row>
    return
  }
  await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(db)
  for (let atOnce = FIRST_ROWS; ; ) {
    const { rows } = await sql<Row>`fetch ${sql.lit(atOnce)} from copied`.execute(db)
    if (rows.length === 0) break
    yield* rows
    atOnce = rowsAtOnce(rows)
  }
  await sql`close copied`.execute(db)
}

/** How many rows of this size are fetched next. */
export function rowsAtOnce(rows: readonly Row[]): number {
  const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0)
  return Math.max(1, Math.min(MAX_ROWS, Math.floor((MAX_BYTES * rows.length) / bytes)))
}

const NUMBER_BYTES = 8
const bytesOf = (row: Row): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : NUMBER_BYTES), 0)

/**
 * Fills an empty store, all or nothing, and brings it up to date.
 * @param at as for openStore; a SQLite file is made
 * @param migrations those of the store that the rows are from
 * @throws Refusal when the store has rows, or the rows are of a version that is too old or too new for this one
 */
export async function writeRows(
  at: string,
  migrations: readonly string[],
  rowsOfTable: (table: CopiedTable) => AsyncIterable<Row>,
): Promise<void> {
  refuseOtherVersion(migrations)
  const db = connect(at, false)
  try {
    await orAway(sql`select 1`.execute(db))
    await refuseFilled(db)
    await db.transaction().execute(async (trx) => {
      await bringUpToDate(trx as never)
      await undoStepsAfter(trx as never, migrations.at(-1)!)
      for (const table of copiedTables(migrations)) await insertRows(trx, table, rowsOfTable(table))
      await bringUpToDate(trx as never)
    })
  } finally {
    await db.destroy()
  }
}

/**
 * Holds as many rows at once as the database is better off with: SQLite is no further away for a single one.
 * @param rows all of the same columns, in the same order
 * @returns how many
 */
export async function insertRows(db: Kysely<DB>, table: CopiedTable, rows: AsyncIterable<Row>): Promise<number> {
  const atOnce = isPostgres(db as never) ? MAX_ROWS : 1
  let [count, before] = [0, undefined as { rows: number; query: CompiledQuery } | undefined]
  for await (const batch of batches(rows, atOnce)) {
    // A statement of thousands of parameters is built once for as many rows, not a thousand times.
    if (before?.rows !== batch.length) {
      const values = db.insertInto(table as keyof DB).values(batch as never)
      before = { rows: batch.length, query: values.compile() }
    }
    const columns = Object.keys(batch[0]!)
    const parameters = batch.flatMap((row) => columns.map((column) => row[column]))
    if (parameters.length !== before.query.parameters.length) throw new Error(`Rows of ${table} have other columns`)
    await db.executeQuery({ ...before.query, parameters })
    count += batch.length
  }
  return count
}

async function* batches(rows: AsyncIterable<Row>, most: number): AsyncIterable<Row[]> {
  let [batch, bytes]: [Row[], number] = [[], 0]
  for await (const row of rows) {
    batch.push(row)
    bytes += bytesOf(row)
    if (batch.length < most && bytes < MAX_BYTES) continue
    yield batch
    ;[batch, bytes] = [[], 0]
  }
  if (batch.length > 0) yield batch
}

export function connect(at: string, isReading: boolean): Kysely<DB> {
  if (isPostgresUrl(at)) {
    const pool = new pg.Pool({
      Client,
      connectionString: at,
      max: 1,
      types,
      application_name: 'klic-desktop-copy',
      connectionTimeoutMillis: ANSWER_PATIENCE_MS,
    })
    return new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }) })
  }
  const raw = new Database(at, { readonly: isReading, fileMustExist: isReading, timeout: 10_000 })
  if (!isReading) raw.pragma('foreign_keys = ON')
  return new Kysely<DB>({ dialect: new SqliteDialect({ database: isReading ? raw : withKeptStatements(raw) }) })
}

/** @throws BadSetup; TryLater when the database is away */
export const orAway = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    const { note, outage } = outages()
    note(error)
    throw databaseFault(error) ?? outage(error) ?? error
  })

async function refuseFilled(db: Kysely<DB>): Promise<void> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'company')) return
  const company = await db.selectFrom('company').select('id').limit(1).executeTakeFirst()
  if (company) throw new Refusal('VALIDATION_FAILED', 'The database is not empty: restore into one that is.')
}
