/** Projects as rows, and which jobs belong to them. */
import type { Kysely, Selectable, Updateable } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { ProjectTable } from './tables.ts'

type Db = Kysely<DB>
export type ProjectRow = Selectable<ProjectTable>

export async function countProjects(db: Db, companyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('project')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const insertProject = (db: Db, row: ProjectRow) => db.insertInto('project').values(row).execute()

export const projectOf = (db: Db, companyId: string, id: string): Promise<ProjectRow | undefined> =>
  db.selectFrom('project').selectAll().where('id', '=', id).where('company_id', '=', companyId).executeTakeFirst()

export const updateProject = (db: Db, id: string, change: Updateable<ProjectTable>) =>
  db.updateTable('project').set(change).where('id', '=', id).execute()

/** Without what only its own page shows. */
export type ProjectFactsRow = Omit<ProjectRow, 'description'>

/** Newest first, the open ones before the others. */
export const projectsOf = (db: Db, companyId: string): Promise<ProjectFactsRow[]> =>
  db
    .selectFrom('project')
    .select(['id', 'company_id', 'name', 'reference', 'status', 'created_at', 'created_by', 'closed_at'])
    .where('company_id', '=', companyId)
    .orderBy((eb) => eb.case().when('status', '=', 'open').then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Project id -> ids of its jobs, in the order in which they were added. */
export async function jobsOfProjects(db: Db, projectIds: readonly string[]): Promise<Map<string, string[]>> {
  if (projectIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('project_job')
    .select(['project_id', 'job_id'])
    .where('project_id', 'in', projectIds)
    .orderBy('added_at')
    .orderBy('job_id')
    .execute()
  return new Map([...Map.groupBy(rows, (row) => row.project_id)].map(([id, of]) => [id, of.map((row) => row.job_id)]))
}

export const projectOfJob = (db: Db, jobId: string) =>
  db.selectFrom('project_job').select('project_id as projectId').where('job_id', '=', jobId).executeTakeFirst()

export const putJobIn = (db: Db, projectId: string, jobId: string, at: string) =>
  db.insertInto('project_job').values({ job_id: jobId, project_id: projectId, added_at: at }).execute()

export const takeJobOut = (db: Db, jobId: string) => db.deleteFrom('project_job').where('job_id', '=', jobId).execute()
