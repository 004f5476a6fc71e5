/** Bounded queues: what is taken in is also done in a time that somebody may wait for. */
import { MOST_WAITING } from '../domain/fairness.ts'
import { TryLater } from '../domain/refusal.ts'
import { countWaiting } from '../store/job-moves.ts'
import type { Caller, Needs } from './needs.ts'

const RETRY_AFTER_MS = 60_000

/** @throws TryLater when the company, or all together, have too much waiting to be filed; then nothing is stored */
export async function refuseWhenFull(
  { store, mostWaiting: most = MOST_WAITING }: Pick<Needs, 'store' | 'mostWaiting'>,
  { companyId }: Caller,
): Promise<void> {
  if ((await countWaiting(store.db, most.ofOne, companyId)) >= most.ofOne) {
    throw busy(`${most.ofOne} jobs of yours wait to be filed already`)
  }
  if ((await countWaiting(store.db, most.ofAll)) >= most.ofAll) {
    throw busy('The server has as many jobs to file as it takes in')
  }
}

const busy = (why: string): TryLater =>
  new TryLater(`${why}: nothing was submitted. Submit this one again when Retry-After has passed.`, {
    reason: 'busy',
    retryAfterMs: RETRY_AFTER_MS,
  })
