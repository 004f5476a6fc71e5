/** Companies, and the log of what they paid for. */
import type { Insertable, Kysely } from 'kysely'
import type { AuditTable, DB } from './schema.ts'

type Db = Kysely<DB>

/** On a desktop there is one. */
export const firstCompany = (db: Db) =>
  db.selectFrom('company').select(['id', 'name']).orderBy('created_at').orderBy('id').executeTakeFirst()

export const companyName = async (db: Db, companyId: string): Promise<string> =>
  (await db.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()).name

export const insertCompany = (db: Db, company: { id: string; name: string; createdAt: string }) =>
  db.insertInto('company').values({ id: company.id, name: company.name, created_at: company.createdAt }).execute()

/** Every paid act, in the transaction that makes it. */
export const recordAct = (db: Db, act: Insertable<AuditTable>) => db.insertInto('audit').values(act).execute()
