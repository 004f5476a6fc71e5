/**
 * What takes a while to make and is then the same for everybody. A failure is told to those who waited for it, and to nobody
 * else: whoever asks next has it made anew.
 */
export function madeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
