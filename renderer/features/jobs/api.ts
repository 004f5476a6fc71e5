/** Jobs: what the server knows of them; a job is asked for again while it moves, the list always, but calmly. */
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Polygon } from 'geojson'
import { ROUTES } from '../../../server/api/routes.ts'
import {
  ARCHIVE_ROUTES,
  JobMap,
  JobPins,
  JobSummary,
  JobsOnGround,
  MAX_ARCHIVED_AT_ONCE,
  Preview,
  SoFar,
} from '../../../server/features/jobs/dashboard-schema.ts'
import type { JobInput } from '../../../server/features/jobs/input-schema.ts'
import { Job, type JobBrief } from '../../../server/features/jobs/schema.ts'
import { isMoving, type JobSort, type JobState, type KlicType } from '../../../server/features/vocabulary.ts'
import { call } from '../../api/client.ts'
import { shownRevision } from '../../api/job-result.ts'

const POLL_MS = 2000
/** Of what is only read here: it is over in seconds. */
const SOON_POLL_MS = 300
/** A server that was away is asked again by itself. */
const AWAY_POLL_MS = 5000

const JobPage = ROUTES.listJobs.responses[200]

/** While nothing moves: scripts and QGIS make jobs too, and the list shows them without being asked. */
const CALM_POLL_MS = 10_000

const pollOf = (jobs: readonly JobBrief[] = []): number =>
  jobs.some((job) => isMoving(job.status)) ? POLL_MS : CALM_POLL_MS

/** The newest, where one chooses among them. */
export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: ({ signal }) => call(JobPage, '/jobs?page_size=200', { signal }),
  refetchInterval: ({ state }) => {
    if (state.error) return AWAY_POLL_MS
    return pollOf(state.data?.data)
  },
})

export interface JobFilter {
  /** Words, as `q` of the API takes them */
  text: string
  status: JobState | 'archived' | null
  sort: JobSort
}

/** A text is looked for in what was put away as well. */
const searchOf = ({ text, status, sort }: Omit<JobFilter, 'sort'> & Partial<JobFilter>): string =>
  String(
    new URLSearchParams({
      ...(sort && { sort }),
      ...(text && { q: text.slice(0, LONGEST_TEXT) }),
      ...(status === 'archived'
        ? { archived: 'true' }
        : { ...(status && { status }), ...(!text && { archived: 'false' }) }),
    }),
  )

/** As the server takes it. */
const LONGEST_TEXT = 80
/** Each page that was scrolled to is a request of its own: of many it is heard a little later. */
const PAGE_POLL_MS = 500
const JOBS_AT_ONCE = 100

const jobPage = (filter: JobFilter, page: number, signal?: AbortSignal) =>
  call(JobPage, `/jobs?${searchOf(filter)}&page=${page}&page_size=${JOBS_AT_ONCE}`, signal ? { signal } : {})

/** All jobs of a filter, not only those that a list has loaded. */
export const allJobs = async (filter: JobFilter): Promise<JobBrief[]> => {
  const jobs = new Map<string, JobBrief>()
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data, pagination } = await jobPage(filter, page)
    for (const job of data) jobs.set(job.job_id, job)
    pages = pagination.total_pages
  }
  return [...jobs.values()]
}

/** The jobs of a filter, a page at a time. */
export const jobListQuery = (filter: JobFilter) =>
  infiniteQueryOptions({
    queryKey: ['jobs', 'list', filter],
    queryFn: ({ signal, pageParam }) => jobPage(filter, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, total_pages } }) => (page < total_pages ? page + 1 : undefined),
    // What is typed on shows what it finds in the place of what was found before.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { error, data: { pages } = { pages: [] } } }) =>
      error ? AWAY_POLL_MS : Math.max(pollOf(pages.flatMap(({ data }) => data)), pages.length * PAGE_POLL_MS),
  })

/** Thousands at once, each with its answer: seldom, unless something is done in this window. */
const PINS_POLL_MS = 60_000

/** Where the jobs of a filter lie. */
export const jobPinsQuery = ({ text, status }: JobFilter) =>
  queryOptions({
    queryKey: ['jobs', 'pins', text, status],
    queryFn: ({ signal }) => call(JobPins, `/job-pins?${searchOf({ text, status })}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: PINS_POLL_MS,
  })

/** What the result of a job can be compared with, nearest first. */
export const jobsOnGroundQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['jobs', 'on-ground', jobId],
    queryFn: ({ signal }) => call(JobsOnGround, `/jobs/${jobId}/on-ground`, { signal }),
  })

/** How many were put away: the list offers them when there are any. */
export const archivedQuery = queryOptions({
  queryKey: ['jobs', 'archived'],
  queryFn: async ({ signal }) => (await call(JobPage, '/jobs?archived=true&page_size=1', { signal })).pagination.total,
})

type ChangedJobs = { job_ids: string[] }

/** Any number of jobs, as many at once as the server takes. @returns ids of those that changed */
const inTurn = async (
  jobIds: readonly string[],
  ask: (some: readonly string[]) => Promise<ChangedJobs>,
): Promise<string[]> => {
  const changed: string[] = []
  for (let done = 0; done < jobIds.length; done += MAX_ARCHIVED_AT_ONCE)
    changed.push(...(await ask(jobIds.slice(done, done + MAX_ARCHIVED_AT_ONCE))).job_ids)
  return changed
}

/** Out of the list, or back into it. */
export const archiveJobs = (jobIds: readonly string[], archived: boolean) =>
  inTurn(jobIds, (some) =>
    call(ARCHIVE_ROUTES.archiveJobs.responses[200], '/archive', { method: 'PUT', body: { job_ids: some, archived } }),
  )

/** For good. */
export const deleteQuotes = (jobIds: readonly string[]) =>
  inTurn(jobIds, (some) =>
    call(ARCHIVE_ROUTES.deleteQuotes.responses[200], '/quotes/delete', { method: 'POST', body: { job_ids: some } }),
  )

const FOUND_AT_MOST = 6

/** The newest that a text is in. */
export const jobsFoundQuery = (text: string) =>
  queryOptions({
    queryKey: ['jobs', 'found', text],
    queryFn: ({ signal }) =>
      call(JobPage, `/jobs?${searchOf({ text, status: null, sort: 'newest' })}&page_size=${FOUND_AT_MOST}`, { signal }),
    placeholderData: keepPreviousData,
  })

/** What a change answered is what is known of the job now; the lists are asked for again. */
export const learnJob = (queries: QueryClient, job: Job): void => {
  queries.setQueryData(jobQuery(job.job_id).queryKey, job)
  void queries.invalidateQueries({ queryKey: ['jobs'] })
}

export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['job', jobId],
    queryFn: ({ signal }) => call(Job, `/jobs/${jobId}`, { signal }),
    // Also when it stands still: a later delivery, an office or a setting moves it on.
    refetchInterval: ({ state: { data } }) =>
      data && isMoving(data.status) ? (data.source === 'imported' ? SOON_POLL_MS : POLL_MS) : CALM_POLL_MS,
  })

export const jobMapQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['job', jobId, 'map'],
    queryFn: ({ signal }) => call(JobMap, `/jobs/${jobId}/map`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Fetched once for each revision, and each time that more has come; `enabled` keeps it quiet before there is anything. */
export const summaryQuery = (job: JobBrief | undefined) =>
  queryOptions({
    queryKey: ['job', job?.job_id, 'summary', shownRevision(job)],
    queryFn: ({ signal }) => call(JobSummary, `/jobs/${job?.job_id}/summary`, { signal }),
    enabled: shownRevision(job) !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A further delivery of a part changes no state: it is looked for, calmly. */
export const soFarQuery = (job: Job | undefined) =>
  queryOptions({
    queryKey: ['job', job?.job_id, 'so-far', job?.parts.map(({ status }) => status), job?.preliminary?.no],
    queryFn: ({ signal }) => call(SoFar, `/jobs/${job?.job_id}/so-far`, { signal }),
    refetchInterval: CALM_POLL_MS,
    // What was so a moment ago, but never of another job.
    placeholderData: (before: SoFar | undefined, query) => (query?.queryKey[1] === job?.job_id ? before : undefined),
  })

/** An area in the frame in which it was given; without `crs` the server recognises it by its numbers. */
export interface AreaInput {
  geometry: Polygon
  crs?: string
}

export type CutRules = NonNullable<JobInput['cut_rules']>

/** What the cut and the price are asked of. */
export interface CutQuestion {
  readonly area: AreaInput
  readonly klicType: KlicType
  readonly rules: CutRules | undefined
}

/** For who undoes: a first cut is soon asked again, and a moving pen leaves many behind. */
const PREVIEW_KEPT_MS = { first: 10_000, best: 60_000 } as const

/** @param effort 'first' answers at once; 'best' takes up to two seconds, and is what a quote will be */
export const previewQuery = (question: CutQuestion | null, effort: 'first' | 'best') =>
  queryOptions({
    queryKey: ['preview', effort, question],
    queryFn: ({ signal }) => {
      const { area, klicType, rules } = question!
      const body = { ...area, klic_type: klicType, effort, ...(rules ? { cut_rules: rules } : {}) }
      return call(Preview, '/preview', { method: 'POST', body, signal })
    },
    enabled: question !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: PREVIEW_KEPT_MS[effort],
  })

export type NewJob = AreaInput & Pick<JobInput, Exclude<keyof JobInput, 'geometry' | 'crs' | 'submit'>>

/** Makes a quote; nothing is filed. */
export const createJob = (input: NewJob): Promise<Job> => call(Job, '/jobs', { method: 'POST', body: input })

/** Asks otherwise for what the registry refused: the same job, a quote again. */
export const correctJob = (jobId: string, input: NewJob): Promise<Job> =>
  call(Job, `/jobs/${jobId}/correction`, { method: 'POST', body: input })

export const submitJob = (jobId: string, startDate: string | null): Promise<Job> =>
  call(Job, `/jobs/${jobId}/submit`, { method: 'POST', body: startDate ? { start_date: startDate } : {} })

export const retryJob = (jobId: string): Promise<Job> => call(Job, `/jobs/${jobId}/retry`, { method: 'POST', body: {} })
