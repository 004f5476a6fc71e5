/** Results that can be served: of one job, or the newest ones of a company. Paths are relative to the data folder. */
import { type Kysely, sql } from 'kysely'
import { JOBS_WITH_RESULT, type JobSource, type KlicType, type RegistryEnvironment } from '../../domain/klic/klic.ts'
import type { DB } from '../schema.ts'
import type { StoredGround } from '../schema-jobs.ts'

type Db = Kysely<DB>

export interface ServedResult {
  jobId: string
  reference: string | null
  environment: RegistryEnvironment
  klicType: KlicType
  source: JobSource
  /** Below zero: it is preliminary, -3 the third */
  revision: number
  /** ResultSummary, JSON */
  summary: string
  readyAt: string
  path: string
  sha256: string
  bytes: number | null
  /** null: the deliveries hold none */
  ground: StoredGround | null
}

/** Of a GeoPackage that was made once: wanted, when it was damaged since and is being made again; failed, when it can't be. */
export interface StoredResult extends ServedResult {
  artifactId: string
  state: 'ready' | 'wanted' | 'failed'
  failure: string | null
}

const SERVED = [
  ...(['job.id as jobId', 'job.reference', 'job.environment', 'job.klic_type as klicType', 'job.source'] as const),
  ...(['artifact.path', 'artifact.sha256', 'artifact.bytes', 'artifact.ground'] as const),
] as const
const STORED = ['artifact.id as artifactId', 'artifact.state', 'artifact.failure'] as const

const served = (db: Db, companyId: string) =>
  db
    .selectFrom('job')
    .innerJoin('artifact', (join) =>
      join.onRef('artifact.job_id', '=', 'job.id').onRef('artifact.revision', '=', 'job.revision'),
    )
    .select([...SERVED, 'job.revision', 'job.summary', 'job.ready_at as readyAt'])
    .where('job.company_id', '=', companyId)
    .where('job.status', 'in', JOBS_WITH_RESULT)
    .where('artifact.format', '=', 'gpkg')
    .where('artifact.sha256', 'is not', null)
    .$narrowType<{ summary: string; readyAt: string; path: string; sha256: string }>()

export const storedResult = (db: Db, companyId: string, jobId: string): Promise<StoredResult | undefined> =>
  served(db, companyId)
    .select(STORED)
    .where('artifact.state', '!=', 'removed')
    .$narrowType<{ state: StoredResult['state'] }>()
    .where('job.id', '=', jobId)
    .executeTakeFirst()

/** What has come of a job that waits for more. */
export const storedPreliminary = (db: Db, companyId: string, jobId: string): Promise<StoredResult | undefined> =>
  db
    .selectFrom('job')
    .innerJoin('preliminary', 'preliminary.job_id', 'job.id')
    .innerJoin('artifact', (join) =>
      join.onRef('artifact.job_id', '=', 'job.id').on('artifact.revision', '=', sql<number>`-preliminary.made`),
    )
    .select([...SERVED, ...STORED, 'artifact.revision', 'preliminary.summary', 'artifact.ready_at as readyAt'])
    .where('job.company_id', '=', companyId)
    .where('job.id', '=', jobId)
    .where('artifact.format', '=', 'gpkg')
    .where('artifact.state', '=', 'ready')
    .$narrowType<{ summary: string; readyAt: string; path: string; sha256: string; state: 'ready' }>()
    .executeTakeFirst()

/** Newest first. */
export const servedResults = (db: Db, companyId: string, limit: number): Promise<ServedResult[]> =>
  served(db, companyId)
    .where('artifact.state', '=', 'ready')
    .orderBy('job.ready_at', 'desc')
    .orderBy('job.id', 'desc')
    .limit(limit)
    .execute()
