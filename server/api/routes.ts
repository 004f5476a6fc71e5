/**
 * The table of contents of API v1. From it come validation, the permission check, the OpenAPI document and the client.
 * The dashboard serves the same rows below /dashboard/api for a session instead of a key.
 */
import { z } from 'zod'
import { EXPORT_FORMATS, mediaTypeOf } from '../exports/result-formats.ts'
import { NotificationQuery, PageQuery } from '../features/http/common-schema.ts'
import { JobInput, SubmitInput } from '../features/jobs/input-schema.ts'
import { OrderPath, RequestPage, RequestRecord } from '../features/jobs/request-schema.ts'
import { ExportPending, Job, JobBrief, JobPath, JobQuery } from '../features/jobs/schema.ts'
import { Key, KeyInput, KeyPath, NewKey } from '../features/keys/schema.ts'
import { EventList, EventQuery, SigningKeys } from '../features/webhooks/event-schema.ts'
import { KEY_KINDS } from '../platform/http/permissions.ts'
import type { Route } from '../platform/http/route.ts'

/** Of GeoJSON, as the API and QGIS expect it. */
export const GEOJSON = mediaTypeOf('geojson')

export const JobPage = z
  .object({
    data: z.array(JobBrief).meta({ description: 'Newest first' }),
    pagination: RequestPage.shape.pagination,
  })
  .meta({ id: 'JobPage', description: 'A page of jobs' })

/** `submit: true` needs write; a quote needs read. The handler asks for the higher one when it sees the body. */
export const ROUTES = {
  listRequests: {
    method: 'get',
    path: '/requests',
    permission: 'read',
    summary: 'List the notifications of the company, newest first',
    query: NotificationQuery,
    responses: { 200: RequestPage },
  },
  getRequest: {
    method: 'get',
    path: '/request/{order_id}',
    permission: 'read',
    summary: 'One notification',
    params: OrderPath,
    responses: { 200: RequestRecord },
  },
  getRequestGeojson: {
    method: 'get',
    path: '/request/{order_id}/geojson',
    permission: 'read',
    summary: 'The IMKL delivery of one notification as GeoJSON in RD New',
    params: OrderPath,
    files: [GEOJSON],
    refuses: ['DELIVERY_NOT_AVAILABLE', 'EXPORT_FAILED', 'FILES_REMOVED'],
    responses: { 200: 'file' },
  },
  createJob: {
    method: 'post',
    path: '/jobs',
    permission: 'read',
    orPermission: 'write',
    summary: 'Quote an area, or submit it at once with submit: true (which needs write)',
    body: JobInput,
    takesArea: true,
    refuses: [
      'BILLING_REQUIRED',
      'SPENDING_LIMIT',
      'KEY_ENVIRONMENT',
      'START_DATE_REQUIRED',
      'JOB_STATE_CONFLICT',
      'QUOTE_CHANGED',
      'OPEN_QUOTES_LIMIT',
      'GEOMETRY_TOO_LARGE',
      'CLIENT_REF_CONFLICT',
      'GEOMETRY_INVALID',
      'GEOMETRY_OUTSIDE_NETHERLANDS',
      'CRS_INVALID',
      'CRS_MISMATCH',
      'ADDRESS_OUTSIDE_POLYGON',
    ],
    responses: { 200: Job, 201: Job, 202: Job },
  },
  listJobs: {
    method: 'get',
    path: '/jobs',
    permission: 'read',
    summary: 'Recent jobs of the company, newest first',
    query: JobQuery,
    responses: {
      200: JobPage,
    },
  },
  getJob: {
    method: 'get',
    path: '/jobs/{job_id}',
    permission: 'read',
    summary: 'Status of a job, what to do next, and its parts',
    params: JobPath,
    responses: { 200: Job },
  },
  submitJob: {
    method: 'post',
    path: '/jobs/{job_id}/submit',
    permission: 'write',
    summary: 'File the quoted notifications: this costs money',
    params: JobPath,
    body: SubmitInput,
    bodyOptional: true,
    refuses: [
      'BILLING_REQUIRED',
      'SPENDING_LIMIT',
      'KEY_ENVIRONMENT',
      'START_DATE_REQUIRED',
      'JOB_STATE_CONFLICT',
      'QUOTE_CHANGED',
      'GEOMETRY_TOO_LARGE',
    ],
    responses: { 202: Job },
  },
  getJobGeojson: {
    method: 'get',
    path: '/jobs/{job_id}/geojson',
    permission: 'read',
    summary: 'The merged result as GeoJSON in RD New',
    params: JobPath,
    files: [GEOJSON],
    refuses: ['NOT_READY', 'EXPORT_FAILED', 'FILES_REMOVED'],
    responses: { 200: 'file' },
  },
  exportJob: {
    method: 'get',
    path: '/jobs/{job_id}/export',
    permission: 'read',
    summary: 'The merged result as a file, or 202 while it is produced',
    params: JobPath,
    /** Checked by the handler: a wrong format is 400 FORMAT_INVALID, not 422. */
    query: z.strictObject({
      format: z
        .string()
        .max(100)
        .optional()
        .meta({
          description: EXPORT_FORMATS.join(', '),
          override: { enum: [...EXPORT_FORMATS] },
          param: { required: true },
        }),
    }),
    files: EXPORT_FORMATS.map(mediaTypeOf),
    refuses: ['FORMAT_INVALID', 'NOT_READY', 'EXPORT_FAILED', 'FILES_REMOVED'],
    responses: { 200: 'file', 202: ExportPending },
  },
  listEvents: {
    method: 'get',
    path: '/events',
    permission: 'read',
    summary: 'Everything that happened, told or not, oldest first, from behind a cursor on',
    query: EventQuery,
    responses: { 200: EventList },
  },
  listSigningKeys: {
    method: 'get',
    path: '/events/signing-keys',
    permission: 'read',
    summary: 'The public keys that verify the signatures of events',
    responses: { 200: SigningKeys },
  },
  createKey: {
    method: 'post',
    path: '/keys',
    permission: 'admin',
    summary: 'Make an API key; its secret is shown in this answer only',
    body: KeyInput,
    responses: { 201: NewKey },
  },
  listKeys: {
    method: 'get',
    path: '/keys',
    permission: 'admin',
    summary: 'The keys of the company',
    query: PageQuery.extend({
      kind: z.enum(KEY_KINDS).optional().meta({ description: 'Keys of this kind only' }),
    }),
    responses: {
      200: z
        .object({
          data: z.array(Key).meta({ description: 'Those that were not revoked first; of both the newest first' }),
          pagination: RequestPage.shape.pagination,
        })
        .meta({ id: 'KeyList', description: 'A page of the keys of the company' }),
    },
  },
  deleteKey: {
    method: 'delete',
    path: '/keys/{key_id}',
    permission: 'admin',
    summary: 'Revoke a key; works on the next request',
    params: KeyPath,
    query: z.strictObject({
      made_keys: z.enum(['revoke', 'keep']).optional().meta({
        description:
          'What becomes of the keys that it made, and of theirs. Left out, while such keys work: 409 ACCESS_REMAINS with their list, and nothing is revoked',
      }),
    }),
    responses: { 204: 'empty' },
    refuses: ['ACCESS_REMAINS'],
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof ROUTES
