/** What SQL that is written for SQLite becomes on PostgreSQL. */
import { type Kysely, PostgresAdapter, sql } from 'kysely'

export const isPostgres = (db: Kysely<never> | Kysely<unknown>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/**
 * - Whole numbers are as wide as SQLite's; real is as exact.
 * - Text is ordered by its bytes: ids sort by age, and a page is the same on both.
 */
export function definition(text: string): string {
  if (!/^\s*(create|alter)\s+table\b/i.test(text)) return text
  return text
    .replace(/\)\s*strict(\s*,\s*without\s+rowid)?\s*$/i, ')')
    .replace(/\binteger\b/gi, 'bigint')
    .replace(/\breal\b/gi, 'double precision')
    .replace(/((?:\w+|"\w+")\s+)text\b/gi, '$1text collate "C"')
}

/** @param statements written for SQLite */
export const runSql = (db: Kysely<unknown>, statements: readonly string[]): Promise<void> =>
  runAsWritten(db, isPostgres(db) ? statements.map(definition) : statements)

/** @param statements written for the database that `db` is */
export async function runAsWritten(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** @param text each statement begins a line, and all others of its lines are indented or close it */
export const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/ *--.*/g, '')
    .split(/^(?=create |alter |insert )/m)
    .map((statement) => statement.trim().replace(/;$/, ''))
    .filter((statement) => statement !== '')
