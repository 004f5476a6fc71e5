/**
 * All rows of a desktop's SQLite file into the database of an office, in one transaction: the ids stay, the places of events
 * stay. Which tables come along, and in which order, is as in a backup (snapshot.ts).
 */
import Database from 'better-sqlite3'
import type { Transaction } from 'kysely'
import { Refusal } from '../domain/refusal.ts'
import type { DB } from './schema.ts'
import { COPIED_TABLES, insertRows, type Row, readSnapshot } from './snapshot.ts'
import type { Store } from './store.ts'

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
    const companies = source.prepare('select id, name from company order by id').all() as MovedRows['companies']
    return await office.durably('all', async (trx) => {
      await refuseKnown(trx, source)
      const rows: Record<string, number> = {}
      await readSnapshot(file, async (desktop) => {
        for (const table of COPIED_TABLES) {
          const found = desktop.rows(table)
          rows[table] = await insertRows(trx, table, table === 'setting' ? withoutOffice(found) : found)
        }
      })
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

/** Which office a desktop works with means nothing at that office; jobs handed over stay marked, so that none is filed twice. */
async function* withoutOffice(rows: AsyncIterable<Row>): AsyncIterable<Row> {
  for await (const row of rows) if (!String(row.name).startsWith('office.')) yield row
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
