/** The jobs for which something may have to be done today or within a week, with the facts by which the domain judges it. */
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { DigRules } from '../../registry/dig-rules.ts'
import { digStatus } from '../../registry/dig-status.ts'
import { dutchDate } from '../../registry/working-days.ts'
import { digFacts, digRecordsOf } from '../jobs/dig-facts.ts'
import { type JobBriefRecord, jobsByIds, rowsInTurns } from '../jobs/rows/jobs.ts'
import { nextActionFactsOf } from '../jobs/rows/next-action-facts.ts'
import { type PartBrief, partStates } from '../jobs/rows/parts.ts'
import { weekFrom } from '../jobs/rules/job-order.ts'
import type { DutyFacts } from './duties.ts'

type Db = Kysely<DB>

export interface JobWithDuties {
  job: JobBriefRecord
  parts: PartBrief[]
  about: DutyFacts
}

const DAY_MS = 86_400_000
/** Twenty working days to begin, with every holiday, and those after in which a missed start is still reported. */
const FILED_WITHIN_MS = 60 * DAY_MS

/**
 * Quotes that expire within a week, and notifications to dig that were filed lately, or under which somebody digs.
 * @param olderThan id of the last one of the page before
 * @returns the newest first, so many at most
 */
export async function jobsWithDuties(
  db: Db,
  companyId: string,
  now: Date,
  rules: DigRules,
  most: number,
  olderThan?: string,
): Promise<JobWithDuties[]> {
  const jobs = await candidates(db, companyId, now, most, olderThan)
  const ids = jobs.map(({ id }) => id)
  const [states, progress, digging] = await Promise.all([
    partStates(db, ids),
    nextActionFactsOf(db, jobs),
    digRecordsOf(db, jobs),
  ])
  return jobs.map((job) => {
    const parts = states.get(job.id) ?? []
    const facts = digFacts(job, parts, progress(job.id), digging(job.id), now)
    const quoteExpiresOn = dutchDate(Date.parse(job.quoteExpiresAt))
    const { status, startDate } = job
    return { job, parts, about: { status, dig: digStatus(facts, rules), facts, startDate, quoteExpiresOn } }
  })
}

/** When what is shown of these jobs last changed; of one that has not since it was made there is none. */
export async function changedAtOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await rowsInTurns(ids, (some) =>
    db
      .selectFrom('job')
      .select(['id', 'changed_at'])
      .where('id', 'in', some)
      .where('changed_at', 'is not', null)
      .$narrowType<{ changed_at: string }>()
      .execute(),
  )
  return new Map(rows.map((row) => [row.id, row.changed_at]))
}

async function candidates(
  db: Db,
  companyId: string,
  now: Date,
  most: number,
  olderThan: string | undefined,
): Promise<JobBriefRecord[]> {
  const today = dutchDate(now.getTime())
  const until = new Date(Date.parse(weekFrom(today)) + DAY_MS).toISOString()
  const filedSince = new Date(now.getTime() - FILED_WITHIN_MS).toISOString()
  const ids = await db
    .selectFrom('job')
    .select('id')
    .where('company_id', '=', companyId)
    .where('corrected_as', 'is', null)
    .where('status', '!=', 'rejected')
    // What somebody has put away asks nothing; it comes back by itself when it moves.
    .where('archived_at', 'is', null)
    .$if(olderThan !== undefined, (jobs) => jobs.where('id', '<', olderThan!))
    .where((eb) =>
      eb.or([
        eb.and([
          eb('status', '=', 'quoted'),
          eb('quote_expires_at', '>=', now.toISOString()),
          eb('quote_expires_at', '<=', until),
        ]),
        eb.and([
          eb('status', '!=', 'quoted'),
          eb('klic_type', '=', 'GRAAF'),
          eb.or([
            eb('submitted_at', '>=', filedSince),
            eb(
              'id',
              'in',
              eb
                .selectFrom('dig')
                .select('dig.job_id')
                .where((dig) => dig.or([dig('ended_on', 'is', null), dig('ended_on', '>=', today)])),
            ),
          ]),
        ]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return jobsByIds(
    db,
    companyId,
    ids.map(({ id }) => id),
  )
}

/** Job id -> its project, of those that are in one. */
export async function projectsOfJobs(
  db: Db,
  jobIds: readonly string[],
): Promise<Map<string, { projectId: string; name: string }>> {
  if (jobIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('project_job')
    .innerJoin('project', 'project.id', 'project_job.project_id')
    .select(['project_job.job_id', 'project.id as projectId', 'project.name'])
    .where('project_job.job_id', 'in', jobIds)
    .execute()
  return new Map(rows.map(({ job_id, projectId, name }) => [job_id, { projectId, name }]))
}
