/**
 * The events of a job's clock for other programs and the desktop, once each: a pure function of the same facts as the page
 * Today. Its keys say which events there were; a caller that stores them sends none twice.
 */

import type { DigRules } from '../../registry/dig-rules.ts'
import { workingDaysUntil } from '../../registry/working-days.ts'
import type { NoticeType } from '../webhooks/event-types.ts'
import {
  contactDue,
  type DutyFacts,
  daysToBegin,
  EXPIRING_AT,
  isAtRest,
  MISSED_WORKING_DAYS,
  missedStart,
} from './duties.ts'

export interface Notice {
  type: NoticeType
  /** The last day to begin, or that of the contact */
  day: string
  /** Working days until that day; 0 when it is there or over */
  workingDaysLeft: number
  /** The key under which it is stored as sent; of a precaution one for each operator */
  told: readonly { key: string; operator: string | null }[]
}

export function noticesOf(about: DutyFacts, rules: DigRules): Notice[] {
  if (isAtRest(about) || about.status === 'quoted') return []
  return [...ofMissedStart(about), ...ofTerm(about), ...ofPrecautions(about, rules)]
}

function ofMissedStart(about: DutyFacts): Notice[] {
  const day = missedStart(about)
  if (day === null) return []
  return [{ type: 'start.missed', day, workingDaysLeft: 0, told: [{ key: `start.missed ${day}`, operator: null }] }]
}

/** Of a term that is reported late only the last warning is sent. */
function ofTerm(about: DutyFacts): Notice[] {
  const left = daysToBegin(about)
  const day = about.dig.beginUntil
  const before = left === null ? undefined : EXPIRING_AT.findLast((days) => left <= days)
  if (left === null || day === null || before === undefined) return []
  const told = [{ key: `validity.expiring ${before} ${day}`, operator: null }]
  return [{ type: 'validity.expiring', day, workingDaysLeft: left, told }]
}

/** On its day, and for some days after: of what was due long ago nobody is told any more. */
function ofPrecautions(about: DutyFacts, rules: DigRules): Notice[] {
  const due = contactDue(about, rules)
  const { today } = about.facts
  if (due === null || due.day > today || workingDaysUntil(due.day, today) > MISSED_WORKING_DAYS) return []
  if (about.dig.answer === 'no_longer') return []
  const told = due.operators.map((operator) => ({ key: `precaution.due ${due.day} ${operator}`, operator }))
  return [{ type: 'precaution.due', day: due.day, workingDaysLeft: 0, told }]
}
