/** Bytes of a picture as they are asked for, from pieces as they come. */
import { damaged } from './unreadable.ts'

/** Takes bytes from pieces of any length. */
export class ByteSource {
  private readonly pieces: AsyncIterator<Uint8Array>
  private piece: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.pieces = chunks[Symbol.asyncIterator]()
  }

  /** At least one byte and at most so many. */
  async some(most: number): Promise<Buffer> {
    while (this.piece.length === 0) {
      const next = await this.pieces.next()
      if (next.done) throw damaged('It ends too soon')
      this.piece = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength)
    }
    const taken = this.piece.subarray(0, most)
    this.piece = this.piece.subarray(taken.length)
    return taken
  }

  async take(count: number): Promise<Buffer> {
    const first = count === 0 ? Buffer.alloc(0) : await this.some(count)
    if (first.length === count) return first
    const parts = [first]
    for (let left = count - first.length; left > 0; ) {
      const part = await this.some(left)
      parts.push(part)
      left -= part.length
    }
    return Buffer.concat(parts)
  }

  /** What comes after the picture is read and left. */
  async end(): Promise<void> {
    this.piece = Buffer.alloc(0)
    while (!(await this.pieces.next()).done);
  }
}
