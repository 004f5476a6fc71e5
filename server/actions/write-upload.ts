/** Writes what a caller sends to a new file. The disk is asked for room before the first byte and again while bytes come. */
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Refusal } from '../domain/refusal.ts'
import type { Needs } from './needs.ts'

const ASK_EVERY_BYTES = 16 * 1024 ** 2

/**
 * @param path absolute; no such file is there yet
 * @param bounded passes on the bytes, and throws when there are too many
 * @throws TryLater when the disk has no room; what was written until then stays
 */
export async function writeUpload(
  { room }: Pick<Needs, 'room'>,
  path: string,
  from: Readable | AsyncIterable<Buffer>,
  bounded: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer> = (chunks) => chunks,
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
