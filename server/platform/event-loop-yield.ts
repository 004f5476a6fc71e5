/** For work on the event loop that may be long: others get their turn in between, and it comes to an end. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { nobodyWaits, type Requester } from './fair-limit.ts'
import { Refusal } from './refusal.ts'

/** What others wait for at most. */
const SLICE_MS = 10
/** Of the processor, for one request. */
const LONGEST_MS = 5000

/**
 * @param longestMs Infinity: the work is bounded by what was asked, as the page of a list
 * @returns to be awaited after each small step
 * @throws Refusal VALIDATION_FAILED when the work takes too long; TryLater when nobody waits for it any longer
 */
export function createYielder(
  { signal }: Pick<Requester, 'signal'>,
  longestMs = LONGEST_MS,
): () => Promise<void> | undefined {
  let begunMs = performance.now()
  let begunWith = process.threadCpuUsage()
  let spentMs = 0
  return () => {
    if (performance.now() - begunMs < SLICE_MS) return undefined
    const { user, system } = process.threadCpuUsage(begunWith)
    spentMs += (user + system) / 1000
    if (spentMs > longestMs) {
      throw new Refusal('VALIDATION_FAILED', 'This asks too much at once: draw it smaller, or with fewer corners.')
    }
    return nextTurn().then(() => {
      if (signal?.aborted) throw nobodyWaits()
      begunMs = performance.now()
      begunWith = process.threadCpuUsage()
    })
  }
}
