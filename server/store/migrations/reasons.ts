/** What decides the sentence of what comes next: the findings of a result, and why a job stopped as a code. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { type Failure, findingsOf } from '../../domain/klic/next-action.ts'

/** As the sentences of failed jobs began so far. */
const FAILURES: readonly [begins: string, reason: Failure['reason']][] = [
  ['Filing stopped', 'failed_filing'],
  ['Following the registry', 'failed_following'],
  ['A delivery could not', 'failed_reading'],
  ['The result could not', 'failed_merging'],
  ['No part of the job', 'failed_no_delivery'],
]

export const reasons: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table job add column findings text').execute(db)
    const stopped = await sql<{ id: string; failure: string }>`
      select id, failure from job where failure is not null`.execute(db)
    for (const { id, failure } of stopped.rows) {
      const reason = FAILURES.find(([begins]) => failure.startsWith(begins))?.[1] ?? 'failed_settings'
      const code: Failure = { reason }
      await sql`update job set failure = ${JSON.stringify(code)} where id = ${id}`.execute(db)
    }
    const finished = await sql<{ id: string }>`select id from job where summary is not null`.execute(db)
    for (const { id } of finished.rows) {
      const { rows } = await sql<{ summary: string }>`select summary from job where id = ${id}`.execute(db)
      const findings = JSON.stringify(findingsOf(JSON.parse(rows[0]!.summary)))
      await sql`update job set findings = ${findings} where id = ${id}`.execute(db)
    }
  },
}
