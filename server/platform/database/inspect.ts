/** Looks at a store without changing it: no table is made and no migration is taken. */
import { stat } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { BadSetup } from '../refusal.ts'
import { isPostgres } from './dialect.ts'
import { installationFacts, type WorkerRow, workersBetween } from './installation-rows.ts'
import { STEP_NAMES, stepsTaken } from './migrations/migrations.ts'
import { isPostgresUrl } from './open.ts'
import type { DB } from './schema.ts'
import { connect, orAway } from './snapshot.ts'

export interface StoreReport {
  /** Of the database: `PostgreSQL 15.3`, `SQLite 3.50.1` */
  version: string
  /** Steps of this build that the database has not taken; null: it has no tables yet */
  steps: number | null
  /** Whether the user may make tables and schemas, and use those that are there */
  hasRights: boolean
  facts: Awaited<ReturnType<typeof installationFacts>>
  /** Registries that companies file with */
  environments: string[]
  /** Seen around this time */
  workers: WorkerRow[]
  /** Milliseconds that this machine's clock is ahead of the database's; null: the database is a file on this machine */
  clockAheadMs: number | null
}

/**
 * @param at as for openStore; a SQLite file must be there
 * @throws BadSetup; TryLater when the database is away
 */
export async function inspectStore(at: string, seenMs: number): Promise<StoreReport> {
  const db = connect(at, true)
  try {
    return await orAway(inspected(db, seenMs))
  } finally {
    await db.destroy()
  }
}

/**
 * @param at as for openStore
 * @throws BadSetup, also where this user may not look; TryLater when the database is away
 */
export async function isStoreThere(at: string): Promise<boolean> {
  if (isPostgresUrl(at)) return (await inspectStore(at, 0)).steps !== null
  try {
    return (await stat(at)).size > 0
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw new BadSetup(`${at} can't be read by this user (${code}): run the command as the user of the server.`, {
      cause: error,
    })
  }
}

async function inspected(db: Kysely<DB>, seenMs: number): Promise<StoreReport> {
  const isOffice = isPostgres(db as never)
  const { version, clockAheadMs } = await (isOffice ? ofPostgres(db) : ofSqlite(db))
  const hasRights = !isOffice || (await mayMakeTables(db))
  const taken = await stepsTaken(db as never)
  const none = { facts: {}, environments: [], workers: [] }
  if (taken.length === 0) return { version, clockAheadMs, hasRights, steps: null, ...none }
  const now = Date.now()
  const time = (ms: number): string => new Date(ms).toISOString()
  return {
    version,
    clockAheadMs,
    hasRights,
    steps: STEP_NAMES.filter((name) => !taken.includes(name)).length,
    facts: await installationFacts(db),
    environments: await environmentsOf(db),
    workers: await workersBetween(db, time(now - seenMs), time(now + seenMs)),
  }
}

async function ofPostgres(db: Kysely<DB>) {
  // Connected before the clocks are compared.
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
  const before = Date.now()
  const clock = await sql<{ ms: number }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db)
  const here = (before + Date.now()) / 2
  return { version: `PostgreSQL ${rows[0]!.version}`, clockAheadMs: Math.round(here - clock.rows[0]!.ms) }
}

async function ofSqlite(db: Kysely<DB>) {
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db)
  return { version: `SQLite ${rows[0]!.version}`, clockAheadMs: null }
}

/** The queue has a schema of its own. */
async function mayMakeTables(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select
    has_database_privilege(current_database(), 'create')
    and coalesce(has_schema_privilege(current_schema(), 'create'), false)
    and not exists (select 1 from pg_tables where schemaname in (current_schema(), 'openworkflow')
      and not pg_has_role(tableowner, 'usage')) as may`.execute(db)
  return rows[0]!.may
}

async function environmentsOf(db: Kysely<DB>): Promise<string[]> {
  const rows = await db
    .selectFrom('setting')
    .select('value')
    .distinct()
    .where('name', '=', 'registry.environment')
    .execute()
  return rows.map(({ value }) => JSON.parse(value))
}
