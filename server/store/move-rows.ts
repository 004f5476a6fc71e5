/**
 * All rows of a desktop's SQLite file into the database of an office, in one transaction: the ids stay, the places of events
 * stay, and what belongs to a window of that desktop (sessions, one-time tokens) stays behind. Tables and their order are
 * read from the file itself, so that a new one is not forgotten.
 */
import Database from 'better-sqlite3'
import type { Transaction } from 'kysely'
import { Refusal } from '../domain/refusal.ts'
import type { DB } from './schema.ts'
import type { Store } from './store.ts'

/** Triggers keep the tally anew. */
const NOT_MOVED = ['session', 'window_token', 'tally']
const ROWS_AT_ONCE = 100

export interface MovedRows {
  companies: { id: string; name: string }[]
  /** Table -> how many rows */
  rows: Record<string, number>
}

/**
 * @param file an app.db with all migrations taken, that nobody writes to
 * @throws Refusal VALIDATION_FAILED when the office has one of its companies or users already; then nothing is written
 */
export async function moveRows(file: string, office: Store): Promise<MovedRows> {
  const source = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const tables = tablesInOrder(source)
    const companies = source.prepare('select id, name from company order by id').all() as MovedRows['companies']
    return await office.durably('all', async (trx) => {
      await refuseKnown(trx, source)
      const rows: Record<string, number> = {}
      for (const table of tables) rows[table] = await copyTable(trx, source, table)
      await compareTallies(trx, source)
      return { companies, rows }
    })
  } finally {
    source.close()
  }
}

/** Whether the office has all of its companies: then an earlier move got through. */
export async function isMoved(file: string, office: Store): Promise<boolean> {
  const source = new Database(file, { readonly: true, fileMustExist: true })
  const ids = (source.prepare('select id from company').all() as { id: string }[]).map(({ id }) => id)
  source.close()
  if (ids.length === 0) return false
  const known = await office.db.selectFrom('company').select('id').where('id', 'in', ids).execute()
  return known.length === ids.length
}

/** What others refer to comes before them. */
function tablesInOrder(source: Database.Database): string[] {
  const all = (
    source
      .prepare(
        `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'`,
      )
      .all() as { name: string }[]
  ).map(({ name }) => name)
  const order: string[] = []
  const add = (table: string): void => {
    if (order.includes(table)) return
    const parents = source.pragma(`foreign_key_list("${table}")`) as { table: string }[]
    for (const parent of parents) if (parent.table !== table) add(parent.table)
    order.push(table)
  }
  for (const table of all) add(table)
  return order.filter((table) => !NOT_MOVED.includes(table))
}

async function refuseKnown(trx: Transaction<DB>, source: Database.Database): Promise<void> {
  const companies = source.prepare('select id from company').pluck().all() as string[]
  const emails = source.prepare('select email from "user" where removed_at is null').pluck().all() as string[]
  const known =
    companies.length > 0 && (await trx.selectFrom('company').select('name').where('id', 'in', companies).execute())
  if (known && known.length > 0) {
    const message = `The office has this company already (${known.map(({ name }) => name).join(', ')}): nothing was moved.`
    throw new Refusal('VALIDATION_FAILED', message)
  }
  if (emails.length === 0) return
  const users = trx.selectFrom('user').select('email').where('email', 'in', emails).where('removed_at', 'is', null)
  const taken = await users.execute()
  if (taken.length === 0) return
  const message = `The office has users with these addresses already: ${taken.map(({ email }) => email).join(', ')}. Nothing was moved: remove them here or there first.`
  throw new Refusal('VALIDATION_FAILED', message)
}

async function copyTable(trx: Transaction<DB>, source: Database.Database, table: string): Promise<number> {
  let batch: unknown[] = []
  let count = 0
  const write = async (): Promise<void> => {
    if (batch.length === 0) return
    await trx
      .insertInto(table as keyof DB)
      .values(batch as never)
      .execute()
    count += batch.length
    batch = []
  }
  // Which office a desktop works with means nothing at that office; jobs handed over stay marked, so that none is filed twice.
  const moved = table === 'setting' ? `where name not like 'office.%'` : ''
  for (const row of source.prepare(`select * from "${table}" ${moved}`).iterate()) {
    batch.push(row)
    if (batch.length === ROWS_AT_ONCE) await write()
  }
  await write()
  return count
}

/** @throws Error when the office counts otherwise: then rows are missing, and nothing is kept */
async function compareTallies(trx: Transaction<DB>, source: Database.Database): Promise<void> {
  const rows = source.prepare('select company_id, what, total from tally').all() as DB['tally'][]
  for (const { company_id, what, total } of rows) {
    const found = await trx
      .selectFrom('tally')
      .select('total')
      .where('company_id', '=', company_id)
      .where('what', '=', what)
      .executeTakeFirst()
    if ((found?.total ?? 0) !== total) throw new Error(`${total} ${what} were to be moved, ${found?.total} arrived`)
  }
}
