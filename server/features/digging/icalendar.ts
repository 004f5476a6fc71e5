/** A calendar of whole days as text (iCalendar, RFC 5545): the same events give the same bytes. */
import ical, { ICalEventTransparency } from 'ical-generator'
import { addDays } from '../../registry/working-days.ts'
import type { CalendarEvent } from './calendar.ts'

const REFRESH_SECONDS = 3600
/** A calendar without any component is none (3.4). */
const NO_EVENTS = [
  ...['BEGIN:VTIMEZONE', 'TZID:Etc/UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE', ''],
].join('\r\n')

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
