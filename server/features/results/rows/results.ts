/** Results of jobs: artifacts that are wanted, made, or given up, and the job that becomes ready with them. */
import { sql } from 'kysely'
import type { ResultFormat } from '../../../exports/result-formats.ts'
import type { Artifact, ResultSummary } from '../../../imkl/model/conversion-task.ts'
import type { MergeProgress } from '../../../imkl/model/merge-progress.ts'
import type { Store } from '../../../platform/database/open.ts'
import type { JobState } from '../../../registry/klic.ts'
import { type Warning, withoutGround } from '../../../registry/warnings.ts'
import { wantArtifact } from '../../jobs/rows/artifacts.ts'
import { findingsOf } from '../../jobs/rules/next-action.ts'
import type { ArtifactRow, DeliveryRow } from '../../jobs/tables.ts'
import { appendToJobLog } from '../../log-rows.ts'
import { type NewEvent, recordEvent } from '../../webhooks/rows.ts'
import { endPreliminary } from './preliminary.ts'

/** All has come. */
export const jobsToMerge = (
  store: Store,
): Promise<{ id: string; company_id: string; round: number; revision: number }[]> =>
  store.db
    .selectFrom('job')
    .select(['id', 'company_id', 'round', 'revision'])
    .where('status', '=', 'processing')
    .orderBy('submitted_at')
    .execute()

export interface MadeResult {
  jobId: string
  revision: number
  status: Extract<JobState, 'ready' | 'ready_incomplete'>
  summary: ResultSummary | null
  artifacts: readonly Artifact[]
  /** Made from these by the worker, one task each */
  wanted?: readonly ResultFormat[]
  artifactId: (format: ResultFormat) => string
  event: NewEvent
  /** Deliveries that were read for it, and not before */
  read: readonly string[]
  at: string
}

/**
 * The result, the job's new state, and the event that tells it: all or nothing.
 * @returns false when the job was not processing any more or the revision exists: an earlier life got through.
 */
export const recordResult = (store: Store, made: MadeResult): Promise<boolean> =>
  store.transaction({ job: made.jobId }, async (trx) => {
    const job = await trx
      .updateTable('job')
      .set({
        status: made.status,
        revision: made.revision,
        summary: JSON.stringify(made.summary),
        ready_at: made.at,
        findings: made.summary && JSON.stringify(findingsOf(made.summary)),
        failure: null,
        merging: null,
      })
      .where('id', '=', made.jobId)
      .where('status', '=', 'processing')
      .where('revision', '=', made.revision - 1)
      .returning(['id', 'warnings'])
      .executeTakeFirst()
    if (!job) return false
    await endPreliminary(trx, made.jobId)
    // That of the former revision is gone with its ground.
    const warnings = withoutGround(JSON.parse(job.warnings) as Warning[])
    await trx
      .updateTable('job')
      .set({ warnings: JSON.stringify(warnings) })
      .where('id', '=', made.jobId)
      .execute()
    // Of an earlier revision, which has had its time.
    await trx
      .updateTable('artifact')
      .set({ ground: null })
      .where('job_id', '=', made.jobId)
      .where('ground', '=', 'wanted')
      .execute()
    for (const artifact of made.artifacts) {
      await trx
        .insertInto('artifact')
        .values({
          id: made.artifactId(artifact.format),
          job_id: made.jobId,
          revision: made.revision,
          format: artifact.format,
          state: 'ready',
          path: artifact.path,
          sha256: artifact.sha256,
          bytes: artifact.bytes,
          packed_bytes: artifact.packedBytes ?? null,
          failure: null,
          created_at: made.at,
          ready_at: made.at,
          ground: artifact.format === 'gpkg' && made.summary?.groundPictures ? 'wanted' : null,
        })
        .execute()
    }
    const { jobId, revision, at } = made
    for (const format of made.wanted ?? [])
      await wantArtifact(trx, { id: made.artifactId(format), jobId, revision, format, at })
    await markMerged(trx, made.read, made.at)
    await recordEvent(trx, made.event)
    await appendToJobLog(trx, made.jobId, {
      companyId: made.event.companyId,
      at: made.at,
      actor: 'worker',
      act: 'job.ready',
      data: { revision: made.revision, status: made.status },
    })
    return true
  })

/** How far the merge of a job is; null: nobody knows. */
export const recordMerging = async (store: Store, jobId: string, merging: MergeProgress | null): Promise<void> => {
  await store.db
    .updateTable('job')
    .set({ merging: merging && JSON.stringify(merging) })
    .where('id', '=', jobId)
    .where('status', '=', 'processing')
    .execute()
}

export const artifactsToMake = (store: Store): Promise<{ id: string; company_id: string }[]> =>
  store.db
    .selectFrom('artifact')
    .innerJoin('job', 'job.id', 'artifact.job_id')
    .select(['artifact.id', 'job.company_id'])
    // In the statement itself, where the index's own condition is looked for.
    .where('artifact.state', '=', sql.lit('wanted'))
    .orderBy('artifact.created_at')
    .execute()

export const artifactById = (store: Store, id: string): Promise<ArtifactRow | undefined> =>
  store.db.selectFrom('artifact').selectAll().where('id', '=', id).executeTakeFirst()

export const artifactOfJob = (
  store: Store,
  jobId: string,
  revision: number,
  format: ResultFormat,
): Promise<ArtifactRow | undefined> =>
  store.db
    .selectFrom('artifact')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('revision', '=', revision)
    .where('format', '=', format)
    .executeTakeFirst()

/** @returns false when nobody wants it any more */
export const recordArtifact = async (
  store: Store,
  id: string,
  made: { path: string; sha256: string; bytes: number; packedBytes?: number | undefined },
  at: string,
): Promise<boolean> => {
  const recorded = await store.db
    .updateTable('artifact')
    .set({
      state: 'ready',
      path: made.path,
      sha256: made.sha256,
      bytes: made.bytes,
      packed_bytes: made.packedBytes ?? null,
      ready_at: at,
    })
    .where('id', '=', id)
    .where('state', '=', 'wanted')
    .executeTakeFirst()
  return recorded.numUpdatedRows > 0n
}

export const failArtifact = async (store: Store, id: string, failure: string): Promise<void> => {
  await store.db
    .updateTable('artifact')
    .set({ state: 'failed', failure })
    .where('id', '=', id)
    .where('state', '=', 'wanted')
    .execute()
}

/** The newest of each request that is here and not found unreadable, whether or not it was read, in the order of the parts. */
export async function openedDeliveries({ db }: Store, jobId: string): Promise<DeliveryRow[]> {
  const rows = await db
    .selectFrom('delivery')
    .innerJoin('part', 'part.id', 'delivery.part_id')
    .selectAll('delivery')
    .where('part.job_id', '=', jobId)
    .where('delivery.path', 'is not', null)
    .where('delivery.failure', 'is', null)
    .orderBy('part.part_no')
    .orderBy('delivery.sequence')
    .execute()
  return [...new Map(rows.map((row) => [row.part_id, row])).values()]
}

/** A result holds them: they were read for it. */
const markMerged = async (db: Store['db'], ids: readonly string[], at: string): Promise<void> => {
  if (ids.length === 0) return
  await db.updateTable('delivery').set({ read_at: at }).where('id', 'in', ids).where('read_at', 'is', null).execute()
}
