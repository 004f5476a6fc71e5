/** TODO head */

import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { appendToJobLog } from '../../log-rows.ts'
import type { Database, Permitted } from '../../services.ts'
import { getJob, noSuchJob } from '../get-job.ts'
import type { JobView } from '../job-view.ts'
import { attemptOf } from '../rows/jobs.ts'
import type { JobRequest } from '../rules/job.ts'
import { differences, inputOf } from './client-ref.ts'
import { type QuoteServices, replaceWith } from './quote-job.ts'

/**
 * Nothing is submitted by it.
 * @param asked all fields of the corrected job; client_ref stays the job's own
 * @throws Refusal NOT_FOUND; JOB_STATE_CONFLICT when the registry has something of it; as quoteJob
 */
export async function correctJob(
  services: QuoteServices,
  caller: Permitted<'write'>,
  jobId: string,
  asked: JobRequest,
): Promise<JobView> {
  const known = await attemptOf(services.store.db, caller.companyId, jobId)
  if (!known) throw noSuchJob()
  const { status } = known
  if (status !== 'rejected' && status !== 'quoted') {
    const message = `Only what the registry refused, or a quote, can be corrected; this job is ${status}. Make a new job for another area.`
    throw new Refusal('JOB_STATE_CONFLICT', message, { extra: { job_id: jobId, status } })
  }
  if (known.klicType === 'CALAMITEIT') {
    const message = 'A calamity is not corrected: file it anew, with what the registry asks for.'
    throw new Refusal('JOB_STATE_CONFLICT', message, { extra: { job_id: jobId, status } })
  }
  const quote = { ...asked, submit: false }
  const input = inputOf(quote)
  // Asked again because an answer was lost.
  if (status === 'quoted' && differences(input, known).length === 0) return getJob(services, caller, jobId)
  return replaceWith(services, caller, quote, input, known, status === 'rejected' ? 'corrected' : 'changed')
}

/**
 * Deletes quotes that nobody submitted. That it was done, and by whom, stays in the log of each and of its project.
 * @returns the ids of those that are gone; what is no quote, or stands on record with what was refused, stays
 */
export async function deleteQuotes(
  { store, clock }: Database,
  { companyId, actor }: Permitted<'write'>,
  jobIds: readonly string[],
): Promise<string[]> {
  const at = clock.now().toISOString()
  return store.transaction({ company: companyId }, async (trx) => {
    const quotes = await quotesToDelete(trx, companyId, jobIds)
    for (const { id, reference } of quotes)
      await appendToJobLog(trx, id, { companyId, at, actor, act: 'quote.deleted', data: { reference } })
    const ids = quotes.map(({ id }) => id)
    if (ids.length === 0) return []
    for (const table of ['part', 'project_job', 'notice'] as const)
      await trx.deleteFrom(table).where('job_id', 'in', ids).execute()
    await trx.deleteFrom('job').where('id', 'in', ids).execute()
    return ids
  })
}

type Db = Kysely<DB>

/**
 * Of what the registry ever saw nothing goes: neither what was submitted, nor what corrects a refusal, which is on record
 * with it.
 * @returns those that may go, of the company's that are named
 */
const quotesToDelete = (
  trx: Db,
  companyId: string,
  jobIds: readonly string[],
): Promise<{ id: string; reference: string | null }[]> =>
  trx
    .selectFrom('job')
    .select(['id', 'reference'])
    .where('company_id', '=', companyId)
    .where('id', 'in', jobIds)
    .where('status', '=', 'quoted')
    .where('corrected_as', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('job as refused').select('refused.id').whereRef('refused.corrected_as', '=', 'job.id'))),
    )
    .orderBy('id')
    .execute()
