/**
 * One or more worked calls for every operation, as the OpenAPI document and the page for people show them.
 * A test makes each call against the real server with its simulator: the ids of DEMO stand for what that server made, the
 * start date for a working day to come; status and answer must be those that stand here.
 * Reason for its length: one table, a row for each call.
 */

import type { z } from 'zod'
import { jobLinks } from '../features/http/common-schema.ts'
import { forEachText } from '../features/jobs/given-texts-schema.ts'
import type { JobInput, SubmitInput } from '../features/jobs/input-schema.ts'
import type { RequestRecord } from '../features/jobs/request-schema.ts'
import { REASON_ROWS, type ReasonParams } from '../features/jobs/rules/reasons.ts'
import type { ExportPending, Job, JobBrief } from '../features/jobs/schema.ts'
import type { KeyInput, NewKey } from '../features/keys/schema.ts'
import { exampleCollection } from '../features/results/geojson-schema.ts'
import type { EventView } from '../features/webhooks/event-schema.ts'
import type { Problem } from '../platform/http/errors.ts'
import { DIG_REASONS, type DigReasonCode, digReason } from '../registry/dig-reasons.ts'
import type { NextActionReason } from '../registry/klic.ts'
import { KADASTER_TARIFF } from '../registry/prices.ts'
import type { RouteName } from './routes.ts'

export interface Example {
  /** Name within the operation; snake_case */
  readonly name: string
  readonly summary: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status: number
  /** The JSON body of the answer, or of the GeoJSON file; none where the answer is another file or empty. */
  readonly answer?: unknown
}

/** What a server has to hold before the examples can be run; the ids as they are spelt in them. */
export const DEMO = {
  /** GRAAF, without a start date */
  quotedJob: 'job_0VbXbcj3GtLL8qCEpIyO',
  readyJob: 'job_0VbXbcj3GtLL8qCEpIzQ',
  readyOrder: 'ord_0VbXbcj8QAupGuGJF3D3',
  keyToRevoke: 'key_0VbXbdqMN5BAnJTGD4SJ',
  startDate: '2026-12-07',
} as const

const NEW_JOB = 'job_0VbXbcj3GtLL8qCEpIxM'
const BASE = 'http://127.0.0.1:4780/api/v1'
const REQUEST_ID = '0f8b6f2e-3f0a-4a8e-9d55-0d8f6a3c1b7e'

const next = (reason: NextActionReason, params: ReasonParams = {}) => {
  const { action, message } = REASON_ROWS[reason]
  return {
    next_action: action,
    next_action_reason: reason,
    next_action_params: params,
    next_action_message: message(params),
  }
}

const notFor = (code: DigReasonCode): Job['dig_status'] => {
  const { answer } = DIG_REASONS[code]
  return { answer, reasons: [digReason(code)], begin_from: null, begin_until: null }
}

const AREA: Job['geometry'] = {
  type: 'Polygon',
  coordinates: [
    [
      [154800, 387900],
      [155100, 387900],
      [155100, 388150],
      [154800, 387900],
    ],
  ],
}
const PART_AREA: Job['geometry'] = {
  type: 'Polygon',
  coordinates: [
    [
      [155100, 387900],
      [155100, 388150],
      [154800, 387900],
      [155100, 387900],
    ],
  ],
}

const linksOf = (jobId: string, hasResult = false): Job['links'] => jobLinks('http://127.0.0.1:4780', jobId, hasResult)

const NOTHING = { amount: '0.00', currency: 'EUR' } as const
const PRICE = { amount: '39.95', currency: 'EUR' } as const

const quoted: Job = {
  job_id: NEW_JOB,
  status: 'quoted',
  source: 'ordered',
  klic_type: 'ORIENT',
  submit: false,
  reference: 'Bermsloot Best',
  registry_reference: 'Bermsloot Best',
  client_ref: 'ERP-2026-0117',
  crs: 'EPSG:28992',
  start_date: null,
  end_date: null,
  address: null,
  webhook_url: null,
  works: null,
  ...forEachText(() => null),
  preparation: null,
  follows: null,
  area_m2: 37500,
  quote: {
    notifications: 1,
    price_per_notification: PRICE,
    total: PRICE,
    vat: 'excluded',
    billed_by: 'kadaster',
    kadaster_tariff: {
      price_per_notification: { amount: '11.00', currency: 'EUR' },
      total: { amount: '11.00', currency: 'EUR' },
      from: KADASTER_TARIFF.from,
      source: KADASTER_TARIFF.source,
    },
    earliest_start: null,
    lower_bound: 1,
    plain_grid: 1,
    saved: NOTHING,
    extra_area_m2: 0,
    rules_cost: 0,
    rules: null,
    explanation: 'The area fits one notification of at most 2500 x 2500 m.',
    final: true,
    expires_at: '2026-12-20T18:53:23.977Z',
  },
  preliminary: null,
  revision: 0,
  warnings: [],
  errors: [],
  simulated: true,
  created_at: '2026-11-20T18:53:23.977Z',
  submitted_at: null,
  ready_at: null,
  archived_at: null,
  ...next('quote_open'),
  dig_status: notFor('orientation'),
  order_ids: [],
  klic_numbers: [],
  progress: { delivered: 0, total: 1 },
  links: linksOf(NEW_JOB),
  geometry: AREA,
  parts: [
    {
      part_no: 1,
      order_id: null,
      status: 'quoted',
      klic_number: null,
      geometry: PART_AREA,
      extent_m: { width: 300, height: 250 },
      area_m2: 37500,
      delivered_at: null,
      errors: [],
    },
  ],
  principal: null,
  followed_by: [],
  split_into: [],
  has_addresses: null,
  exports: { shp: 'absent', geojson: 'absent', gpkg: 'absent' },
  ground: null,
  result_warnings: null,
}

const accepted: Job = {
  ...quoted,
  status: 'accepted',
  submit: true,
  submitted_at: '2026-11-20T18:53:24.052Z',
  ...next('queued', { delivered: 0, total: 1, filed: 0, refused: 0 }),
  order_ids: [DEMO.readyOrder],
  parts: [{ ...quoted.parts[0]!, order_id: DEMO.readyOrder, status: 'accepted' }],
}

const acceptedGraaf: Job = {
  ...accepted,
  klic_type: 'GRAAF',
  dig_status: notFor('not_filed'),
  client_ref: null,
  start_date: DEMO.startDate,
  end_date: '2026-12-21',
  warnings: [
    {
      code: 'HAS_NOT_ASKED',
      message:
        'No house connection sketches (HAS) are asked for: connections to houses may be missing from the delivery.',
    },
  ],
  quote: {
    ...accepted.quote,
    earliest_start: '2026-11-25',
    explanation: 'The area fits one notification of at most 500 x 500 m.',
  },
}

const ready: Job = {
  ...accepted,
  job_id: DEMO.readyJob,
  client_ref: null,
  status: 'ready',
  revision: 1,
  ready_at: '2026-11-20T18:53:28.133Z',
  ...next('ready_precautions', { operators: ['Simulatie Energienet'] }),
  progress: { delivered: 1, total: 1 },
  links: linksOf(DEMO.readyJob, true),
  parts: [
    {
      ...accepted.parts[0]!,
      status: 'delivered',
      klic_number: '99O0000001',
      delivered_at: '2026-11-20T18:53:27.364Z',
    },
  ],
  klic_numbers: ['99O0000001'],
  exports: { shp: 'absent', geojson: 'ready', gpkg: 'ready' },
  ground: 'added',
  result_warnings: [
    { code: 'SIMULATED', message: 'This result holds test data. It is not for use in the field.', count: 1 },
    {
      code: 'PLANNING_ONLY',
      message:
        'Planning request (oriëntatieverzoek): for planning only, not for digging. Submit an excavation notification (graafmelding) before you dig.',
      count: null,
    },
    {
      code: 'PRECAUTION',
      message:
        'Simulatie Energienet (KL9001) requires precautions (EV) here for high-pressure gas. Contact the operator before you dig: Loket Simulatie Energienet, +31 88 000 02 01, klic@kl9001.example.',
      count: null,
    },
  ],
}

const brief = ({
  geometry,
  parts,
  principal,
  followed_by,
  split_into,
  has_addresses,
  exports,
  ground,
  result_warnings,
  ...rest
}: Job): JobBrief => rest

const request: RequestRecord = {
  order_id: DEMO.readyOrder,
  klic_number: '99O0000001',
  job_id: DEMO.readyJob,
  part_no: 1,
  source: 'ordered',
  klic_type: 'ORIENT',
  status: 'delivered',
  reference: 'Bermsloot Best',
  address: { bag_id: '0753010000000021', street: 'Ringweg', house_number: 4, postcode: '5684XB', city: 'Best' },
  geometry: PART_AREA,
  area_m2: 37500,
  start_date: null,
  created_at: '2026-11-20T18:53:23.977Z',
  submitted_at: '2026-11-20T18:53:24.052Z',
  delivered_at: '2026-11-20T18:53:27.364Z',
  registry: {
    order_number: '9800000001',
    position: '0000000010',
    gi_aanvraag_id: 'e5eae510-a32d-4b1f-ad11-117ba90e149e',
  },
  delivery: {
    sequence: 1,
    complete: true,
    received_at: '2026-11-20T18:53:26.873Z',
    features: 223,
    documents: 3,
    operators: [{ code: 'KL9001', name: 'Simulatie Energienet', delivered: true }],
    precautions: 1,
  },
  errors: [],
}

export const readyEvent: EventView = {
  event_id: 'evt_0VbXbe1k7Fq0mG5c9TzR',
  type: 'job.ready',
  created_at: '2026-11-20T18:53:28.133Z',
  job_id: DEMO.readyJob,
  state: 'recorded',
  last_error: null,
  body: {
    type: 'job.ready',
    timestamp: '2026-11-20T18:53:28.133Z',
    data: {
      job_id: DEMO.readyJob,
      job_ids: [DEMO.readyJob],
      revision: 1,
      client_ref: null,
      reference: 'Bermsloot Best',
      status: 'ready',
      order_ids: [DEMO.readyOrder],
      missing_parts: [],
      links: linksOf(DEMO.readyJob, true),
    },
  },
}

const newKey: z.output<typeof NewKey> = {
  key_id: DEMO.keyToRevoke,
  name: 'ERP',
  kind: 'api',
  permissions: ['read', 'write'],
  prefix: 'klic_sim_bBAqRa',
  environment: 'simulator',
  created_at: '2026-11-20T18:53:28.274Z',
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  created_by: 'key:key_0VbXbcK5RGILlvOiRejj',
  daily_limit: null,
  secret: 'klic_sim_bBAqRa…, shown in this answer only',
}
const { secret: _, ...listedKey } = newKey

const pagination = { page: 1, page_size: 50, as_of: '2026-11-20T18:53:28.274Z', total: 1, total_pages: 1 }

const problem = (detail: Omit<Problem['detail'], 'request_id'>): Problem =>
  ({ detail: { ...detail, request_id: REQUEST_ID } }) as Problem

const noSuchJob = problem({
  error_code: 'NOT_FOUND',
  message:
    'There is no such job here: the id is mistyped, or of another company, server or data folder. GET /jobs lists those that are here.',
})
const notReady = problem({
  error_code: 'NOT_READY',
  message:
    'The job is quoted; there is no result yet. A GRAAF notification needs a start_date: give it with POST /jobs/{job_id}/submit.',
  status: 'quoted',
  next_action: 'add_start_date',
})

type InputOf<S extends z.ZodType> = z.input<S>
const aQuote: InputOf<typeof JobInput> = {
  geometry: AREA,
  klic_type: 'ORIENT',
  reference: 'Bermsloot Best',
  client_ref: 'ERP-2026-0117',
}
const aSubmission: InputOf<typeof JobInput> = {
  geometry: AREA,
  klic_type: 'GRAAF',
  reference: 'Bermsloot Best',
  start_date: DEMO.startDate,
  submit: true,
}
const aStart: InputOf<typeof SubmitInput> = { start_date: DEMO.startDate }
const aKey: InputOf<typeof KeyInput> = { name: 'ERP', permissions: ['read', 'write'] }
const pending: z.output<typeof ExportPending> = {
  status: 'processing',
  poll_url: `${BASE}/jobs/${DEMO.readyJob}/export?format=shp`,
  retry_after: 2,
}

const QUOTED = { job_id: DEMO.quotedJob }
const READY = { job_id: DEMO.readyJob }
const NONE = { job_id: 'job_of_nobody' }

/** In the order in which they are run: a later one may rest on an earlier one. */
export const EXAMPLES: Readonly<Record<RouteName, readonly [Example, ...Example[]]>> = {
  createJob: [
    { name: 'quote', summary: 'A quote: nothing is filed', body: aQuote, status: 201, answer: quoted },
    { name: 'repeat', summary: 'The same client_ref again: the same job', body: aQuote, status: 200, answer: quoted },
    {
      name: 'submit_at_once',
      summary: 'Filed at once: this costs money',
      body: aSubmission,
      status: 202,
      answer: acceptedGraaf,
    },
    {
      name: 'misspelt',
      summary: 'A field that does not exist: nothing is made',
      body: { geometry: AREA, klic_type: 'ORIENT', sumbit: true },
      status: 422,
      answer: problem({
        error_code: 'VALIDATION_FAILED',
        message: 'The body does not follow the contract; see errors.',
        errors: [{ pointer: '/sumbit', code: 'UNKNOWN_FIELD', message: 'There is no field of this name.' }],
      }),
    },
  ],
  listJobs: [
    {
      name: 'first_page',
      summary: 'Jobs of one client_ref, by their state',
      query: {
        page: '1',
        page_size: '50',
        as_of: pagination.as_of,
        client_ref: 'ERP-2026-0117',
        status: 'quoted',
        created_since: '2026-01-01T00:00:00Z',
        archived: 'false',
        calamities: 'false',
        changed_since: '2026-01-01T00:00:00Z',
        q: 'erp-2026',
        sort: 'newest',
      },
      status: 200,
      answer: { data: [brief(ready)], pagination },
    },
  ],
  getJob: [
    { name: 'ready', summary: 'A job whose result can be downloaded', params: READY, status: 200, answer: ready },
    { name: 'unknown', summary: 'No such job', params: NONE, status: 404, answer: noSuchJob },
  ],
  submitJob: [
    {
      name: 'with_start_date',
      summary: 'File the quote of a GRAAF that has no start date yet',
      params: QUOTED,
      body: aStart,
      status: 202,
      answer: { ...acceptedGraaf, job_id: DEMO.quotedJob, links: linksOf(DEMO.quotedJob) },
    },
  ],
  getJobGeojson: [
    { name: 'file', summary: 'The merged result', params: READY, status: 200, answer: exampleCollection },
    { name: 'not_ready', summary: 'There is no result yet', params: QUOTED, status: 409, answer: notReady },
  ],
  exportJob: [
    { name: 'file', summary: 'The GeoPackage', params: READY, query: { format: 'gpkg' }, status: 200 },
    {
      name: 'geojson',
      summary: 'GeoJSON',
      params: READY,
      query: { format: 'geojson' },
      status: 200,
      answer: exampleCollection,
    },
    {
      name: 'pending',
      summary: 'The Shapefile, made on first demand',
      params: READY,
      query: { format: 'shp' },
      status: 202,
      answer: pending,
    },
    {
      name: 'no_such_format',
      summary: 'None of shp, geojson, gpkg',
      params: READY,
      query: { format: 'dxf' },
      status: 400,
      answer: problem({
        error_code: 'FORMAT_INVALID',
        message: 'format must be one of shp, geojson, gpkg.',
        errors: [{ pointer: '?format', code: 'FORMAT_INVALID', message: 'format must be one of shp, geojson, gpkg.' }],
      }),
    },
  ],
  listRequests: [
    {
      name: 'first_page',
      summary: 'The newest notifications',
      query: { page: '1', page_size: '50', as_of: pagination.as_of, calamities: 'false' },
      status: 200,
      answer: { data: [request], pagination },
    },
  ],
  getRequest: [
    {
      name: 'delivered',
      summary: 'A delivered notification',
      params: { order_id: DEMO.readyOrder },
      status: 200,
      answer: request,
    },
  ],
  getRequestGeojson: [
    {
      name: 'file',
      summary: 'Its delivery',
      params: { order_id: DEMO.readyOrder },
      status: 200,
      answer: exampleCollection,
    },
  ],
  listEvents: [
    {
      name: 'first_page',
      summary: 'What happened to one job',
      query: { after: '0', limit: '100', job_id: DEMO.readyJob, order_id: DEMO.readyOrder },
      status: 200,
      answer: { data: [readyEvent], next_cursor: '1', has_more: false },
    },
  ],
  listSigningKeys: [
    {
      name: 'keys',
      summary: 'The key in use',
      status: 200,
      answer: {
        data: [
          {
            public_key: 'whpk_7hfnqxBS8TUYA7pmbQSjGhvB2wVfPRpyoPaPjBcZHzk=',
            created_at: '2026-11-20T18:53:28.133Z',
            expires_at: null,
          },
        ],
      },
    },
  ],
  createKey: [{ name: 'key', summary: 'A key for another program', body: aKey, status: 201, answer: newKey }],
  listKeys: [
    {
      name: 'keys',
      summary: 'The first page of keys',
      query: { page: '1', page_size: '50', as_of: pagination.as_of, kind: 'api' },
      status: 200,
      answer: { data: [listedKey], pagination },
    },
  ],
  deleteKey: [
    {
      name: 'revoke',
      summary: 'Revoke it',
      params: { key_id: DEMO.keyToRevoke },
      query: { made_keys: 'revoke' },
      status: 204,
    },
  ],
}
