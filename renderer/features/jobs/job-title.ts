/** What the window calls a job. */
import type { JobBrief } from '../../../server/features/jobs/schema.ts'
import { jobName } from '../../../server/features/vocabulary.ts'
import type { Translate } from '../../../server/texts/texts.ts'

export const jobTitle = (t: Translate, job: Pick<JobBrief, 'reference' | 'address'> | undefined): string =>
  (job && jobName(job)) ?? t('jobs.noReference')
