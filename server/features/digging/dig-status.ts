/**
 * Whether one may dig on a day in the area of a job: one answer, with all its reasons. Pure: facts, calendar and clock come
 * from outside. A fact that nobody knows is never taken for a good one: then the answer is not yes.
 */

import { type DigRules, earliestStart } from '../../registry/dig-rules.ts'
import { isDownloadable, type KlicType, type PartState } from '../../registry/klic.ts'
import { dutchDate, lastOfWorkingDays, workingDaysLater } from '../../registry/working-days.ts'
import type { JobBriefRecord } from '../jobs/rows/jobs.ts'
import { countOfAttention } from '../jobs/rules/attention.ts'
import { demandsOf, type NextActionFacts, type SpeakTo } from '../jobs/rules/next-action.ts'
import { DIG_REASONS, type DigAnswer, type DigReason, type DigReasonCode, digReason } from './dig-reasons.ts'
import type { DigRecords } from './rows.ts'

export interface DigStatus {
  answer: DigAnswer
  /** All that stand against yes, those that decide the answer first */
  reasons: DigReason[]
  /** First and last day on which the work may begin, as far as the clock goes; null: not known, or of no matter */
  beginFrom: string | null
  beginUntil: string | null
}

/** An operator that must be spoken to before digging, and what is on record of it. */
export interface Demand extends SpeakTo {
  /** Dutch days; null: not on record */
  contactedOn: string | null
  agreedOn: string | null
}

/** Days are Dutch, YYYY-MM-DD. null: nobody knows. */
export interface DigFacts {
  klicType: KlicType
  today: string
  /** The registry has taken every part that was not given up */
  isFiled: boolean
  /** When the first of its notifications was sent, and the last was taken */
  sentOn: string | null
  takenOn: string | null
  parts: { delivered: number; withheld: number; total: number }
  /** The result that can be looked at; null: there is none */
  result: { silent: readonly string[]; demands: readonly Demand[]; unread: number } | null
  isLaterUnread: boolean
  /** A newer delivery is known that the result does not hold */
  isLaterMissing: boolean
  /** When digging began and ended, as somebody has put on record */
  begunOn: string | null
  endedOn: string | null
  /** The last day on which somebody of the crew was there: the start, a photo, or a report. Opening a page is none */
  lastSeenOnSite: string | null
}

const ORDER: readonly DigAnswer[] = ['not_for_digging', 'no_longer', 'not_yet', 'unknown']

export function digStatus(facts: DigFacts, rules: DigRules): DigStatus {
  if (facts.klicType === 'ORIENT') {
    return { answer: 'not_for_digging', reasons: [digReason('orientation')], beginFrom: null, beginUntil: null }
  }
  if (facts.klicType === 'CALAMITEIT') {
    return { answer: 'not_for_digging', reasons: [digReason('calamity')], beginFrom: null, beginUntil: null }
  }
  const beginFrom = facts.takenOn && earliestStart(facts.takenOn, rules)
  const beginUntil = facts.sentOn && lastOfWorkingDays(facts.sentOn, rules['digging.start_within_working_days'])
  const found = [
    ...ofFiling(facts, beginFrom),
    ...ofBeginning(facts, beginUntil),
    ...ofPresence(facts, beginUntil, rules),
    ...ofDeliveries(facts),
    ...ofPrecautions(facts, rules),
  ]
  const rank = ({ code }: DigReason): number => ORDER.indexOf(DIG_REASONS[code].answer)
  const reasons = found.toSorted((a, b) => rank(a) - rank(b))
  const [first] = reasons
  return { answer: first ? DIG_REASONS[first.code].answer : 'yes', reasons, beginFrom, beginUntil }
}

function ofFiling({ isFiled, takenOn, sentOn, today }: DigFacts, beginFrom: string | null): DigReason[] {
  if (!isFiled) return [digReason('not_filed')]
  if (takenOn === null || sentOn === null) return [digReason('filing_day_unknown')]
  return beginFrom !== null && today < beginFrom ? [digReason('filed_lately', { day: beginFrom })] : []
}

/** Work that began in time and goes on needs no new notification, provided that its start can be shown. */
function ofBeginning({ begunOn, endedOn, today }: DigFacts, beginUntil: string | null): DigReason[] {
  if (endedOn !== null && endedOn < today) return [digReason('work_ended', { day: endedOn })]
  if (beginUntil === null) return []
  if (begunOn !== null) return begunOn > beginUntil ? [digReason('begun_late', { day: beginUntil })] : []
  return today > beginUntil ? [digReason('begin_over', { day: beginUntil })] : []
}

/** Work that has begun needs no new notification only while it goes on daily. Source: DIG_FIGURES. */
function ofPresence(facts: DigFacts, beginUntil: string | null, rules: DigRules): DigReason[] {
  const { begunOn, endedOn, lastSeenOnSite, today } = facts
  const isOver = endedOn !== null && endedOn <= today
  if (begunOn === null || isOver || (beginUntil !== null && begunOn > beginUntil)) return []
  const until = lastSeenOnSite && workingDaysLater(lastSeenOnSite, rules['digging.presence_working_days'])
  return until !== null && today <= until ? [] : [digReason('presence_unknown', { day: lastSeenOnSite })]
}

function ofDeliveries({ parts, result, isFiled, isLaterUnread, isLaterMissing }: DigFacts): DigReason[] {
  const missing = parts.total - parts.delivered - parts.withheld
  return [
    ...(isFiled && missing > 0 ? [digReason('not_delivered', { count: missing })] : []),
    ...(parts.withheld > 0 ? [digReason('withheld', { count: parts.withheld })] : []),
    ...(isFiled && missing <= 0 && result === null ? [digReason('result_missing')] : []),
    ...(result && result.silent.length > 0 ? [digReason('operators_silent', { operators: [...result.silent] })] : []),
    ...(isLaterMissing ? [digReason('later_missing')] : []),
    ...(isLaterUnread ? [digReason('later_unread')] : []),
    ...(result && result.unread > 0 ? [digReason('attention_unread', { count: result.unread })] : []),
  ]
}

function ofPrecautions({ result, today }: DigFacts, rules: DigRules): DigReason[] {
  const demands = result?.demands ?? []
  const named = (code: DigReasonCode, those: readonly Demand[], day: string | null = null): DigReason[] =>
    those.length === 0 ? [] : [digReason(code, { operators: those.map(({ operator }) => operator), day })]
  const precautions = demands.filter(({ hasTerm }) => hasTerm)
  const uncontacted = precautions.filter(({ contactedOn }) => contactedOn === null)
  const freeFrom = ({ contactedOn }: Demand): string =>
    workingDaysLater(contactedOn!, rules['digging.contact_working_days'])
  const lately = precautions.filter((each) => each.contactedOn !== null && freeFrom(each) > today)
  const lastDay = lately.map(freeFrom).sort().at(-1) ?? null
  return [
    ...named('contact_missing', uncontacted),
    ...named('contact_lately', lately, lastDay),
    ...named(
      'agreement_missing',
      precautions.filter(({ agreedOn }) => agreedOn === null),
    ),
    ...named(
      'contact_operator',
      demands.filter(({ hasTerm, contactedOn }) => !hasTerm && contactedOn === null),
    ),
  ]
}

export function digFacts(
  job: JobBriefRecord,
  parts: readonly { status: PartState }[],
  standing: NextActionFacts,
  { filed, work, contacts, read, isNewerWaiting, seenOn }: DigRecords,
  now: Date,
): DigFacts {
  const having = (state: PartState): number => parts.filter(({ status }) => status === state).length
  const withheld = having('safety_area')
  const { findings } = job
  const isImported = job.source === 'imported'
  const hasResult = isDownloadable(job.status) && findings !== null && standing.removedAt === null
  return {
    klicType: job.klicType,
    today: dutchDate(now.getTime()),
    isFiled: isImported || (filed !== null && having('rejected') === 0),
    sentOn: isImported ? (job.requested?.first ?? null) : dayOf(filed?.sentAt),
    takenOn: isImported ? (job.requested?.last ?? null) : dayOf(filed?.takenAt),
    parts: { delivered: having('delivered'), withheld, total: parts.length },
    result: hasResult
      ? {
          silent: findings.silent,
          demands: demandsOf(findings).map((demand) => withContact(demand, contacts)),
          unread: countOfAttention(findings, withheld) - read,
        }
      : null,
    isLaterUnread: job.revision > 1 && !standing.isSupplementRead,
    isLaterMissing: isNewerWaiting,
    begunOn: work?.begunOn ?? null,
    endedOn: work?.endedOn ?? null,
    lastSeenOnSite: lastSeen(work, seenOn),
  }
}

/** The later of the recorded start and what was seen since. */
export const lastSeen = (work: DigRecords['work'], seenOn: string | null): string | null =>
  [work?.begunOn ?? null, seenOn].reduce((last, day) => (last === null || (day !== null && day > last) ? day : last))

const dayOf = (moment: string | undefined): string | null =>
  moment === undefined ? null : dutchDate(Date.parse(moment))

function withContact(demand: SpeakTo, contacts: DigRecords['contacts']): Demand {
  const contact = contacts.find((each) => each.operator === demand.operator)
  return { ...demand, contactedOn: contact?.contactedOn ?? null, agreedOn: contact?.agreedOn ?? null }
}
