/** What is still open of the precautions that operators demand, over all jobs of a company. */
import { byDueDay, type OpenDemand, openDemands } from '../../domain/digging/desk.ts'
import { referenceKey } from '../../domain/klic/job-order.ts'
import { dutchDate } from '../../domain/klic/working-days.ts'
import { jobsWithDuties } from '../../store/rows/duties.ts'
import { settingsHere } from '../installation/settings-here.ts'
import type { Caller, Needs } from '../needs.ts'

export interface DemandOfJob extends OpenDemand {
  jobId: string
  reference: string | null
  klicNumbers: string[]
  isOverdue: boolean
}

export interface PrecautionDesk {
  demands: DemandOfJob[]
  /** Some jobs were not looked at: there are too many */
  isShortened: boolean
}

/** More than a company has under way at a time. */
const MOST_JOBS = 2000

export async function precautionDesk(
  needs: Pick<Needs, 'store' | 'clock' | 'operator'>,
  { companyId }: Caller,
): Promise<PrecautionDesk> {
  const now = needs.clock.now()
  const today = dutchDate(now.getTime())
  const rules = await settingsHere(needs, companyId)
  const jobs = await jobsWithDuties(needs.store.db, companyId, now, rules, MOST_JOBS + 1)
  const demands = jobs.slice(0, MOST_JOBS).flatMap(({ job, parts, about }) =>
    openDemands(about, rules).map((demand) => ({
      ...demand,
      jobId: job.id,
      reference: job.reference,
      klicNumbers: parts.flatMap(({ klicNumber }) => klicNumber ?? []),
      isOverdue: demand.dueOn !== null && demand.dueOn < today,
    })),
  )
  const keyOf = ({ reference, jobId, operator }: DemandOfJob): string =>
    [referenceKey(reference ?? ''), jobId, operator].join()
  demands.sort((a, b) => byDueDay(a, b) || keyOf(a).localeCompare(keyOf(b)))
  return { demands, isShortened: jobs.length > MOST_JOBS }
}
