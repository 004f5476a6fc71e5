/** How the server is, and what happened to a job. */
import { queryOptions } from '@tanstack/react-query'
import { JobProgress, Timeline } from '../../server/features/jobs/timeline-schema.ts'
import { Status } from '../../server/features/status/schema.ts'
import { call } from './client.ts'

const STATUS_POLL_MS = 5000

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => call(Status, '/status', { signal }),
  refetchInterval: STATUS_POLL_MS,
})

/** As often as the worker tells it, about. */
const PROGRESS_POLL_MS = 700

/** @param isMerging only then is there something to tell */
export const progressQuery = (jobId: string, isMerging: boolean) =>
  queryOptions({
    queryKey: ['job', jobId, 'progress'],
    queryFn: ({ signal }) => call(JobProgress, `/jobs/${jobId}/progress`, { signal }),
    enabled: isMerging,
    refetchInterval: PROGRESS_POLL_MS,
    gcTime: 0,
  })

const TIMELINE_POLL_MS = 3000

/** @param isOpen nobody looks at a closed one */
export const timelineQuery = (jobId: string, isOpen: boolean) =>
  queryOptions({
    queryKey: ['job', jobId, 'timeline'],
    queryFn: ({ signal }) => call(Timeline, `/jobs/${jobId}/timeline`, { signal }),
    enabled: isOpen,
    refetchInterval: ({ state }) => (state.data?.expected === null ? false : TIMELINE_POLL_MS),
  })
