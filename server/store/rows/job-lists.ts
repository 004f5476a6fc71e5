/** Lists of a company's jobs, whole or by what is looked for. */
import type { Kysely } from 'kysely'
import type { JobState } from '../../domain/klic/klic.ts'
import type { DB } from '../schema.ts'
import { JOB, type JobBriefRecord } from './jobs.ts'
import { tallyOf } from './tally.ts'

type Db = Kysely<DB>

export interface JobFilter {
  clientRef?: string | undefined
  status?: JobState | undefined
  /** RFC 3339 in UTC */
  createdSince?: string | undefined
}

const jobsThat = (db: Db, companyId: string, { clientRef, status, createdSince }: JobFilter) => {
  let jobs = db.selectFrom('job').where('company_id', '=', companyId).where('corrected_as', 'is', null)
  if (clientRef !== undefined) jobs = jobs.where('client_ref', '=', clientRef)
  if (status !== undefined) jobs = jobs.where('status', '=', status)
  // Rows hold milliseconds always; what was given may hold fewer.
  if (createdSince !== undefined) jobs = jobs.where('created_at', '>=', new Date(createdSince).toISOString())
  return jobs
}

/**
 * Newest first; jobs of the same moment by their id, which is sortable. The page is found in the index alone, and only
 * its own rows are read.
 */
export async function jobsPage(
  db: Db,
  companyId: string,
  page: number,
  pageSize: number,
  only: JobFilter = {},
): Promise<JobBriefRecord[]> {
  const ofThePage = jobsThat(db, companyId, only)
    .select('id as pageId')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .as('page')
  const rows = await db
    .selectFrom(ofThePage)
    .crossJoin('job')
    .select(JOB.names)
    .whereRef('job.id', '=', 'page.pageId')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(JOB.recordOf)
}

export async function countJobs(db: Db, companyId: string, only: JobFilter = {}): Promise<number> {
  if (Object.values(only).every((each) => each === undefined)) return tallyOf(db, companyId, 'jobs')
  const { total } = await jobsThat(db, companyId, only)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
