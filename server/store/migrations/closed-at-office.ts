/**
 * Quotes could be given to an office's server, which may have filed them: none of them may be filed here as well. They become
 * closed jobs that say where to look.
 */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Failure } from '../../domain/klic/next-action.ts'

interface Given {
  job_id: string
  office_url: string | null
  office_job_id: string | null
}

export const closedAtOffice: Migration = {
  async up(db: Kysely<unknown>) {
    const given = await sql<Given>`select job_id, office_url, office_job_id from office_handover`.execute(db)
    for (const { job_id, office_url, office_job_id } of given.rows) {
      const failure: Failure = {
        reason: 'failed_closed_at_office',
        ...(office_url !== null && { office: office_url }),
        ...(office_job_id !== null && { office_job: office_job_id }),
      }
      await sql`update job set status = 'failed', failure = ${JSON.stringify(failure)}, quote_final = 1
        where id = ${job_id} and status = 'quoted'`.execute(db)
    }
    // Builds before this one would resume such a job, and give other quotes to an office.
    await sql`update installation set value = '590' where name = 'oldest_build'`.execute(db)
  },
}
