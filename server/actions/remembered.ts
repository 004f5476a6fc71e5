/** Numbers that were found once and would be found the same again: the newest of them, up to a total. */

/** 8 MB. */
const MOST_NUMBERS = 2_000_000

interface Memory {
  /** Oldest use first. */
  found: Map<string, Uint32Array>
  total: number
}

/** Whose memory it is decides how long it lives. */
const memories = new WeakMap<object, Memory>()

export function remembered(owner: object, key: string, find: () => Uint32Array): Uint32Array {
  const memory = memories.get(owner) ?? { found: new Map(), total: 0 }
  memories.set(owner, memory)
  const known = memory.found.get(key)
  const numbers = known ?? find()
  memory.found.delete(key)
  memory.found.set(key, numbers)
  if (!known) memory.total += numbers.length
  for (const [oldest, { length }] of memory.found) {
    if (memory.total <= MOST_NUMBERS) break
    memory.found.delete(oldest)
    memory.total -= length
  }
  return numbers
}
