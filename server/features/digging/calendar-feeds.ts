/** The secret address of the calendar of one person: made, looked at, revoked. Who holds it reads, and can do nothing else. */
import { Refusal } from '../../platform/refusal.ts'
import { type CalendarFeedRecord, feedByHash, feedOf, insertFeed, revokeFeed } from '../keys/calendar-feed-rows.ts'
import { addressSecret, hashOf } from '../keys/secrets.ts'
import type { Caller, Needs } from '../needs.ts'

const whose = ({ companyId, user }: Caller) => ({ companyId, userId: user?.id ?? null })

/** The caller's own; null: there is none. */
export const calendarFeed = async (
  { store }: Pick<Needs, 'store'>,
  caller: Caller,
): Promise<CalendarFeedRecord | null> => (await feedOf(store.db, whose(caller))) ?? null

/** The one before is worth nothing any more. `secret` is told this once. */
export async function makeCalendarFeed(
  { store, clock, ids }: Pick<Needs, 'store' | 'clock' | 'ids'>,
  caller: Caller,
): Promise<{ feed: CalendarFeedRecord; secret: string }> {
  const secret = addressSecret(ids, 'cal')
  const createdAt = clock.now().toISOString()
  const feed: CalendarFeedRecord = { ...whose(caller), id: ids.make('cal'), createdAt, createdBy: caller.actor }
  await store.transaction({ company: caller.companyId }, async (trx) => {
    await revokeFeed(trx, feed, createdAt)
    await insertFeed(trx, feed, hashOf(secret))
  })
  return { feed, secret }
}

/** Works on the next request; repeated it changes nothing. */
export const revokeCalendarFeed = async (
  { store, clock }: Pick<Needs, 'store' | 'clock'>,
  caller: Caller,
): Promise<void> => {
  await revokeFeed(store.db, whose(caller), clock.now().toISOString())
}

/** @throws Refusal NOT_FOUND, the same for one that was revoked and one that never was */
export async function feedAt({ store }: Pick<Needs, 'store'>, secret: string): Promise<CalendarFeedRecord> {
  const feed = await feedByHash(store.db, hashOf(secret))
  if (!feed) throw new Refusal('NOT_FOUND', 'There is no calendar at this address: it is mistyped, or was revoked.')
  return feed
}
