/**
 * Opens ZIPs as people and their programs make them: all that unzip and Python read. Bytes before the first entry and
 * after the end record are passed over, as Kadaster has published deliveries with them. What an entry may be, and how
 * large, is judged by the reader.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import * as yauzl from 'yauzl'

/** More files than any delivery has. */
export const MAX_ENTRIES = 20_000

const END = 0x06054b50
const END_BYTES = 22
const END64_LOCATOR = 0x07064b50
const END64_LOCATOR_BYTES = 20
const END64_BYTES = 56
/** A comment is at most so long: as far as Python and unzip look for the end record. */
const MAX_AFTER = 0xffff
const PIECE_BYTES = 64 * 1024

/** Where the archive lies in its file. `end`: just after the end record, its comment left out. */
interface Bounds {
  start: number
  end: number
  /** It begins at the first byte of the file and ends with the last, as it says itself. */
  isPlain: boolean
}

/**
 * @param tail the last bytes of the file @param size of the whole file
 * @returns undefined where there is no end record
 */
function boundsOf(tail: Buffer, size: number): Bounds | undefined {
  const from = size - tail.length
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END) continue
    const listed = directoryAt(tail, at)
    const start = from + at - listed
    // Another one's letters that look like a record, in a comment or behind it.
    if (start < 0) continue
    const isPlain = start === 0 && from + at + END_BYTES + tail.readUInt16LE(at + 20) === size
    return { start, end: from + at + END_BYTES, isPlain }
  }
  return undefined
}

/** How far before its end record the archive begins, by the sizes that it names. */
function directoryAt(tail: Buffer, at: number): number {
  const size = tail.readUInt32LE(at + 12)
  const offset = tail.readUInt32LE(at + 16)
  const locator = at - END64_LOCATOR_BYTES
  const is64 = locator >= END64_BYTES && tail.readUInt32LE(locator) === END64_LOCATOR
  if (!is64) return size + offset
  const record = locator - END64_BYTES
  const [size64, offset64] = [tail.readBigUInt64LE(record + 40), tail.readBigUInt64LE(record + 48)]
  return Number(size64 + offset64) + END64_BYTES + END64_LOCATOR_BYTES
}

/** The part of the file between the bounds, as if it were the file, without the comment of its end record. */
class Within extends yauzl.RandomAccessReader {
  private readonly file: FileHandle
  private readonly bounds: Bounds

  constructor(file: FileHandle, bounds: Bounds) {
    super()
    this.file = file
    this.bounds = bounds
  }

  /** Not a stream of Node's on the file: that closes the file when it is destroyed, and more is to be read. */
  override _readStreamForRange(start: number, end: number): Readable {
    const { file, bounds } = this
    async function* pieces(): AsyncGenerator<Buffer> {
      for (let at = bounds.start + start; at < bounds.start + end; ) {
        const piece = Buffer.alloc(Math.min(PIECE_BYTES, bounds.start + end - at))
        const { bytesRead } = await file.read(piece, 0, piece.length, at)
        if (bytesRead === 0) throw new Error('unexpected EOF')
        at += bytesRead
        yield piece.subarray(0, bytesRead)
      }
    }
    return Readable.from(pieces(), { objectMode: false })
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const { start, end } = this.bounds
    this.file.read(buffer, offset, length, start + position).then(
      ({ bytesRead }) => {
        if (bytesRead < length) return callback(new Error('unexpected EOF'))
        // The length of a comment that is cut off with it.
        for (const at of [end - start - 2, end - start - 1]) {
          if (at >= position && at < position + length) buffer[offset + at - position] = 0
        }
        callback(null)
      },
      (error: Error) => callback(error),
    )
  }

  override close(callback: (error: Error | null) => void): void {
    this.file.close().then(
      () => callback(null),
      (error: Error) => callback(error),
    )
  }
}

async function boundsIn(file: FileHandle): Promise<Bounds | undefined> {
  const { size } = await file.stat()
  const tail = Buffer.alloc(Math.min(size, MAX_AFTER + END_BYTES + END64_LOCATOR_BYTES + END64_BYTES))
  await file.read(tail, 0, tail.length, size - tail.length)
  return boundsOf(tail, size)
}

/** Whether a ZIP lies in a file, also behind other bytes. */
export const holdsZip = async (file: FileHandle): Promise<boolean> => (await boundsIn(file)) !== undefined

/** @throws what yauzl throws when it is no ZIP */
export async function openZipFile(path: string, options: yauzl.Options): Promise<yauzl.ZipFile> {
  const file = await open(path)
  let bounds: Bounds | undefined
  try {
    bounds = await boundsIn(file)
    if (bounds && !bounds.isPlain)
      return await yauzl.fromRandomAccessReaderPromise(new Within(file, bounds), bounds.end - bounds.start, options)
  } catch (error) {
    await file.close().catch(() => {})
    throw error
  }
  await file.close()
  return yauzl.openPromise(path, options)
}

/** The same for one that is in memory. */
export function openZipBuffer(bytes: Buffer, options: yauzl.Options): Promise<yauzl.ZipFile> {
  const bounds = boundsOf(bytes, bytes.length)
  if (!bounds || bounds.isPlain) return yauzl.fromBufferPromise(bytes, options)
  const own = Buffer.from(bytes.subarray(bounds.start, bounds.end))
  own.writeUInt16LE(0, own.length - 2)
  return yauzl.fromBufferPromise(own, options)
}
