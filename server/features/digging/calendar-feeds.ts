/**
 * The calendar of a company as a calendar program reads it (iCalendar, RFC 5545), at a secret address of each person. Its holder
 * reads, and can do nothing else.
 */

import ical, { ICalEventTransparency } from 'ical-generator'
import type { Store } from '../../platform/database/open.ts'
import { Refusal } from '../../platform/refusal.ts'
import { addDays } from '../../registry/working-days.ts'
import { LANGUAGES } from '../../texts/languages.ts'
import { type CalendarFeedRecord, feedByHash, feedOf, insertFeed, revokeFeed } from '../keys/calendar-feed-rows.ts'
import { addressSecret, hashOf } from '../keys/secrets.ts'
import type { Caller, Database } from '../services.ts'
import { type CalendarEvent, datesOf, eventsOf } from './calendar.ts'
import { changedAtOf } from './duty-rows.ts'
import { jobsAtHand, namedJob } from './today.ts'

const whose = ({ companyId, user }: Caller) => ({ companyId, userId: user?.id ?? null })

/** The caller's own; null: there is none. */
export const calendarFeed = async (store: Store, caller: Caller): Promise<CalendarFeedRecord | null> =>
  (await feedOf(store.db, whose(caller))) ?? null

/** The one before is worth nothing any more. `secret` is told this once. */
export async function makeCalendarFeed(
  { store, clock, ids }: Database,
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
export const revokeCalendarFeed = async ({ store, clock }: Database, caller: Caller): Promise<void> => {
  await revokeFeed(store.db, whose(caller), clock.now().toISOString())
}

/** @throws Refusal NOT_FOUND, the same for one that was revoked and one that never was */
export async function feedAt(store: Store, secret: string): Promise<CalendarFeedRecord> {
  const feed = await feedByHash(store.db, hashOf(secret))
  if (!feed) throw new Refusal('NOT_FOUND', 'There is no calendar at this address: it is mistyped, or was revoked.')
  return feed
}

/** @throws Refusal NOT_FOUND for a language that it is not written in */
export async function calendar(
  services: Database,
  companyId: string,
  asked: { language: string; baseUrl: string },
): Promise<string> {
  const language = LANGUAGES.find((each) => each === asked.language)
  if (!language) throw new Refusal('NOT_FOUND', `The language of a calendar is one of ${LANGUAGES.join(', ')}.`)
  const { now, rules, jobs } = await jobsAtHand(services, { companyId })
  const found = jobs
    .map((each) => ({ each, dates: datesOf(each.about, rules) }))
    .filter(({ dates }) => dates.length > 0)
  const changed = await changedAtOf(
    services.store.db,
    found.map(({ each }) => each.job.id),
  )
  const shown = found.map(({ each, dates }) => {
    const { id, environment, createdAt } = each.job
    return {
      ...namedJob(each),
      isTest: environment !== 'production',
      createdAt,
      changedAt: changed.get(id) ?? createdAt,
      dates,
    }
  })
  return icalendar('KLIC Desktop', eventsOf(shown, { language, baseUrl: asked.baseUrl, now }))
}

const REFRESH_SECONDS = 3600
/** A calendar without any component is none (3.4). */
const NO_EVENTS = [
  ...['BEGIN:VTIMEZONE', 'TZID:Etc/UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE', ''],
].join('\r\n')

/** Whole days as text: the same events give the same bytes. */
export function icalendar(name: string, events: readonly CalendarEvent[]): string {
  const calendar = ical({ name, prodId: '//KLIC Desktop//Calendar//EN', scale: 'GREGORIAN', ttl: REFRESH_SECONDS })
  for (const { uid, at, sequence, day, title, text, url } of events) {
    calendar.createEvent({
      id: uid,
      stamp: new Date(at),
      sequence,
      allDay: true,
      timezone: 'UTC',
      start: new Date(day),
      // The first day that is no longer of it (3.6.1).
      end: new Date(addDays(day, 1)),
      summary: printable(title),
      description: printable(text),
      url,
      // A day by which something is due does not occupy anyone.
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  const written = `${calendar.toString()}\r\n`
  return events.length > 0 ? written : written.replace('END:VCALENDAR', `${NO_EVENTS}END:VCALENDAR`)
}

/** TEXT (3.3.11) holds no control characters; line ends are escaped by the library. */
const printable = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]/gu, ' ')
