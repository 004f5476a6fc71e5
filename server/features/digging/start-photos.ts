/** Photos of where the work began: drawn anew and kept with the job, and in the log that they came and went. */

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Photo } from '../../exports/formats/redrawn-photo.ts'
import { MAX_PHOTO_BYTES, MAX_PHOTOS } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { DocumentFile } from '../http/send-files.ts'
import { intactFile } from '../kept-files.ts'
import type { Caller, Needs } from '../needs.ts'
import { startPhotos } from './file-rows.ts'
import { dropFile, type FileNeeds, fileOfJob, keepFile, ownJob, refuseTooManyFiles } from './files-of-job.ts'
import { refuseUndug } from './record-digging.ts'

const PHOTOS = {
  files: startPhotos,
  most: MAX_PHOTOS,
  several: 'photos of the start',
  missing: 'There is no such photo with the start of the work.',
}

/**
 * @param name what the person calls it: a file name without a folder
 * @throws Refusal NOT_FOUND, JOB_STATE_CONFLICT, PAYLOAD_TOO_LARGE; VALIDATION_FAILED when it is no photo; then nothing is kept
 * @throws TryLater when as many of the company come in already
 */
export async function addPhoto(
  needs: FileNeeds & Pick<Needs, 'redrawPhoto'>,
  caller: Caller,
  jobId: string,
  { name, bytes }: { name: string; bytes: Readable },
): Promise<void> {
  refuseUndug(await ownJob(needs, caller, jobId))
  await refuseTooManyFiles(PHOTOS, needs.store.db, jobId)
  let photo: Photo | undefined
  let given = ''
  const drawn = async (): Promise<Readable> => {
    const whole = await wholeOf(bytes)
    given = createHash('sha256').update(whole).digest('hex')
    photo = await needs.redrawPhoto(whole, caller)
    if (!photo) throw noPhoto()
    return Readable.from([photo.bytes])
  }
  const coming = { prefix: 'pho', act: 'photo.added', bytes: drawn } as const
  await keepFile(needs, caller, jobId, coming, async (trx, file) => {
    await refuseTooManyFiles(PHOTOS, trx, jobId)
    await startPhotos.insert(trx, { ...file, job_id: jobId, name, media_type: photo!.mediaType, removed_at: null })
    // The hash of the photo as the telephone made it, for its owner to prove that this is it.
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
  return intactFile(needs, await fileOfJob(PHOTOS, needs.store.db, jobId, fileId))
}

/** @throws Refusal NOT_FOUND */
export async function dropPhoto(needs: FileNeeds, caller: Caller, jobId: string, fileId: string): Promise<void> {
  await ownJob(needs, caller, jobId)
  await dropFile(needs, caller, jobId, 'photo.removed', async (trx, at) => {
    const { name, sha256, path } = await fileOfJob(PHOTOS, trx, jobId, fileId)
    await startPhotos.remove(trx, fileId, at)
    return { path, said: { file_id: fileId, name, sha256 } }
  })
}
