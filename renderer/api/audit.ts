/** The log of paid acts. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ActPage } from '../../server/contract/audit.ts'
import { BASE, call } from './client.ts'

/** Where a browser fetches the statement of a month. */
export const statementUrl = (month: string, format: 'csv' | 'pdf', language: string): string =>
  `${BASE}/statement?month=${month}&format=${format}&language=${language}`

const PAGE_SIZE = 25

export const auditQuery = (page: number) =>
  queryOptions({
    queryKey: ['audit', page],
    queryFn: ({ signal }) => call(ActPage, `/audit?page=${page}&page_size=${PAGE_SIZE}`, { signal }),
    placeholderData: keepPreviousData,
  })
