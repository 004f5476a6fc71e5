/** How far a job is: the parts that were delivered, and while they are merged how much of that is done. */
import { useQuery } from '@tanstack/react-query'
import type { Job, JobBrief } from '../../../server/features/jobs/schema.ts'
import type { JobProgress } from '../../../server/features/jobs/timeline-schema.ts'
import type { Translate } from '../../../server/texts/texts.ts'
import { progressQuery } from '../../api/operations.ts'
import { useLocale } from '../../locale.tsx'

const useSaid = (merging: JobProgress['merging']): string | null => {
  const { t, number } = useLocale()
  if (!merging) return null
  const { step, done, total } = merging
  if (step === 'merge') return t('job.merging.merge', { done: number(done), total: number(total) })
  const percent = number(Math.floor((100 * done) / Math.max(total, 1)))
  return step === 'read' ? t('job.merging.read', { percent }) : t('job.merging.write')
}

/** Where something came of each part and nothing is whole, that nothing was delivered would not be true. */
export const progressText = (t: Translate, { status, progress: { delivered: done, total } }: JobBrief): string =>
  t(status === 'partially_delivered' ? 'jobs.progressWhole' : 'jobs.progress', { done, total })

export const Progress = ({ job }: { job: Job }) => {
  const { t } = useLocale()
  const { delivered, total } = job.progress
  const come = progressText(t, job)
  const isMerging = job.status === 'processing'
  const merging = useQuery(progressQuery(job.job_id, isMerging)).data?.merging ?? null
  const said = useSaid(isMerging ? merging : null)
  const value = isMerging
    ? merging && merging.step !== 'write' && { value: merging.done, max: Math.max(merging.total, 1) }
    : { value: delivered, max: Math.max(total, 1) }
  return (
    <div className="progress">
      <progress {...value} aria-label={said ?? come} />
      <span aria-live="polite">{come}</span>
      {/* It changes every second: to hear that all the time helps nobody. */}
      {said ? <span aria-live="off">{said}</span> : null}
    </div>
  )
}
