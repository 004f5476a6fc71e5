/** The office's server, and the jobs handed over to it. */
import { queryOptions } from '@tanstack/react-query'
import { Handover, Office, OfficeTest } from '../../server/contract/office.ts'
import { call, send } from './client.ts'

const WAITING_POLL_MS = 3000
const CALM_POLL_MS = 60_000

export const officeQuery = queryOptions({
  queryKey: ['office'],
  queryFn: ({ signal }) => call(Office, '/office', { signal }),
  refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? WAITING_POLL_MS : CALM_POLL_MS),
  retry: false,
})

export const putOffice = (office: { url: string | null; key?: string }): Promise<Office> =>
  call(Office, '/office', { method: 'PUT', body: office })

export const testOffice = (): Promise<OfficeTest> => call(OfficeTest, '/office/test', { method: 'POST', body: {} })

export const handOver = (jobId: string, submitUpTo?: string): Promise<Handover> =>
  call(Handover, `/jobs/${jobId}/handover`, {
    method: 'POST',
    body: submitUpTo === undefined ? {} : { submit_up_to: submitUpTo },
  })

export const takeBack = async (jobId: string): Promise<void> => {
  await send(`/jobs/${jobId}/handover`, { method: 'DELETE' })
}
