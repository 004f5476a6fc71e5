/**
 * Delivery archives, read as streams and never unpacked. Refuses (DELIVERY_UNREADABLE) archives that are truncated,
 * encrypted, damaged (the checksum of each entry is verified), or built to do harm: names that leave the archive, links,
 * and more or larger contents than any delivery has. A ZIP inside a ZIP is read one level deep, from memory.
 */
import { pipeline, type Readable, type TransformOptions } from 'node:stream'
import { crc32, createInflateRaw, type ZlibOptions } from 'node:zlib'
import type * as yauzl from 'yauzl'
import { Refusal } from '../../platform/refusal.ts'
import type { DeliveryFault } from '../model/found-delivery.ts'
import { MAX_ENTRIES, openZipBuffer, openZipFile } from './open-zip.ts'

export interface ArchiveEntry {
  /** Relative, with forward slashes. */
  path: string
  bytes: number
  /** The contents from the start; may be asked for more than once. */
  chunks(): AsyncIterable<Uint8Array>
}

export interface Archive {
  entries: ArchiveEntry[]
  /** @param entry one of `entries`, a ZIP itself. It is closed with this archive. */
  openInner(entry: ArchiveEntry, name: string): Promise<{ entries: ArchiveEntry[] }>
  close(): Promise<void>
}

const MAX_TOTAL_BYTES = 8 * 1024 ** 3
/** GML packs 10 to 20 times, a letter hardly. Small files may pack better by chance. */
const MAX_RATIO = 200
const RATIO_APPLIES_FROM_BYTES = 32 * 1024 ** 2
const MAX_INNER_BYTES = 512 * 1024 ** 2
const UNIX_LINK = 0o120000
const UNIX_TYPE = 0o170000

const refuse = (name: string, what: string, fault: DeliveryFault, cause?: unknown): Refusal =>
  new Refusal('DELIVERY_UNREADABLE', `${name}: ${what}`, { extra: { fault }, cause })

/** A disk that fails says nothing of the ZIP: its error stays as it is, and the work is done again. */
const damaged = (name: string, cause: unknown): unknown =>
  (cause as { syscall?: unknown }).syscall === undefined
    ? refuse(name, 'the ZIP is damaged or incomplete. Download the delivery again.', 'DAMAGED', cause)
    : cause

const hostile = (name: string, what: string): Refusal =>
  refuse(
    name,
    `the ZIP ${what}, which no delivery of the registry does. Do not open it; download the delivery again.`,
    'HOSTILE',
  )

const OPTIONS = { lazyEntries: true, autoClose: false, decodeStrings: true, validateEntrySizes: true } as const

export async function openZip(path: string, name: string): Promise<Archive> {
  let file: yauzl.ZipFile
  try {
    file = await openZipFile(path, OPTIONS)
  } catch (cause) {
    throw damaged(name, cause)
  }
  try {
    const entries = await listEntries(file, name)
    return {
      entries,
      openInner: async (entry, innerName) => {
        const inner = await openZipBuffer(await contentsOf(entry, innerName), OPTIONS).catch((cause) => {
          throw damaged(innerName, cause)
        })
        return { entries: await listEntries(inner, innerName) }
      },
      close: async () => file.close(),
    }
  } catch (error) {
    file.close()
    throw error
  }
}

async function contentsOf(entry: ArchiveEntry, name: string): Promise<Buffer> {
  if (entry.bytes > MAX_INNER_BYTES)
    throw refuse(
      name,
      'is too large to be read inside another ZIP. Unpack the outer ZIP and choose this one.',
      'SEVERAL',
    )
  const parts: Uint8Array[] = []
  for await (const chunk of entry.chunks()) parts.push(chunk)
  return Buffer.concat(parts)
}

async function listEntries(file: yauzl.ZipFile, name: string): Promise<ArchiveEntry[]> {
  if (file.entryCount > MAX_ENTRIES) throw hostile(name, `holds more than ${MAX_ENTRIES} files`)
  const entries: ArchiveEntry[] = []
  let total = 0
  try {
    for await (const entry of file.eachEntry()) {
      checkEntry(entry, name)
      total += entry.uncompressedSize
      if (total > MAX_TOTAL_BYTES) throw hostile(name, 'unpacks to more than 8 GiB')
      if (!entry.fileName.endsWith('/'))
        entries.push({ path: entry.fileName, bytes: entry.uncompressedSize, chunks: () => stream(file, entry, name) })
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    const isName = error instanceof Error && /relative path|absolute path|invalid characters/.test(error.message)
    throw isName ? hostile(name, 'holds a file name that leaves the archive') : damaged(name, error)
  }
  return entries
}

function checkEntry(entry: yauzl.Entry, name: string): void {
  const path = entry.fileName
  const isSafe = !/^[/\\]|^[A-Za-z]:|\\/.test(path) && !path.split('/').includes('..') && !hasControlCharacter(path)
  if (!isSafe) throw hostile(name, 'holds a file name that leaves the archive')
  if (((entry.externalFileAttributes >>> 16) & UNIX_TYPE) === UNIX_LINK) throw hostile(name, 'holds a link')
  const isBomb =
    entry.uncompressedSize > RATIO_APPLIES_FROM_BYTES && entry.uncompressedSize > MAX_RATIO * entry.compressedSize
  if (isBomb) throw hostile(name, `holds a file that is packed more than ${MAX_RATIO} times`)
  if (entry.isEncrypted())
    throw refuse(name, 'the ZIP has a password. Choose the ZIP as the registry delivered it.', 'PROTECTED')
}

function hasControlCharacter(path: string): boolean {
  for (let i = 0; i < path.length; i++) if (path.charCodeAt(i) < 32) return true
  return false
}

/** Larger pieces than the default of 16 KiB: every piece is a turn of the event loop, and a GML has thousands. */
const PIECE_BYTES = 64 * 1024
/** Inflated ahead in another thread, while this one reads what is there. */
const AHEAD_BYTES = 1024 * 1024
const DEFLATED = 8

/**
 * Inflated here, for the size of the pieces, so what yauzl would have checked is checked here as well: the size, and
 * the checksum, since a flipped bit in a coordinate would otherwise go unseen.
 */
async function* stream(file: yauzl.ZipFile, entry: yauzl.Entry, name: string): AsyncGenerator<Uint8Array> {
  let checksum = 0
  let bytes = 0
  try {
    const contents = await open(file, entry)
    try {
      for await (const chunk of contents as AsyncIterable<Uint8Array>) {
        checksum = crc32(chunk, checksum)
        bytes += chunk.length
        if (bytes > entry.uncompressedSize) break
        yield chunk
      }
    } finally {
      contents.destroy()
    }
  } catch (error) {
    throw error instanceof Refusal ? error : damaged(name, error)
  }
  if (bytes !== entry.uncompressedSize) throw damaged(name, new Error(`size of ${entry.fileName}`))
  if (checksum !== entry.crc32) throw damaged(name, new Error(`checksum of ${entry.fileName}`))
}

async function open(file: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
  if (entry.compressionMethod !== DEFLATED) return file.openReadStreamPromise(entry)
  const packed = await file.openReadStreamPromise(entry, { decodeFileData: false })
  const options: ZlibOptions & TransformOptions = { chunkSize: PIECE_BYTES, readableHighWaterMark: AHEAD_BYTES }
  const contents = createInflateRaw(options)
  // A failure on either side ends both; the reader of `contents` gets it.
  pipeline(packed, contents, () => {})
  return contents
}
