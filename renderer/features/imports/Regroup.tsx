/** An imported job that holds the wrong notifications: it is split by KLIC number, or another imported job is joined with it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { isDownloadable } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { jobsQuery, learnJob } from '../jobs/api.ts'
import { Relative } from '../jobs/Lineage.tsx'
import { joinJobs, splitJob } from './api.ts'
import { type Arrangement, JobArrangement } from './JobArrangement.tsx'

interface FormProps {
  job: Job
  /** @param job as it is now; null: nothing was done */
  close: (job: Job | null) => void
}

const Split = ({ job, close }: FormProps) => {
  const { t } = useLocale()
  const [arranged, arrange] = useState<Arrangement>([job.klic_numbers])
  const splitting = useMutation({
    mutationFn: () => splitJob(job.job_id, arranged.slice(1)),
    onSuccess: close,
  })
  const about = () => ({ klic_type: job.klic_type, reference: null, place: null })
  const jobName = (no: number) => (no === 1 ? t('imports.regroup.thisJob') : t('imports.plan.job', { no }))
  return (
    <form className="import-plan" onSubmit={(event) => event.preventDefault()}>
      <p className="quiet">{t('imports.regroup.splitRule')}</p>
      <JobArrangement
        arranged={arranged}
        arrange={arrange}
        about={about}
        headOf={(_, no) => jobName(no)}
        jobName={jobName}
      />
      {splitting.error ? <ProblemBox error={splitting.error} /> : null}
      <div className="row">
        <ActButton
          weight="primary"
          busy={splitting.isPending}
          blocked={arranged.length > 1 ? null : t('imports.regroup.moveFirst')}
          onPress={() => splitting.mutate()}
        >
          {t('imports.regroup.doSplit', { jobs: arranged.length })}
        </ActButton>
        <ActButton weight="quiet" onPress={() => close(null)}>
          {t('imports.plan.cancel')}
        </ActButton>
      </div>
    </form>
  )
}

const Join = ({ job, close }: FormProps) => {
  const { t, day } = useLocale()
  const { data } = useQuery(jobsQuery)
  const others = (data?.data ?? []).filter(
    ({ job_id, source, klic_type, simulated, status }) =>
      source === 'imported' &&
      job_id !== job.job_id &&
      klic_type === job.klic_type &&
      simulated === job.simulated &&
      isDownloadable(status),
  )
  const [chosen, choose] = useState('')
  const joining = useMutation({ mutationFn: () => joinJobs(job.job_id, [chosen]), onSuccess: close })
  return (
    <form className="import-plan" onSubmit={(event) => event.preventDefault()}>
      <p className="quiet">{others.length > 0 ? t('imports.regroup.joinRule') : t('imports.regroup.noOther')}</p>
      {others.length > 0 ? (
        <label className="field">
          <span>{t('imports.regroup.other')}</span>
          <select value={chosen} onChange={({ target }) => choose(target.value)}>
            <option value="">{t('imports.regroup.choose')}</option>
            {others.map(({ job_id, reference, klic_numbers, created_at }) => (
              <option key={job_id} value={job_id}>
                {[reference, klic_numbers[0], day(created_at)].filter(Boolean).join(', ')}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {joining.error ? <ProblemBox error={joining.error} /> : null}
      <div className="row">
        {others.length > 0 ? (
          <ActButton
            weight="primary"
            busy={joining.isPending}
            blocked={chosen === '' ? t('imports.regroup.choose') : null}
            onPress={() => joining.mutate()}
          >
            {t('imports.regroup.doJoin')}
          </ActButton>
        ) : null}
        <ActButton weight="quiet" onPress={() => close(null)}>
          {t('imports.plan.cancel')}
        </ActButton>
      </div>
    </form>
  )
}

export const Regroup = ({ job, mayWrite }: { job: Job; mayWrite: boolean }) => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const [act, begin] = useState<'split' | 'join' | null>(null)
  const canRegroup = mayWrite && isDownloadable(job.status)
  if (job.source !== 'imported' || (!canRegroup && job.split_into.length === 0)) return null
  const close = (next: Job | null) => {
    begin(null)
    if (next === null) return
    learnJob(queries, next)
    // Its outlines too.
    void queries.invalidateQueries({ queryKey: ['job', next.job_id] })
  }
  return (
    <section className="block regroup" aria-label={t('imports.regroup.title')}>
      {job.split_into.map((id) => (
        <Relative key={id} jobId={id} say={t('imports.regroup.movedTo')} />
      ))}
      {canRegroup && act === null ? (
        <div className="row">
          {job.klic_numbers.length > 1 ? (
            <ActButton weight="quiet" onPress={() => begin('split')}>
              {t('imports.regroup.split')}
            </ActButton>
          ) : null}
          <ActButton weight="quiet" onPress={() => begin('join')}>
            {t('imports.regroup.join')}
          </ActButton>
        </div>
      ) : null}
      {canRegroup && act === 'split' ? <Split job={job} close={close} /> : null}
      {canRegroup && act === 'join' ? <Join job={job} close={close} /> : null}
    </section>
  )
}
