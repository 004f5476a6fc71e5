/** Which trench plan counts for a job: its own, or that of the project that it is in. */
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import { JOBS_WITH_RESULT } from '../../../registry/klic.ts'

type Db = Kysely<DB>

/** The newest revision of every plan; `home.project_id`: the project that it is the plan of. */
export const newestPlans = (db: Db) =>
  db
    .selectFrom('trench_plan as plan')
    .leftJoin('project_job as home', (join) =>
      join.onRef('home.job_id', '=', 'plan.job_id').onRef('home.project_id', '=', 'plan.project_id'),
    )
    .where('plan.revision', '=', ({ selectFrom }) =>
      selectFrom('trench_plan as all')
        .select(({ fn }) => fn.max('all.revision').as('newest'))
        .whereRef('all.job_id', '=', 'plan.job_id'),
    )

/** The jobs whose results a plan follows from, as `planned`. */
const jobsOfPlans = (db: Db) => {
  const inProject = db.selectFrom('project_job').select('job_id')
  return db
    .selectFrom('job as planned')
    .where(({ eb, or }) =>
      or([
        eb('planned.id', '=', sql.ref<string>('plan.job_id')),
        eb('planned.id', 'in', inProject.where('project_id', '=', sql.ref<string>('home.project_id'))),
      ]),
    )
}

/** With the results that it follows from, as one number: it rises with each new result of one of its jobs. */
const withResults = (db: Db) =>
  newestPlans(db).select(
    jobsOfPlans(db)
      .select(({ fn }) => fn.sum<number>('planned.revision').as('results'))
      .as('results'),
  )

/** Of jobs with a plan, the rows that are not located; null: not counted on the newest results. */
export async function openRowsOf(db: Db, jobIds: readonly string[]): Promise<Map<string, number | null>> {
  const homes = db.selectFrom('project_job').where('job_id', 'in', jobIds)
  const rows = await withResults(db)
    .select(['plan.job_id', 'plan.open_rows', 'plan.counted_on', 'plan.near_jobs', 'home.project_id'])
    .where(({ eb, or }) =>
      or([eb('plan.job_id', 'in', jobIds), eb('plan.project_id', 'in', homes.select('project_id'))]),
    )
    .orderBy('plan.at')
    .execute()
  const plans = rows.map(({ job_id, open_rows, counted_on, results, near_jobs, project_id }) => ({
    ...{ job_id, project_id, open: counted_on === Number(results) ? open_rows : null },
    near: JSON.parse(near_jobs ?? '[]') as string[],
  }))
  const ofProjects = (await homes.selectAll().execute()).flatMap(({ job_id, project_id }) =>
    plans
      .filter((plan) => plan.project_id === project_id && plan.near.includes(job_id))
      .map(({ open }) => [job_id, open] as const),
  )
  return new Map([...ofProjects, ...plans.map(({ job_id, open }) => [job_id, open] as const)])
}

/** Plans whose rows were not counted on the newest results of their jobs, when each of these has its GeoPackage. */
export const plansToCount = (db: Db) => {
  const files = jobsOfPlans(db)
    .innerJoin('artifact', (join) =>
      join.onRef('artifact.job_id', '=', 'planned.id').onRef('artifact.revision', '=', 'planned.revision'),
    )
    .select('artifact.id')
    .where('planned.status', 'in', JOBS_WITH_RESULT)
    .where('artifact.format', '=', 'gpkg')
  const plans = withResults(db)
    .innerJoin('job', 'job.id', 'plan.job_id')
    .select(['plan.job_id', 'plan.revision', 'plan.counted_on', 'home.project_id', 'job.company_id'])
    .where(({ exists }) => exists(files.where('artifact.state', '=', 'ready')))
    .where(({ exists, not }) => not(exists(files.where('artifact.state', '=', 'wanted'))))
  return db
    .selectFrom(plans.as('plan'))
    .selectAll()
    .where(({ eb, or, ref }) => or([eb('counted_on', 'is', null), eb('counted_on', '!=', ref('results'))]))
}
