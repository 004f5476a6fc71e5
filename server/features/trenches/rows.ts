/** Rows of trench plans and of what was found on site. */
import type { Kysely } from 'kysely'
import { MAX_PROPOSALS } from '../../imkl/model/findings-file.ts'
import { isOpenRow, type LocatedLine, rowState, type TrenchRow } from '../../imkl/model/trench-plan.ts'
import { columnsOf } from '../../platform/database/columns.ts'
import type { DB } from '../../platform/database/schema.ts'
import { MAX_PLAN_REVISIONS, MAX_TRENCH_FINDINGS } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { JOBS_WITH_RESULT } from '../../registry/klic.ts'
import { isChanged } from '../digging/rows.ts'
import type { PlanRecord, TrenchFindingTable } from './tables.ts'

type Db = Kysely<DB>
export type FindingRow = TrenchFindingTable

const PLAN = columnsOf<PlanRecord>({
  ...{ job_id: 'same', revision: 'same', at: 'same', actor: 'same' },
  ...{ works: 'json', parameters: 'json', open_rows: 'same', counted_on: 'same' },
})

export async function planOfJob(db: Db, jobId: string): Promise<PlanRecord | null> {
  const rows = db.selectFrom('trench_plan').selectAll().where('job_id', '=', jobId)
  const row = await rows.orderBy('revision', 'desc').limit(1).executeTakeFirst()
  return row ? PLAN.recordOf(row) : null
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
  await trx
    .deleteFrom('trench_plan')
    .where('job_id', '=', plan.jobId)
    .where('revision', '<=', plan.revision - MAX_PLAN_REVISIONS)
    .execute()
}

export const insertFinding = (trx: Db, finding: FindingRow): Promise<unknown> =>
  trx.insertInto('trench_finding').values(finding).execute()

export const keepAccepted = (trx: Db, id: string, by: Pick<FindingRow, 'at' | 'actor' | 'shape'>): Promise<unknown> =>
  trx
    .updateTable('trench_finding')
    .set({ ...by, state: 'accepted' })
    .where('id', '=', id)
    .execute()

/** One that came from the site stays as rejected; the oldest of these go when there are too many. */
export async function dropFinding(trx: Db, { id, job_id, site_id }: FindingRow): Promise<void> {
  if (site_id === null) await trx.deleteFrom('trench_finding').where('id', '=', id).execute()
  else await trx.updateTable('trench_finding').set({ state: 'rejected' }).where('id', '=', id).execute()
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
 * @param rows of the plan on this revision of the result; null: it can't be computed there
 */
export async function countOpenRows(
  trx: Db,
  { jobId, revision }: Pick<PlanRecord, 'jobId' | 'revision'>,
  rows: readonly Pick<TrenchRow, 'id' | 'shape'>[] | null,
  resultRevision: number,
  at: string,
): Promise<void> {
  const newest = newestByLine(await findingsOfJob(trx, jobId))
  const open = rows?.filter((row) => isOpenRow(rowState(row, newest.get(row.id)))).length ?? null
  await trx
    .updateTable('trench_plan')
    .set({ open_rows: open, counted_on: resultRevision })
    .where('job_id', '=', jobId)
    .where('revision', '=', revision)
    .execute()
  await isChanged(trx, jobId, at)
}

/** The worker counts them. */
export async function uncountRows(trx: Db, jobId: string, at: string): Promise<void> {
  await trx.updateTable('trench_plan').set({ counted_on: null }).where('job_id', '=', jobId).execute()
  await isChanged(trx, jobId, at)
}

/** Plans whose rows were not counted on the newest result of their job, with its GeoPackage. */
export const plansToCount = (db: Db) =>
  db
    .selectFrom('trench_plan as plan')
    .innerJoin('job', 'job.id', 'plan.job_id')
    .innerJoin('artifact', (join) =>
      join.onRef('artifact.job_id', '=', 'job.id').onRef('artifact.revision', '=', 'job.revision'),
    )
    .select(['plan.job_id', 'plan.revision', 'job.company_id', 'job.revision as result_revision'])
    .select(['artifact.id as artifact_id', 'artifact.path', 'artifact.sha256', 'artifact.bytes'])
    .where('job.status', 'in', JOBS_WITH_RESULT)
    .where('artifact.format', '=', 'gpkg')
    .where('artifact.state', '=', 'ready')
    .where((eb) => eb.or([eb('plan.counted_on', 'is', null), eb('plan.counted_on', '!=', eb.ref('job.revision'))]))
    .where('plan.revision', '=', ({ selectFrom }) =>
      selectFrom('trench_plan as all')
        .select(({ fn }) => fn.max('all.revision').as('newest'))
        .whereRef('all.job_id', '=', 'plan.job_id'),
    )
    .$narrowType<{ path: string; sha256: string }>()
