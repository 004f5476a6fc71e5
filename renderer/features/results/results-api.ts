/** What is asked of a result, beside the result itself. */
import { queryOptions } from '@tanstack/react-query'
import type { LineString, Polygon } from 'geojson'
import { JobDifference } from '../../../server/features/jobs/dashboard-schema.ts'
import type { Job } from '../../../server/features/jobs/schema.ts'
import {
  AttentionList,
  JobDocuments,
  Precautions,
  Section,
  Selection,
} from '../../../server/features/results/schema.ts'
import { type DifferenceFormat, isDownloadable } from '../../../server/features/vocabulary.ts'
import { BASE, call } from '../../api/client.ts'
import { shownRevision } from '../../api/job-result.ts'
import { polygonToDegrees, toDegrees } from '../../map/exact.ts'

export const attentionQuery = (jobId: string, revision: number) =>
  queryOptions({
    queryKey: ['job', jobId, 'attention', revision],
    queryFn: ({ signal }) => call(AttentionList, `/jobs/${jobId}/attention`, { signal }),
  })

export const acknowledge = (jobId: string, about: string): Promise<AttentionList> =>
  call(AttentionList, `/jobs/${jobId}/attention`, { method: 'POST', body: { about } })

export const documentsQuery = (jobId: string, revision: number) =>
  queryOptions({
    queryKey: ['job', jobId, 'documents', revision],
    queryFn: ({ signal }) => call(JobDocuments, `/jobs/${jobId}/documents`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const precautionsQuery = (job: Job | undefined) =>
  queryOptions({
    queryKey: ['job', job?.job_id, 'precautions', shownRevision(job)],
    queryFn: ({ signal }) => call(Precautions, `/jobs/${job?.job_id}/precautions`, { signal }),
    enabled: shownRevision(job) !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const documentUrl = (jobId: string, no: number): string => `${BASE}/jobs/${jobId}/documents/${no}`

/** With what a result is compared: another job, or an earlier revision of its own. */
export type Other = { with: string } | { revision: number }

/** From the URL's `with:<job>` or `revision:<number>`. */
export const otherOf = (compare: string | null): Other | null => {
  const [kind, name] = compare?.split(':') ?? []
  if (!name) return null
  return kind === 'revision' ? { revision: Number(name) } : { with: name }
}

/** @param other null: nothing is compared */
export const differenceQuery = (job: Job | undefined, other: Other | null) =>
  queryOptions({
    queryKey: ['job', job?.job_id, 'diff', job?.revision, other],
    queryFn: ({ signal }) =>
      call(JobDifference, `/jobs/${job?.job_id}/diff?${new URLSearchParams(other as never)}`, { signal }),
    enabled: other !== null && job !== undefined && isDownloadable(job.status),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Where all that changed is made as a file. */
export const differencesUrl = (jobId: string, other: Other, format: DifferenceFormat): string =>
  `${BASE}/jobs/${jobId}/diff/file?${new URLSearchParams({ ...(other as object), format })}`

/** @param line RD New; null: nothing is asked */
export const sectionQuery = (job: Job | undefined, line: LineString | null) =>
  queryOptions({
    queryKey: ['job', job?.job_id, 'section', shownRevision(job), line],
    queryFn: ({ signal }) =>
      call(Section, `/jobs/${job?.job_id}/cross-section`, {
        method: 'POST',
        body: { line: line?.coordinates.map(toDegrees) },
        signal,
      }),
    enabled: job !== undefined && line !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** @param area RD New; null: nothing is asked */
export const selectionQuery = (job: Job | undefined, area: Polygon | null) =>
  queryOptions({
    queryKey: ['job', job?.job_id, 'selection', shownRevision(job), area],
    queryFn: ({ signal }) =>
      call(Selection, `/jobs/${job?.job_id}/selection`, {
        method: 'POST',
        body: { area: area && polygonToDegrees(area) },
        signal,
      }),
    enabled: job !== undefined && area !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
