/** Deletes quotes for good, at the second press; a quote that was submitted meanwhile stays, and the panel says so. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { JobBrief } from '../../../server/features/jobs/schema.ts'
import { useLocale } from '../../locale.tsx'
import { ProblemBox } from '../../ui/parts.tsx'
import { SureButton } from '../../ui/SureButton.tsx'
import { deleteQuotes } from './api.ts'

interface DeleteQuotesProps {
  /** Of these the quotes. */
  jobs: readonly Pick<JobBrief, 'job_id' | 'status'>[]
  /** @param deleted ids of those that are gone. @param said what became of all, in words */
  done: (deleted: readonly string[], said: string) => void
}

export const DeleteQuotes = ({ jobs, done }: DeleteQuotesProps) => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const ids = jobs.filter(({ status }) => status === 'quoted').map(({ job_id }) => job_id)
  const deleting = useMutation({
    mutationFn: () => deleteQuotes(ids),
    onSuccess: (deleted) => {
      const [gone, kept] = [deleted.length, ids.length - deleted.length]
      done(
        deleted,
        [gone > 0 && t('jobs.deleted', { n: gone }), kept > 0 && t('jobs.notDeleted', { n: kept })]
          .filter(Boolean)
          .join('. '),
      )
      return queries.invalidateQueries({ queryKey: ['jobs'] })
    },
  })
  if (ids.length === 0) return null
  return (
    <>
      <SureButton
        label={t('jobs.deleteQuotes', { n: ids.length })}
        sure={t('jobs.deleteForGood', { n: ids.length })}
        busy={deleting.isPending}
        onPress={() => deleting.mutate()}
      />
      {deleting.error ? <ProblemBox error={deleting.error} /> : null}
    </>
  )
}
