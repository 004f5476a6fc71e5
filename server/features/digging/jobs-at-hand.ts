/** The jobs of a company for which something may have to be done, and what names one of them in a list over all. */

import type { Caller, Needs } from '../needs.ts'
import { effectiveSettings } from '../settings/rows.ts'
import type { CompanySettings } from '../settings/settings.ts'
import { type JobWithDuties, jobsWithDuties } from './duty-rows.ts'

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

export async function jobsAtHand(
  needs: Pick<Needs, 'store' | 'clock' | 'operator'>,
  { companyId }: Pick<Caller, 'companyId'>,
): Promise<JobsAtHand> {
  const now = needs.clock.now()
  const rules = await effectiveSettings(needs, companyId)
  const jobs = await jobsWithDuties(needs.store.db, companyId, now, rules, MAX_JOBS + 1)
  return { now, rules, jobs: jobs.slice(0, MAX_JOBS), isShortened: jobs.length > MAX_JOBS }
}

export const namedJob = ({ job, parts }: JobWithDuties): NamedJob => ({
  jobId: job.id,
  reference: job.reference,
  klicNumbers: parts.flatMap(({ klicNumber }) => klicNumber ?? []),
})
