/**
 * Makes the tables of a new database from the declared schema, and takes the steps that an existing one lacks. The table
 * `kysely_migration` names the steps that a database has taken.
 */
import { type Kysely, sql, type Transaction } from 'kysely'
import { BadSetup, Refusal } from '../../refusal.ts'
import { ON_POSTGRES } from '../declared/postgres.ts'
import { ON_SQLITE } from '../declared/sqlite.ts'
import { TABLES } from '../declared/tables.ts'
import { isPostgres, runAsWritten, runSql, statementsOf } from '../dialect.ts'
import { STEPS } from './steps.ts'

/** The last step of the oldest databases and backups that this build opens. */
const OLDEST = '540-installation'
/** In their order. */
export const STEP_NAMES: readonly string[] = [OLDEST, ...Object.keys(STEPS)]
/** A build is numbered by its last step. */
const BUILD = Number.parseInt(STEP_NAMES.at(-1)!, 10)
const OPENED_BY = 'KLIC Desktop 0.1.0 (of 27 November 2026)'
/** Any number that no other process locks. */
const LOCK = 4_780_003

/**
 * All or nothing.
 * @throws BadSetup when the database is too old or too new for this build; any other error when a step fails
 */
export async function migrate(db: Kysely<never>): Promise<void> {
  const untyped = db as unknown as Kysely<unknown>
  if ((await stepsLeft(untyped)).length === 0) return
  const transaction = isPostgres(db) ? untyped.transaction().setIsolationLevel('read committed') : untyped.transaction()
  await transaction.execute(bringUpToDate).catch((error: unknown) => {
    if (error instanceof BadSetup) throw error
    throw new Error('The database could not be brought up to date', { cause: error })
  })
}

/** Many processes start at once: the first does it, and the others find it done. */
export async function bringUpToDate(trx: Transaction<unknown>): Promise<void> {
  if (isPostgres(trx)) {
    await sql`set local lock_timeout = 0`.execute(trx)
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
  }
  const left = await stepsLeft(trx)
  if (left[0] === OLDEST) await declare(trx)
  else for (const name of left) await STEPS[name]!.up(trx)
  for (const name of left) {
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(trx)
  }
}

async function declare(trx: Transaction<unknown>): Promise<void> {
  await runSql(trx, statementsOf(TABLES))
  await runAsWritten(trx, statementsOf(isPostgres(trx) ? ON_POSTGRES : ON_SQLITE))
}

/** Of an empty database that is up to date: its tables are then as they were after this step. */
export async function undoStepsAfter(trx: Transaction<unknown>, last: string): Promise<void> {
  for (const name of STEP_NAMES.filter((each) => each > last).reverse()) {
    await STEPS[name]!.down(trx)
    await sql`delete from kysely_migration where name = ${name}`.execute(trx)
  }
}

/**
 * Those that this build knows and the database has not taken. Steps are taken in their order, so that the last one tells.
 * @throws BadSetup when the database is too old or too new for this build
 */
async function stepsLeft(db: Kysely<unknown>): Promise<readonly string[]> {
  const last = (await stepsTaken(db)).at(-1)
  return last === undefined ? STEP_NAMES : STEP_NAMES.filter((name) => name > last)
}

/**
 * In their order; none: the database has none of our tables.
 * @throws BadSetup when the database is too old or too new for this build
 */
export async function stepsTaken(db: Kysely<unknown>): Promise<string[]> {
  const found = isPostgres(db)
    ? sql`select 1 where to_regclass('kysely_migration') is not null`
    : sql`select 1 from sqlite_master where name = 'kysely_migration'`
  if ((await found.execute(db)).rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const last = rows.at(-1)?.name
  if (last !== undefined && last < OLDEST) {
    throw new BadSetup(
      `The database is of an older version, which this one can't open; nothing was changed. Install ${OPENED_BY}, start it once with this database, and then this version.`,
    )
  }
  if (last !== undefined) await refuseOlderBuild(db)
  return rows.map(({ name }) => name)
}

/** @throws BadSetup when this build may no longer run on the database */
export async function refuseOlderBuild(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ value: string }>`select value from installation where name = 'oldest_build'`.execute(db)
  if (Number(rows[0]?.value ?? 0) <= BUILD) return
  throw new BadSetup(
    'This version of KLIC Desktop is too old for the database, which a newer version has changed: install the version that the other machines run.',
  )
}

/**
 * @param taken the steps of the database that a backup is of
 * @throws Refusal when it is too old or too new for this build
 */
export function refuseOtherVersion(taken: readonly string[]): void {
  const last = taken.at(-1)
  if (last !== undefined && STEP_NAMES.includes(last)) return
  throw new Refusal(
    'VALIDATION_FAILED',
    last === undefined || last < OLDEST
      ? `The backup is of an older version, which this one can't read; nothing was restored. Install ${OPENED_BY}, restore it there, start that version once, and make a new backup.`
      : 'The backup is of a newer version of the program: install that, and restore it there.',
  )
}
