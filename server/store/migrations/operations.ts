/** What tells how the system is: signs of life of the workers, and the trace that a job began with. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const operations: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('worker')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('pid', 'integer', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('slots', 'integer', (column) => column.notNull())
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('seen_at', 'text', (column) => column.notNull())
      .addColumn('counts', 'text', (column) => column.notNull())
      .execute()
    await db.schema.alterTable('job').addColumn('trace', 'text').execute()
  },
}
