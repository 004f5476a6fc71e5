/** What a job repeats, and by what it is repeated. */
import { useQuery } from '@tanstack/react-query'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { isDownloadable } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { goTo, updatePlace } from '../../place.ts'
import { ActButton } from '../../ui/parts.tsx'
import { DifferenceBounds, DifferenceCounts } from '../results/DifferenceCounts.tsx'
import { differenceQuery, otherOf } from '../results/results-api.ts'
import { jobQuery, summaryQuery } from './api.ts'
import { jobTitle } from './job-title.ts'

/** @param say where its name goes */
export const Relative = ({ jobId, say }: { jobId: string; say: string }) => {
  const { t, day } = useLocale()
  const { data } = useQuery(jobQuery(jobId))
  if (!data) return null
  const name = jobTitle(t, data)
  return (
    <p>
      {say}{' '}
      <ActButton weight="quiet" onPress={() => goTo({ job: jobId })}>
        {`${name}, ${day(data.created_at)}`}
      </ActButton>{' '}
      <span className="quiet">{t(`pill.${data.next_action_reason}`)}</span>
    </p>
  )
}

/** Nobody has to look for it: once delivered, a repeat says what is new since the job that it repeats. */
const SinceThen = ({ job, follows }: { job: Job; follows: string }) => {
  const { t } = useLocale()
  const { data: earlier } = useQuery(jobQuery(follows))
  const isThere = earlier !== undefined && isDownloadable(earlier.status)
  const { data: summary } = useQuery(summaryQuery(job))
  const { data } = useQuery(differenceQuery(job, isThere ? otherOf(`with:${follows}`) : null))
  return (
    <>
      {data && summary ? (
        <>
          <DifferenceCounts total={data.total} />
          <DifferenceBounds difference={data} operators={summary.operators} />
        </>
      ) : null}
      <ActButton onPress={() => updatePlace({ tab: 'course', compare: `with:${follows}` })}>
        {t('lineage.whatIsNew')}
      </ActButton>
    </>
  )
}

export const Lineage = ({ job }: { job: Job }) => {
  const { t } = useLocale()
  const { follows, followed_by: followedBy } = job
  const isOpen = job.dig_status.reasons.some(({ code }) => code === 'contact_missing' || code === 'agreement_missing')
  if (follows === null && followedBy.length === 0) return null
  return (
    <section className="block lineage" aria-label={t('lineage.title')}>
      {follows === null ? null : <Relative jobId={follows} say={t('lineage.repeats')} />}
      {follows !== null && isDownloadable(job.status) ? (
        <>
          {isOpen ? <p>{t('lineage.anew')}</p> : null}
          <SinceThen job={job} follows={follows} />
        </>
      ) : null}
      {followedBy.map((id) => (
        <Relative key={id} jobId={id} say={t('lineage.repeatedBy')} />
      ))}
    </section>
  )
}
