/** Real time and real ids, for the entries; tests give their own. */
import { randomBytes } from 'node:crypto'
import type { Clock, Ids } from './clock.ts'
import { createIds } from './ids.ts'

export const systemClock: Clock = { now: () => new Date() }
export const systemIds: Ids = createIds(systemClock, randomBytes)
