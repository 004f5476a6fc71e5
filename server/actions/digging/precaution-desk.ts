/** What is still open of the precautions that operators demand, over all jobs of a company. */
import { byDueDay, type OpenDemand, openDemands } from '../../domain/digging/desk.ts'
import { referenceKey } from '../../domain/klic/job-order.ts'
import { dutchDate } from '../../domain/klic/working-days.ts'
import { MAX_DUTIES } from '../../domain/limits.ts'
import type { Caller, Needs } from '../needs.ts'
import { jobsAtHand, type NamedJob, namedJob } from './jobs-at-hand.ts'

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
