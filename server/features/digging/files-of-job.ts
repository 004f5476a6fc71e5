/** Files that people put with a job: whole at their place, in a row and in the log, or not there at all. */

import type { Readable } from 'node:stream'
import type { Kysely, Selectable } from 'kysely'
import type { Store } from '../../platform/database/open.ts'
import type { DB } from '../../platform/database/schema.ts'
import { refuseTooMany } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { refuseRowOverQuota } from '../company-quota.ts'
import type { DocumentFile } from '../http/send-files.ts'
import { noSuchJob } from '../jobs/get-job.ts'
import { type JobRecord, jobOf } from '../jobs/rows/jobs.ts'
import type { KeptFileColumns } from '../jobs/tables.ts'
import { inPlace, intactFile, takeIn } from '../kept-files.ts'
import type { LoggedAct } from '../log-entries.ts'
import { appendToJobLog } from '../log-rows.ts'
import type { Caller, Database, Files, Permitted } from '../services.ts'
import type { AgreementFileTable, StartPhotoTable } from './tables.ts'

type Db = Kysely<DB>
export type AgreementRow = Selectable<AgreementFileTable>
export type StartPhotoRow = Selectable<StartPhotoTable>

/** One kind of them. */
export interface JobFiles<Row> {
  insert(db: Db, row: Row): Promise<unknown>
  /** Of these jobs, oldest first. */
  of(db: Db, jobIds: readonly string[]): Promise<Row[]>
  /** What it was stays in its row. */
  remove(db: Db, id: string, at: string): Promise<unknown>
}

/** Their tables differ in nothing that is asked here. */
export const filesIn = <Row extends StartPhotoRow>(
  table: 'agreement_file' | 'start_photo' | 'finding_photo',
): JobFiles<Row> => ({
  insert: (db, row) => db.insertInto(table).values(row).execute(),
  of: async (db, jobIds) =>
    jobIds.length === 0
      ? []
      : ((await db
          .selectFrom(table)
          .selectAll()
          .where('job_id', 'in', jobIds)
          .where('removed_at', 'is', null)
          .orderBy('added_at')
          .orderBy('id')
          .execute()) as StartPhotoRow[] as Row[]),
  remove: (db, id, at) => db.updateTable(table).set({ removed_at: at }).where('id', '=', id).execute(),
})

export const agreementFiles = filesIn<AgreementRow>('agreement_file')
export const startPhotos = filesIn<StartPhotoRow>('start_photo')

export type KeptFile = Omit<KeptFileColumns, 'name' | 'media_type' | 'removed_at'>

/** @throws Refusal NOT_FOUND */
export async function ownJob(store: Store, { companyId }: Caller, jobId: string): Promise<JobRecord> {
  const job = await jobOf(store.db, companyId, jobId)
  if (!job) throw noSuchJob()
  return job
}

export type PlacedFile = Pick<KeptFile, 'id' | 'bytes' | 'sha256' | 'path'>

/**
 * What no row names in the end, its caller removes; after a kill the worker does.
 * @throws TryLater when as many of the company come in already
 */
export async function placeFile(
  services: Database & Files,
  caller: Caller,
  jobId: string,
  prefix: string,
  bytes: () => Promise<Readable>,
): Promise<PlacedFile> {
  const { storage, ids } = services
  const id = ids.make(prefix)
  // Beside the documents of projects: what no row names is found there.
  const path = `projects/${jobId}/${id}`
  const taken = await inPlace(caller, async () => takeIn(services, caller, await storage.place(path), await bytes()))
  try {
    await storage.keep({ key: path, sha256: taken.sha256 })
  } catch (error) {
    await storage.remove(path)
    throw error
  }
  return { id, ...taken, path }
}

/**
 * @param keep writes the row, and says what the log has of it; what it throws leaves nothing
 * @throws TryLater when as many of the company come in already
 */
export async function keepFile(
  services: Database & Files,
  caller: Caller,
  jobId: string,
  { prefix, act, bytes }: { prefix: string; act: LoggedAct; bytes: () => Promise<Readable> },
  keep: (trx: Db, file: KeptFile) => Promise<object>,
): Promise<void> {
  const { store, storage, clock } = services
  const { id, path, ...taken } = await placeFile(services, caller, jobId, prefix, bytes)
  try {
    const at = clock.now().toISOString()
    const { companyId, actor } = caller
    await store.transaction({ company: companyId }, async (trx) => {
      await refuseRowOverQuota(trx, services, caller, taken.bytes)
      const said = await keep(trx, { id, ...taken, path, added_at: at, added_by: actor })
      const data = { file_id: id, ...said, ...taken }
      await appendToJobLog(trx, jobId, { companyId, at, actor, act, data })
    })
  } catch (error) {
    await storage.remove(path)
    throw error
  }
}

/** One kind of file: where its rows are, how many a job keeps, and what is said where there are more or none. */
export interface FileKind<Row> {
  files: JobFiles<Row>
  most: number
  /** The plural, for the message of `refuseTooMany` */
  several: string
  missing: string
}

/** @throws Refusal NOT_FOUND */
async function fileOfJob<Row extends { id: string }>(
  { files, missing }: FileKind<Row>,
  db: Db,
  jobId: string,
  fileId: string,
): Promise<Row> {
  const row = (await files.of(db, [jobId])).find(({ id }) => id === fileId)
  if (!row) throw new Refusal('NOT_FOUND', missing)
  return row
}

/** @throws Refusal JOB_STATE_CONFLICT when the job has as many as it keeps */
export async function refuseTooManyFiles(
  { files, most, several }: FileKind<unknown>,
  db: Db,
  jobId: string,
): Promise<void> {
  refuseTooMany((await files.of(db, [jobId])).length, most, several, 'JOB_STATE_CONFLICT')
}

/** @returns reads a file of the kind. It throws Refusal NOT_FOUND; EXPORT_FAILED when it was changed, cut off or lost on the disk */
export const readerOf =
  (kind: FileKind<StartPhotoRow>) =>
  async (
    { store, storage }: Database & Files,
    caller: Caller,
    jobId: string,
    fileId: string,
  ): Promise<DocumentFile> => {
    await ownJob(store, caller, jobId)
    return intactFile(storage, await fileOfJob(kind, store.db, jobId, fileId))
  }

/**
 * What a file was stays in the log; it goes once that is certain.
 * @param said of its row, for the log
 * @returns drops a file of the kind. It throws Refusal NOT_FOUND
 */
export const dropperOf =
  <Row extends StartPhotoRow>(kind: FileKind<Row>, act: LoggedAct, said: (row: Row) => object) =>
  async (
    { store, storage, clock }: Database & Files,
    caller: Permitted<'write'>,
    jobId: string,
    fileId: string,
  ): Promise<void> => {
    await ownJob(store, caller, jobId)
    const { companyId, actor } = caller
    const path = await store.transaction({ company: companyId }, async (trx) => {
      const at = clock.now().toISOString()
      const row = await fileOfJob(kind, trx, jobId, fileId)
      await kind.files.remove(trx, fileId, at)
      await appendToJobLog(trx, jobId, { companyId, at, actor, act, data: { file_id: fileId, ...said(row) } })
      return row.path
    })
    await storage.remove(path)
  }
