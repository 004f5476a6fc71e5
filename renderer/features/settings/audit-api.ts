/** The log of paid acts. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ActPage, SpendingToday } from '../../../server/features/settings/audit-schema.ts'
import { BASE, call } from '../../api/client.ts'

/** Where a browser fetches the statement of a month. */
export const statementUrl = (month: string): string => `${BASE}/statement?month=${month}`

const PAGE_SIZE = 25

export const spendingTodayQuery = queryOptions({
  queryKey: ['spending-today'],
  queryFn: ({ signal }) => call(SpendingToday, '/spending', { signal }),
  // Others spend too: it is as of now, whenever it is shown.
  staleTime: 0,
  gcTime: 0,
})

export const auditQuery = (page: number) =>
  queryOptions({
    queryKey: ['audit', page],
    queryFn: ({ signal }) => call(ActPage, `/audit?page=${page}&page_size=${PAGE_SIZE}`, { signal }),
    placeholderData: keepPreviousData,
  })
