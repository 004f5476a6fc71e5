/** ZIPs that are the same bytes every time: entries in the order they are added, with a fixed time and mode. */
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import * as yauzl from 'yauzl'
import yazl from 'yazl'
import { NOTICE_FILES, noticeText } from '../../imkl/model/result-notes.ts'
import type { Chunks } from '../../platform/measured.ts'
import { notForDigging, type ResultRows } from './words.ts'

const COMPRESSION_LEVEL = 6
// yazl writes local time: this is 1980-01-01 00:00 in every zone.
const ENTRY = {
  mtime: new Date(1980, 0, 1),
  mode: 0o100644,
  forceDosTimestamp: true,
  compressionLevel: COMPRESSION_LEVEL,
}

/** A comment whose text is known when all bytes before it are. */
export interface ZipSeal {
  /** ASCII, as long as the text that takes its place */
  comment: string
  /** Passes on the bytes of a ZIP with this comment */
  through(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
}

const sealedBy = (seal: ZipSeal | undefined, stream: Readable): Readable =>
  seal ? Readable.from(seal.through(stream), { objectMode: false }) : stream

export interface ZipDraft {
  text(name: string, contents: string): void
  bytes(name: string, contents: Buffer): void
  file(name: string, path: string): void
  /** Asked for when its turn comes, so that never more than one is under way. */
  stream(name: string, contents: () => Readable): void
}

/** Files whose names say it, first in the ZIP, when nobody may dig by the data. */
export function addNotice(zip: ZipDraft, tables: ResultRows): void {
  for (const { code } of notForDigging(tables)) zip.text(NOTICE_FILES[code]!, noticeText(code))
}

/**
 * @param path of a file that does not exist yet; on the disk when this returns
 * @param fill adds the entries; each is packed while the next is made, which is what a second core is for
 */
export async function writeZip(
  path: string,
  fill: (zip: ZipDraft) => void | Promise<void>,
  seal?: ZipSeal,
): Promise<void> {
  const archive = new yazl.ZipFile()
  const out = sealedBy(seal, archive.outputStream as Readable)
  const failed = new Promise<never>((_, reject) => archive.on('error', reject))
  const written = Promise.race([pipeline(out, createWriteStream(path, { flags: 'wx' })), failed])
  written.catch(() => {})
  try {
    await fill({
      text: (name, contents) => archive.addBuffer(Buffer.from(contents, 'utf8'), name, ENTRY),
      bytes: (name, contents) => archive.addBuffer(contents, name, ENTRY),
      file: (name, from) => archive.addFile(from, name, ENTRY),
      stream: (name, contents) =>
        archive.addReadStreamLazy(name, ENTRY, (give) => {
          const stream = contents()
          stream.on('error', (error) => archive.emit('error', error))
          give(null, stream)
        }),
    })
    archive.end({ comment: seal?.comment ?? '', forceZip64Format: false })
    await written
  } catch (error) {
    // Else the half ZIP would stay open, and Windows removes no open file.
    ;(archive.outputStream as Readable).destroy()
    await written.catch(() => {})
    throw error
  }
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

export type StreamedEntry =
  | { name: string; contents: Buffer }
  | { name: string; bytes: number; open(): Chunks | Promise<Chunks> }

/** A ZIP that is made while it is read; nothing is packed, so that its length is known before. An error ends the stream. */
export function streamedZip(
  entries: readonly StreamedEntry[],
  seal?: ZipSeal,
): Promise<{ bytes: number; stream: Readable }> {
  const archive = new yazl.ZipFile()
  const stream = archive.outputStream as Readable
  archive.on('error', (error) => stream.destroy(error as Error))
  // yazl leaves what it was reading open when nobody takes the rest.
  let contents: Readable | undefined
  stream.on('close', () => contents?.destroy())
  const stored = { mtime: ENTRY.mtime, mode: ENTRY.mode, forceDosTimestamp: true, compress: false }
  for (const entry of entries) {
    if ('contents' in entry) archive.addBuffer(entry.contents, entry.name, stored)
    else {
      archive.addReadStreamLazy(entry.name, { ...stored, size: entry.bytes }, (give) => {
        contents = Readable.from(openedLate(entry), { objectMode: false })
        contents.on('error', (error) => stream.destroy(error))
        give(null, contents)
      })
    }
  }
  // Its types leave out what it is called back with.
  const end = archive.end.bind(archive) as (options: object, sized: (bytes: number) => void) => void
  return new Promise((resolve) =>
    end({ comment: seal?.comment ?? '' }, (bytes) => resolve({ bytes, stream: sealedBy(seal, stream) })),
  )
}

async function* openedLate({ open }: { open(): Chunks | Promise<Chunks> }): AsyncGenerator<Uint8Array> {
  yield* await open()
}

/** Each file of a ZIP by its name, in its order; folders have none. @throws Error for what is no whole ZIP */
export async function* filesInZip(path: string): AsyncGenerator<{ name: string; chunks: AsyncIterable<Uint8Array> }> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      const chunks = (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>
      yield { name: entry.fileName, chunks }
    }
  } finally {
    zip.close()
  }
}

/** @throws Error when an entry does not come back as its size and checksum say */
export async function readThrough(path: string): Promise<void> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
  try {
    for await (const entry of zip.eachEntry()) {
      let checksum = 0
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>)
        checksum = crc32(chunk, checksum)
      if (checksum !== entry.crc32) throw new Error(`Written result refused: ${entry.fileName} is damaged`)
    }
  } finally {
    zip.close()
  }
}
