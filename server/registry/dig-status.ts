/**
 * Whether one may dig on a day in the area of a job: one answer, with all its reasons. Pure: facts, calendar and clock come
 * from outside. A fact that nobody knows is never taken for a good one: then the answer is not yes.
 */

import { DIG_REASONS, type DigAnswer, type DigReason, type DigReasonCode, digReason } from './dig-reasons.ts'
import { type DigRules, earliestStart } from './dig-rules.ts'
import type { KlicType } from './klic.ts'
import { lastOfWorkingDays, workingDaysLater } from './working-days.ts'

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
  /** Rows of the trench plan that are not located; null: not counted on this result. 0: none, or no plan */
  notLocated: number | null
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
    ...(facts.notLocated === 0 ? [] : [digReason('not_located', { count: facts.notLocated })]),
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

/** An operator that must be spoken to before digging. */
export interface SpeakTo {
  /** Name; empty in a result of an earlier version whose precaution areas are of operators that it does not name */
  operator: string
  /** A precaution was delivered: the contact has a term */
  hasTerm: boolean
}
