/**
 * Saving and filing an area. Filing goes by way of a quote: what is filed is the frozen cut whose price was confirmed,
 * and if the server counts otherwise than what the person confirmed, nothing is filed.
 */
import { forEachText, type GivenText } from '../../../server/features/jobs/given-texts-schema.ts'
import type { JobInput } from '../../../server/features/jobs/input-schema.ts'
import type { Job } from '../../../server/features/jobs/schema.ts'
import type { Draft } from '../../map/drawing/draft.ts'
import type { KeptDetails, RequestDetails } from '../../map/drawing/request-details.ts'
import { quoteCalamity } from '../calamities/api.ts'
import { type AreaInput, correctJob, createJob, submitJob } from '../jobs/api.ts'
import { rulesOf } from './use-area.ts'

/** The same draft with the same content is the same job, also when an answer got lost; changed content is another. */
const clientRefOf = async (draft: Pick<Draft, 'clientRef'>, content: unknown): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(content)))
  const hex = [...new Uint8Array(digest).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `window:${draft.clientRef}:${hex}`
}

/** Only for GRAAF does the registry want to know for whom. */
const principalOf = ({ klicType, principal, kept }: RequestDetails): Pick<JobInput, 'principal'> => {
  if (klicType !== 'GRAAF' || !principal) return {}
  const { organisation, ...contact } = principal
  return { principal: { organisation, contact, ...kept.principal } }
}

/** Those that are not empty. */
const textsOf = (details: RequestDetails): Pick<JobInput, GivenText> =>
  forEachText((_, own) => details[own].trim() || undefined)

/** Works, texts and preparation, as far as they go together: a request in preparation of something names no works. */
const saidOf = (details: RequestDetails): Pick<JobInput, 'works' | 'preparation' | GivenText> => {
  const { works_description, ...others } = textsOf(details)
  if (details.klicType === 'ORIENT' && details.preparation) return { ...others, preparation: details.preparation }
  return {
    ...others,
    ...(details.works.length > 0 ? { works: [...details.works] as NonNullable<JobInput['works']> } : {}),
    works_description,
  }
}

const keptOf = ({ kept, startDate }: RequestDetails): Omit<KeptDetails, 'principal'> => {
  const { principal: _, end_date, ...others } = kept
  // Another start may make nonsense of the end; without one the company's usual duration holds.
  return { ...others, ...(end_date && end_date >= startDate ? { end_date } : {}) }
}

const quoteOfCalamity = async ({ clientRef, details }: Draft, area: AreaInput): Promise<Job> => {
  const { reference, worksDescription, locationDescription, address, contact } = details
  const content = {
    ...area,
    what: worksDescription.trim(),
    ...(reference.trim() ? { reference: reference.trim() } : {}),
    ...(locationDescription.trim() ? { location_description: locationDescription.trim() } : {}),
    ...(address ? { address } : {}),
    ...(contact ? { contact } : {}),
  }
  return quoteCalamity({ ...content, client_ref: await clientRefOf({ clientRef }, content) })
}

export const saveQuote = async (draft: Draft, area: AreaInput): Promise<Job> => {
  const { klicType, reference, startDate, address } = draft.details
  if (klicType === 'CALAMITEIT') return quoteOfCalamity(draft, area)
  const rules = rulesOf(draft)
  const content = {
    ...area,
    klic_type: klicType,
    ...(reference.trim() ? { reference: reference.trim() } : {}),
    ...(startDate && klicType === 'GRAAF' ? { start_date: startDate } : {}),
    ...saidOf(draft.details),
    ...(address ? { address } : {}),
    ...principalOf(draft.details),
    ...keptOf(draft.details),
    ...(rules ? { cut_rules: rules } : {}),
  }
  if (draft.corrects !== null) return correctJob(draft.corrects, content)
  return createJob({ ...content, client_ref: await clientRefOf(draft, content) })
}

export const fileArea = async (draft: Draft, area: AreaInput, confirmedNotifications: number): Promise<Job> => {
  const quote = await saveQuote(draft, area)
  // Another number than was confirmed: the job opens as a quote with its own price and its own button.
  if (quote.status !== 'quoted' || quote.quote.notifications !== confirmedNotifications) return quote
  return submitJob(quote.job_id, draft.details.klicType === 'GRAAF' ? draft.details.startDate || null : null)
}
