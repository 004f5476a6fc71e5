/** Work that can wait while something else is in a hurry, and is done at once when somebody needs it earlier. */

export interface Deferred {
  /** Begins it unless it was begun: the same promise for everybody. */
  now(): Promise<void>
  /** Begins it after so long, when nobody has by then. */
  within(ms: number): void
}

export function deferred(work: () => Promise<void>): Deferred {
  let doing: Promise<void> | undefined
  const now = (): Promise<void> => {
    doing ??= work()
    return doing
  }
  return { now, within: (ms) => void setTimeout(now, ms) }
}
