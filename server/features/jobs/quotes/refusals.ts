/** What makes a quote or a submission impossible, found before anything is stored. */

import { AREA_KEPT_DAYS, MAX_OPEN_QUOTES, type QuoteBounds } from '../../../cut/quote.ts'
import { REGISTRY_LIMITS } from '../../../geometry/registry-limits.ts'
import type { Store } from '../../../platform/database/open.ts'
import { MAX_WAITING } from '../../../platform/fairness.ts'
import { Refusal, TryLater } from '../../../platform/refusal.ts'
import type { KlicType } from '../../../registry/klic.ts'
import { bytesOfParts, type QuotaServices, refuseOverQuota } from '../../company-quota.ts'
import type { Caller, Database, Files, Installation } from '../../services.ts'
import { countWaiting } from '../rows/job-moves.ts'
import { jobOf } from '../rows/jobs.ts'
import { openQuotes } from '../rows/open-quotes.ts'
import type { JobRequest } from '../rules/job.ts'

const RETRY_AFTER_MS = 60_000

/** @throws TryLater when the company, or all together, have too much waiting to be filed; then nothing is stored */
export async function refuseWhenFull(
  { store, mostWaiting: most = MAX_WAITING }: Database & Pick<Installation, 'mostWaiting'>,
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
export async function refuseWithoutRoom(services: QuotaServices & Files, caller: Caller, parts: number): Promise<void> {
  const bytes = parts * (await bytesOfParts(services.store.db))
  try {
    await services.room(bytes)
  } catch (error) {
    if (!(error instanceof TryLater) || error.reason !== 'disk_full') throw error
    const message = `The disk of the server has no room for the result, some ${Math.ceil(bytes / 1024 ** 2)} MB: nothing was submitted, and a quote stays. Make room on it, then submit again.`
    throw new TryLater(message, { reason: 'disk_full', retryAfterMs: DISK_RETRY_MS, cause: error })
  }
  await refuseOverQuota(services, caller, bytes)
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
  db: Store['db'],
  { companyId, key }: Caller,
  characters: number,
  most: NonNullable<Installation['mostQuotes']> = MAX_OPEN_QUOTES,
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

/** @throws Refusal VALIDATION_FAILED for a calamity of more than one part */
export function assertSinglePart({ klicType }: { klicType: KlicType }, { parts }: { parts: readonly unknown[] }): void {
  if (klicType !== 'CALAMITEIT' || parts.length === 1) return
  const { partSideM: side } = REGISTRY_LIMITS.CALAMITEIT
  const message = `A calamity is one notification of at most ${side} by ${side} m, and this area takes ${parts.length}. Draw the place of the danger only, without holes; or file a calamity for each piece.`
  throw new Refusal('VALIDATION_FAILED', message, {
    complaints: [{ pointer: '/geometry', code: 'CALAMITY_NOT_ONE', message }],
  })
}

/**
 * Only what was filed, or came from files, is repeated: any other is submitted, or corrected, itself.
 * @throws Refusal VALIDATION_FAILED
 */
export async function refuseNoPredecessor(
  store: Store,
  { companyId }: Caller,
  { follows }: JobRequest,
  id: string,
): Promise<void> {
  if (follows === undefined) return
  const job = follows === id ? undefined : await jobOf(store.db, companyId, follows)
  if (job && job.submittedAt !== null && job.status !== 'rejected') return
  const message = 'follows names no filed job of the company.'
  throw new Refusal('VALIDATION_FAILED', message, {
    complaints: [{ pointer: '/follows', code: 'NOT_FILED', message }],
  })
}

export function refuseEndBeforeStart({ startDate, endDate }: JobRequest): void {
  if (startDate === undefined || endDate === undefined || endDate > startDate) return
  const message = 'end_date does not lie after start_date.'
  throw new Refusal('VALIDATION_FAILED', message, {
    complaints: [{ pointer: '/end_date', code: 'END_BEFORE_START', message }],
  })
}
