/** What must be done today and within a week, over all jobs of a company. */
import { byUrgency, type Duty, dutiesOf } from '../../domain/digging/duties.ts'
import { referenceKey } from '../../domain/klic/job-order.ts'
import { dutchDate } from '../../domain/klic/working-days.ts'
import { jobsWithDuties } from '../../store/rows/duties.ts'
import { projectsOfJobs } from '../../store/rows/projects.ts'
import { settingsHere } from '../installation/settings-here.ts'
import type { Caller, Needs } from '../needs.ts'

export interface DutyOfJob extends Duty {
  jobId: string
  reference: string | null
  klicNumbers: string[]
  projectId: string | null
  projectName: string | null
}

export interface Today {
  today: string
  duties: DutyOfJob[]
  /** Some jobs were not looked at: there are too many */
  isShortened: boolean
}

/** More than a company has under way at a time. */
const MOST_JOBS = 2000

const keyOf = ({ reference, jobId }: DutyOfJob): string => referenceKey(reference ?? '') + jobId

export async function today(needs: Pick<Needs, 'store' | 'clock' | 'operator'>, { companyId }: Caller): Promise<Today> {
  const { db } = needs.store
  const now = needs.clock.now()
  const rules = await settingsHere(needs, companyId)
  const jobs = await jobsWithDuties(db, companyId, now, rules, MOST_JOBS + 1)
  const found = jobs
    .slice(0, MOST_JOBS)
    .flatMap(({ job, parts, about }) => dutiesOf(about, rules).map((duty) => ({ duty, job, parts })))
  const homes = await projectsOfJobs(db, [...new Set(found.map(({ job }) => job.id))])
  const duties = found.map(({ duty, job, parts }): DutyOfJob => {
    const home = homes.get(job.id)
    return {
      ...duty,
      jobId: job.id,
      reference: job.reference,
      klicNumbers: parts.flatMap(({ klicNumber }) => klicNumber ?? []),
      projectId: home?.projectId ?? null,
      projectName: home?.name ?? null,
    }
  })
  duties.sort((a, b) => byUrgency(a, b) || keyOf(a).localeCompare(keyOf(b)))
  return { today: dutchDate(now.getTime()), duties, isShortened: jobs.length > MOST_JOBS }
}
