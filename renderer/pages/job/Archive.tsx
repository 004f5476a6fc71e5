/** Puts a job that is at rest out of the list, or back into it; a quote goes for good, when that is wanted. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Job } from '../../../server/contract/jobs.ts'
import { isMoving } from '../../../server/contract/vocabulary.ts'
import { archiveJobs } from '../../api/jobs.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { goTo } from '../../place.ts'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { DeleteQuotes } from './DeleteQuotes.tsx'

export const Archive = ({ job, mayWrite }: { job: Job; mayWrite: boolean }) => {
  const { words, day } = useSpeech()
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
  if (isMoving(job.status) || (!isArchived && !mayWrite)) return null
  return (
    <section className="block archive">
      <p className={putting.isSuccess ? undefined : 'quiet'} role="status">
        {told ??
          (job.archived_at
            ? words.jobs.archivedSince(day(job.archived_at))
            : putting.isSuccess
              ? words.jobs.broughtBack
              : words.jobs.noDelete)}
      </p>
      {mayWrite ? (
        <ActButton weight="quiet" busy={putting.isPending} onPress={() => putting.mutate()}>
          {isArchived ? words.jobs.unarchive : words.jobs.archive}
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
