/** A drawing in text, as pairs of lines: a code, and what it says. Bytes as they are, so that the code page can be told later. */
import { createReadStream } from 'node:fs'

export type Pair = [code: string, value: string]

/** Those of each piece of the file together: one at a time takes longer than what is done with them. */
export async function* pairsOf(path: string): AsyncGenerator<Pair[]> {
  let tail = ''
  let code: string | null = null
  const pairs = (lines: readonly string[]): Pair[] => {
    const found: Pair[] = []
    for (const line of lines) {
      if (code === null) code = line.trim()
      else {
        found.push([code, line.trim()])
        code = null
      }
    }
    return found
  }
  for await (const chunk of createReadStream(path, { encoding: 'latin1' }) as AsyncIterable<string>) {
    const lines = (tail + chunk).split('\n')
    tail = lines.pop()!
    yield pairs(lines)
  }
  yield pairs([tail])
}
