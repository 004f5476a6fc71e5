/**
 * What is shown of jobs that wait for more: wanted with each delivery, in the transaction that records it; made by the worker; gone
 * in the transaction that records the result.
 */
import { type Kysely, sql } from 'kysely'
import type { Artifact, ResultSummary } from '../../../imkl/model/conversion-task.ts'
import { type PreliminaryFacts, revisionOf } from '../../../imkl/model/preliminary.ts'
import type { Store } from '../../../platform/database/open.ts'
import type { DB } from '../../../platform/database/schema.ts'

type Db = Kysely<DB>

/** Its file was damaged. It is made anew under another number, once however often it is found. */
export const wantPreliminaryAgain = async (db: Db, jobId: string): Promise<void> => {
  await db
    .updateTable('preliminary')
    .set(({ ref }) => ({ wanted: sql`${ref('wanted')} + 1` }))
    .where('job_id', '=', jobId)
    .whereRef('done', '=', 'wanted')
    .execute()
}

export const preliminariesToMake = (store: Store): Promise<{ id: string; company_id: string; wanted: number }[]> =>
  store.db
    .selectFrom('preliminary')
    .innerJoin('job', 'job.id', 'preliminary.job_id')
    .select(['job.id', 'job.company_id', 'preliminary.wanted'])
    .whereRef('preliminary.done', '<', 'preliminary.wanted')
    .where('job.status', '=', 'partially_delivered')
    .orderBy('job.submitted_at')
    .execute()

/** Jobs of which something has come, and not all. */
export const waitingJobs = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('preliminary').select('job_id').execute()).map(({ job_id }) => job_id)

/** @returns undefined when the job has its result, or nothing has come; with the summary, as JSON, of what is made */
export const wantedPreliminary = (
  store: Store,
  jobId: string,
): Promise<{ wanted: number; done: number; made: number; summary: string | null } | undefined> =>
  store.db
    .selectFrom('preliminary')
    .select(['wanted', 'done', 'made', 'summary'])
    .where('job_id', '=', jobId)
    .executeTakeFirst()

export interface MadePreliminary {
  jobId: string
  artifactId: string
  artifact: Pick<Artifact, 'path' | 'sha256' | 'bytes'>
  facts: PreliminaryFacts
  summary: ResultSummary | null
}

/**
 * From now on this is what is shown; the former stays for its readers until retention deletes it.
 * @returns false when a later one, or the result, is there
 */
export const recordPreliminary = (store: Store, made: MadePreliminary): Promise<boolean> =>
  store.transaction({ job: made.jobId }, async (trx) => {
    const { no, made_at: at } = made.facts
    const changed = await trx
      .updateTable('preliminary')
      .set({ made: no, done: no, summary: JSON.stringify(made.summary) })
      .where('job_id', '=', made.jobId)
      .where('done', '<', no)
      .returning('job_id')
      .executeTakeFirst()
    if (!changed) return false
    await retireFiles(trx, made.jobId)
    const { path, sha256, bytes } = made.artifact
    await trx
      .insertInto('artifact')
      .values({
        id: made.artifactId,
        job_id: made.jobId,
        revision: revisionOf(no),
        format: 'gpkg',
        state: 'ready',
        path,
        sha256,
        bytes,
        failure: null,
        created_at: at,
        ready_at: at,
        ground: made.summary?.groundPictures ? 'wanted' : null,
      })
      .execute()
    await trx
      .updateTable('job')
      .set({ preliminary: JSON.stringify(made.facts) })
      .where('id', '=', made.jobId)
      .execute()
    return true
  })

/** What is shown stays as it is until the next delivery. */
export const giveUpPreliminary = async (store: Store, jobId: string, no: number): Promise<void> => {
  await store.db
    .updateTable('preliminary')
    .set({ done: no })
    .where('job_id', '=', jobId)
    .where('done', '<', no)
    .execute()
}

/** The result takes its place. */
export async function endPreliminary(trx: Db, jobId: string): Promise<void> {
  const ended = await trx.deleteFrom('preliminary').where('job_id', '=', jobId).executeTakeFirst()
  if (ended.numDeletedRows === 0n) return
  await retireFiles(trx, jobId)
  await trx.updateTable('job').set({ preliminary: null }).where('id', '=', jobId).execute()
}

/** Their rows are nobody's any more, but for the house-keeping (ground.ts, bareFiles), which knows of a GeoPackage with the ground that there was one without. */
async function retireFiles(trx: Db, jobId: string): Promise<void> {
  await trx
    .updateTable('artifact')
    .set(({ fn }) => ({ state: 'removed', bare_path: fn.coalesce('path', 'bare_path'), path: null, ground: null }))
    .where('job_id', '=', jobId)
    .where('revision', '<', 0)
    .execute()
}
