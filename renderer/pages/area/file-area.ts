/**
 * Saving and filing an area. Filing goes by way of a quote: what is filed is the frozen cut whose price was confirmed,
 * and if the server counts otherwise than what the person confirmed, nothing is filed.
 */
import type { Job } from '../../../server/contract/jobs.ts'
import { type AreaInput, createJob, submitJob } from '../../api/jobs.ts'
import type { Draft } from '../../map/drawing/draft.ts'

/** The same draft with the same content is the same job, also when an answer got lost; changed content is another. */
const clientRefOf = async (draft: Draft, content: unknown): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(content)))
  const hex = [...new Uint8Array(digest).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `window:${draft.clientRef}:${hex}`
}

export const saveQuote = async (draft: Draft, area: AreaInput): Promise<Job> => {
  const { klicType, reference, startDate } = draft.wishes
  const content = {
    ...area,
    klic_type: klicType,
    ...(reference.trim() ? { reference: reference.trim() } : {}),
    ...(startDate ? { start_date: startDate } : {}),
  }
  return createJob({ ...content, client_ref: await clientRefOf(draft, content) })
}

export const fileArea = async (draft: Draft, area: AreaInput, confirmedNotifications: number): Promise<Job> => {
  const quote = await saveQuote(draft, area)
  // Another number than was confirmed: the job opens as a quote with its own price and its own button.
  if (quote.status !== 'quoted' || quote.quote.notifications !== confirmedNotifications) return quote
  return submitJob(quote.job_id, draft.wishes.startDate || null)
}
