/** A job in two lines: what it is called and when digging starts; how it stands, in chips. */
import type { JobBrief } from '../../../server/features/jobs/schema.ts'
import { isMoving } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { FileIcon } from '../../ui/icons.tsx'
import { PrecautionChip } from '../digging/PrecautionChip.tsx'
import { JobWhen } from './JobWhen.tsx'
import { jobTitle } from './job-title.ts'
import { progressText } from './Progress.tsx'
import { JobPill } from './StatusPill.tsx'

export const JobRow = ({ job }: { job: JobBrief }) => {
  const { t } = useLocale()
  const come = progressText(t, job)
  const name = jobTitle(t, job)
  const [first, ...others] = job.klic_numbers
  // One that is named by its numbers does not say them twice.
  const numbers = first && !name.startsWith(first) ? [others.length > 0 ? `${first} + ${others.length}` : first] : []
  const atRest = job.status === 'quoted' ? [t('jobs.parts', { n: job.quote.notifications })] : numbers
  const more = isMoving(job.status) ? [come] : atRest
  return (
    <>
      <span className="job-top">
        {/* An icon: the words would leave the name no room. */}
        {job.source === 'imported' ? (
          <span className="job-source" title={t('imports.imported')}>
            <FileIcon />
            <span className="unseen">{t('imports.imported')}</span>
          </span>
        ) : null}
        <strong title={name}>{name}</strong>
        <JobWhen job={job} />
      </span>
      <span className="job-sub">
        <JobPill job={job} />
        <PrecautionChip job={job} />
        <span className="job-more">{[t(`jobs.kinds.${job.klic_type}`), ...more].join(' · ')}</span>
      </span>
      {isMoving(job.status) ? (
        <progress value={job.progress.delivered} max={Math.max(job.progress.total, 1)} aria-label={come} />
      ) : null}
    </>
  )
}
