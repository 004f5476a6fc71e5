/** A result on paper: how its sheets lie before it is made, and where it is made. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Job } from '../../../../server/features/jobs/schema.ts'
import { PrintSheets } from '../../../../server/features/results/schema.ts'
import { BASE, call } from '../../../api/client.ts'
import { shownRevision } from '../../../api/job-result.ts'

/** @param query what lays them out; null: nobody looks at them */
export const printSheetsQuery = (job: Job | undefined, query: string | null) =>
  queryOptions({
    queryKey: ['job', job?.job_id, 'sheets', shownRevision(job), query],
    queryFn: ({ signal }) => call(PrintSheets, `/jobs/${job?.job_id}/print/sheets?${query}`, { signal }),
    enabled: query !== null && shownRevision(job) !== null,
    // While others are laid out these stay on the map; of another job there are none.
    placeholderData: (before, last) => (last?.queryKey[1] === job?.job_id ? keepPreviousData(before) : undefined),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const printUrl = (jobId: string, query: string): string => `${BASE}/jobs/${jobId}/print?${query}`
