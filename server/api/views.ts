/** The only translator between the wire's words and ours. */

import type { KeyRecord } from '../actions/access/keys.ts'
import type { EventRow } from '../actions/installation/webhooks.ts'
import type { DeliveryRecord, SubmittedPart } from '../actions/jobs/get-request.ts'
import { newestDelivery } from '../actions/jobs/get-request.ts'
import type { JobBriefRecord, JobBriefView, JobView, PartRecord } from '../actions/jobs/job-view.ts'
import type { SoFar } from '../actions/jobs/so-far.ts'
import type { PartOnMap, SummaryOnMap } from '../actions/results/show-on-map.ts'
import type { Address, AddressInput, PostalAddressInput } from '../contract/common.ts'
import type { JobSummary, SoFar as SoFarShown } from '../contract/dashboard.ts'
import type { EventShown } from '../contract/events.ts'
import type { CutRulesInput, JobInput } from '../contract/job-input.ts'
import type { Job, JobBrief } from '../contract/jobs.ts'
import type { Key } from '../contract/keys.ts'
import type { RequestRecord } from '../contract/requests.ts'
import { addressInLine, houseNumberIn, inputPointer, jobLinks } from '../contract/vocabulary.ts'
import type { EventType } from '../domain/events.ts'
import type { RdPolygon } from '../domain/geometry/geometry.ts'
import type { JsonText } from '../domain/json-text.ts'
import type { BilledBy } from '../domain/klic/billing.ts'
import type { AddressGiven, CutRulesAsked, FrozenQuote, JobAsked, PrincipalGiven } from '../domain/klic/job.ts'
import { registryReference } from '../domain/klic/order-draft.ts'
import { euros } from '../domain/klic/prices.ts'
import type { OperatorSummary } from '../domain/ports/conversion.ts'
import { areaGiven } from '../domain/read-json.ts'

/** The registry points into its own message; a caller has the names of this API only. */
const registryError = <E extends { pointer: string | null }>(error: E): E => ({
  ...error,
  pointer: inputPointer(error.pointer),
})

/** A text was found to be an address when it was parsed. Letter and addition by themselves go before those in the number. */
const addressAsked = (address: AddressInput | PostalAddressInput): AddressGiven => {
  if (typeof address === 'string') return addressInLine(address) ?? {}
  const { house_number: number } = address
  const { houseNumber, houseLetter, houseNumberAddition } =
    typeof number === 'string' ? (houseNumberIn(number) ?? {}) : { houseNumber: number }
  return {
    bagId: address.bag_id,
    street: address.street,
    houseNumber,
    houseLetter: address.house_letter ?? houseLetter,
    houseNumberAddition: address.house_number_addition ?? houseNumberAddition,
    postcode: address.postcode,
    city: address.city,
  }
}

export const addressShown = (address: AddressGiven): Address => ({
  bag_id: address.bagId,
  street: address.street,
  house_number: address.houseNumber,
  house_letter: address.houseLetter,
  house_number_addition: address.houseNumberAddition,
  postcode: address.postcode,
  city: address.city,
})

export const cutRulesAsked = (rules: CutRulesInput): CutRulesAsked => ({
  maxExtraM: rules.max_extra_m,
  keepOut: rules.keep_out?.map(areaGiven),
  infoBufferM: rules.info_buffer_m,
})

export const jobAsked = (input: JobInput): JobAsked => ({
  geometry: areaGiven(input.geometry),
  klicType: input.klic_type,
  crs: input.crs,
  reference: input.reference,
  clientRef: input.client_ref,
  address: input.address === undefined ? undefined : addressAsked(input.address),
  webhookUrl: input.webhook_url,
  startDate: input.start_date,
  endDate: input.end_date,
  works: input.works,
  principal: input.principal && {
    organisation: input.principal.organisation,
    kvkNumber: input.principal.kvk_number,
    contact: input.principal.contact,
    address: input.principal.address && addressAsked(input.principal.address),
  },
  hasAddresses: input.has_addresses?.map(addressAsked),
  ...(input.cut_rules ? { cutRules: cutRulesAsked(input.cut_rules) } : {}),
  submit: input.submit,
})

const principalShown = (principal: PrincipalGiven): NonNullable<Job['principal']> => ({
  organisation: principal.organisation,
  kvk_number: principal.kvkNumber,
  contact: principal.contact,
  address: principal.address && addressShown(principal.address),
})

/** Of the contract's form, and written already: see serve.ts. */
export const shape = (json: JsonText): Job['geometry'] => json as unknown as Job['geometry']

const polygonShown = ({ rings }: RdPolygon): Job['geometry'] => ({
  type: 'Polygon',
  coordinates: rings.map((ring) => ring.map(([x, y]) => [x, y])),
})

export const quoteShown = (
  quote: FrozenQuote,
  billedBy: BilledBy | null,
): Omit<Job['quote'], 'expires_at' | 'final'> => ({
  notifications: quote.notifications,
  price_per_notification: quote.price_per_notification,
  total: quote.total,
  vat: quote.vat,
  billed_by: billedBy,
  lower_bound: quote.lower_bound,
  plain_grid: quote.plain_grid,
  saved: quote.saved,
  extra_area_m2: quote.extra_area_m2,
  rules_cost: quote.rules_cost,
  rules: quote.rules
    ? {
        max_extra_m: quote.rules.maxExtraM ?? null,
        keep_out: (quote.rules.keepOut ?? []).map(polygonShown),
        info_buffer_m: quote.rules.infoBufferM ?? null,
      }
    : null,
  explanation: quote.explanation,
})

const factsShown = (job: JobBriefRecord, billedBy: BilledBy | null) => ({
  job_id: job.id,
  status: job.status,
  klic_type: job.klicType,
  submit: job.submit,
  reference: job.reference,
  registry_reference: registryReference(job),
  client_ref: job.clientRef,
  crs: job.crs,
  start_date: job.startDate,
  end_date: job.endDate,
  address: job.address && addressShown(job.address),
  webhook_url: job.webhookUrl,
  works: job.works,
  area_m2: job.areaM2,
  quote: { ...quoteShown(job.quote, billedBy), final: job.quoteFinal, expires_at: job.quoteExpiresAt },
  revision: job.revision,
  warnings: job.warnings,
  errors: job.errors.map(registryError),
  simulated: job.environment === 'simulator',
  created_at: job.createdAt,
  submitted_at: job.submittedAt,
  ready_at: job.readyAt,
})

export const jobBrief = (
  { job, advice, billedBy, orderIds, delivered, total }: JobBriefView,
  baseUrl: string,
): JobBrief => ({
  ...factsShown(job, billedBy),
  next_action: advice.action,
  next_action_reason: advice.reason,
  next_action_params: advice.params,
  next_action_message: advice.message,
  order_ids: orderIds,
  progress: { delivered, total },
  links: jobLinks(baseUrl, job.id),
})

const partShown = (part: PartRecord, isQuote: boolean): Job['parts'][number] => ({
  part_no: part.partNo,
  order_id: isQuote ? null : part.orderId,
  status: part.status,
  klic_number: part.klicNumber,
  geometry: part.geometry,
  extent_m: { width: part.widthM, height: part.heightM },
  area_m2: part.areaM2,
  delivered_at: part.deliveredAt,
  errors: part.errors.map(registryError),
})

export const job = (view: JobView, baseUrl: string): Job => ({
  ...jobBrief(view, baseUrl),
  geometry: shape(view.job.geometry),
  parts: view.parts.map((part) => partShown(part, view.job.status === 'quoted')),
  principal: view.job.principal && principalShown(view.job.principal),
  has_addresses: view.job.hasAddresses?.map(addressShown) ?? null,
  exports: view.exports,
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
  order_id: part.orderId,
  klic_number: part.klicNumber,
  job_id: part.jobId,
  part_no: part.partNo,
  klic_type: part.klicType,
  status: part.status,
  reference: part.reference,
  address: part.address && addressShown(part.address),
  geometry: part.geometry,
  area_m2: part.areaM2,
  start_date: part.startDate,
  created_at: part.createdAt,
  submitted_at: part.submittedAt,
  delivered_at: part.deliveredAt,
  registry: {
    order_number: part.registryOrderNumber,
    position: part.position,
    gi_aanvraag_id: part.giAanvraagId,
  },
  delivery: deliveryShown(newestDelivery(part)),
  errors: part.errors.map(registryError),
})

export const key = (record: KeyRecord): Key => ({
  key_id: record.id,
  name: record.name,
  kind: record.kind,
  permissions: record.permissions,
  prefix: record.prefix,
  environment: record.environment,
  created_at: record.createdAt,
  expires_at: record.expiresAt,
  last_used_at: record.lastUsedAt,
  revoked_at: record.revokedAt,
  created_by: record.createdBy,
  daily_limit: record.dailyLimitCents === null ? null : euros(record.dailyLimitCents).amount,
})

export const event = (row: EventRow): EventShown => ({
  event_id: row.id,
  type: row.type as EventType,
  created_at: row.created_at,
  job_id: row.job_id,
  state: row.state,
  last_error: row.last_error,
  body: JSON.parse(row.payload),
})

export const pagination = ({ page, pageSize, total }: { page: number; pageSize: number; total: number }) => ({
  page,
  page_size: pageSize,
  total,
  total_pages: Math.ceil(total / pageSize),
})

export const partOnMap = (part: PartOnMap) => ({
  part_no: part.partNo,
  extent_m: { width: part.widthM, height: part.heightM },
  area_m2: part.areaM2,
  geometry: part.geometry,
  geometry_lnglat: part.geometryLngLat,
})

const operatorShown = ({ missingIn, ...operator }: OperatorSummary) => ({ ...operator, missing_in: missingIn })

export const soFar = ({ deliveries, operators, precautions }: SoFar): SoFarShown => ({
  deliveries: deliveries.map((delivery) => ({
    part_no: delivery.partNo,
    order_id: delivery.orderId,
    klic_number: delivery.klicNumber,
    sequence: delivery.sequence,
    complete: delivery.complete,
    received_at: delivery.receivedAt,
    features: delivery.features,
  })),
  operators: operators.map(operatorShown),
  precautions,
})

export const summary = ({ summary: made, themes, revision, madeAt, extentLngLat }: SummaryOnMap): JobSummary => ({
  revision,
  features: made.features,
  themes: themes.map(({ lengthM, ...theme }) => ({ ...theme, length_m: lengthM })),
  operators: made.operators.map(operatorShown),
  precautions: made.precautions,
  account: made.account ?? null,
  warnings: made.warnings.map(({ code, message, messageNl, count, objectId, x, y }) => ({
    ...{ code, message, count, x, y },
    ...{ message_nl: messageNl, object_id: objectId },
  })),
  extent_lnglat: extentLngLat,
  made_at: madeAt,
})
