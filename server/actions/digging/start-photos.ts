/** Photos of where the work began: kept with the job without what a telephone says in them, and in the log that they came and went. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { bareDrawing, type Photo } from '../../domain/digging/photo.ts'
import { MAX_PHOTO_BYTES } from '../../domain/projects/projects.ts'
import { Refusal } from '../../domain/refusal.ts'
import { insertPhoto, photosOf, removePhoto } from '../../store/rows/start-photos.ts'
import type { Caller } from '../needs.ts'
import { type DocumentFile, intactFile } from '../projects/project-documents.ts'
import { dropFile, type FileNeeds, keepFile, ownJob, refuseMoreThan } from './files-of-job.ts'
import { refuseUndug } from './record-digging.ts'

const MAX_PHOTOS = 20

/**
 * @param name what the person calls it: a file name without a folder
 * @throws Refusal NOT_FOUND, JOB_STATE_CONFLICT, PAYLOAD_TOO_LARGE; VALIDATION_FAILED when it is no photo; then nothing is kept
 * @throws TryLater when as many of the company come in already
 */
export async function addPhoto(
  needs: FileNeeds,
  caller: Caller,
  jobId: string,
  { name, bytes }: { name: string; bytes: Readable },
): Promise<void> {
  refuseUndug(await ownJob(needs, caller, jobId))
  await refuseMore(needs.store.db, jobId)
  let photo: Photo | undefined
  let given = ''
  const drawn = async (): Promise<Readable> => {
    const whole = await wholeOf(bytes)
    given = createHash('sha256').update(whole).digest('hex')
    photo = bareDrawing(whole)
    if (!photo) throw noPhoto()
    return Readable.from([photo.bytes])
  }
  const coming = { prefix: 'pho', act: 'photo.added', bytes: drawn } as const
  await keepFile(needs, caller, jobId, coming, async (trx, file) => {
    await refuseMore(trx, jobId)
    await insertPhoto(trx, { ...file, job_id: jobId, name, media_type: photo!.mediaType, removed_at: null })
    // Whoever has the photo as the telephone made it can show that this is it.
    return { name, given_sha256: given }
  })
}

const noPhoto = (): Refusal => {
  const message = 'This is no whole photo in JPEG or PNG.'
  return new Refusal('VALIDATION_FAILED', message, { complaints: [{ pointer: '', code: 'NO_PHOTO', message }] })
}

async function wholeOf(from: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of from as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_PHOTO_BYTES) {
      throw new Refusal('PAYLOAD_TOO_LARGE', `A photo may have at most ${MAX_PHOTO_BYTES / 1024 ** 2} MiB.`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** @throws Refusal NOT_FOUND; EXPORT_FAILED when it was changed, cut off or lost on the disk */
export async function photoFile(
  needs: FileNeeds,
  caller: Caller,
  jobId: string,
  fileId: string,
): Promise<DocumentFile> {
  await ownJob(needs, caller, jobId)
  return intactFile(needs, await photoIn(needs.store.db, jobId, fileId))
}

/** @throws Refusal NOT_FOUND */
export async function dropPhoto(needs: FileNeeds, caller: Caller, jobId: string, fileId: string): Promise<void> {
  await ownJob(needs, caller, jobId)
  await dropFile(needs, caller, jobId, 'photo.removed', async (trx, at) => {
    const { name, sha256, path } = await photoIn(trx, jobId, fileId)
    await removePhoto(trx, fileId, at)
    return { path, said: { file_id: fileId, name, sha256 } }
  })
}

async function photoIn(db: Parameters<typeof photosOf>[0], jobId: string, fileId: string) {
  const row = (await photosOf(db, [jobId])).find(({ id }) => id === fileId)
  if (!row) throw new Refusal('NOT_FOUND', 'There is no such photo with the start of the work.')
  return row
}

const refuseMore = async (db: Parameters<typeof photosOf>[0], jobId: string): Promise<void> =>
  refuseMoreThan(MAX_PHOTOS, await photosOf(db, [jobId]), 'photos of the start')
