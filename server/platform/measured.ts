/** Length and hash of bytes that pass by. */
import { createHash } from 'node:crypto'

export interface Measure {
  bytes: number
  /** Hex */
  sha256: string
}

export type Chunks<Chunk = Uint8Array> = AsyncIterable<Chunk> | Iterable<Chunk>

/** @returns `pass` hands on what it is given; `result` is asked for once, after that */
export function measured() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async *pass<Chunk extends Uint8Array>(chunks: Chunks<Chunk>): AsyncGenerator<Chunk, void> {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    result: (): Measure => ({ bytes, sha256: hash.digest('hex') }),
  }
}

/** Reads them to their end. */
export async function measure(chunks: Chunks): Promise<Measure> {
  const { pass, result } = measured()
  for await (const _ of pass(chunks));
  return result()
}
