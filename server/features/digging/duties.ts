/**
 * What must be done for a job today and within a week: one pure function of facts, calendar and clock. Quiet: a job for
 * which nothing is to be done has no duties, and what one of them says no other says again.
 */
import type { DigReason, DigReasonCode } from '../../registry/dig-reasons.ts'
import type { DigRules } from '../../registry/dig-rules.ts'
import type { DigFacts, DigStatus } from '../../registry/dig-status.ts'
import type { JobState } from '../../registry/klic.ts'
import { workingDaysBefore, workingDaysLater, workingDaysUntil } from '../../registry/working-days.ts'
import { weekFrom } from '../jobs/rules/job-order.ts'

/** In the order in which those of a day are told. */
export const DUTY_CODES = [
  'start_missed',
  'validity_expiring',
  'later_unread',
  'precaution_due',
  'agreement_due',
  'may_not_begin',
  'may_begin',
  'presence_due',
  'quote_expiring',
] as const
export type DutyCode = (typeof DUTY_CODES)[number]

/** `overdue`: its day is over. */
export const DUTY_TIMES = ['overdue', 'today', 'week'] as const
export type DutyTime = (typeof DUTY_TIMES)[number]

export interface Duty {
  code: DutyCode
  when: DutyTime
  /** The Dutch day by which it is to be done, or that it speaks of; null: at once */
  day: string | null
  /** Names of the operators that it is about; an area of precaution without one has an empty name */
  operators: string[]
  /** Of `may_not_begin`: what stands against it, beside what other duties of the job say */
  reasons: DigReason[]
}

export interface DutyFacts {
  status: JobState
  dig: DigStatus
  facts: DigFacts
  /** Dutch days */
  startDate: string | null
  quoteExpiresOn: string
}

/** So many working days before the last day to begin it is told, and told again. */
export const EXPIRING_AT = [5, 1] as const
const [EXPIRING_WORKING_DAYS] = EXPIRING_AT
/** A start that was missed longer ago is not reported: by then nothing is planned there. */
export const MISSED_WORKING_DAYS = 5

/** Reasons that are a duty by themselves, or a day that is waited for. */
const TOLD_APART: readonly DigReasonCode[] = ['contact_missing', 'agreement_missing', 'later_unread']
const WAITED_FOR: readonly DigReasonCode[] = ['filed_lately', 'contact_lately']

export function dutiesOf(about: DutyFacts, rules: DigRules): Duty[] {
  const { status, dig } = about
  if (status === 'quoted') return ofQuote(about)
  if (isAtRest(about)) return []
  if (dig.answer === 'no_longer') return ofMissedStart(about)
  return [
    ...ofTerm(about),
    ...ofLaterDelivery(about),
    ...ofDemands(about, rules),
    ...ofStart(about),
    ...ofPresence(about, rules),
  ]
}

const duty = (code: DutyCode, when: DutyTime, day: string | null, more: Partial<Duty> = {}): Duty => ({
  code,
  when,
  day,
  operators: [],
  reasons: [],
  ...more,
})

/** null: its day is not within a week. */
const timeOf = (day: string, today: string): DutyTime | null => {
  if (day <= today) return day < today ? 'overdue' : 'today'
  return day <= weekFrom(today) ? 'week' : null
}

/** Nobody digs under it: refused, for planning only, or over. */
export const isAtRest = ({ status, facts }: DutyFacts): boolean =>
  status === 'rejected' || facts.klicType !== 'GRAAF' || (facts.endedOn !== null && facts.endedOn < facts.today)

function ofQuote({ quoteExpiresOn, facts: { today } }: DutyFacts): Duty[] {
  const when = timeOf(quoteExpiresOn, today)
  return when === null || when === 'overdue' ? [] : [duty('quote_expiring', when, quoteExpiresOn)]
}

/** The last day to begin, when it is over and nobody has put a start on record; null: it is not, or that is long ago. */
export function missedStart({ dig, facts }: Pick<DutyFacts, 'dig' | 'facts'>): string | null {
  const isMissed = dig.reasons.some(({ code }) => code === 'begin_over') && facts.endedOn === null
  if (!isMissed || dig.beginUntil === null) return null
  return workingDaysUntil(dig.beginUntil, facts.today) > MISSED_WORKING_DAYS ? null : dig.beginUntil
}

const ofMissedStart = (about: DutyFacts): Duty[] => {
  const day = missedStart(about)
  return day === null ? [] : [duty('start_missed', 'overdue', day)]
}

/** Working days until the last day to begin, with it, while no start is on record; null: a start is, or nobody knows. */
export const daysToBegin = ({ dig, facts }: Pick<DutyFacts, 'dig' | 'facts'>): number | null =>
  facts.begunOn !== null || dig.beginUntil === null || dig.beginUntil < facts.today
    ? null
    : workingDaysUntil(facts.today, dig.beginUntil)

function ofTerm(about: DutyFacts): Duty[] {
  const left = daysToBegin(about)
  if (left === null || left > EXPIRING_WORKING_DAYS) return []
  const { beginUntil } = about.dig
  return [duty('validity_expiring', left <= 1 ? 'today' : 'week', beginUntil)]
}

const ofLaterDelivery = ({ facts }: DutyFacts): Duty[] =>
  facts.isLaterUnread ? [duty('later_unread', 'today', null)] : []

/**
 * By when the contact with those that demand precautions must have been made for the start that is meant, else for the last
 * day to begin; null: neither is known, or nobody is left to be contacted.
 */
export function contactDue(
  { startDate, dig, facts }: Omit<DutyFacts, 'status' | 'quoteExpiresOn'>,
  rules: DigRules,
): { day: string; operators: string[] } | null {
  const start = startDate ?? dig.beginUntil
  const missing = facts.result?.demands.filter(({ hasTerm, contactedOn }) => hasTerm && contactedOn === null) ?? []
  if (start === null || missing.length === 0) return null
  const day = workingDaysBefore(start, rules['digging.contact_working_days'])
  return { day, operators: missing.map(({ operator }) => operator) }
}

function ofDemands(about: DutyFacts, rules: DigRules): Duty[] {
  const { facts, startDate, dig } = about
  const contact = contactDue(about, rules)
  const open = facts.result?.demands.filter(
    ({ hasTerm, contactedOn, agreedOn }) => hasTerm && contactedOn !== null && agreedOn === null,
  )
  const start = startDate ?? dig.beginUntil
  return [
    ...(contact ? dated('precaution_due', contact.day, facts.today, contact.operators) : []),
    ...(open && open.length > 0 && start !== null
      ? dated(
          'agreement_due',
          start,
          facts.today,
          open.map(({ operator }) => operator),
        )
      : []),
  ]
}

function dated(code: DutyCode, day: string, today: string, operators: string[]): Duty[] {
  const when = timeOf(day, today)
  return when === null ? [] : [duty(code, when, day, { operators })]
}

/** The start that is meant, until it is on record: may it be, and if not, why. */
function ofStart({ dig, facts, startDate }: DutyFacts): Duty[] {
  if (startDate === null || facts.begunOn !== null) return []
  const when = timeOf(startDate, facts.today)
  if (when === null) return []
  const day = startDate < facts.today ? facts.today : startDate
  const time = when === 'overdue' ? 'today' : when
  const isWaitedFor = ({ code, day: free }: DigReason): boolean =>
    WAITED_FOR.includes(code) && free !== null && free <= day
  const against = dig.reasons.filter((reason) => !isWaitedFor(reason))
  if (against.length === 0) return [duty('may_begin', time, day)]
  const reasons = against.filter(({ code }) => !TOLD_APART.includes(code))
  return reasons.length > 0 ? [duty('may_not_begin', time, day, { reasons })] : []
}

/** On the last day on which presence still counts, and for some days after it: then the answer is unknown. */
function ofPresence({ facts }: DutyFacts, rules: DigRules): Duty[] {
  const { begunOn, endedOn, lastSeenOnSite, today } = facts
  if (begunOn === null || endedOn !== null || lastSeenOnSite === null || lastSeenOnSite >= today) return []
  const until = workingDaysLater(lastSeenOnSite, rules['digging.presence_working_days'])
  if (today < until || workingDaysUntil(until, today) > MISSED_WORKING_DAYS) return []
  return [duty('presence_due', until < today ? 'overdue' : 'today', lastSeenOnSite)]
}

const rankOf = ({ code, when, day }: Duty): string =>
  [DUTY_TIMES.indexOf(when), day ?? '', DUTY_CODES.indexOf(code)].join(' ')

/** What is overdue first, then by day. */
export const byUrgency = (a: Duty, b: Duty): number => rankOf(a).localeCompare(rankOf(b))

/** What is still open of the precautions that operators demand. `to_contact`: nobody has called yet; `to_agree`: called, and nothing is agreed in writing. */
export const DEMAND_STATES = ['to_contact', 'to_agree'] as const
export type DemandState = (typeof DEMAND_STATES)[number]

export interface OpenDemand {
  /** As the result names it; empty: an area of precaution that none calls theirs */
  operator: string
  state: DemandState
  /** Dutch day: of the contact so many working days before the start (without a delivered precaution the start), of the agreement the start; null: none is known */
  dueOn: string | null
  contactedOn: string | null
}

export function openDemands(about: DutyFacts, rules: DigRules): OpenDemand[] {
  const { status, facts, dig, startDate } = about
  if (isAtRest(about) || status === 'quoted' || dig.answer === 'no_longer') return []
  const start = startDate ?? dig.beginUntil
  const contactBy = start && workingDaysBefore(start, rules['digging.contact_working_days'])
  return (facts.result?.demands ?? [])
    .filter(({ hasTerm, contactedOn, agreedOn }) => (hasTerm ? agreedOn : contactedOn) === null)
    .map(({ operator, hasTerm, contactedOn }) =>
      contactedOn === null
        ? { operator, contactedOn, state: 'to_contact', dueOn: hasTerm ? contactBy : start }
        : { operator, contactedOn, state: 'to_agree', dueOn: start },
    )
}

const LAST = '9999'

/** What is due first stands first; what has no day last. */
export const byDueDay = (a: Pick<OpenDemand, 'dueOn'>, b: Pick<OpenDemand, 'dueOn'>): number =>
  (a.dueOn ?? LAST).localeCompare(b.dueOn ?? LAST)
