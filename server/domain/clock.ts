/** Time and ids are given, never taken: so results are exact in tests, and a step can be repeated. */

export interface Clock {
  now(): Date
}

/** A new id: the prefix, an underscore, and letters that sort by time. */
export type Ids = (prefix: 'job' | 'part' | 'ord' | 'key' | 'reg' | 'dlv' | 'art' | 'evt' | 'aud' | 'cmp') => string
