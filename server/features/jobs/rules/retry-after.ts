/** How soon a caller that waits for a job should ask again: the header `Retry-After`. */
import type { NextAction, NextActionReason } from '../../../registry/klic.ts'

/** Whole seconds: our own work is next, the registry's is, or the simulator's, whose days are seconds. */
export const ASK_AGAIN_SECONDS = { soon: 2, registry: 60, simulator: 5 } as const

const OURS: readonly NextActionReason[] = ['queued', 'sending', 'judging', 'merging', 'merging_later_delivery']

/** @returns null when nothing happens by itself: there is nothing to wait for */
export function askAgainAfter(job: {
  action: NextAction
  reason: NextActionReason
  isSimulated: boolean
}): number | null {
  if (job.action !== 'wait') return null
  if (OURS.includes(job.reason)) return ASK_AGAIN_SECONDS.soon
  return job.isSimulated ? ASK_AGAIN_SECONDS.simulator : ASK_AGAIN_SECONDS.registry
}
