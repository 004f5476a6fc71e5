/** Photos of where the work began: drawn anew and kept with the job, and in the log that they came and went. */

import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Photo } from '../../exports/formats/redrawn-photo.ts'
import { ANSWER_QUEUE, fairTurns } from '../../platform/fair-limit.ts'
import { MAX_PHOTO_BYTES, MAX_PHOTOS } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Cage, withoutDrivers } from '../cage.ts'
import type { CagedTask, PhotoType } from '../caged-task.ts'
import { type Room, resultUnlessKilled, runCaged } from '../run-caged.ts'
import type { Caller, Compute, Database, Files, Permitted } from '../services.ts'
import { dropperOf, keepFile, ownJob, readerOf, refuseTooManyFiles, startPhotos } from './files-of-job.ts'
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
  services: Database & Files & Pick<Compute, 'redrawPhoto'>,
  caller: Permitted<'write'>,
  jobId: string,
  { name, bytes }: { name: string; bytes: Readable },
): Promise<void> {
  refuseUndug(await ownJob(services.store, caller, jobId))
  await refuseTooManyFiles(PHOTOS, services.store.db, jobId)
  let drawn: DrawnPhoto
  const come = async (): Promise<Readable> => {
    drawn = await drawnPhoto(services, caller, bytes)
    return Readable.from([drawn.bytes])
  }
  const coming = { prefix: 'pho', act: 'photo.added', bytes: come } as const
  await keepFile(services, caller, jobId, coming, async (trx, file) => {
    await refuseTooManyFiles(PHOTOS, trx, jobId)
    const { mediaType, givenSha256 } = drawn
    await startPhotos.insert(trx, { ...file, job_id: jobId, name, media_type: mediaType, removed_at: null })
    return { name, given_sha256: givenSha256 }
  })
}

export interface DrawnPhoto extends Photo {
  /** Of the photo as the telephone made it, for its owner to prove that this is it */
  givenSha256: string
}

/** @throws Refusal PAYLOAD_TOO_LARGE; VALIDATION_FAILED when it is no photo */
export async function drawnPhoto(
  services: Pick<Compute, 'redrawPhoto'>,
  caller: Caller,
  bytes: Readable,
): Promise<DrawnPhoto> {
  const whole = await wholeOf(bytes)
  const photo = await services.redrawPhoto(whole, caller)
  if (!photo) throw noPhoto()
  return { ...photo, givenSha256: createHash('sha256').update(whole).digest('hex') }
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

export const photoFile = readerOf(PHOTOS)

export const dropPhoto = dropperOf(PHOTOS, 'photo.removed', ({ name, sha256 }) => ({ name, sha256 }))

/** The largest that is taken needs some three seconds. */
const LONGEST_MS = 30_000
/** Of one company while others wait. */
const TURN_MS = 6000
const MEMORY_MIB = 2048
const DRIVERS = ['JPEG', 'PNG']

/** In a caged process that draws photos. @returns undefined: the task took it down */
export async function runPhotoTask<Result>(
  cage: Cage,
  task: CagedTask,
  paths: Pick<Room, 'reads' | 'writes'>,
  bounds: { longestMs: number; signal: AbortSignal },
): Promise<Result | undefined> {
  const room = { ...paths, memoryMiB: MEMORY_MIB }
  const env = withoutDrivers(cage.otherDrivers.filter((name) => !DRIVERS.includes(name)))
  return resultUnlessKilled(await runCaged<Result>({ cage, task: JSON.stringify(task), room, env, ...bounds }))
}

/**
 * In a caged process (exports/formats/photo.ts), of each company one at a time, each for a bounded time.
 * @param tempFolder makes the path of a new folder
 * @returns what draws a photo; undefined for what is none
 */
export const photoDrawer = (cageNow: () => Promise<Cage>, tempFolder: () => string) =>
  fairTurns(
    { atOnce: 1, ...ANSWER_QUEUE, turnMs: TURN_MS },
    async (given: Buffer, signal): Promise<Photo | undefined> => {
      const folder = tempFolder()
      const [path, work] = [join(folder, 'given'), join(folder, 'drawn')]
      const out = join(work, 'photo')
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(path, given)
        const paths = { reads: [path], writes: [work] }
        const bounds = { longestMs: LONGEST_MS, signal }
        const mediaType = await runPhotoTask<PhotoType>(await cageNow(), { kind: 'photo', path, out }, paths, bounds)
        return mediaType ? { mediaType, bytes: await readFile(out) } : undefined
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  )
