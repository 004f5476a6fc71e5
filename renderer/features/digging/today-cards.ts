/** What must be done, job by job: each job once, at the time of what is most urgent of it. */
import type { Duty } from '../../../server/features/digging/schema.ts'
import type { DigReasonCode } from '../../../server/features/vocabulary.ts'

export interface Act extends Duty {
  /** Of a precaution: the one that is called; of all else null. */
  operator: string | null
}

export interface TodayCard {
  /** The most urgent of its duties. */
  first: Duty
  /** In their order; so many at most. */
  acts: readonly Act[]
  /** Acts that have no room. */
  left: number
}

const MOST_ACTS = 3

/** What comes by itself, or by waiting. */
const RESOLVES_ITSELF: readonly DigReasonCode[] = [
  'filed_lately',
  'contact_lately',
  'not_delivered',
  'result_missing',
  'later_missing',
]

/** A start that is still to come, and that nothing stands against but what resolves by itself. */
const isWaitedFor = ({ code, when, reasons }: Duty): boolean =>
  code === 'may_not_begin' && when === 'week' && reasons.every((reason) => RESOLVES_ITSELF.includes(reason.code))

const actsOf = (duty: Duty): Act[] =>
  duty.code === 'precaution_due'
    ? duty.operators.map((operator) => ({ ...duty, operator }))
    : [{ ...duty, operator: null }]

/** @param duties what is overdue first, then by day, as the server gives them */
export const cardsOf = (duties: readonly Duty[]): TodayCard[] =>
  [
    ...Map.groupBy(
      duties.filter((duty) => !isWaitedFor(duty)),
      ({ job_id }) => job_id,
    ).values(),
  ].map((own) => {
    const acts = own.flatMap(actsOf)
    return { first: own[0]!, acts: acts.slice(0, MOST_ACTS), left: Math.max(0, acts.length - MOST_ACTS) }
  })
