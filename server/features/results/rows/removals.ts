/**
 * Files that are removed because a company keeps them no longer: announced in a row, with a time; then, in a row, gone; and
 * then from the storage. A kill between leaves files that the row still names, and the next look takes them away.
 */
import type { Kysely, Selectable } from 'kysely'
import { packedKey } from '../../../exports/result-formats.ts'
import type { DB } from '../../../platform/database/schema.ts'
import type { Store } from '../../../platform/database/store.ts'
import { isDownloadable, JOBS_WITH_RESULT } from '../../../registry/klic.ts'
import type { Warning } from '../../../registry/warnings.ts'
import type { RemovedFiles } from '../../jobs/removed-files.ts'
import type { RemovalTable } from '../../jobs/tables.ts'
import { type NewEvent, recordEvent } from '../../webhooks/rows.ts'
export type RemovalRow = Selectable<RemovalTable>
type Db = Kysely<DB>

export interface KeptFiles {
  jobId: string
  readyAt: string
  /** Of results or of deliveries, as was asked */
  bytes: number
}

const EXPIRING = { results: 'RESULTS_EXPIRE', deliveries: 'DELIVERIES_EXPIRE' } as const

/** Jobs with such files that nothing more will come for, the oldest first; those announced already are left out. */
export async function jobsWithFiles(
  db: Db,
  companyId: string,
  what: RemovedFiles,
  readyBefore: string,
  atMost: number,
): Promise<KeptFiles[]> {
  const rows = await db
    .selectFrom('job')
    .select(['id as jobId', 'ready_at as readyAt'])
    .select((eb) =>
      (what === 'results'
        ? eb
            .selectFrom('artifact')
            .select((inner) => inner.fn.sum<number | null>('artifact.bytes').as('total'))
            .whereRef('artifact.job_id', '=', 'job.id')
            .where('state', '=', 'ready')
        : eb
            .selectFrom('delivery')
            .innerJoin('part', 'part.id', 'delivery.part_id')
            .select((inner) => inner.fn.sum<number | null>('delivery.bytes').as('total'))
            .whereRef('part.job_id', '=', 'job.id')
            .where('delivery.path', 'is not', null)
      ).as('bytes'),
    )
    .where('company_id', '=', companyId)
    .where('status', 'in', JOBS_WITH_RESULT)
    .where('ready_at', '<=', readyBefore)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('removal').select('job_id').whereRef('removal.job_id', '=', 'job.id').where('what', '=', what),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('registry_order')
            .select('registry_order.id')
            .whereRef('registry_order.job_id', '=', 'job.id')
            .where('watch_at', 'is not', null),
        ),
      ),
    )
    .orderBy('ready_at')
    .limit(atMost)
    .execute()
  return rows.map(({ jobId, readyAt, bytes }) => ({ jobId, readyAt: readyAt!, bytes: Number(bytes ?? 0) }))
}

export interface RemovalNotice {
  jobId: string
  what: RemovedFiles
  reason: RemovalTable['reason']
  at: string
  /** When the files go, at the earliest */
  dueAt: string
  message: string
  event: NewEvent
}

/** The row, what the job says, and the event: all or nothing. @returns false when it was announced before */
export const announceRemoval = (store: Store, removal: RemovalNotice): Promise<boolean> =>
  store.transaction({ job: removal.jobId }, async (trx) => {
    const { jobId, what, reason, at, dueAt } = removal
    const made = await trx
      .insertInto('removal')
      .values({ job_id: jobId, what, reason, announced_at: at, due_at: dueAt, done_at: null, files: '[]' })
      .onConflict((conflict) => conflict.columns(['job_id', 'what']).doNothing())
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows !== 1n) return false
    await changeWarnings(trx, jobId, what, { code: EXPIRING[what], message: removal.message })
    await recordEvent(trx, removal.event)
    return true
  })

/** Announced, and not done. */
export const openRemovals = (db: Db, companyId: string): Promise<RemovalRow[]> =>
  db
    .selectFrom('removal')
    .innerJoin('job', 'job.id', 'removal.job_id')
    .selectAll('removal')
    .where('company_id', '=', companyId)
    .where('done_at', 'is', null)
    .orderBy('due_at')
    .execute()

/** The company keeps them after all. */
export const cancelRemoval = (store: Store, { job_id, what }: RemovalRow): Promise<void> =>
  store.transaction({ job: job_id }, async (trx) => {
    await trx.deleteFrom('removal').where('job_id', '=', job_id).where('what', '=', what).execute()
    await changeWarnings(trx, job_id, what, undefined)
  })

/**
 * From now on the rows name no file of these. @returns false when the job is at work again, or a file of it is being made:
 * then nothing is changed, and it is tried at the next look
 */
export const markRemoved = (store: Store, { job_id, what }: RemovalRow, at: string): Promise<boolean> =>
  store.transaction({ job: job_id }, async (trx) => {
    const job = await trx.selectFrom('job').select('status').where('id', '=', job_id).executeTakeFirst()
    if (!job || !isDownloadable(job.status)) return false
    const made = await trx
      .selectFrom('artifact')
      .select('id')
      .where('job_id', '=', job_id)
      .where('state', '=', 'wanted')
      .executeTakeFirst()
    if (made) return false
    const files = what === 'results' ? await forgetResults(trx, job_id) : await forgetDeliveries(trx, job_id)
    await trx
      .updateTable('removal')
      .set({ done_at: at, files: JSON.stringify(files) })
      .where('job_id', '=', job_id)
      .where('what', '=', what)
      .execute()
    await changeWarnings(trx, job_id, what, undefined)
    return true
  })

/** The rows name no result of the job any more. @returns keys that the storage still has */
export async function forgetResults(trx: Db, jobId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('artifact')
    .select(['path', 'format', 'bare_path'])
    .where('job_id', '=', jobId)
    .where('state', '=', 'ready')
    .execute()
  await trx
    .updateTable('artifact')
    .set({ state: 'removed', path: null, bare_path: null, ground: null })
    .where('job_id', '=', jobId)
    .where('state', '=', 'ready')
    .execute()
  await trx.deleteFrom('ground_sheet').where('job_id', '=', jobId).execute()
  return rows.flatMap(({ path, format, bare_path: bare }) =>
    [path, path && packedKey(path, format), bare].filter((key) => key !== null),
  )
}

async function forgetDeliveries(trx: Db, jobId: string): Promise<string[]> {
  const ofJob = trx.selectFrom('part').select('id').where('job_id', '=', jobId)
  const rows = await trx
    .selectFrom('delivery')
    .select(['path', 'geojson_path'])
    .where('part_id', 'in', ofJob)
    .where('path', 'is not', null)
    .execute()
  await trx
    .updateTable('delivery')
    .set({ path: null, geojson_path: null })
    .where('part_id', 'in', ofJob)
    .where('path', 'is not', null)
    .execute()
  return rows.flatMap(({ path, geojson_path: geojson }) =>
    [path, geojson, geojson && packedKey(geojson, 'geojson')].filter((key) => key !== null),
  )
}

/** Done in the rows, and not yet in the storage. */
export const filesToRemove = (db: Db): Promise<RemovalRow[]> =>
  db.selectFrom('removal').selectAll().where('done_at', 'is not', null).where('files', '!=', '[]').limit(100).execute()

export const recordFilesGone = async (db: Db, { job_id, what }: RemovalRow): Promise<void> => {
  await db.updateTable('removal').set({ files: '[]' }).where('job_id', '=', job_id).where('what', '=', what).execute()
}

async function changeWarnings(trx: Db, jobId: string, what: RemovedFiles, warning: Warning | undefined): Promise<void> {
  const job = await trx.selectFrom('job').select('warnings').where('id', '=', jobId).executeTakeFirst()
  if (!job) return
  const others = (JSON.parse(job.warnings) as Warning[]).filter(({ code }) => code !== EXPIRING[what])
  await trx
    .updateTable('job')
    .set({ warnings: JSON.stringify(warning ? [...others, warning] : others) })
    .where('id', '=', jobId)
    .execute()
}
