/** Over all jobs of a company: what must be done today and within a week, and the precautions that are still open. */

import type { FromWire } from '../../platform/http/wire.ts'
import { MAX_DUTIES } from '../../platform/limits.ts'
import { dutchDate } from '../../registry/working-days.ts'
import { jobName } from '../jobs/rules/job-name.ts'
import { referenceKey } from '../jobs/rules/job-order.ts'
import type { Caller, Database } from '../services.ts'
import { effectiveSettings } from '../settings/rows.ts'
import type { CompanySettings } from '../settings/settings.ts'
import { byDueDay, byUrgency, dutiesOf, openDemands } from './duties.ts'
import { type JobWithDuties, jobsWithDuties, projectsOfJobs } from './duty-rows.ts'
import type { PrecautionDesk, Today } from './schema.ts'

export interface NamedJob {
  jobId: string
  reference: string | null
  klicNumbers: string[]
}

export interface JobsAtHand {
  now: Date
  rules: CompanySettings
  jobs: readonly JobWithDuties[]
  /** Some jobs were not looked at: there are too many */
  isShortened: boolean
}

/** More than a company has under way at a time. */
const MAX_JOBS = 2000

export async function jobsAtHand(services: Database, { companyId }: Pick<Caller, 'companyId'>): Promise<JobsAtHand> {
  const now = services.clock.now()
  const rules = await effectiveSettings(services, companyId)
  const jobs = await jobsWithDuties(services.store.db, companyId, now, rules, MAX_JOBS + 1)
  return { now, rules, jobs: jobs.slice(0, MAX_JOBS), isShortened: jobs.length > MAX_JOBS }
}

export const namedJob = ({ job, parts }: JobWithDuties): NamedJob => ({
  jobId: job.id,
  reference: jobName(job),
  klicNumbers: parts.flatMap(({ klicNumber }) => klicNumber ?? []),
})

type DutyOfJob = FromWire<typeof Today>['duties'][number]

const keyOf = ({ reference, jobId }: DutyOfJob): string => referenceKey(reference ?? '') + jobId

export async function today(services: Database, caller: Caller): Promise<FromWire<typeof Today>> {
  const { now, rules, jobs, isShortened } = await jobsAtHand(services, caller)
  const found = jobs.flatMap((each) => dutiesOf(each.about, rules).map((duty) => ({ ...duty, ...namedJob(each) })))
  const homes = await projectsOfJobs(services.store.db, [...new Set(found.map(({ jobId }) => jobId))])
  const duties = found.map((duty): DutyOfJob => {
    const home = homes.get(duty.jobId)
    return { ...duty, projectId: home?.projectId ?? null, projectName: home?.name ?? null }
  })
  duties.sort((a, b) => byUrgency(a, b) || keyOf(a).localeCompare(keyOf(b)))
  const isCut = duties.length > MAX_DUTIES
  return { today: dutchDate(now.getTime()), duties: duties.slice(0, MAX_DUTIES), isShortened: isShortened || isCut }
}

type DemandOfJob = FromWire<typeof PrecautionDesk>['demands'][number]

export async function precautionDesk(services: Database, caller: Caller): Promise<FromWire<typeof PrecautionDesk>> {
  const { now, rules, jobs, isShortened } = await jobsAtHand(services, caller)
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
