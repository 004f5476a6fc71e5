/** Results that can be served: of one job, or the newest ones of a company. Paths are relative to the data folder. */
import { type Kysely, sql } from 'kysely'
import type { ResultFormat } from '../../../exports/result-formats.ts'
import type { ResultSummary } from '../../../imkl/model/conversion-task.ts'
import { isPreliminary } from '../../../imkl/model/preliminary.ts'
import { isPostgres } from '../../../platform/database/dialect.ts'
import type { DB } from '../../../platform/database/schema.ts'
import { JOBS_WITH_RESULT, type JobSource, type KlicType, type RegistryEnvironment } from '../../../registry/klic.ts'
import type { StoredGround } from '../../jobs/tables.ts'

type Db = Kysely<DB>

export interface ServedFile {
  jobId: string
  reference: string | null
  environment: RegistryEnvironment
  klicType: KlicType
  source: JobSource
  /** Below zero: it is preliminary, -3 the third */
  revision: number
  readyAt: string
  path: string
  sha256: string
  bytes: number | null
  /** null: the deliveries hold none */
  ground: StoredGround | null
}

export interface ServedResult extends ServedFile {
  /** ResultSummary, JSON; may have megabytes */
  summary: string
}

/** What maps need of a summary. */
export type ResultHead = Pick<ResultSummary, 'extent' | 'deliveries' | 'ground'>

/** Of a GeoPackage that was made once: wanted, when it was damaged since and is being made again; failed, when it can't be. */
export interface StoredFile extends ServedFile {
  artifactId: string
  state: 'ready' | 'wanted' | 'failed'
  failure: string | null
}

export type StoredResult = StoredFile & ServedResult

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
    .select([...SERVED, 'job.revision', 'job.ready_at as readyAt'])
    .where('job.company_id', '=', companyId)
    .where('job.status', 'in', JOBS_WITH_RESULT)
    .where('artifact.format', '=', 'gpkg')
    .where('artifact.sha256', 'is not', null)
    .$narrowType<{ readyAt: string; path: string; sha256: string }>()

const stored = (db: Db, companyId: string, jobId: string) =>
  served(db, companyId)
    .select(STORED)
    .where('artifact.state', '!=', 'removed')
    .$narrowType<{ state: StoredResult['state'] }>()
    .where('job.id', '=', jobId)

export const storedFile = (db: Db, companyId: string, jobId: string): Promise<StoredFile | undefined> =>
  stored(db, companyId, jobId).executeTakeFirst()

export const storedResult = (db: Db, companyId: string, jobId: string): Promise<StoredResult | undefined> =>
  stored(db, companyId, jobId).select('job.summary').$narrowType<{ summary: string }>().executeTakeFirst()

/** A job and its file of one format, where it has one. */
export type FileOfJob = NonNullable<Awaited<ReturnType<typeof fileOfJob>>>

/**
 * @param revision by default the newest result
 * @returns undefined when there is no such job
 */
export const fileOfJob = (db: Db, companyId: string, jobId: string, format: ResultFormat, revision?: number) =>
  db
    .selectFrom('job')
    .leftJoin('artifact', (join) => {
      const ofFormat = join.onRef('artifact.job_id', '=', 'job.id').on('artifact.format', '=', format)
      return revision === undefined
        ? ofFormat.onRef('artifact.revision', '=', 'job.revision')
        : ofFormat.on('artifact.revision', '=', revision)
    })
    .leftJoin('removal', (join) => join.onRef('removal.job_id', '=', 'job.id').on('removal.what', '=', 'results'))
    .select([
      'job.id',
      'job.reference',
      'job.environment',
      'job.status',
      'job.revision',
      'removal.done_at as removedAt',
    ])
    .select(STORED)
    .select(['artifact.path', 'artifact.sha256', 'artifact.bytes', 'artifact.ground'])
    .where('job.company_id', '=', companyId)
    .where('job.id', '=', jobId)
    .executeTakeFirst()

/** Each once, by order. */
export const klicNumbersOfJob = async (db: Db, jobId: string): Promise<string[]> => {
  const parts = db.selectFrom('part').select('klic_number').distinct().where('job_id', '=', jobId)
  const rows = await parts
    .where('klic_number', 'is not', null)
    .orderBy('klic_number')
    .$narrowType<{ klic_number: string }>()
    .execute()
  return rows.map((row) => row.klic_number)
}

const preliminary = (db: Db, companyId: string, jobId: string) =>
  db
    .selectFrom('job')
    .innerJoin('preliminary', 'preliminary.job_id', 'job.id')
    .innerJoin('artifact', (join) =>
      join.onRef('artifact.job_id', '=', 'job.id').on('artifact.revision', '=', sql<number>`-preliminary.made`),
    )
    .select([...SERVED, ...STORED, 'artifact.revision', 'artifact.ready_at as readyAt'])
    .where('job.company_id', '=', companyId)
    .where('job.id', '=', jobId)
    .where('artifact.format', '=', 'gpkg')
    .where('artifact.state', '=', 'ready')
    .$narrowType<{ readyAt: string; path: string; sha256: string; state: 'ready' }>()

/** What has come of a job that waits for more. */
export const storedPreliminaryFile = (db: Db, companyId: string, jobId: string): Promise<StoredFile | undefined> =>
  preliminary(db, companyId, jobId).executeTakeFirst()

export const storedPreliminary = (db: Db, companyId: string, jobId: string): Promise<StoredResult | undefined> =>
  preliminary(db, companyId, jobId).select('preliminary.summary').$narrowType<{ summary: string }>().executeTakeFirst()

/** Taken out of the summary by the database. @returns undefined when another result has taken its place */
export async function headOfResult(
  db: Db,
  { jobId, revision }: Pick<ServedFile, 'jobId' | 'revision'>,
): Promise<ResultHead | undefined> {
  const json = isPostgres(db as Kysely<unknown>) ? sql`summary::json` : sql`summary`
  const member = (name: keyof ResultHead) => sql<string | null>`cast(${json} -> ${sql.lit(name)} as text)`.as(name)
  const members = [member('extent'), member('deliveries'), member('ground')]
  const row = isPreliminary(revision)
    ? await db
        .selectFrom('preliminary')
        .select(members)
        .where('job_id', '=', jobId)
        .where('made', '=', -revision)
        .executeTakeFirst()
    : await db
        .selectFrom('job')
        .select(members)
        .where('id', '=', jobId)
        .where('revision', '=', revision)
        .executeTakeFirst()
  if (!row) return undefined
  const [extent, deliveries, ground] = [row.extent, row.deliveries, row.ground].map((text) => text && JSON.parse(text))
  return { extent, deliveries: deliveries ?? [], ...(ground && { ground }) }
}

/** Newest first. */
export const servedResults = (db: Db, companyId: string, limit: number): Promise<ServedResult[]> =>
  served(db, companyId)
    .select('job.summary')
    .$narrowType<{ summary: string }>()
    .where('artifact.state', '=', 'ready')
    .orderBy('job.ready_at', 'desc')
    .orderBy('job.id', 'desc')
    .limit(limit)
    .execute()
