/** A calendar of whole days as text (iCalendar, RFC 5545): the same events give the same bytes. */
import { addDays } from '../klic/working-days.ts'

export interface CalendarEvent {
  /** The same for as long as it is the same event */
  uid: string
  /** When what it says was last changed, ISO 8601 in UTC */
  at: string
  /** Rises when it changes */
  sequence: number
  /** YYYY-MM-DD */
  day: string
  title: string
  text: string
  url: string
}

const LINE = '\r\n'
/** Octets of a line without its end (3.1). */
const MAX_LINE = 75

export const icalendar = (name: string, events: readonly CalendarEvent[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//KLIC Desktop//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...(events.length > 0 ? events.flatMap(eventLines) : NOTHING),
    'END:VCALENDAR',
  ]
    .map((line) => folded(line) + LINE)
    .join('')

/** A calendar without any component is none (3.4): this one says nothing. */
const NOTHING = [
  ...['BEGIN:VTIMEZONE', 'TZID:Etc/UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE'],
]

const eventLines = ({ uid, at, sequence, day, title, text, url }: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${at.slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
  `SEQUENCE:${sequence}`,
  `DTSTART;VALUE=DATE:${basic(day)}`,
  // The first day that is no longer of it (3.6.1).
  `DTEND;VALUE=DATE:${basic(addDays(day, 1))}`,
  `SUMMARY:${escaped(title)}`,
  `DESCRIPTION:${escaped(text)}`,
  `URL:${url}`,
  // Whoever has a day by which something is due is not occupied on it.
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

const basic = (day: string): string => day.replaceAll('-', '')

/** TEXT (3.3.11): what others wrote can neither end a line nor begin a property. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/[^\P{Cc}\t]/gu, ' ')

/** No character is cut in two. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= MAX_LINE) return line
  let [text, octets] = ['', 0]
  for (const character of line) {
    const more = Buffer.byteLength(character)
    if (octets + more > MAX_LINE) {
      text += `${LINE} `
      octets = 1
    }
    text += character
    octets += more
  }
  return text
}
