/** Companies apart: one person may be a user of several, and what opens the registry belongs to one of them. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const tenants: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.dropIndex('user_by_email').execute()
    await sql`create unique index user_by_email on "user" (company_id, email) where removed_at is null`.execute(db)
    await db.schema
      .createTable('sealed_secret')
      .addColumn('company_id', 'text', (column) => column.notNull().references('company.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('sealed_secret_of_company', ['company_id', 'name'])
      .execute()
  },
}
