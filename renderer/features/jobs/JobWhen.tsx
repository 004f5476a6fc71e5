/** When digging starts and how long there is still before; of what has begun since when, and of the rest when it was made. */
import type { JobBrief } from '../../../server/features/jobs/schema.ts'
import { dutchDate, workingDaysUntil } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'

/** From so near on the day stands out. */
const SOON_WORKING_DAYS = 3

export const JobWhen = ({ job }: { job: JobBrief }) => {
  const { t, day, weekday } = useLocale()
  const { start_date: start, created_at: made, archived_at: away } = job
  const today = dutchDate(Date.now())
  if (away) return <span className="job-when">{t('jobs.archived')}</span>
  if (!start) return <span className="job-when">{day(made)}</span>
  if (start < today) return <span className="job-when">{t('jobs.started', { day: day(start) })}</span>
  const left = workingDaysUntil(today, start)
  return (
    <span className="job-when" data-soon={left <= SOON_WORKING_DAYS || undefined} title={t('jobs.left', { n: left })}>
      <span aria-hidden="true">{`${weekday(start)} · ${t('jobs.leftShort', { n: left })}`}</span>
      <span className="unseen">{`${weekday(start)}, ${t('jobs.left', { n: left })}`}</span>
    </span>
  )
}
