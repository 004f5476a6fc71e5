/** What is still open of the precautions that operators demand, over all jobs of a company. */

import { MAX_DUTIES } from '../../platform/limits.ts'
import { dutchDate } from '../../registry/working-days.ts'
import { referenceKey } from '../jobs/rules/job-order.ts'
import type { Caller, Needs } from '../needs.ts'
import { jobsAtHand, type NamedJob, namedJob } from './jobs-at-hand.ts'
import { byDueDay, type OpenDemand, openDemands } from './open-precautions.ts'

export interface DemandOfJob extends OpenDemand, NamedJob {
  isOverdue: boolean
}

export interface PrecautionDesk {
  demands: DemandOfJob[]
  /** Some jobs were not looked at: there are too many */
  isShortened: boolean
}

export async function precautionDesk(
  needs: Pick<Needs, 'store' | 'clock' | 'operator'>,
  caller: Caller,
): Promise<PrecautionDesk> {
  const { now, rules, jobs, isShortened } = await jobsAtHand(needs, caller)
  const today = dutchDate(now.getTime())
  const demands = jobs.flatMap((each) =>
    openDemands(each.about, rules).map((demand) => ({
      ...demand,
      ...namedJob(each),
      isOverdue: demand.dueOn !== null && demand.dueOn < today,
    })),
  )
  const keyOf = ({ reference, jobId, operator }: DemandOfJob): string =>
    [referenceKey(reference ?? ''), jobId, operator].join()
  demands.sort((a, b) => byDueDay(a, b) || keyOf(a).localeCompare(keyOf(b)))
  return { demands: demands.slice(0, MAX_DUTIES), isShortened: isShortened || demands.length > MAX_DUTIES }
}
