/** What is on record of digging in the area of a job, and what must be done over all jobs. */
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { type Contact, Digging, PrecautionDesk, Today, type Work } from '../../../server/features/digging/schema.ts'
import { BASE, call } from '../../api/client.ts'

export const diggingQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['job', jobId, 'digging'],
    queryFn: ({ signal }) => call(Digging, `/jobs/${jobId}/digging`, { signal }),
  })

export type WorkInput = z.input<typeof Work>
export const recordWork = (jobId: string, body: WorkInput): Promise<Digging> =>
  call(Digging, `/jobs/${jobId}/digging/work`, { method: 'PUT', body })

export const recordPresence = (jobId: string): Promise<Digging> =>
  call(Digging, `/jobs/${jobId}/digging/presence`, { method: 'POST', body: {} })

export type ContactInput = z.input<typeof Contact>
export const recordContact = (jobId: string, body: ContactInput): Promise<Digging> =>
  call(Digging, `/jobs/${jobId}/digging/contacts`, { method: 'PUT', body })

/** It changes with the day, and with what others do. */
export const todayQuery = queryOptions({
  queryKey: ['jobs', 'today'],
  queryFn: ({ signal }) => call(Today, '/today', { signal }),
  refetchInterval: 60_000,
})

export const precautionDeskQuery = queryOptions({
  queryKey: ['jobs', 'precautions'],
  queryFn: ({ signal }) => call(PrecautionDesk, '/precautions', { signal }),
  refetchInterval: 60_000,
})

/** Where a browser fetches a letter to an operator by itself. */
export const letterUrl = (jobId: string, operator: string, as: 'pdf' | 'eml'): string =>
  `${BASE}/jobs/${jobId}/digging/letter?${new URLSearchParams({ operator, as })}`

export type KindOfFile = 'agreements' | 'photos'
export type KeptFile = Digging['photos'][number]
const filesAt = (jobId: string, kind: KindOfFile): string => `/jobs/${jobId}/digging/${kind}`
export const fileUrl = (jobId: string, kind: KindOfFile, fileId: string): string =>
  `${BASE}${filesAt(jobId, kind)}/${fileId}`

export const addAgreement = (jobId: string, operator: string, file: File): Promise<Digging> =>
  call(Digging, `${filesAt(jobId, 'agreements')}?${new URLSearchParams({ operator, name: file.name })}`, {
    method: 'POST',
    file,
  })
export const addPhoto = (jobId: string, file: File): Promise<Digging> =>
  call(Digging, `${filesAt(jobId, 'photos')}?${new URLSearchParams({ name: file.name })}`, { method: 'POST', file })
export const dropFile = (jobId: string, kind: KindOfFile, fileId: string): Promise<Digging> =>
  call(Digging, `${filesAt(jobId, kind)}/${fileId}`, { method: 'DELETE' })
