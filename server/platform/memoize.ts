/**
 * For a value that takes a while to make and is the same for all callers. A failure goes to the callers that waited for it; the
 * next call makes the value anew.
 */
export function memoize<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
