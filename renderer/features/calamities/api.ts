/** Calamities: damage or danger, filed alone; the operators to call come with the registry's answer. */

import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { type CALAMITY_ROUTES, Calamity } from '../../../server/features/calamities/schema.ts'
import { Job } from '../../../server/features/jobs/schema.ts'
import type { Language } from '../../../server/texts/languages.ts'
import { BASE, call } from '../../api/client.ts'
import type { AreaInput } from '../jobs/api.ts'

type CalamityInput = AreaInput & Omit<z.input<typeof CALAMITY_ROUTES.quoteCalamity.body>, keyof AreaInput>

/** Makes a quote; nothing is filed. */
export const quoteCalamity = (body: CalamityInput): Promise<Job> => call(Job, '/calamities', { method: 'POST', body })

/** @param euros the total that the person saw, who has confirmed that it is a calamity */
export const fileCalamity = (jobId: string, euros: string): Promise<Job> =>
  call(Job, `/calamities/${jobId}/file`, { method: 'POST', body: { confirmed: true, confirm_euros: euros } })

/** The registry answers in seconds. */
const SOON_POLL_MS = 1500

/** @param isAsked the registry may still answer: asked again until it has said whom to call, and by which number it goes */
export const calamityQuery = (jobId: string, isAsked: boolean) =>
  queryOptions({
    queryKey: ['job', jobId, 'calamity'],
    queryFn: ({ signal }) => call(Calamity, `/calamities/${jobId}`, { signal }),
    refetchInterval: ({ state: { data } }) =>
      isAsked && !(data?.operators && data.klic_number !== null) ? SOON_POLL_MS : false,
  })

/** Where a browser fetches the one page of paper by itself. */
export const calamityPageUrl = (jobId: string, language: Language): string =>
  `${BASE}/calamities/${jobId}/page?language=${language}`
