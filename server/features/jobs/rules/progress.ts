/**
 * Where a job stands, from where its parts stand. The one place where part states become a job state.
 * Source: API v1, table of job states.
 */
import type { JobState, PartState } from '../../../registry/klic.ts'

/** Nothing more will come for these. */
const ENDED: readonly PartState[] = ['delivered', 'safety_area', 'failed', 'rejected']
/** Parts in these are missing from the result, and the result says so. */
const MISSING: readonly PartState[] = ['safety_area', 'failed', 'rejected']

const hasEnded = (part: PartState): boolean => ENDED.includes(part)
export const isMissing = (part: PartState): boolean => MISSING.includes(part)

/**
 * @param parts states of all parts of a submitted job
 * @returns the state up to `processing`; what follows (ready, ready_incomplete, failed) is decided by who makes the result
 */
export function jobStateOf(parts: readonly PartState[]): JobState {
  if (parts.every((part) => part === 'rejected')) return 'rejected'
  if (parts.every(hasEnded)) return 'processing'
  if (parts.some((part) => part === 'delivered' || part === 'partially_delivered')) return 'partially_delivered'
  if (parts.some((part) => part === 'accepted')) return 'accepted'
  return 'submitted'
}

/** The state of a job whose result has been made from these parts. */
export const finishedState = (parts: readonly PartState[]): 'ready' | 'ready_incomplete' =>
  parts.some(isMissing) ? 'ready_incomplete' : 'ready'
