/** What is still open of the precautions that operators demand: one pure function of the facts of a job. */

import type { DigRules } from '../../registry/dig-rules.ts'
import { workingDaysBefore } from '../../registry/working-days.ts'
import { type DutyFacts, isAtRest } from './duties.ts'

/** `to_contact`: nobody has called yet; `to_agree`: called, and nothing is agreed in writing. */
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
