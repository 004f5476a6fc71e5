/** What must work before calls are sent here. The registry is not part of it: work waits for that by itself. */
import { setTimeout as pause } from 'node:timers/promises'
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

export async function checkHealth(needs: HealthNeeds): Promise<Health> {
  const [database, storage, workers] = await Promise.all([
    verdict(firstCompany(needs.store.db)),
    verdict(needs.probe.write()),
    verdict(
      livingWorkers(needs).then((found) => {
        if (found.length === 0) throw new Error('no worker')
      }),
    ),
  ])
  return { database, storage, workers }
}

export const livingWorkers = ({ store, clock }: Pick<Needs, 'store' | 'clock'>) => {
  const nowMs = clock.now().getTime()
  const at = (ms: number): string => new Date(ms).toISOString()
  // Seen far ahead is one that died before the clock was set back.
  return workersBetween(store.db, at(nowMs - WORKER_SEEN_MS), at(nowMs + WORKER_SEEN_MS))
}
