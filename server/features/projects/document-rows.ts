/** The dossier of a project: files that people put there, and the results of its jobs, which are not copied. */
import type { Kysely, Selectable } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { RegistryEnvironment } from '../../registry/klic.ts'
import type { ProjectDocumentTable } from './tables.ts'

type Db = Kysely<DB>
export type DocumentRow = Selectable<ProjectDocumentTable>

export const insertDocument = (db: Db, row: DocumentRow) => db.insertInto('project_document').values(row).execute()

export const documentsOf = (db: Db, projectId: string): Promise<DocumentRow[]> =>
  db
    .selectFrom('project_document')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .orderBy('added_at')
    .orderBy('id')
    .execute()

/** @returns the paths of those that are still in a dossier, with the precautions of a job, its start or its findings */
export async function keptDocuments(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('project_document')
    .select('path')
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .unionAll(db.selectFrom('agreement_file').select('path').where('id', 'in', ids).where('removed_at', 'is', null))
    .unionAll(db.selectFrom('start_photo').select('path').where('id', 'in', ids).where('removed_at', 'is', null))
    .unionAll(db.selectFrom('finding_photo').select('path').where('id', 'in', ids).where('removed_at', 'is', null))
    .execute()
  return new Set(rows.map(({ path }) => path))
}

export const removeDocument = (db: Db, id: string, at: string) =>
  db.updateTable('project_document').set({ removed_at: at }).where('id', '=', id).execute()

export interface ResultInDossier {
  jobId: string
  reference: string | null
  environment: RegistryEnvironment
  revision: number
  bytes: number
  sha256: string
  path: string
  readyAt: string
}

/** The newest GeoPackage of each of these jobs, in their order: its very bytes are the dossier's document. */
export async function resultsOf(db: Db, jobIds: readonly string[]): Promise<ResultInDossier[]> {
  if (jobIds.length === 0) return []
  const rows = await db
    .selectFrom('job')
    .innerJoin('artifact', (join) =>
      join.onRef('artifact.job_id', '=', 'job.id').onRef('artifact.revision', '=', 'job.revision'),
    )
    .select([
      'job.id as jobId',
      'job.reference as reference',
      'job.environment as environment',
      'artifact.revision as revision',
      'artifact.bytes as bytes',
      'artifact.sha256 as sha256',
      'artifact.path as path',
      'artifact.ready_at as readyAt',
    ])
    .where('job.id', 'in', jobIds)
    .where('artifact.format', '=', 'gpkg')
    .where('artifact.state', '=', 'ready')
    .execute()
  rows.sort((a, b) => jobIds.indexOf(a.jobId) - jobIds.indexOf(b.jobId))
  return rows.flatMap(({ bytes, sha256, path, readyAt, ...row }) =>
    bytes === null || sha256 === null || path === null || readyAt === null
      ? []
      : [{ ...row, bytes, sha256, path, readyAt }],
  )
}
