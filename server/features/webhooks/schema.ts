/** The receivers of events, and the record of every try. Below /dashboard/api with a session. */
import { z } from 'zod'
import type { Route } from '../../platform/http/route.ts'
import { MAX_ATTEMPTS, MAX_WEBHOOK_SECRETS } from '../../platform/limits.ts'
import { Instant, PageQuery, Pagination, WebhookUrl } from '../http/common-schema.ts'
import { EVENT_STATES, EventView } from './event-schema.ts'

export const Webhooks = z.object({
  company_url: z.string().nullable(),
  /** When it answered 410: it is told nothing more until it is set anew. */
  company_url_gone_at: Instant.nullable(),
  allow_private: z.boolean().meta({ description: 'Whether events may go to loopback and private addresses' }),
  allow_private_setting: z.boolean().nullable().meta({ description: 'null: as it is usual here' }),
  secrets: z
    .array(z.object({ secret: z.string(), created_at: Instant, expires_at: Instant.nullable() }))
    .max(MAX_WEBHOOK_SECRETS)
    .meta({ description: 'Newest first; each of them signs until it ends' }),
})
export type Webhooks = z.infer<typeof Webhooks>

/** What is left out stays as it is. */
const WebhooksInput = z
  .strictObject({ company_url: WebhookUrl.nullable(), allow_private: z.boolean().nullable() })
  .partial()

const RotateInput = z
  .strictObject({
    overlap_hours: z
      .int()
      .min(0)
      .max(24 * 30),
  })
  .partial()

export const WebhookDelivery = EventView.extend({
  target: z.enum(['job', 'company']).nullable(),
  target_url: z.string().nullable(),
  next_attempt_at: Instant.nullable(),
  attempts: z
    .array(
      z.object({
        no: z.int(),
        at: Instant,
        url: z.string(),
        status: z.int().nullable(),
        duration_ms: z.int(),
        error: z.string().nullable(),
      }),
    )
    .max(MAX_ATTEMPTS),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const DeliveryPage = z.object({ data: z.array(WebhookDelivery), pagination: Pagination })

const EventPath = z.object({ event_id: z.string().max(64) })
const NoBody = z.strictObject({})

export const WEBHOOK_ROUTES = {
  getWebhooks: {
    method: 'get',
    path: '/webhooks',
    permission: 'admin',
    answersSecret: true,
    summary: 'The receivers of events, and the secrets that sign them',
    responses: { 200: Webhooks },
  },
  putWebhooks: {
    method: 'put',
    path: '/webhooks',
    permission: 'admin',
    summary: 'Change who is told; setting an address that answered 410 anew has it told again',
    body: WebhooksInput,
    responses: { 200: Webhooks },
  },
  rotateWebhookSecret: {
    method: 'post',
    path: '/webhooks/secret',
    permission: 'admin',
    summary: 'Make a new secret; the former one is valid beside it for some hours',
    body: RotateInput,
    bodyOptional: true,
    responses: { 201: Webhooks },
  },
  testWebhook: {
    method: 'post',
    path: '/webhooks/test',
    permission: 'admin',
    summary: 'Send an event that means nothing to the company URL',
    body: NoBody,
    bodyOptional: true,
    responses: { 202: WebhookDelivery },
  },
  listDeliveries: {
    method: 'get',
    path: '/webhooks/deliveries',
    permission: 'read',
    summary: 'Events that were or are to be told, newest first, with every try',
    query: PageQuery.extend({ state: z.enum(EVENT_STATES).optional(), job_id: z.string().max(64).optional() }),
    responses: { 200: DeliveryPage },
  },
  resendDelivery: {
    method: 'post',
    path: '/webhooks/deliveries/{event_id}/resend',
    permission: 'write',
    summary: 'Tell an event again, from the first try on, under the same webhook-id',
    params: EventPath,
    body: NoBody,
    bodyOptional: true,
    responses: { 202: WebhookDelivery },
  },
} as const satisfies Record<string, Route>
