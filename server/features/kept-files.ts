/** Files that callers send: whole at their place or not at all, with room on the disk and in the company's quota. */

import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ownPlaces } from '../platform/fair-limit.ts'
import { MAX_DOCUMENT_BYTES } from '../platform/limits.ts'
import { type Measure, measured } from '../platform/measured.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Storage } from '../platform/storage/port.ts'
import { countUpload, type QuotaServices, refuseOverQuota } from './company-quota.ts'
import type { DocumentFile } from './http/send-files.ts'
import type { KeptFileColumns } from './jobs/tables.ts'
import type { Caller, Files } from './services.ts'

const ASK_EVERY_BYTES = 16 * 1024 ** 2

export type UploadServices = QuotaServices & Pick<Files, 'room'>
type ByteLimit = (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>

/**
 * @param path absolute; no such file is there yet
 * @param bounded passes on the bytes, and throws when there are too many
 * @throws TryLater when the disk has no room; what was written until then stays
 */
export async function writeTemporary(
  room: Files['room'],
  path: string,
  from: Readable | AsyncIterable<Buffer>,
  bounded: ByteLimit = (chunks) => chunks,
): Promise<void> {
  await room()
  const whileRoom = async function* (chunks: AsyncIterable<Buffer>) {
    let sinceAsked = 0
    for await (const chunk of bounded(chunks)) {
      sinceAsked += chunk.length
      if (sinceAsked >= ASK_EVERY_BYTES) {
        await room()
        sinceAsked = 0
      }
      yield chunk
    }
  }
  await pipeline(from, whileRoom, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
}

/**
 * As writeTemporary, of a file that the company keeps.
 * @throws TryLater also when the company would keep more than it may
 */
export async function writeUpload(
  services: UploadServices,
  caller: Pick<Caller, 'companyId'>,
  path: string,
  from: Readable | AsyncIterable<Buffer>,
  bounded: ByteLimit = (chunks) => chunks,
): Promise<void> {
  const upload = countUpload(caller)
  const room = async (): Promise<void> => {
    await services.room()
    await refuseOverQuota(services, caller)
  }
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of bounded(chunks)) {
      upload.add(chunk.length)
      yield chunk
    }
  }
  try {
    await writeTemporary(room, path, from, counted)
    await refuseOverQuota(services, caller)
  } finally {
    upload.end()
  }
}

/** Passes bytes on. @throws the refusal, once there are more than `most` */
export const atMost = (most: number, tooLarge: () => Refusal) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > most) throw tooLarge()
      yield chunk
    }
  }

/** Each may be slow, and lies half on the disk meanwhile. */
const UPLOADS_AT_ONCE = 8
/** By company. */
export const inPlace = ownPlaces<Measure>(UPLOADS_AT_ONCE)

const bounded = atMost(
  MAX_DOCUMENT_BYTES,
  () => new Refusal('PAYLOAD_TOO_LARGE', 'A document may have at most 200 MiB.'),
)

/** A file of at most 200 MiB: whole at its place, or not at all. @throws Refusal PAYLOAD_TOO_LARGE, TryLater without room */
export async function takeIn(services: UploadServices, caller: Caller, file: string, from: Readable): Promise<Measure> {
  const part = `${file}.part`
  const { pass, result } = measured()
  try {
    await rm(part, { force: true })
    await writeUpload(services, caller, part, from, (chunks) => pass(bounded(chunks)))
    const handle = await open(part, 'r')
    await handle.sync().finally(() => handle.close())
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return result()
}

/** @throws Refusal EXPORT_FAILED when it was changed, cut off or lost on the disk */
export async function intactFile(storage: Storage, row: KeptFile & { media_type: string }): Promise<DocumentFile> {
  await refuseDamaged(storage, row)
  return { path: row.path, sha256: row.sha256, mediaType: row.media_type, name: row.name }
}

type KeptFile = Pick<KeptFileColumns, 'name' | 'path' | 'sha256' | 'bytes'>

/** Nothing can make it again. @throws Refusal EXPORT_FAILED */
export async function refuseDamaged(
  storage: Storage,
  document: KeptFile,
  remedy = 'put it back from a backup, or remove it from the project',
): Promise<void> {
  const { name, path: key, sha256, bytes } = document
  if (await storage.isIntact({ key, sha256, bytes })) return
  throw new Refusal(
    'EXPORT_FAILED',
    `The document ${name} was changed, cut off or lost on the disk of the server: ${remedy}.`,
  )
}
