/** What came of an open job since somebody looked at it here, while it waits for more and once the result is there. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { isPreliminary } from '../../api/job-result.ts'
import { type News, newsOf, seenOf } from '../../news.ts'
import { remember, useReadState } from '../../read-state.ts'
import { soFarQuery } from '../jobs/api.ts'

export interface JobNews {
  items: readonly News[]
  /** When it was looked at last; null: never, while it waited */
  since: string | null
  /** From now on it is not new any more. */
  saw(): void
}

const NONE: readonly News[] = []

export const useNews = (job: Job | undefined): JobNews => {
  const seen = useReadState(job?.job_id)
  const waits = job !== undefined && isPreliminary(job)
  const { data } = useQuery({ ...soFarQuery(job), enabled: waits || (job !== undefined && seen !== null) })
  const items = useMemo(() => (data && seen ? newsOf(data, seen) : NONE), [data, seen])
  const jobId = job?.job_id
  const isFirst = waits && seen === null
  useEffect(() => {
    if (isFirst && jobId && data && data.deliveries.length > 0) remember(jobId, seenOf(data, new Date().toISOString()))
  }, [isFirst, jobId, data])
  return {
    items,
    since: seen?.at ?? null,
    saw: () => {
      if (jobId && data) remember(jobId, waits ? seenOf(data, new Date().toISOString()) : null)
    },
  }
}
