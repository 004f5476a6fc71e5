/** What is shown of a job: its result, and before that what has come. */
import type { JobBrief } from '../../server/features/jobs/schema.ts'
import { isDownloadable } from '../../server/features/vocabulary.ts'

/** What has come, and no result: never to be taken for one. */
export const isPreliminary = (job: JobBrief): boolean => !isDownloadable(job.status) && job.preliminary !== null

/** Tells one from the next, as the addresses of its tiles do: the revision of the result, below zero before there is one; null: nothing. */
export const shownRevision = (job: JobBrief | undefined): number | null => {
  if (job === undefined) return null
  if (isDownloadable(job.status)) return job.revision
  return job.preliminary && -job.preliminary.no
}
