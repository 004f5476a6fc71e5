/** Bounded queues: what is taken in is also done in a time that somebody may wait for. */

import { AREA_KEPT_DAYS, MAX_OPEN_QUOTES, type QuoteBounds } from '../../cut/quote.ts'
import { MAX_WAITING } from '../../platform/fairness.ts'
import { Refusal, TryLater } from '../../platform/refusal.ts'
import { bytesOfParts, type QuotaNeeds, refuseOverQuota } from '../company-quota.ts'
import type { Caller, Needs } from '../needs.ts'
import { countWaiting } from './rows/job-moves.ts'
import { openQuotes } from './rows/open-quotes.ts'

const RETRY_AFTER_MS = 60_000

/** @throws TryLater when the company, or all together, have too much waiting to be filed; then nothing is stored */
export async function refuseWhenFull(
  { store, mostWaiting: most = MAX_WAITING }: Pick<Needs, 'store' | 'mostWaiting'>,
  { companyId }: Caller,
): Promise<void> {
  if ((await countWaiting(store.db, most.ofOne, companyId)) >= most.ofOne) {
    throw busy(`${most.ofOne} jobs of yours wait to be filed already`)
  }
  if ((await countWaiting(store.db, most.ofAll)) >= most.ofAll) {
    throw busy('The server has as many jobs to file as it takes in')
  }
}

const DISK_RETRY_MS = 10 * 60_000

/**
 * Paid and without room for its result a job would wait for somebody to clean up. A part is taken to need what nine of ten
 * parts of this server's newest results did.
 * @throws TryLater when the result would not fit; then nothing is stored
 */
export async function refuseWithoutRoom(
  needs: QuotaNeeds & Pick<Needs, 'room'>,
  caller: Caller,
  parts: number,
): Promise<void> {
  const bytes = parts * (await bytesOfParts(needs.store.db))
  try {
    await needs.room(bytes)
  } catch (error) {
    if (!(error instanceof TryLater) || error.reason !== 'disk_full') throw error
    const message = `The disk of the server has no room for the result, some ${Math.ceil(bytes / 1024 ** 2)} MB: nothing was submitted, and a quote stays. Make room on it, then submit again.`
    throw new TryLater(message, { reason: 'disk_full', retryAfterMs: DISK_RETRY_MS, cause: error })
  }
  await refuseOverQuota(needs, caller, bytes)
}

const busy = (why: string): TryLater =>
  new TryLater(`${why}: nothing was submitted. Submit this one again when Retry-After has passed.`, {
    reason: 'busy',
    retryAfterMs: RETRY_AFTER_MS,
  })

/**
 * A quote costs nothing, so what quotes keep has a bound. Asked before the work, and again where it is stored.
 * @param characters of the area that would be kept
 * @throws Refusal OPEN_QUOTES_LIMIT; then nothing is stored
 */
export async function refuseTooManyQuotes(
  db: Needs['store']['db'],
  { mostQuotes: most = MAX_OPEN_QUOTES }: Pick<Needs, 'mostQuotes'>,
  { companyId, key }: Caller,
  characters = 0,
): Promise<void> {
  const open = await openQuotes(db, companyId, key?.id)
  const isFull = (is: QuoteBounds, bound: QuoteBounds) =>
    is.quotes >= bound.quotes || is.characters + characters > bound.characters
  if (key && isFull(open.ofKey, most.ofKey)) throw tooManyQuotes('This key', open.ofKey)
  if (isFull(open.ofCompany, most.ofCompany)) throw tooManyQuotes('The company', open.ofCompany)
}

const tooManyQuotes = (who: string, { quotes, characters }: QuoteBounds): Refusal =>
  new Refusal(
    'OPEN_QUOTES_LIMIT',
    `${who} has ${quotes} quotes that were not submitted, with ${characters} characters of areas: no more are kept. Nothing was stored. Submit some of them, repeat a quote by its client_ref, or wait: the area of a quote is kept for ${AREA_KEPT_DAYS} days after it has expired.`,
  )
