/**
 * Writes a large text file from many small strings: encoded into one of two buffers while the other goes to the disk, so
 * there are never more than two in memory and never more than one write under way.
 */
import type { FileHandle } from 'node:fs/promises'

const CHUNK_BYTES = 256 * 1024
/** UTF-8 of a UTF-16 code unit is at most this long. */
const BYTES_PER_UNIT = 3

export class TextFile {
  private readonly file: FileHandle
  private buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  private spare = Buffer.allocUnsafe(CHUNK_BYTES)
  private used = 0
  private writing: Promise<void> = Promise.resolve()

  constructor(file: FileHandle) {
    this.file = file
  }

  /** True when the text found room. False: await `turn(text)` with it, which is when the disk gets its share. */
  add(text: string): boolean {
    if (text.length * BYTES_PER_UNIT > CHUNK_BYTES - this.used) return false
    this.used += this.buffer.write(text, this.used)
    return true
  }

  /** Everything is with the operating system when this is done. */
  async flush(): Promise<void> {
    await this.writing
    await this.file.writeFile(this.buffer.subarray(0, this.used))
    this.used = 0
  }

  async put(text: string): Promise<void> {
    if (!this.add(text)) await this.turn(text)
  }

  /** Sends what is there on its way, and takes the text that found no room. */
  async turn(text: string): Promise<void> {
    await this.writing
    this.writing = this.file.writeFile(this.buffer.subarray(0, this.used))
    // The next await gets the failure; until then no handler is there.
    this.writing.catch(() => {})
    ;[this.buffer, this.spare] = [this.spare, this.buffer]
    this.used = 0
    if (this.add(text)) return
    await this.writing
    await this.file.writeFile(text)
  }
}
