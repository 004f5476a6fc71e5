/** Rows of trench plans and of what was found on site. */
import type { Kysely } from 'kysely'
import { MAX_PROPOSALS } from '../../imkl/model/findings-file.ts'
import { isOpenRow, type LocatedLine, rowState, type TrenchRow } from '../../imkl/model/trench-plan.ts'
import { columnsOf, type RowOf } from '../../platform/database/columns.ts'
import type { DB } from '../../platform/database/schema.ts'
import { MAX_PLAN_REVISIONS, MAX_TRENCH_FINDINGS } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isChanged } from '../digging/rows.ts'
import { newestPlans } from '../jobs/rows/trench-plans.ts'
import type { PlanRecord, TrenchFindingTable } from './tables.ts'

type Db = Kysely<DB>
export type FindingRow = TrenchFindingTable

const PLAN = columnsOf<PlanRecord>({
  ...{ job_id: 'same', project_id: 'same', near_jobs: 'json', revision: 'same', at: 'same', actor: 'same' },
  ...{ works: 'json', parameters: 'json', open_rows: 'same', counted_on: 'same' },
})

const newest = (db: Db) =>
  newestPlans(db)
    .selectAll('plan')
    // In the place of the stored one: a plan is of a project as long as its job is in it.
    .select('home.project_id')

const first = async (plans: { executeTakeFirst(): Promise<RowOf<PlanRecord> | undefined> }) => {
  const row = await plans.executeTakeFirst()
  return row ? PLAN.recordOf(row) : null
}

/** The plan that was made in this job. */
export const planIn = (db: Db, jobId: string): Promise<PlanRecord | null> =>
  first(newest(db).where('plan.job_id', '=', jobId))

export const planOfProject = (db: Db, projectId: string): Promise<PlanRecord | null> =>
  first(newest(db).where('home.project_id', '=', projectId).orderBy('plan.at', 'desc'))

export async function projectIdOf(db: Db, jobId: string): Promise<string | null> {
  const home = db.selectFrom('project_job').select('project_id').where('job_id', '=', jobId)
  return (await home.executeTakeFirst())?.project_id ?? null
}

export async function projectName(db: Db, projectId: string): Promise<string> {
  const project = db.selectFrom('project').select('name').where('id', '=', projectId)
  return (await project.executeTakeFirstOrThrow()).name
}

/** Its own, else that of its project where the works are near: `jobId` of the plan is then of another job. */
export async function planOfJob(db: Db, jobId: string): Promise<PlanRecord | null> {
  const own = await planIn(db, jobId)
  const projectId = own ? null : await projectIdOf(db, jobId)
  if (projectId === null) return own
  const plan = await planOfProject(db, projectId)
  return plan?.nearJobs?.includes(jobId) ? plan : null
}

/** Newest first. */
export const revisionsOf = (db: Db, { jobId }: Pick<PlanRecord, 'jobId'>) =>
  db
    .selectFrom('trench_plan')
    .select(['revision', 'at as created_at', 'actor'])
    .where('job_id', '=', jobId)
    .orderBy('revision', 'desc')
    .execute()

/** As it was stored: also of which project it was then. */
export const revisionOf = (db: Db, jobId: string, revision: number): Promise<PlanRecord | null> =>
  first(db.selectFrom('trench_plan').selectAll().where('job_id', '=', jobId).where('revision', '=', revision))

export type PlanOwner = Pick<PlanRecord, 'jobId' | 'projectId'>

/** Those whose results it follows from. */
export async function jobsOfPlan(db: Db, { jobId, projectId }: PlanOwner): Promise<string[]> {
  if (projectId === null) return [jobId]
  const rows = db.selectFrom('project_job').select('job_id').where('project_id', '=', projectId)
  return (await rows.orderBy('job_id').execute()).map((row) => row.job_id)
}

const inState = (db: Db, jobId: string, state: FindingRow['state']) =>
  db.selectFrom('trench_finding').selectAll().where('job_id', '=', jobId).where('state', '=', state)

/** On record, in that order; of too many the newest. */
export async function findingsOfJob(db: Db, jobId: string): Promise<FindingRow[]> {
  const rows = inState(db, jobId, 'accepted').orderBy('at', 'desc').orderBy('id', 'desc')
  return (await rows.limit(MAX_TRENCH_FINDINGS).execute()).reverse()
}

/** Those that wait, oldest first. */
export const proposalsOfJob = (db: Db, jobId: string): Promise<FindingRow[]> =>
  inState(db, jobId, 'proposed').orderBy('id').limit(MAX_PROPOSALS).execute()

/** @throws Refusal NOT_FOUND when one does not wait */
export async function chosenProposals(db: Db, jobId: string, ids: readonly string[]): Promise<FindingRow[]> {
  const chosen = (await proposalsOfJob(db, jobId)).filter(({ id }) => ids.includes(id))
  if (chosen.length === new Set(ids).size) return chosen
  throw new Refusal('NOT_FOUND', 'One of these findings does not wait (any more). Nothing was done.')
}

/** Of all findings that the page of the site package has handed in. */
export async function knownSiteIds(db: Db, jobId: string): Promise<Set<string | null>> {
  const rows = db.selectFrom('trench_finding').select('site_id').where('job_id', '=', jobId)
  return new Set((await rows.where('site_id', 'is not', null).execute()).map(({ site_id }) => site_id))
}

/** The newest revision; the oldest goes when there are too many. */
export async function insertPlan(trx: Db, plan: PlanRecord): Promise<void> {
  await trx.insertInto('trench_plan').values(PLAN.rowOf(plan)).execute()
  const own = trx.deleteFrom('trench_plan').where('job_id', '=', plan.jobId)
  await own.where('revision', '<=', plan.revision - MAX_PLAN_REVISIONS).execute()
}

export const insertFinding = (trx: Db, finding: FindingRow): Promise<unknown> =>
  trx.insertInto('trench_finding').values(finding).execute()

export const changeFinding = (trx: Db, id: string, changed: Partial<FindingRow>): Promise<unknown> =>
  trx.updateTable('trench_finding').set(changed).where('id', '=', id).execute()

/** One that came from the site stays as rejected; the oldest of these go when there are too many. */
export async function dropFinding(trx: Db, { id, job_id, site_id }: FindingRow): Promise<void> {
  if (site_id === null) await trx.deleteFrom('trench_finding').where('id', '=', id).execute()
  else await changeFinding(trx, id, { state: 'rejected' })
  const kept = inState(trx, job_id, 'rejected').clearSelect().select('id').orderBy('id', 'desc')
  const oldest = await kept.offset(MAX_TRENCH_FINDINGS).limit(1).executeTakeFirst()
  if (!oldest) return
  const gone = trx.deleteFrom('trench_finding').where('job_id', '=', job_id).where('state', '=', 'rejected')
  await gone.where('id', '<=', oldest.id).execute()
}

/** Of each line the newest. */
export const newestByLine = (findings: readonly FindingRow[]): Map<string, FindingRow & LocatedLine> =>
  new Map(findings.filter(isOfLine).map((each) => [each.feature_id, each]))

type FindingOfLine = FindingRow & LocatedLine & { feature_id: string }
const isOfLine = (finding: FindingRow): finding is FindingOfLine => finding.kind !== 'unknown_line'

/**
 * Counts the rows that are not located, by all findings that there are now.
 * @param rows of the plan on these results; null: it can't be computed there
 * @param nearJobs left out: as they were
 */
export async function countOpenRows(
  trx: Db,
  plan: PlanOwner & Pick<PlanRecord, 'revision'>,
  rows: readonly Pick<TrenchRow, 'id' | 'shape'>[] | null,
  { results, nearJobs }: { results: number; nearJobs?: string[] | null },
  at: string,
): Promise<void> {
  const newest = newestByLine(await findingsOfJob(trx, plan.jobId))
  const open = rows?.filter((row) => isOpenRow(rowState(row, newest.get(row.id)))).length ?? null
  await trx
    .updateTable('trench_plan')
    .set({ open_rows: open, counted_on: results, ...(nearJobs && { near_jobs: JSON.stringify(nearJobs) }) })
    .where('job_id', '=', plan.jobId)
    .where('revision', '=', plan.revision)
    .execute()
  await planIsChanged(trx, plan, at)
}

/** The worker counts them. */
export async function uncountRows(trx: Db, plan: PlanOwner, at: string): Promise<void> {
  await trx.updateTable('trench_plan').set({ counted_on: null }).where('job_id', '=', plan.jobId).execute()
  await planIsChanged(trx, plan, at)
}

/** Another job is in it, or one less. */
export async function uncountRowsOfProject(trx: Db, projectId: string, at: string): Promise<void> {
  await trx.updateTable('trench_plan').set({ counted_on: null }).where('project_id', '=', projectId).execute()
  await planIsChanged(trx, { jobId: '', projectId }, at)
}

const planIsChanged = async (trx: Db, plan: PlanOwner, at: string): Promise<void> => {
  for (const jobId of await jobsOfPlan(trx, plan)) await isChanged(trx, jobId, at)
}
