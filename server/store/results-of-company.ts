/** Results that can be served: of one job, or the newest ones of a company. Paths are relative to the data folder. */
import type { Kysely } from 'kysely'
import { JOBS_WITH_RESULT } from '../domain/klic.ts'
import type { DB } from './schema.ts'

type Db = Kysely<DB>

export interface ServedResult {
  jobId: string
  reference: string | null
  environment: string
  revision: number
  /** ResultSummary, JSON */
  summary: string
  readyAt: string
  path: string
  sha256: string
}

const served = (db: Db, companyId: string) =>
  db
    .selectFrom('job')
    .innerJoin('artifact', (join) =>
      join.onRef('artifact.job_id', '=', 'job.id').onRef('artifact.revision', '=', 'job.revision'),
    )
    .select([
      'job.id as jobId',
      'job.reference',
      'job.environment',
      'job.revision',
      'job.summary',
      'job.ready_at as readyAt',
      'artifact.path',
      'artifact.sha256',
    ])
    .where('job.company_id', '=', companyId)
    .where('job.status', 'in', JOBS_WITH_RESULT)
    .where('artifact.format', '=', 'gpkg')
    .where('artifact.state', '=', 'ready')
    .$narrowType<{ summary: string; readyAt: string; path: string; sha256: string }>()

export const servedResult = (db: Db, companyId: string, jobId: string): Promise<ServedResult | undefined> =>
  served(db, companyId).where('job.id', '=', jobId).executeTakeFirst()

/** Newest first. */
export const servedResults = (db: Db, companyId: string, limit: number): Promise<ServedResult[]> =>
  served(db, companyId).orderBy('job.ready_at', 'desc').orderBy('job.id', 'desc').limit(limit).execute()
