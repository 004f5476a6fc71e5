/** No cage: for tests that put something of their own into a process, or measure what it takes. */
import type { Cage } from '../../server/features/cage.ts'

/** @param entry what runs in it */
export const uncaged = (entry: string): Cage => ({
  entry,
  holds: { kind: 'own_process', why: 'system' },
  confine: () => ({ before: [], nodeOptions: [], env: process.env as Record<string, string> }),
  otherDrivers: [],
})
