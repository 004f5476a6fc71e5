/** Result files of jobs: one row per revision and format, made by the worker. Paths are relative to the data folder. */
import { type Kysely, sql } from 'kysely'
import type { ResultFormat } from '../../../exports/result-formats.ts'
import { compiledOnce } from '../../../platform/database/compiled.ts'
import type { DB } from '../../../platform/database/schema.ts'
import type { StoredGround } from '../tables.ts'

type Db = Kysely<DB>

export interface ArtifactRecord {
  id: string
  jobId: string
  revision: number
  format: ResultFormat
  state: 'wanted' | 'ready' | 'failed' | 'removed'
  path: string | null
  sha256: string | null
  bytes: number | null
  failure: string | null
  readyAt: string | null
  /** Of a GeoPackage whose deliveries hold the ground */
  ground: StoredGround | null
}

const artifactRows = compiledOnce((db, jobId: string, revision: number) =>
  db
    .selectFrom('artifact')
    .select([
      'id',
      'job_id as jobId',
      'revision',
      'format',
      'state',
      'path',
      'sha256',
      'bytes',
      'failure',
      'ready_at as readyAt',
      'ground',
    ])
    .where('job_id', '=', jobId)
    .where('revision', '=', revision)
    .orderBy('format'),
)

export const artifactsOf = (db: Db, jobId: string, revision: number): Promise<ArtifactRecord[]> =>
  artifactRows(db, jobId, revision)

/** Asks the worker for a file; asking twice is asking once. */
export const wantArtifact = (
  db: Db,
  wanted: { id: string; jobId: string; revision: number; format: ResultFormat; at: string },
) =>
  db
    .insertInto('artifact')
    .values({
      id: wanted.id,
      job_id: wanted.jobId,
      revision: wanted.revision,
      format: wanted.format,
      state: 'wanted',
      path: null,
      sha256: null,
      bytes: null,
      failure: null,
      created_at: wanted.at,
      ready_at: null,
    })
    .onConflict((conflict) => conflict.columns(['job_id', 'revision', 'format']).doNothing())
    .execute()

/** @returns how many files that had failed, and grounds that could not be added, are wanted again. */
export async function wantFailedAgain(db: Db, jobId: string, revision: number): Promise<number> {
  const result = await db
    .updateTable('artifact')
    .set({ state: 'wanted', failure: null })
    .where('job_id', '=', jobId)
    .where('revision', '=', revision)
    .where('state', '=', 'failed')
    .executeTakeFirst()
  const grounds = await db
    .updateTable('artifact')
    .set({ ground: 'wanted' })
    .where('job_id', '=', jobId)
    .where('revision', '=', revision)
    .where('ground', '=', 'failed')
    .executeTakeFirst()
  return Number(result.numUpdatedRows + grounds.numUpdatedRows)
}

/**
 * A file that was damaged on the disk is made again: from the GeoPackage, and that from the deliveries. Its row keeps what
 * it was, so that one knows when it is the same again.
 */
export async function requeueDamagedArtifact(db: Db, id: string): Promise<void> {
  await db.updateTable('artifact').set({ state: 'wanted' }).where('id', '=', id).where('state', '=', 'ready').execute()
}

export async function wantPreliminary(trx: Db, jobId: string): Promise<void> {
  await trx
    .insertInto('preliminary')
    .values({ job_id: jobId, wanted: 1, done: 0, made: 0, summary: null })
    .onConflict((conflict) =>
      conflict.column('job_id').doUpdateSet(({ ref }) => ({ wanted: sql`${ref('preliminary.wanted')} + 1` })),
    )
    .execute()
}
