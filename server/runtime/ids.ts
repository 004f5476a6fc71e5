/** Real time and real ids, for the entries; tests give their own. */
import { randomBytes } from 'node:crypto'
import { createIds } from '../domain/ids.ts'
import type { Clock, Ids } from '../domain/ports/clock.ts'

export const systemClock: Clock = { now: () => new Date() }
export const systemIds: Ids = createIds(systemClock, randomBytes)
