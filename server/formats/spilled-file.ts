/**
 * A binary file whose header is known last: its records are put into one block of memory, which goes to the disk when it
 * is full. A file that fits into the block never touches the disk.
 */
import { closeSync, openSync, writeSync } from 'node:fs'

const BLOCK_BYTES = 256 * 1024

export class SpilledFile {
  private readonly path: string
  private readonly blank: number
  private block: Buffer
  private used: number
  private spilled = 0
  private handle: number | undefined

  /** @param path of a file that may come to be; @param blank what unwritten bytes of a record hold */
  constructor(path: string, headerBytes: number, blank = 0) {
    this.path = path
    this.blank = blank
    this.block = Buffer.alloc(BLOCK_BYTES, blank)
    this.used = headerBytes
  }

  get bytes(): number {
    return this.spilled + this.used
  }

  /** Room for a record: write it into `block` from `at` on, before the next call. */
  room(bytes: number): { block: Buffer; at: number } {
    if (this.used + bytes > this.block.length) {
      this.spill()
      if (bytes > this.block.length) this.block = Buffer.alloc(bytes, this.blank)
    }
    const at = this.used
    this.used += bytes
    return { block: this.block, at }
  }

  /** @returns the whole file, or the path where it stands */
  finish(header: Buffer): Buffer | string {
    if (this.handle === undefined) {
      this.block.set(header, 0)
      // A copy: the rest of the block need not be kept.
      return Buffer.from(this.block.subarray(0, this.used))
    }
    this.spill()
    writeSync(this.handle, header, 0, header.length, 0)
    this.close()
    return this.path
  }

  close(): void {
    if (this.handle !== undefined) closeSync(this.handle)
    this.handle = undefined
  }

  private spill(): void {
    this.handle ??= openSync(this.path, 'wx')
    for (let done = 0; done < this.used; )
      done += writeSync(this.handle, this.block, done, this.used - done, this.spilled + done)
    this.spilled += this.used
    this.block.fill(this.blank, 0, this.used)
    this.used = 0
  }
}
