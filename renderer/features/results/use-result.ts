/** An open job as the page and the map need it: the job, its shapes, the style of its result, and what is picked of it. */
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { JobMap, JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import type { Job } from '../../../server/features/jobs/schema.ts'
import type { JobObjects } from '../../../server/features/results/map/map-style-schema.ts'
import type { Focus } from '../../map/map-layer.ts'
import type { Scheme } from '../../map/palette.ts'
import { updatePlace } from '../../place.ts'
import { jobMapQuery, jobQuery, jobsQuery, summaryQuery } from '../jobs/api.ts'
import { objectsQuery, type ResultLook, styleQuery } from './api.ts'
import { type JobNews, useNews } from './use-news.ts'

export type PickedFeature = JobObjects['features'][number]

export interface OpenJob {
  job: Job | undefined
  shapes: JobMap | undefined
  summary: JobSummary | undefined
  summaryError: unknown
  /** How the result is drawn; its features come in tiles, and stay with the map. */
  style: ResultLook | undefined
  /** Whole features, in the order of their ids; those that the result does not have are left out. */
  picked: readonly PickedFeature[]
  /** What came since somebody last looked here. */
  news: JobNews
  /** The map goes there: west, south, east, north. */
  look: (bounds: Focus['bounds']) => void
  isLoading: boolean
  /** The style did not arrive: the map must say that it is incomplete. */
  failed: boolean
  error: unknown
  again: () => void
}

const NOTHING_PICKED: readonly PickedFeature[] = []

/** @param picked features as the tiles name them (`kabel_of_leiding.12`), or by their IMKL ids */
export const useOpenJob = (
  jobId: string | null,
  picked: readonly string[],
  scheme: Scheme,
  look: OpenJob['look'],
): OpenJob => {
  const jobAnswer = useQuery({ ...jobQuery(jobId ?? ''), ...(jobId ? {} : { queryFn: skipToken }) })
  const job = jobId ? jobAnswer.data : undefined
  const present = job?.job_id
  useEffect(() => {
    // It was joined with another, which answers in its place.
    if (jobId !== null && present !== undefined && present !== jobId) updatePlace({ job: present })
  }, [jobId, present])
  const shapes = useQuery({ ...jobMapQuery(jobId ?? ''), ...(jobId ? {} : { queryFn: skipToken }) })
  // The list knows already whether there is a result, and which: it is fetched beside the job, not after it.
  const listed = useQuery({ ...jobsQuery, enabled: false }).data?.data.find((each) => each.job_id === jobId)
  const summary = useQuery(summaryQuery(job ?? listed))
  const style = useQuery(styleQuery(job ?? listed, scheme))
  const news = useNews(job)
  const objects = useQuery(objectsQuery(job, picked.toSorted()))
  return {
    job,
    shapes: jobId ? shapes.data : undefined,
    summary: job && summary.data,
    summaryError: summary.error,
    style: job && style.data,
    picked: objects.data?.features ?? NOTHING_PICKED,
    news,
    look,
    // Nothing of the result is drawn before the job is there, also when its style came first.
    isLoading: style.isLoading || (jobAnswer.isLoading && (!listed || style.data !== undefined)),
    failed: style.isError,
    error: jobId ? jobAnswer.error : null,
    again: () => void jobAnswer.refetch(),
  }
}
