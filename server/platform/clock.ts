/** Time and identity are given, never taken: so results are exact in tests, and a restart can be replayed. */

export interface Clock {
  now(): Date
}

export interface Ids {
  /** `<prefix>_<20 base62 characters>`: unique, and sorting as text is sorting by age. */
  make(prefix: string): string
  /** Unpredictable base62 text for secrets. */
  secret(length: number): string
}
