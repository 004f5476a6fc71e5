/** Results whose ground is older than the base map of the company: where their pictures lie stands in the job's summary. */
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ResultSummary } from '../../domain/ports/conversion.ts'
import { replaceSheets } from '../rows/ground-sheets.ts'
import type { DB } from '../schema.ts'

const AT_ONCE = 200

export const olderGrounds: Migration = {
  async up(untyped: Kysely<unknown>) {
    const db = untyped as Kysely<DB>
    for (let after = ''; ; ) {
      const jobs = await db
        .selectFrom('job')
        .innerJoin('artifact', (join) =>
          join.onRef('artifact.job_id', '=', 'job.id').onRef('artifact.revision', '=', 'job.revision'),
        )
        .select(['job.id', 'job.company_id as companyId', 'job.revision', 'job.summary'])
        .where('artifact.format', '=', 'gpkg')
        .where('artifact.ground', '=', 'ready')
        .where('job.id', '>', after)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('ground_sheet').select('no').whereRef('ground_sheet.job_id', '=', 'job.id'))),
        )
        .orderBy('job.id')
        .limit(AT_ONCE)
        .execute()
      for (const { summary, ...job } of jobs) {
        const { ground } = JSON.parse(summary ?? '{}') as Partial<ResultSummary>
        if (ground) await replaceSheets(db, job, ground.pictures)
      }
      const last = jobs.at(-1)
      if (!last) return
      after = last.id
    }
  },
}
