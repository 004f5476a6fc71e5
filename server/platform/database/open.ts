/**
 * Opens the store: a SQLite file on one computer, a PostgreSQL database in an office. Queries and migrations are the same;
 * what differs between the two stands in sqlite.ts, postgres.ts and dialect.ts.
 */
import type { Store } from './store.ts'

export type { Store } from './store.ts'

/** @param at path of app.db, whose folder is made, or `postgres://…`. All migrations are taken. */
export async function openStore(at: string): Promise<Store> {
  if (!isPostgresUrl(at)) return (await import('./sqlite.ts')).openSqlite(at)
  return (await import('./postgres.ts')).openPostgres(at)
}

export const isPostgresUrl = (at: string): boolean => /^postgres(ql)?:\/\//.test(at)
