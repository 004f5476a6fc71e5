/**
 * Puts into the job's row how far its merge is. A row twice a second costs next to nothing, and a small merge is over
 * before the first: it costs nothing at all. It is for people only, so that a write that fails harms nothing.
 */
import { type MergeProgress, mergingOf } from '../../imkl/model/merge-progress.ts'
import type { Needs } from '../task-context.ts'
import { recordMerging } from './rows/results.ts'

const PAUSE_MS = 500

export interface ProgressReporter {
  onProgress(what: string, done: number, total: number): void
  /** No row is written after it. */
  end(): Promise<void>
}

export function reportMergeProgress(
  { store, clock, log }: Pick<Needs, 'store' | 'clock' | 'log'>,
  jobId: string,
): ProgressReporter {
  const now = (): number => clock.now().getTime()
  let dueMs = now() + PAUSE_MS
  let writing: Promise<void> | null = null
  const write = async (merging: MergeProgress): Promise<void> => {
    try {
      await recordMerging(store, jobId, merging)
    } catch (error) {
      log.warn({ jobId, error: error instanceof Error ? error.message : String(error) }, 'progress was not written')
    }
    writing = null
  }
  return {
    onProgress(what, done, total) {
      if (writing || now() < dueMs) return
      dueMs = now() + PAUSE_MS
      writing = write(mergingOf(what, done, total))
    },
    end: async () => {
      dueMs = Number.POSITIVE_INFINITY
      await writing
    },
  }
}
