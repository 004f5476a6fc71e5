/** What must work before calls are sent here. The registry is not part of it: work waits for that by itself. */
import { setTimeout as pause } from 'node:timers/promises'
import { type DiskState, diskState } from '../../domain/disk-full.ts'
import { firstCompany } from '../../store/rows/companies.ts'
import { workersBetween } from '../../store/rows/workers.ts'
import type { Needs } from '../needs.ts'

type HealthNeeds = Pick<Needs, 'store' | 'clock' | 'probe'>

/** A worker gives a sign of life every five seconds. */
export const WORKER_SEEN_MS = 30_000

export type Verdict = 'ok' | 'failed'
export interface Health {
  database: Verdict
  storage: Verdict
  /** Whether one worker at least was seen lately. */
  workers: Verdict
  /** `low` and `full`: work stops, or has stopped, until somebody makes room; what is there can still be read */
  disk: DiskState
}

export interface HealthFound {
  checks: Health
  /** Bytes; null: it can't be told, or not soon enough */
  space: { free: number; total: number } | null
}

/** What hangs is no good either, and whoever shares out calls wants to know it now. */
const PATIENCE_MS = 5000

const verdict = (work: Promise<unknown>): Promise<Verdict> =>
  Promise.race([
    work.then<Verdict, Verdict>(
      () => 'ok',
      () => 'failed',
    ),
    pause<Verdict>(PATIENCE_MS, 'failed', { ref: false }),
  ])

export async function checkHealth(needs: HealthNeeds): Promise<HealthFound> {
  const [database, storage, workers, space] = await Promise.all([
    verdict(firstCompany(needs.store.db)),
    verdict(needs.probe.write()),
    verdict(
      livingWorkers(needs).then((found) => {
        if (found.length === 0) throw new Error('no worker')
      }),
    ),
    spaceOf(needs),
  ])
  return { checks: { database, storage, workers, disk: space ? diskState(space.free) : 'ok' }, space }
}

const spaceOf = ({ probe }: HealthNeeds) =>
  Promise.race([probe.space(), pause<null>(PATIENCE_MS, null, { ref: false })])

export const livingWorkers = ({ store, clock }: Pick<Needs, 'store' | 'clock'>) => {
  const nowMs = clock.now().getTime()
  const at = (ms: number): string => new Date(ms).toISOString()
  // Seen far ahead is one that died before the clock was set back.
  return workersBetween(store.db, at(nowMs - WORKER_SEEN_MS), at(nowMs + WORKER_SEEN_MS))
}
