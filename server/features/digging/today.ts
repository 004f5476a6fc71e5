/** What must be done today and within a week, over all jobs of a company. */

import { MAX_DUTIES } from '../../platform/limits.ts'
import { dutchDate } from '../../registry/working-days.ts'
import { referenceKey } from '../jobs/rules/job-order.ts'
import type { Caller, Needs } from '../needs.ts'
import { byUrgency, type Duty, dutiesOf } from './duties.ts'
import { projectsOfJobs } from './duty-rows.ts'
import { jobsAtHand, type NamedJob, namedJob } from './jobs-at-hand.ts'

export interface DutyOfJob extends Duty, NamedJob {
  projectId: string | null
  projectName: string | null
}

export interface Today {
  today: string
  duties: DutyOfJob[]
  /** Some jobs were not looked at: there are too many */
  isShortened: boolean
}

const keyOf = ({ reference, jobId }: DutyOfJob): string => referenceKey(reference ?? '') + jobId

export async function today(needs: Pick<Needs, 'store' | 'clock' | 'operator'>, caller: Caller): Promise<Today> {
  const { now, rules, jobs, isShortened } = await jobsAtHand(needs, caller)
  const found = jobs.flatMap((each) => dutiesOf(each.about, rules).map((duty) => ({ ...duty, ...namedJob(each) })))
  const homes = await projectsOfJobs(needs.store.db, [...new Set(found.map(({ jobId }) => jobId))])
  const duties = found.map((duty): DutyOfJob => {
    const home = homes.get(duty.jobId)
    return { ...duty, projectId: home?.projectId ?? null, projectName: home?.name ?? null }
  })
  duties.sort((a, b) => byUrgency(a, b) || keyOf(a).localeCompare(keyOf(b)))
  const isCut = duties.length > MAX_DUTIES
  return { today: dutchDate(now.getTime()), duties: duties.slice(0, MAX_DUTIES), isShortened: isShortened || isCut }
}
