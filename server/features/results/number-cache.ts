/** Numbers that were found once and would be found the same again: the newest of them, up to a total. */

const MAX_BYTES = 8_000_000
/** What an entry takes beside its numbers and its key, at least. */
const ENTRY_BYTES = 200

interface Memory {
  /** Oldest use first. */
  found: Map<string, Uint32Array>
  bytes: number
}

/** Whose memory it is decides how long it lives. */
const memories = new WeakMap<object, Memory>()

const bytesOf = (key: string, numbers: Uint32Array): number => ENTRY_BYTES + 2 * key.length + numbers.byteLength

export function cachedNumbers(owner: object, key: string, find: () => Uint32Array): Uint32Array {
  const memory = memories.get(owner) ?? { found: new Map(), bytes: 0 }
  memories.set(owner, memory)
  const known = memory.found.get(key)
  const numbers = known ?? find()
  memory.found.delete(key)
  memory.found.set(key, numbers)
  if (!known) memory.bytes += bytesOf(key, numbers)
  for (const [oldest, kept] of memory.found) {
    if (memory.bytes <= MAX_BYTES) break
    memory.found.delete(oldest)
    memory.bytes -= bytesOf(oldest, kept)
  }
  return numbers
}
