/** Deletes quotes for good; whatever was submitted before stays, and that is said. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { JobBrief } from '../../../server/contract/jobs.ts'
import { deleteQuotes } from '../../api/jobs.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { ProblemBox } from '../../ui/parts.tsx'
import { SureButton } from '../../ui/SureButton.tsx'

/** What an office has, or refused, is taken back there first. */
export const isDeletable = ({ status, next_action_reason: reason }: Pick<JobBrief, 'status' | 'next_action_reason'>) =>
  status === 'quoted' && !reason.startsWith('handed_over')

/** @param done with how many are gone */
export const DeleteQuotes = ({
  jobs,
  done,
}: {
  jobs: readonly Pick<JobBrief, 'job_id' | 'status' | 'next_action_reason'>[]
  done: (deleted: number) => void
}) => {
  const { words } = useSpeech()
  const queries = useQueryClient()
  const ids = jobs.filter(isDeletable).map(({ job_id }) => job_id)
  const deleting = useMutation({
    mutationFn: () => deleteQuotes(ids),
    onSuccess: (deleted) => {
      done(deleted.length)
      return queries.invalidateQueries({ queryKey: ['jobs'] })
    },
  })
  if (ids.length === 0) return null
  const kept = deleting.data ? ids.length - deleting.data.length : 0
  return (
    <>
      <SureButton
        label={words.jobs.deleteQuotes(ids.length)}
        sure={words.jobs.deleteForGood(ids.length)}
        busy={deleting.isPending}
        onPress={() => deleting.mutate()}
      />
      {kept > 0 ? <p role="status">{words.jobs.notDeleted(kept)}</p> : null}
      {deleting.error ? <ProblemBox error={deleting.error} /> : null}
    </>
  )
}
