/** The outbox of a desktop: jobs that its office's server is to have. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const office: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('office_handover')
      .addColumn('job_id', 'text', (column) => column.primaryKey().references('job.id'))
      .addColumn('company_id', 'text', (column) => column.notNull().references('company.id'))
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('client_ref', 'text', (column) => column.notNull().unique())
      .addColumn('limit_cents', 'integer')
      .addColumn('office_url', 'text')
      .addColumn('office_job_id', 'text')
      .addColumn('office_status', 'text')
      .addColumn('office_total', 'text')
      .addColumn('tries', 'integer', (column) => column.notNull())
      .addColumn('next_try_at', 'text')
      .addColumn('problem', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('handed_over_at', 'text')
      .execute()
    await db.schema
      .createIndex('office_handover_waiting')
      .on('office_handover')
      .columns(['state', 'next_try_at'])
      .execute()
  },
}
