/** The address of the office's server. */

import { queryOptions } from '@tanstack/react-query'
import { Office } from '../../../server/features/settings/schema.ts'
import { call } from '../../api/client.ts'

export const officeQuery = queryOptions({
  queryKey: ['office'],
  queryFn: ({ signal }) => call(Office, '/office', { signal }),
})

export const putOffice = (url: string | null): Promise<Office> =>
  call(Office, '/office', { method: 'PUT', body: { url } })
