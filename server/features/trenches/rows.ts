/** Rows of trench plans and of what was found on site. */
import type { Kysely } from 'kysely'
import type { FindingKind, TrenchParameters, TrenchRow, Works } from '../../imkl/model/trench-plan.ts'
import { isOpenRow, rowState } from '../../imkl/model/trench-plan.ts'
import { columnsOf } from '../../platform/database/columns.ts'
import type { DB } from '../../platform/database/schema.ts'
import { MAX_PLAN_REVISIONS, MAX_TRENCH_FINDINGS } from '../../platform/limits.ts'
import { JOBS_WITH_RESULT } from '../../registry/klic.ts'
import { isChanged } from '../digging/rows.ts'

type Db = Kysely<DB>

/** See tables.ts. */
export interface PlanRecord {
  jobId: string
  revision: number
  works: Works
  parameters: TrenchParameters
  at: string
  actor: string
  openRows: number | null
  countedOn: number | null
}

export interface FindingRecord {
  id: string
  jobId: string
  kind: FindingKind
  featureId: string | null
  shape: string | null
  trench: number | null
  offsetM: number | null
  depthM: number | null
  foundOn: string
  remark: string | null
  at: string
  actor: string
}

const SAME = { job_id: 'same', at: 'same', actor: 'same' } as const
const PLAN = columnsOf<PlanRecord>({
  ...SAME,
  revision: 'same',
  works: 'json',
  parameters: 'json',
  open_rows: 'same',
  counted_on: 'same',
})
const FINDING = columnsOf<FindingRecord>({
  ...SAME,
  id: 'same',
  kind: 'same',
  feature_id: 'same',
  shape: 'same',
  trench: 'same',
  offset_m: 'same',
  depth_m: 'same',
  found_on: 'same',
  remark: 'same',
})

export async function planOfJob(db: Db, jobId: string): Promise<PlanRecord | null> {
  const row = await db
    .selectFrom('trench_plan')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? PLAN.recordOf(row) : null
}

/** Oldest first; of too many the newest. */
export async function findingsOfJob(db: Db, jobId: string): Promise<FindingRecord[]> {
  const rows = await db
    .selectFrom('trench_finding')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('id', 'desc')
    .limit(MAX_TRENCH_FINDINGS)
    .execute()
  return rows.map(FINDING.recordOf).reverse()
}

/** The newest revision; the oldest goes when there are too many. */
export async function insertPlan(trx: Db, plan: Omit<PlanRecord, 'openRows' | 'countedOn'>): Promise<void> {
  await trx
    .insertInto('trench_plan')
    .values(PLAN.rowOf({ ...plan, openRows: null, countedOn: null }))
    .execute()
  await trx
    .deleteFrom('trench_plan')
    .where('job_id', '=', plan.jobId)
    .where('revision', '<=', plan.revision - MAX_PLAN_REVISIONS)
    .execute()
}

export const insertFinding = (trx: Db, finding: FindingRecord): Promise<unknown> =>
  trx.insertInto('trench_finding').values(FINDING.rowOf(finding)).execute()

export const deleteFinding = (trx: Db, id: string): Promise<unknown> =>
  trx.deleteFrom('trench_finding').where('id', '=', id).execute()

/** With what was found. */
export async function deletePlan(trx: Db, jobId: string, at: string): Promise<void> {
  for (const table of ['trench_plan', 'trench_finding'] as const)
    await trx.deleteFrom(table).where('job_id', '=', jobId).execute()
  await isChanged(trx, jobId, at)
}

/** Of each line the newest. */
export const newestByLine = (findings: readonly FindingRecord[]): Map<string, FindingRecord & LocatedRow> =>
  new Map(findings.filter(isOfRow).map((each) => [each.featureId, each]))

interface LocatedRow {
  kind: Exclude<FindingKind, 'unknown_line'>
  featureId: string
  shape: string
}
const isOfRow = (finding: FindingRecord): finding is FindingRecord & LocatedRow => finding.kind !== 'unknown_line'

/**
 * Counts the rows that are not located, by all findings that there are now.
 * @param rows of the plan on this revision of the result; null: it can't be computed there
 */
export async function countOpenRows(
  trx: Db,
  { jobId, revision }: Pick<PlanRecord, 'jobId' | 'revision'>,
  rows: readonly TrenchRow[] | null,
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

/** Without a result on which they can be counted now: the worker does it when there is one. */
export const uncountRows = (trx: Db, jobId: string): Promise<unknown> =>
  trx.updateTable('trench_plan').set({ counted_on: null }).where('job_id', '=', jobId).execute()

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
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('trench_plan as newer')
            .select('newer.revision')
            .whereRef('newer.job_id', '=', 'plan.job_id')
            .whereRef('newer.revision', '>', 'plan.revision'),
        ),
      ),
    )
    .$narrowType<{ path: string; sha256: string }>()
