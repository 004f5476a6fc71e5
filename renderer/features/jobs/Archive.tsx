/** Puts a job that is at rest out of the list, or back into it; a quote goes for good, when that is wanted. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { isMoving } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { goTo } from '../../place.ts'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { archiveJobs } from './api.ts'
import { DeleteQuotes } from './DeleteQuotes.tsx'

interface ArchiveProps {
  job: Job
  mayWrite: boolean
  /** Where it always stands; in the panel only of a job that is in the archive, or comes out of it. */
  inMenu?: boolean
}

export const Archive = ({ job, mayWrite, inMenu = false }: ArchiveProps) => {
  const { t, day } = useLocale()
  const queries = useQueryClient()
  const isArchived = job.archived_at !== null
  /** Why a quote could not be deleted. */
  const [told, tell] = useState<string | null>(null)
  const putting = useMutation({
    mutationFn: () => archiveJobs([job.job_id], !isArchived),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['jobs'] }),
        queries.invalidateQueries({ queryKey: ['job', job.job_id] }),
      ]),
  })
  if (!inMenu && !isArchived && !putting.isSuccess) return null
  if (isMoving(job.status)) return <p className="quiet">{t('jobs.noDelete')}</p>
  return (
    <section className="block archive">
      <p className={putting.isSuccess ? undefined : 'quiet'} role="status">
        {told ??
          (job.archived_at
            ? t('jobs.archivedSince', { day: day(job.archived_at) })
            : putting.isSuccess
              ? t('jobs.broughtBack')
              : t('jobs.noDelete'))}
      </p>
      {mayWrite ? (
        <ActButton weight="quiet" busy={putting.isPending} onPress={() => putting.mutate()}>
          {isArchived ? t('jobs.unarchive') : t('jobs.archive')}
        </ActButton>
      ) : null}
      {mayWrite ? (
        <DeleteQuotes
          jobs={[job]}
          done={(deleted, said) => {
            tell(said)
            if (deleted.length > 0) goTo({})
          }}
        />
      ) : null}
      {putting.error ? <ProblemBox error={putting.error} /> : null}
    </section>
  )
}
