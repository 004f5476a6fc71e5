/** A job that is quoted anew under its own id: an expired quote, a correction of what the registry refused. */
import type { Kysely } from 'kysely'
import type { FrozenQuote } from '../../../cut/quote.ts'
import type { DB } from '../../../platform/database/schema.ts'
import type { JobState } from '../../../registry/klic.ts'
import type { Warning } from '../../../registry/warnings.ts'
import { jobValues, type NewJob } from './jobs.ts'
import { insertParts, type NewPart } from './parts.ts'

type Db = Kysely<DB>

/** As it was when the new quote was worked out: a change that came between wins. */
export interface SeenJob {
  id: string
  status: JobState
  round: number
}

/**
 * Puts another quote (or submission) in the place of a quote or of a rejected attempt. The latter stays on record with its
 * requests and its orders, in a row of its own (`former`); a quote was never filed, and leaves nothing.
 * @returns false when the job is not as it was seen; then nothing is written
 */
export async function replaceAttempt(
  trx: Db,
  seen: SeenJob,
  former: { id: string; at: string },
  job: NewJob,
  parts: readonly NewPart[],
): Promise<boolean> {
  const row = await trx
    .selectFrom('job')
    .selectAll()
    .where('id', '=', seen.id)
    .where('status', '=', seen.status)
    .where('round', '=', seen.round)
    .executeTakeFirst()
  if (!row) return false
  if (row.status === 'rejected') {
    await trx
      .insertInto('job')
      .values({ ...row, id: former.id, client_ref: null, corrected_as: row.id, corrected_at: former.at })
      .execute()
    for (const table of ['part', 'registry_order'] as const) {
      await trx.updateTable(table).set({ job_id: former.id }).where('job_id', '=', row.id).execute()
    }
  } else {
    await trx.deleteFrom('part').where('job_id', '=', row.id).execute()
  }
  const { id, company_id, client_ref, created_at, revision, ...fresh } = jobValues(job)
  // A new round: runs of the former attempt find nothing to do.
  await trx
    .updateTable('job')
    .set({ ...fresh, round: row.round + 1 })
    .where('id', '=', row.id)
    .execute()
  await insertParts(trx, { jobId: row.id, companyId: row.company_id, submittedAt: job.submittedAt }, parts)
  return true
}

/** The requests of former attempts, the newest attempt first. */
export async function formerAttempts(db: Db, jobId: string): Promise<{ inputHash: string; orderIds: string[] }[]> {
  const rows = await db
    .selectFrom('job')
    .innerJoin('part', 'part.job_id', 'job.id')
    .select(['job.id', 'job.input_hash as inputHash', 'part.order_id as orderId'])
    .where('job.corrected_as', '=', jobId)
    .orderBy('job.submitted_at', 'desc')
    .orderBy('job.id')
    .orderBy('part.part_no')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((parts) => ({
    inputHash: parts[0]!.inputHash,
    orderIds: parts.map(({ orderId }) => orderId),
  }))
}

/** The same area, quoted anew. @returns false when the quote is not as it was seen; then nothing is written */
export async function renewQuoted(
  trx: Db,
  seen: SeenJob & { companyId: string },
  parts: readonly NewPart[],
  fresh: { quote: FrozenQuote; quoteExpiresAt: string; warnings: readonly Warning[] },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('job')
    .set({
      quote: JSON.stringify(fresh.quote),
      quote_final: 1,
      quote_expires_at: fresh.quoteExpiresAt,
      warnings: JSON.stringify(fresh.warnings),
      round: seen.round + 1,
    })
    .where('id', '=', seen.id)
    .where('status', '=', 'quoted')
    .where('round', '=', seen.round)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await trx.deleteFrom('part').where('job_id', '=', seen.id).execute()
  await insertParts(trx, { jobId: seen.id, companyId: seen.companyId, submittedAt: null }, parts)
  return true
}
