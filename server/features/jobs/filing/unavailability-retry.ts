/** Steps that wait until a full disk or a storage that does not answer is back, without spending attempts. */

import type { Store } from '../../../platform/database/open.ts'
import { orDiskFull } from '../../../platform/disk-full.ts'
import { type Retry, STEPS_PER_RUN, type Steps } from '../../../platform/queue/port.ts'
import { TryLater, type WaitReason } from '../../../platform/refusal.ts'
import type { Warning } from '../../../registry/warnings.ts'
import type { Database } from '../../services.ts'
import type { Logging } from '../../task-context.ts'
import { pauseAfter, SECOND } from '../../task-context.ts'
import { type WaitsFor, withoutWaiting, withWaiting } from '../rules/waiting.ts'

/** Of the disk and the storage: both are back within a minute of their return, also for what was at it just then. */
const PAUSES = [5 * SECOND, 15 * SECOND]

/** @param turn how often it was tried before */
export const pauseFor = (error: TryLater, turn: number, pauses: readonly number[] = PAUSES): number =>
  Math.max(error.retryAfterMs ?? 0, pauseAfter(pauses, turn))

type Turn = { done: true } | { done: false; pauseMs: number }

/**
 * Runs `act` until it gets through; the job says meanwhile why it waits. A run that has waited too often ends, and the
 * sweep starts the next.
 */
export async function retryWhileUnavailable(
  services: Database & Logging,
  steps: Steps,
  name: string,
  jobId: () => Promise<string | undefined>,
  act: () => Promise<unknown>,
  retry?: Retry,
): Promise<void> {
  const once = async (turn: number): Promise<Turn> => {
    try {
      await act()
      if (turn === 0) return { done: true }
      const job = await jobId()
      if (job !== undefined) await endWaiting(services.store, job, 'files')
      return { done: true }
    } catch (caught) {
      const error = orDiskFull(caught)
      if (!(error instanceof TryLater)) throw error
      await sayWaiting(services, await jobId(), error)
      return { done: false, pauseMs: pauseFor(error, turn) }
    }
  }
  for (let turn = 0; turn * 2 < STEPS_PER_RUN; turn++) {
    const tried = await steps.run<Turn>(`${name}-${turn}`, () => once(turn), retry)
    if (tried.done) return
    await steps.sleep(`${name}-wait-${turn}`, tried.pauseMs)
  }
}

/** On the job, and in the log. */
export async function sayWaiting(
  services: Database & Logging,
  jobId: string | undefined,
  error: TryLater,
): Promise<void> {
  services.log.warn({ jobId, reason: error.message, err: error.cause }, 'Work waits and is tried again')
  if (jobId !== undefined) await recordWaiting(services.store, jobId, error.reason, services.clock.now().toISOString())
}

const change = (store: Store, jobId: string, to: (warnings: Warning[]) => Warning[]): Promise<void> =>
  store.transaction({ job: jobId }, async (trx) => {
    const job = await trx.selectFrom('job').select('warnings').where('id', '=', jobId).executeTakeFirst()
    if (!job) return
    const warnings = JSON.stringify(to(JSON.parse(job.warnings)))
    if (warnings !== job.warnings) await trx.updateTable('job').set({ warnings }).where('id', '=', jobId).execute()
  })

export const recordWaiting = (store: Store, jobId: string, reason: WaitReason, since: string): Promise<void> =>
  change(store, jobId, (warnings) => withWaiting(warnings, reason, since))

/** @param ended what a step got through to: what others wait for stays */
export const endWaiting = (store: Store, jobId: string, ended: WaitsFor): Promise<void> =>
  change(store, jobId, (warnings) => withoutWaiting(warnings, ended))
