/** What goes out, and what came in: names by rule (wire.ts), and here what is called or formed otherwise. */

import type { JobCutRules } from '../../cut/cut-rules.ts'
import type { FrozenQuote } from '../../cut/quote.ts'
import type { RdPolygon } from '../../geometry/geometry.ts'
import { MAX_ERRORS } from '../../platform/http/errors.ts'
import { fromBody, toBody } from '../../platform/http/wire.ts'
import type { JsonText } from '../../platform/json-text.ts'
import { rawGeometry } from '../../platform/read-json.ts'
import { addressFromWire } from '../http/address-wire.ts'
import { Address } from '../http/common-schema.ts'
import { euros, inputPointer, isDownloadable, jobLinks } from '../vocabulary.ts'
import type { JobPins, JobsOnGround } from './dashboard-schema.ts'
import { DigStatus } from './dig-status-schema.ts'
import { type DeliveryRecord, newestDelivery, type SubmittedPart } from './get-request.ts'
import { type CutRulesInput, type JobInput, Principal } from './input-schema.ts'
import type { JobPin } from './job-pins.ts'
import type { JobBriefView, JobView } from './job-view.ts'
import { RequestRecord } from './request-schema.ts'
import type { PartRecord } from './rows/parts.ts'
import type { JobRequest } from './rules/job.ts'
import { jobName } from './rules/job-name.ts'
import { type Job, JobBrief, Part, Quote } from './schema.ts'

/** The registry points into its own message; a caller has the names of this API only. */
const registryError = <E extends { pointer: string | null }>(error: E): E => ({
  ...error,
  pointer: inputPointer(error.pointer),
})

export const cutRulesAsked = (rules: CutRulesInput): JobCutRules => ({
  ...fromBody(rules),
  keepOut: rules.keep_out?.map(rawGeometry),
})

export const jobRequest = (input: JobInput): JobRequest => ({
  ...fromBody(input),
  geometry: rawGeometry(input.geometry),
  address: input.address === undefined ? undefined : addressFromWire(input.address),
  principal: input.principal && {
    ...fromBody(input.principal),
    address: input.principal.address && addressFromWire(input.principal.address),
  },
  hasAddresses: input.has_addresses?.map(addressFromWire),
  cutRules: input.cut_rules && cutRulesAsked(input.cut_rules),
})

/** Of the contract's form, and written already: see serve.ts. */
export const shape = (json: JsonText): Job['geometry'] => json as unknown as Job['geometry']

const polygonShown = ({ rings }: RdPolygon): Job['geometry'] => ({
  type: 'Polygon',
  coordinates: rings.map((ring) => ring.map(([x, y]) => [x, y])),
})

export const quoteView = (
  quote: FrozenQuote,
  { billedBy, tariff, earliestStart }: Pick<JobBriefView, 'billedBy' | 'tariff' | 'earliestStart'>,
): Omit<Job['quote'], 'expires_at' | 'final'> => ({
  ...toBody(Quote, quote),
  billed_by: billedBy,
  kadaster_tariff:
    tariff && billedBy === 'kadaster'
      ? {
          price_per_notification: euros(tariff.cents),
          total: euros(quote.notifications * tariff.cents),
          from: tariff.from,
          source: tariff.source,
        }
      : null,
  earliest_start: earliestStart,
  rules: quote.rules
    ? {
        max_extra_m: quote.rules.maxExtraM ?? null,
        keep_out: (quote.rules.keepOut ?? []).map(polygonShown),
        info_buffer_m: quote.rules.infoBufferM ?? null,
      }
    : null,
})

const factsShown = ({ job, registryReference, ...billing }: JobBriefView) => ({
  ...toBody(JobBrief, job),
  job_id: job.id,
  registry_reference: registryReference,
  submitted_at: job.source === 'imported' ? null : job.submittedAt,
  quote: { ...quoteView(job.quote, billing), final: job.quoteFinal, expires_at: job.quoteExpiresAt },
  errors: job.errors.slice(0, MAX_ERRORS).map(registryError),
  simulated: job.environment === 'simulator',
})

export const jobBrief = (view: JobBriefView, baseUrl: string): JobBrief => {
  const { job, advice, orderIds, klicNumbers, dig, delivered, total } = view
  const hasResult = isDownloadable(job.status) && advice.reason !== 'files_removed'
  return {
    ...factsShown(view),
    next_action: advice.action,
    next_action_reason: advice.reason,
    next_action_params: advice.params,
    next_action_message: advice.message,
    dig_status: toBody(DigStatus, dig),
    order_ids: orderIds,
    klic_numbers: klicNumbers,
    progress: { delivered, total },
    links: jobLinks(baseUrl, job.id, hasResult, hasResult || job.preliminary !== null),
  }
}

export const pin = ({ view: { job, advice, dig }, at }: JobPin): JobPins['data'][number] => ({
  job_id: job.id,
  name: jobName(job),
  status: job.status,
  klic_type: job.klicType,
  next_action_reason: advice.reason,
  dig_status: { answer: dig.answer },
  lnglat: [at[0], at[1]],
})

export const onGround = ({ job, klicNumbers }: JobBriefView): JobsOnGround['data'][number] => ({
  job_id: job.id,
  reference: job.reference,
  address: job.address && toBody(Address, job.address),
  klic_numbers: klicNumbers,
  created_at: job.createdAt,
})

const partShown = (part: PartRecord, isUnfiled: boolean): Job['parts'][number] => ({
  ...toBody(Part, part),
  order_id: isUnfiled ? null : part.orderId,
  extent_m: { width: part.widthM, height: part.heightM },
  errors: part.errors.slice(0, MAX_ERRORS).map(registryError),
})

export const job = (view: JobView, baseUrl: string): Job => ({
  ...jobBrief(view, baseUrl),
  geometry: shape(view.job.geometry),
  parts: view.parts.map((part) => partShown(part, view.job.submittedAt === null)),
  principal: view.job.principal && toBody(Principal, view.job.principal),
  followed_by: [...view.followedBy],
  split_into: [...view.splitInto],
  has_addresses: view.job.hasAddresses?.map((address) => toBody(Address, address)) ?? null,
  exports: view.exports,
  ground: view.ground,
  result_warnings:
    view.resultWarnings?.map(({ code, message, count }) => ({ code, message, count: count ?? null })) ?? null,
})

const deliveryShown = (delivery: DeliveryRecord | undefined): RequestRecord['delivery'] => {
  if (!delivery?.summary || delivery.receivedAt === null) return null
  const { features, documents, operators, precautions } = delivery.summary
  return {
    sequence: delivery.sequence,
    complete: delivery.complete,
    received_at: delivery.receivedAt,
    features,
    documents: documents.files,
    operators: operators.map(({ code, name, delivered }) => ({ code, name, delivered })),
    precautions,
  }
}

export const request = (part: SubmittedPart): RequestRecord => ({
  ...toBody(RequestRecord, part),
  submitted_at: part.source === 'imported' ? null : part.submittedAt,
  registry: {
    order_number: part.registryOrderNumber,
    position: part.position,
    gi_aanvraag_id: part.giAanvraagId,
  },
  delivery: deliveryShown(newestDelivery(part)),
  errors: part.errors.slice(0, MAX_ERRORS).map(registryError),
})
