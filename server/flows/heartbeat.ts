/** A worker's sign of life, every few seconds: by it others know that work is done at all, and what was counted here. */
import { recordBeat, removeWorker, type WorkerRow } from '../store/rows/workers.ts'
import type { Needs } from './needs.ts'

const EVERY_MS = 5000

type About = Pick<WorkerRow, 'id' | 'host' | 'pid' | 'version' | 'slots'>

/** Begins at once. @param counts of the worker's metrics */
export function startHeartbeat(
  { store, clock, log }: Pick<Needs, 'store' | 'clock' | 'log'>,
  about: About,
  counts: () => Promise<string>,
): { stop(): Promise<void> } {
  const startedAt = clock.now().toISOString()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const beat = async (): Promise<void> => {
    try {
      const row = { ...about, started_at: startedAt, seen_at: clock.now().toISOString(), counts: await counts() }
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
