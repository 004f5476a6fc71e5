/** Sealed text of a company, by name: for servers on several machines, which share no folder. Never plain. */
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

type Db = Kysely<DB>

export const secretRows = (db: Db, companyId: string) => ({
  async read(name: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('sealed_secret')
      .select('value')
      .where('company_id', '=', companyId)
      .where('name', '=', name)
      .executeTakeFirst()
    return row?.value
  },
  async write(name: string, value: string): Promise<void> {
    await db
      .insertInto('sealed_secret')
      .values({ company_id: companyId, name, value })
      .onConflict((conflict) => conflict.columns(['company_id', 'name']).doUpdateSet({ value }))
      .execute()
  },
  async remove(name: string): Promise<void> {
    await db.deleteFrom('sealed_secret').where('company_id', '=', companyId).where('name', '=', name).execute()
  },
})
