/** Which imported job holds which notifications, and how that changes: parts go from job to job, with what is on record of them. */
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { JobSource, JobState } from '../../registry/klic.ts'
import { insertJob, jobValues, type NewJob } from '../jobs/rows/jobs.ts'
import { forgetResults } from '../results/rows/removals.ts'

type Db = Kysely<DB>

export interface GroupedPart {
  id: string
  partNo: number
  klicNumber: string
  /** Its newest delivery that can be read; null: none */
  delivery: { id: string; key: string; sha256: string | null } | null
}

/** A job as it was seen: a change that came between wins. */
export interface GroupedJob {
  id: string
  source: JobSource
  status: JobState
  round: number
  revision: number
  parts: GroupedPart[]
}

/** In the order of the ids; a job of another company, or one that was joined, is left out. */
export async function groupedJobs(db: Db, companyId: string, ids: readonly string[]): Promise<GroupedJob[]> {
  const jobs = await db
    .selectFrom('job')
    .select(['id', 'source', 'status', 'round', 'revision'])
    .where('company_id', '=', companyId)
    .where('corrected_as', 'is', null)
    .where('id', 'in', ids)
    .execute()
  const parts = await db
    .selectFrom('part')
    .select(['id', 'job_id', 'part_no', 'klic_number'])
    .where('job_id', 'in', ids)
    .orderBy('part_no')
    .execute()
  const deliveries = await db
    .selectFrom('delivery')
    .innerJoin('part', 'part.id', 'delivery.part_id')
    .select(['delivery.id', 'delivery.part_id', 'delivery.path', 'delivery.sha256'])
    .where('part.job_id', 'in', ids)
    .where('delivery.path', 'is not', null)
    .where('delivery.failure', 'is', null)
    .orderBy('delivery.sequence')
    .execute()
  const newest = new Map(deliveries.map(({ id, part_id, path, sha256 }) => [part_id, { id, key: path!, sha256 }]))
  return ids.flatMap((jobId) => {
    const job = jobs.find(({ id }) => id === jobId)
    const own = parts.filter(({ job_id }) => job_id === jobId)
    const ofJob = own.map(({ id, part_no, klic_number }) => ({
      id,
      partNo: part_no,
      klicNumber: klic_number ?? '',
      delivery: newest.get(id) ?? null,
    }))
    return job ? [{ ...job, parts: ofJob }] : []
  })
}

/** A job of its own for notifications that were in another. The parts are moved by `putParts`. */
export async function insertSplitJob(trx: Db, job: NewJob, from: string): Promise<void> {
  await insertJob(trx, job)
  await trx.updateTable('job').set({ split_from: from }).where('id', '=', job.id).execute()
}

/** These parts, in their order, are those of the job. Each statement leaves part numbers unique. */
export async function putParts(trx: Db, jobId: string, partIds: readonly string[]): Promise<void> {
  // Out of the way of those that the job has: numbers are from 1.
  for (const [index, id] of partIds.entries())
    await trx
      .updateTable('part')
      .set({ job_id: jobId, part_no: -1 - index })
      .where('id', '=', id)
      .execute()
  for (const [index, id] of partIds.entries())
    await trx
      .updateTable('part')
      .set({ part_no: index + 1 })
      .where('id', '=', id)
      .execute()
}

/** The job is what its notifications say now, and is merged anew: runs of its former round find nothing to do. */
export async function regroupJob(trx: Db, seen: GroupedJob, job: NewJob): Promise<void> {
  const { reference, reference_key, geometry, area, area_m2, start_date, end_date, address, warnings } = jobValues(job)
  const { errors, failure, requested, kept_bytes, status } = jobValues(job)
  await trx
    .updateTable('job')
    .set({ reference, reference_key, geometry, area, area_m2, start_date, end_date, address, warnings })
    .set({ errors, failure, requested, kept_bytes, status, archived_at: null, round: seen.round + 1 })
    .where('id', '=', seen.id)
    .execute()
  // What was announced of its files was announced of other files.
  await trx.deleteFrom('removal').where('job_id', '=', seen.id).where('done_at', 'is', null).execute()
}

/** The row stays, in no list, so that its id is found. Its results go: those of the other job hold all of them. */
export async function joinRow(trx: Db, companyId: string, from: string, to: string, at: string): Promise<void> {
  await trx
    .updateTable('artifact')
    .set({ state: 'failed', failure: 'The job was joined with another.' })
    .where('job_id', '=', from)
    .where('state', '=', 'wanted')
    .execute()
  const files = JSON.stringify(await forgetResults(trx, from))
  const gone = { reason: 'age', announced_at: at, due_at: at, done_at: at, files } as const
  await trx.deleteFrom('removal').where('job_id', '=', from).where('done_at', 'is', null).execute()
  await trx
    .insertInto('removal')
    .values({ job_id: from, what: 'results', ...gone })
    .onConflict((conflict) => conflict.columns(['job_id', 'what']).doUpdateSet(gone))
    .execute()
  await trx
    .updateTable('job')
    .set({ corrected_as: to, corrected_at: at, status: 'rejected', archived_at: null, changed_at: at })
    .where('id', '=', from)
    .execute()
  await trx
    .updateTable('job')
    .set({ corrected_as: to })
    .where('corrected_as', '=', from)
    .where('source', '=', 'imported')
    .execute()
  await trx
    .updateTable('job')
    .set({ follows: to })
    .where('follows', '=', from)
    .where('company_id', '=', companyId)
    .execute()
  await trx
    .updateTable('tally')
    .set((eb) => ({ total: eb('total', '-', 1) }))
    .where('company_id', '=', companyId)
    .where('what', '=', 'jobs')
    .execute()
}

/** Photos, agreements, presence, links for the site and the trench plan go to another job as they are. */
export async function moveRecords(trx: Db, from: string, to: string): Promise<void> {
  for (const table of ['agreement_file', 'start_photo', 'site_link', 'trench_finding', 'finding_photo'] as const)
    await trx.updateTable(table).set({ job_id: to }).where('job_id', '=', from).execute()
  await trx.updateTable('trench_plan').set({ job_id: to, counted_on: null }).where('job_id', '=', from).execute()
  const days = await trx.selectFrom('site_presence').selectAll().where('job_id', '=', from).execute()
  for (const day of days) {
    await trx
      .insertInto('site_presence')
      .values({ ...day, job_id: to })
      .onConflict((conflict) => conflict.columns(['job_id', 'day']).doNothing())
      .execute()
  }
  for (const table of ['site_presence', 'dig', 'precaution_contact'] as const)
    await trx.deleteFrom(table).where('job_id', '=', from).execute()
}

export async function countPlans(trx: Db, jobIds: readonly string[]): Promise<number> {
  const plans = await trx.selectFrom('trench_plan').select('job_id').distinct().where('job_id', 'in', jobIds).execute()
  return plans.length
}
