/** A worker's sign of life, every few seconds: by it others know that work is done at all, and what was counted here. */

import { recordBeat, removeWorker, type WorkerRow } from '../../platform/database/installation-rows.ts'
import type { Database } from '../services.ts'
import type { Logging } from '../task-context.ts'

const EVERY_MS = 5000

type About = Pick<WorkerRow, 'id' | 'host' | 'pid' | 'version' | 'slots'>

/** Begins at once; tells what the worker's metrics counted, and how far its clock is from the registry's. */
export function startHeartbeat(
  { store, clock, log }: Database & Logging,
  about: About,
  { counts, clockOffS }: { counts: () => Promise<string>; clockOffS: () => number | null },
): { stop(): Promise<void> } {
  const startedAt = clock.now().toISOString()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const beat = async (): Promise<void> => {
    try {
      const seen = { started_at: startedAt, seen_at: clock.now().toISOString() }
      const row = { ...about, ...seen, counts: await counts(), clock_off_s: clockOffS() }
      await recordBeat(store.db, row)
    } catch (error) {
      log.warn({ err: error }, 'The sign of life could not be written')
    }
    if (!isStopped) timer = setTimeout(() => void next(), EVERY_MS)
  }
  let last = Promise.resolve()
  const next = (): Promise<void> => {
    last = beat()
    return last
  }
  void next()

  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await last
      await removeWorker(store.db, about.id).catch(() => {})
    },
  }
}
