/** No cage: for tests that put something of their own into a process, or measure what it takes. */
import type { Cage } from '../../server/runtime/cage.ts'

export const uncaged: Cage = {
  holds: { kind: 'own_process', why: 'system' },
  confine: () => ({ before: [], nodeOptions: [], env: process.env as Record<string, string> }),
  otherDrivers: [],
}
