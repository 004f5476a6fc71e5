/** Photos of findings: drawn anew and kept with the job, one for each finding. */
import { Readable } from 'node:stream'
import type { Kysely, Selectable } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { Refusal } from '../../platform/refusal.ts'
import { filesIn, type KeptFile, keepFile, ownJob } from '../digging/files-of-job.ts'
import { type DrawnPhoto, drawnPhoto } from '../digging/start-photos.ts'
import type { DocumentFile } from '../http/send-files.ts'
import { intactFile } from '../kept-files.ts'
import type { Caller, Compute, Database, Files, Permitted } from '../services.ts'
import { findingsOfJob } from './rows.ts'
import type { FindingPhotoTable } from './tables.ts'

type Db = Kysely<DB>
export type FindingPhotoRow = Selectable<FindingPhotoTable>

export const findingPhotos = filesIn<FindingPhotoRow>('finding_photo')

/** By the ids of their findings. */
export const photosByFinding = async (db: Db, jobId: string): Promise<Map<string, FindingPhotoRow>> =>
  new Map((await findingPhotos.of(db, [jobId])).map((row) => [row.finding_id, row]))

const ENDINGS = { 'image/jpeg': 'jpg', 'image/png': 'png' }

export const insertFindingPhoto = (
  trx: Db,
  { job_id, id: finding_id }: { job_id: string; id: string },
  file: KeptFile,
  { mediaType, givenSha256 }: Omit<DrawnPhoto, 'bytes'>,
): Promise<unknown> => {
  const name = `${finding_id}.${ENDINGS[mediaType]}`
  const photo = { name, media_type: mediaType, given_sha256: givenSha256, removed_at: null }
  return findingPhotos.insert(trx, { ...file, ...photo, job_id, finding_id })
}

/**
 * In the place of one that it has, which stays in the log.
 * @throws Refusal NOT_FOUND, PAYLOAD_TOO_LARGE; VALIDATION_FAILED when it is no photo; then nothing is kept
 */
export async function putFindingPhoto(
  services: Database & Files & Pick<Compute, 'redrawPhoto'>,
  caller: Permitted<'write'>,
  jobId: string,
  findingId: string,
  bytes: Readable,
): Promise<void> {
  await ownJob(services.store, caller, jobId)
  await recordedFinding(services.store.db, jobId, findingId)
  let drawn: DrawnPhoto
  let replaced: string[] = []
  const come = async (): Promise<Readable> => {
    drawn = await drawnPhoto(services, caller, bytes)
    return Readable.from([drawn.bytes])
  }
  const coming = { prefix: 'fph', act: 'finding.photographed', bytes: come } as const
  await keepFile(services, caller, jobId, coming, async (trx, file) => {
    const finding = await recordedFinding(trx, jobId, findingId)
    replaced = await removePhotos(trx, jobId, [findingId], file.added_at)
    await insertFindingPhoto(trx, finding, file, drawn)
    return { finding_id: findingId, given_sha256: drawn.givenSha256 }
  })
  await removeFiles(services, replaced)
}

/** @throws Refusal NOT_FOUND */
export async function recordedFinding(db: Db, jobId: string, findingId: string) {
  const finding = (await findingsOfJob(db, jobId)).find(({ id }) => id === findingId)
  if (!finding) throw new Refusal('NOT_FOUND', 'There is no such finding.')
  return finding
}

/** @throws Refusal NOT_FOUND; EXPORT_FAILED when it was changed, cut off or lost on the disk */
export async function findingPhotoFile(
  { store, storage }: Database & Files,
  caller: Caller,
  jobId: string,
  findingId: string,
): Promise<DocumentFile> {
  await ownJob(store, caller, jobId)
  const row = (await photosByFinding(store.db, jobId)).get(findingId)
  if (!row) throw new Refusal('NOT_FOUND', 'There is no photo with this finding.')
  return intactFile(storage, row)
}

/** @param findingIds null: of all findings of the job @returns their files, to be removed once that is certain */
export async function removePhotos(
  trx: Db,
  jobId: string,
  findingIds: readonly string[] | null,
  at: string,
): Promise<string[]> {
  const photos = (await findingPhotos.of(trx, [jobId])).filter(
    ({ finding_id }) => findingIds === null || findingIds.includes(finding_id),
  )
  for (const { id } of photos) await findingPhotos.remove(trx, id, at)
  return photos.map(({ path }) => path)
}

/** What a kill leaves of them the worker removes. */
export async function removeFiles({ storage }: Pick<Files, 'storage'>, paths: readonly string[]): Promise<void> {
  for (const path of paths) await storage.remove(path)
}
