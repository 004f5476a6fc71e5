/** Writes what a caller sends to a new file. The disk and the company's quota are asked before the first byte and while bytes come. */
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Refusal } from '../platform/refusal.ts'
import type { Caller, Needs } from './needs.ts'
import { countUpload, type QuotaNeeds, refuseOverQuota } from './results/company-quota.ts'

const ASK_EVERY_BYTES = 16 * 1024 ** 2

export type UploadNeeds = QuotaNeeds & Pick<Needs, 'room'>
type ByteLimit = (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>

/**
 * @param path absolute; no such file is there yet
 * @param bounded passes on the bytes, and throws when there are too many
 * @throws TryLater when the disk has no room; what was written until then stays
 */
export async function writeTemporary(
  { room }: Pick<Needs, 'room'>,
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
  needs: UploadNeeds,
  caller: Pick<Caller, 'companyId'>,
  path: string,
  from: Readable | AsyncIterable<Buffer>,
  bounded: ByteLimit = (chunks) => chunks,
): Promise<void> {
  const upload = countUpload(caller)
  const room = async (): Promise<void> => {
    await needs.room()
    await refuseOverQuota(needs, caller)
  }
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of bounded(chunks)) {
      upload.add(chunk.length)
      yield chunk
    }
  }
  try {
    await writeTemporary({ room }, path, from, counted)
    await refuseOverQuota(needs, caller)
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
