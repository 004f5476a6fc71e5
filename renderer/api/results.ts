/** What is asked of a result, beside the result itself. */
import { queryOptions } from '@tanstack/react-query'
import { JobDifference } from '../../server/contract/dashboard.ts'
import { AttentionList, JobDocuments, Section, Selection } from '../../server/contract/results.ts'
import { BASE, call } from './client.ts'

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

export const documentUrl = (jobId: string, no: number): string => `${BASE}/jobs/${jobId}/documents/${no}`

/** With what a result is compared: another job, or an earlier revision of its own. */
export type Other = { with: string } | { revision: number }

export const differenceQuery = (jobId: string, revision: number, other: Other | null) =>
  queryOptions({
    queryKey: ['job', jobId, 'diff', revision, other],
    queryFn: ({ signal }) =>
      call(JobDifference, `/jobs/${jobId}/diff?${new URLSearchParams(other as never)}`, { signal }),
    enabled: other !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })

type LngLat = [number, number]

export const crossSection = (jobId: string, line: LngLat[]): Promise<Section> =>
  call(Section, `/jobs/${jobId}/cross-section`, { method: 'POST', body: { line } })

export const selectInArea = (jobId: string, ring: LngLat[]): Promise<Selection> =>
  call(Selection, `/jobs/${jobId}/selection`, {
    method: 'POST',
    body: { area: { type: 'Polygon', coordinates: [ring] } },
  })
