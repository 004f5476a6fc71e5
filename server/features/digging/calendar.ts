/**
 * What a calendar program shows of the jobs of a company: the days behind the duties of the page Today, all that are known and not
 * only those within a week. A pure function of the same facts, which says the same on every day on which they are the same.
 */

import type { DigRules } from '../../registry/dig-rules.ts'
import { dutchDate } from '../../registry/working-days.ts'
import type { Language } from '../../texts/languages.ts'
import { translate } from '../../texts/texts.ts'
import { type DutyFacts, isAtRest, missedStart, openDemands } from './duties.ts'

const DATE_CODES = ['start', 'begin_until', 'contact_due', 'agreement_due', 'quote_expires'] as const
type DateCode = (typeof DATE_CODES)[number]

export interface JobDate {
  code: DateCode
  /** Dutch */
  day: string
  /** Of a precaution: names of the operators; empty: an area of precaution that none calls theirs */
  operators: string[]
}

/** At most one of each code. */
export function datesOf(about: DutyFacts, rules: DigRules): JobDate[] {
  const { status, dig, facts, startDate, quoteExpiresOn } = about
  if (status === 'quoted') return dated('quote_expires', quoteExpiresOn)
  if (isAtRest(about)) return []
  if (dig.answer === 'no_longer') return dated('begin_until', missedStart(about))
  const isBegun = facts.begunOn !== null
  const demands = openDemands(about, rules)
  const inState = (state: 'to_contact' | 'to_agree') => demands.filter((demand) => demand.state === state)
  return [
    ...(isBegun ? [] : [...dated('start', startDate), ...dated('begin_until', dig.beginUntil)]),
    ...ofDemands('contact_due', inState('to_contact')),
    ...ofDemands('agreement_due', inState('to_agree')),
  ]
}

const dated = (code: DateCode, day: string | null, operators: string[] = []): JobDate[] =>
  day === null ? [] : [{ code, day, operators }]

/** Those of one job and state are due on one day. */
const ofDemands = (code: DateCode, demands: readonly { operator: string; dueOn: string | null }[]): JobDate[] =>
  dated(
    code,
    demands[0]?.dueOn ?? null,
    demands.map(({ operator }) => operator),
  )

/** A job as its events name it. */
export interface JobInCalendar {
  jobId: string
  reference: string | null
  klicNumbers: readonly string[]
  /** Not of the real registry */
  isTest: boolean
  /** Moments, ISO 8601 in UTC: when it was made, and when what is shown of it last changed */
  createdAt: string
  changedAt: string
  dates: readonly JobDate[]
}

/** As many as a calendar is given; a company seldom has more days ahead. */
export const MAX_EVENTS = 1000

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

/**
 * By day. Of too many events those that come soonest, then those that were last.
 * @param baseUrl of the window, without a slash at the end
 */
export function eventsOf(
  jobs: readonly JobInCalendar[],
  { language, baseUrl, now }: { language: Language; baseUrl: string; now: Date },
): CalendarEvent[] {
  const today = dutchDate(now.getTime())
  const events = jobs.flatMap((job) => job.dates.map((date) => eventOf(job, date, language, baseUrl)))
  const inOrder = events.toSorted((a, b) => `${a.day} ${a.uid}`.localeCompare(`${b.day} ${b.uid}`))
  const ahead = inOrder.filter(({ day }) => day >= today).slice(0, MAX_EVENTS)
  const room = MAX_EVENTS - ahead.length
  const over = room > 0 ? inOrder.filter(({ day }) => day < today).slice(-room) : []
  return [...over, ...ahead]
}

function eventOf(job: JobInCalendar, date: JobDate, language: Language, baseUrl: string): CalendarEvent {
  const t = translate(language)
  const { code, day, operators } = date
  const text = t(`calendarEvent.text.${code}`, {
    operators: operators.map((name) => name || t('calendarEvent.noOperator')).join(', '),
  })
  const name = job.reference ?? job.klicNumbers[0] ?? t('calendarEvent.noReference')
  return {
    uid: `${job.jobId}-${code}@klic-desktop`,
    at: job.changedAt,
    sequence: Math.max(0, Math.floor((Date.parse(job.changedAt) - Date.parse(job.createdAt)) / 1000)),
    day,
    title: `${job.isTest ? `${t('calendarEvent.test')}: ` : ''}${t(`calendarEvent.title.${code}`)}: ${name}`,
    text: [text, ...(job.klicNumbers.length > 0 ? [`KLIC ${job.klicNumbers.join(', ')}`] : [])].join('\n'),
    url: `${baseUrl}/?job=${job.jobId}&tab=attention`,
  }
}
