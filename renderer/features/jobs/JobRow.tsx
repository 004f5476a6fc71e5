/** A job in two lines: what it is called and when digging starts; how it stands, in chips. */
import type { JobBrief } from '../../../server/features/jobs/schema.ts'
import { isMoving } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { saysDigFirst } from '../../tone.ts'
import { FileIcon } from '../../ui/icons.tsx'
import { DigChip } from '../digging/DigChip.tsx'
import { PrecautionChip } from '../digging/PrecautionChip.tsx'
import { JobWhen } from './JobWhen.tsx'
import { progressText } from './Progress.tsx'
import { StatusPill } from './StatusPill.tsx'

export const JobRow = ({ job }: { job: JobBrief }) => {
  const { t } = useLocale()
  const come = progressText(t, job)
  const atRest = job.source === 'imported' ? [] : [t('jobs.parts', { n: job.quote.notifications })]
  const more = isMoving(job.status) ? [come] : atRest
  const isAsked = saysDigFirst(job)
  const name = job.reference ?? t('jobs.noReference')
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
        {isAsked ? <DigChip job={job} /> : null}
        <StatusPill job={job} isSecond={isAsked} />
        <PrecautionChip job={job} />
        <span className="job-more">
          {isAsked && !isMoving(job.status) ? null : [t(`jobs.kinds.${job.klic_type}`), ...more].join(' · ')}
        </span>
      </span>
      {isMoving(job.status) ? (
        <progress value={job.progress.delivered} max={Math.max(job.progress.total, 1)} aria-label={come} />
      ) : null}
    </>
  )
}
