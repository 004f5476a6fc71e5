/** The handlers of API v1: parse and sign-in are done, the action decides, the view shows. */

import type { Handlers } from '../features/http/serve.ts'
import { writeList } from '../features/http/write-list.ts'
import { getJob, listJobs } from '../features/jobs/get-job.ts'
import { getRequest, listRequests, requestGeojson } from '../features/jobs/get-request.ts'
import { quoteJob } from '../features/jobs/quotes/quote-job.ts'
import type { Job } from '../features/jobs/schema.ts'
import { submitConfirmed, submitJob } from '../features/jobs/submit-job.ts'
import * as views from '../features/jobs/views.ts'
import { createKey, keyView, listKeys, revokeKey } from '../features/keys/keys.ts'
import { type ExportAnswer, jobGeojson, requestExport } from '../features/results/request-export.ts'
import { askAgainAfter, EXPORT_FORMATS, type ExportFormat } from '../features/vocabulary.ts'
import { SigningKeys } from '../features/webhooks/event-schema.ts'
import { eventView, listEvents, signingKeys } from '../features/webhooks/webhooks.ts'
import { pageRequest, pagination } from '../platform/http/pages.ts'
import { toBody } from '../platform/http/wire.ts'
import { Refusal } from '../platform/refusal.ts'
import type { ROUTES } from './routes.ts'

const calamitiesAsked = ({ calamities }: { calamities?: 'true' | 'false' | undefined }): boolean | undefined =>
  calamities && calamities === 'true'

const formatOf = (text: string | undefined): ExportFormat => {
  const format = EXPORT_FORMATS.find((each) => each === text)
  if (format) return format
  const message = `format must be one of ${EXPORT_FORMATS.join(', ')}.`
  throw new Refusal('FORMAT_INVALID', message, {
    complaints: [{ pointer: '?format', code: 'FORMAT_INVALID', message }],
  })
}

/** The file, or when to ask again. @param asked the address that was called: the caller polls the same */
export function exportAnswer(asked: string, answer: ExportAnswer) {
  if ('file' in answer) return { status: 200, file: answer.file } as const
  const { retryAfterSeconds } = answer.pending
  return {
    status: 202,
    body: {
      status: 'processing',
      poll_url: asked,
      retry_after: retryAfterSeconds,
    },
    headers: { 'Retry-After': String(retryAfterSeconds) },
  } as const
}

/** When a caller that waits for this job should ask again. */
const waiting = (shown: Job): Record<string, string> => {
  const seconds = askAgainAfter({
    action: shown.next_action,
    reason: shown.next_action_reason,
    isSimulated: shown.simulated,
  })
  return seconds === null ? {} : { 'Retry-After': String(seconds) }
}

export const v1: Handlers<typeof ROUTES> = {
  listRequests: async ({ services, caller, query }) => {
    const page = await listRequests(services.store, caller, pageRequest(query), calamitiesAsked(query))
    return { status: 200, body: { data: page.data.map(views.request), pagination: pagination(page) } }
  },

  getRequest: async ({ services, caller, params }) => ({
    status: 200,
    body: views.request(await getRequest(services.store, caller, params.order_id)),
  }),

  getRequestGeojson: async ({ services, caller, params }) => ({
    status: 200,
    file: await requestGeojson(services.store, caller, params.order_id),
  }),

  createJob: async ({ services, caller, body }) => {
    const { view, replayed } = await quoteJob(services, caller, views.jobRequest(body))
    const shown = views.job(view, services.baseUrl())
    const headers = {
      ...waiting(shown),
      Location: shown.links.self,
      ...(replayed && { 'Idempotent-Replayed': 'true' }),
    }
    if (shown.submit) return { status: 202, body: shown, headers }
    return { status: replayed ? 200 : 201, body: shown, headers }
  },

  listJobs: async ({ services, caller, query }) => {
    const { q: text, client_ref: clientRef, status, sort } = query
    const calamities = calamitiesAsked(query)
    const only = {
      ...(calamities !== undefined && { calamities }),
      text,
      clientRef,
      status,
      createdSince: query.created_since,
      changedSince: query.changed_since,
      ...(query.archived && { isArchived: query.archived === 'true' }),
    }
    const page = await listJobs(services, caller, pageRequest(query), only, sort)
    const data = await writeList(page.data, (view) => views.jobBrief(view, services.baseUrl()), caller)
    return { status: 200, body: { data, pagination: pagination(page) } }
  },

  getJob: async ({ services, caller, params }) => {
    const shown = views.job(await getJob(services, caller, params.job_id), services.baseUrl())
    return { status: 200, body: shown, headers: waiting(shown) }
  },

  submitJob: async ({ services, caller, params, body }) => {
    const { start_date, confirm_euros } = body ?? {}
    const view =
      confirm_euros === undefined
        ? await submitJob(services, caller, params.job_id, { startDate: start_date })
        : await submitConfirmed(services, caller, params.job_id, confirm_euros, { startDate: start_date })
    const shown = views.job(view, services.baseUrl())
    return { status: 202, body: shown, headers: waiting(shown) }
  },

  getJobGeojson: async ({ services, caller, params }) => ({
    status: 200,
    file: await jobGeojson(services, caller, params.job_id),
  }),

  exportJob: async ({ services, caller, params, query, req }) => {
    const answer = await requestExport(services, caller, params.job_id, formatOf(query.format))
    return exportAnswer(services.baseUrl() + req.originalUrl, answer)
  },

  listEvents: async ({ services, caller, query }) => {
    const about = { jobId: query.job_id, orderId: query.order_id }
    const after = query.after === 'latest' ? ('latest' as const) : Number(query.after)
    const asked = { after, limit: query.limit, about }
    const { events, next, hasMore } = await listEvents(services.store, caller, asked)
    return { status: 200, body: { data: events.map(eventView), next_cursor: String(next), has_more: hasMore } }
  },

  listSigningKeys: async ({ services, caller }) => {
    const keys = await signingKeys(services, caller)
    return { status: 200, body: { data: keys.map((key) => toBody(SigningKeys.shape.data.element, key)) } }
  },

  createKey: async ({ services, caller, body }) => {
    const { key, secret } = await createKey(services, caller, {
      name: body.name,
      permissions: body.permissions,
      expiresAt: body.expires_at,
      expiresInDays: body.expires_in_days,
      dailyLimit: body.daily_limit,
    })
    return { status: 201, body: { ...keyView(key), secret } }
  },

  listKeys: async ({ services, caller, query }) => {
    const page = await listKeys(services.store, caller, { ...pageRequest(query), kind: query.kind })
    return { status: 200, body: { data: page.data.map(keyView), pagination: pagination(page) } }
  },

  deleteKey: async ({ services, caller, params, query }) => {
    await revokeKey(services, caller, params.key_id, query.made_keys)
    return { status: 204 }
  },
}
