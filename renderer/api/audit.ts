/** The log of paid acts. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ActPage } from '../../server/contract/audit.ts'
import { call } from './client.ts'

const PAGE_SIZE = 25

export const auditQuery = (page: number) =>
  queryOptions({
    queryKey: ['audit', page],
    queryFn: ({ signal }) => call(ActPage, `/audit?page=${page}&page_size=${PAGE_SIZE}`, { signal }),
    placeholderData: keepPreviousData,
  })
