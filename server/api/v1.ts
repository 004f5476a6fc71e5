/** The handlers of API v1: parse and sign-in are done, the action decides, the view shows. */

import type { Handlers } from '../features/http/serve.ts'
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
import { pagination } from '../platform/http/pages.ts'
import { toBody } from '../platform/http/wire.ts'
import { Refusal } from '../platform/refusal.ts'
import type { ROUTES } from './routes.ts'

const pageOf = (query: { page: number; page_size: number }) => ({ page: query.page, pageSize: query.page_size })

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
  listRequests: async ({ needs, caller, query }) => {
    const page = await listRequests(needs.store, caller, pageOf(query), calamitiesAsked(query))
    return { status: 200, body: { data: page.data.map(views.request), pagination: pagination(page) } }
  },

  getRequest: async ({ needs, caller, params }) => ({
    status: 200,
    body: views.request(await getRequest(needs.store, caller, params.order_id)),
  }),

  getRequestGeojson: async ({ needs, caller, params }) => ({
    status: 200,
    file: await requestGeojson(needs.store, caller, params.order_id),
  }),

  createJob: async ({ needs, caller, body }) => {
    const { view, replayed } = await quoteJob(needs, caller, views.jobRequest(body))
    const shown = views.job(view, needs.baseUrl())
    const headers = {
      ...waiting(shown),
      Location: shown.links.self,
      ...(replayed && { 'Idempotent-Replayed': 'true' }),
    }
    if (shown.submit) return { status: 202, body: shown, headers }
    return { status: replayed ? 200 : 201, body: shown, headers }
  },

  listJobs: async ({ needs, caller, query }) => {
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
    const page = await listJobs(needs, caller, pageOf(query), only, sort)
    const data = page.data.map((view) => views.jobBrief(view, needs.baseUrl()))
    return { status: 200, body: { data, pagination: pagination(page) } }
  },

  getJob: async ({ needs, caller, params }) => {
    const shown = views.job(await getJob(needs, caller, params.job_id), needs.baseUrl())
    return { status: 200, body: shown, headers: waiting(shown) }
  },

  submitJob: async ({ needs, caller, params, body }) => {
    const { start_date, confirm_euros } = body ?? {}
    const view =
      confirm_euros === undefined
        ? await submitJob(needs, caller, params.job_id, { startDate: start_date })
        : await submitConfirmed(needs, caller, params.job_id, confirm_euros, { startDate: start_date })
    const shown = views.job(view, needs.baseUrl())
    return { status: 202, body: shown, headers: waiting(shown) }
  },

  getJobGeojson: async ({ needs, caller, params }) => ({
    status: 200,
    file: await jobGeojson(needs, caller, params.job_id),
  }),

  exportJob: async ({ needs, caller, params, query, req }) => {
    const answer = await requestExport(needs, caller, params.job_id, formatOf(query.format))
    return exportAnswer(needs.baseUrl() + req.originalUrl, answer)
  },

  listEvents: async ({ needs, caller, query }) => {
    const about = { jobId: query.job_id, orderId: query.order_id }
    const after = query.after === 'latest' ? ('latest' as const) : Number(query.after)
    const asked = { after, limit: query.limit, about }
    const { events, next, hasMore } = await listEvents(needs.store, caller, asked)
    return { status: 200, body: { data: events.map(eventView), next_cursor: String(next), has_more: hasMore } }
  },

  listSigningKeys: async ({ needs, caller }) => {
    const keys = await signingKeys(needs, caller)
    return { status: 200, body: { data: keys.map((key) => toBody(SigningKeys.shape.data.element, key)) } }
  },

  createKey: async ({ needs, caller, body }) => {
    const { key, secret } = await createKey(needs, caller, {
      name: body.name,
      permissions: body.permissions,
      expiresAt: body.expires_at,
      expiresInDays: body.expires_in_days,
      dailyLimit: body.daily_limit,
    })
    return { status: 201, body: { ...keyView(key), secret } }
  },

  listKeys: async ({ needs, caller }) => ({
    status: 200,
    body: { data: (await listKeys(needs.store, caller)).map(keyView) },
  }),

  deleteKey: async ({ needs, caller, params, query }) => {
    await revokeKey(needs, caller, params.key_id, query.made_keys)
    return { status: 204 }
  },
}
