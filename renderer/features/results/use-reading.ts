/** What of a result was read, by whom and when; and putting on record that something was. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { attentionOf, type Attention as Item } from '../../../server/features/vocabulary.ts'
import { isPreliminary } from '../../api/job-result.ts'
import { useNamedMutation } from '../users/AskName.tsx'
import { acknowledge, attentionQuery } from './results-api.ts'

/**
 * From the result itself: it stands there also when nobody can say whether it was read. Of what has come of a job that waits
 * for more, who is silent stands above all (PartialDeliveries.tsx).
 */
const attentionIn = (job: Job, summary: JobSummary): Item[] =>
  attentionOf(
    summary,
    job.parts.map(({ part_no, status }) => ({ partNo: part_no, status })),
  ).filter(({ kind }) => !(kind === 'not_delivered' && isPreliminary(job)))

/** @param summary undefined: it is not known yet, and nothing is to be read */
export const useReading = (job: Job, summary: JobSummary | undefined) => {
  const queries = useQueryClient()
  const items = summary ? attentionIn(job, summary) : []
  const query = attentionQuery(job.job_id, summary?.revision ?? 0)
  // Read is a result: what is preliminary is another with the next delivery.
  const { data: list, error } = useQuery({ ...query, enabled: items.length > 0 && !isPreliminary(job) })
  const reading = useNamedMutation({
    mutationFn: (about: string) => acknowledge(job.job_id, about),
    onSuccess: (known) => {
      queries.setQueryData(query.queryKey, known)
      // Whether one may dig follows from what was read.
      void queries.invalidateQueries({ queryKey: ['job', job.job_id], exact: true })
    },
  })
  const readBy = new Map(list?.data.map(({ about, acknowledged }) => [about, acknowledged]))
  const unread = items.filter(({ about }) => !readBy.get(about))
  return { items, list, error, reading, readBy, unread, supplement: unread.find(({ kind }) => kind === 'supplemented') }
}
