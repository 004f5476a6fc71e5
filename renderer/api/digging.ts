/** What is on record of digging in the area of a job. */
import { queryOptions } from '@tanstack/react-query'
import { Digging } from '../../server/contract/digging.ts'
import { call } from './client.ts'

export const diggingQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['job', jobId, 'digging'],
    queryFn: ({ signal }) => call(Digging, `/jobs/${jobId}/digging`, { signal }),
  })

export interface WorkInput {
  begun_on: string
  begun_by: string | null
  ended_on: string | null
  remark: string | null
}
export const recordWork = (jobId: string, body: WorkInput): Promise<Digging> =>
  call(Digging, `/jobs/${jobId}/digging/work`, { method: 'PUT', body })

export interface ContactInput {
  operator: string
  contacted_on: string
  contacted_by: string | null
  how: string | null
  agreed_on: string | null
  remark: string | null
}
export const recordContact = (jobId: string, body: ContactInput): Promise<Digging> =>
  call(Digging, `/jobs/${jobId}/digging/contacts`, { method: 'PUT', body })
