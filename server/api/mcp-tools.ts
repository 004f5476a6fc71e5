/**
 * What an AI client may do: the acts of API v1 under names that say what they do, parsed by the same schemas, refused
 * with the same codes. Money is spent by one of them only, and that asks for the sum in the call. Shapes are left out of
 * the answers: thousands of numbers say nothing to a reader of words.
 */

import { z } from 'zod'
import { Amount, Day, PageQuery } from '../features/http/common-schema.ts'
import { getJob, listJobs } from '../features/jobs/get-job.ts'
import { getRequest, listRequests } from '../features/jobs/get-request.ts'
import { JobInput } from '../features/jobs/input-schema.ts'
import { quoteJob } from '../features/jobs/quotes/quote-job.ts'
import { OrderPath, type RequestRecord } from '../features/jobs/request-schema.ts'
import { type Job, JobPath } from '../features/jobs/schema.ts'
import { submitConfirmed } from '../features/jobs/submit-job.ts'
import * as views from '../features/jobs/views.ts'
import { jobSummary } from '../features/results/map/show-on-map.ts'
import { summaryShown } from '../features/results/views.ts'
import type { ApiServices, Permitted } from '../features/services.ts'
import { pageRequest, pagination } from '../platform/http/pages.ts'
import type { Permission } from '../platform/http/permissions.ts'

export interface Tool {
  readonly title: string
  readonly description: string
  readonly permission: Permission
  /** Costs money. */
  readonly pays: boolean
  readonly input: z.ZodObject
  // One table holds tools of different inputs: `tool` checks each against its own schema.
  readonly run: (services: ApiServices, caller: never, input: never) => Promise<object>
}

const tool = <S extends z.ZodObject, P extends Permission = 'read'>(
  made: Pick<Tool, 'title' | 'description'> & {
    permission?: P
    pays?: boolean
    input: S
    run: (services: ApiServices, caller: Permitted<P>, input: z.output<S>) => Promise<object>
  },
): Tool => ({ permission: 'read', pays: false, ...made })

const Page = z.strictObject({
  page: z.int().min(1).max(999_999_999).default(1),
  page_size: z.int().min(1).max(50).default(20),
  as_of: PageQuery.shape.as_of,
})
const AJob = z.strictObject(JobPath.shape)
const ARequest = z.strictObject(OrderPath.shape)

const withoutShapes = ({ geometry: _area, ...job }: Job) => ({
  ...job,
  parts: job.parts.map(({ geometry: _shape, ...part }) => part),
})
const requestWithoutShape = ({ geometry: _shape, ...request }: RequestRecord) => request

export const TOOLS: Readonly<Record<string, Tool>> = {
  quote_area: tool({
    title: 'Quote an area',
    description:
      'Cuts an area in the Netherlands into as few KLIC notifications as the registry allows and prices it. Files nothing and costs nothing. The answer has the job_id and the total to be confirmed for submit_job. While quote.final is false the total may still fall: look with get_job until it is true before the person is asked.',
    input: JobInput.omit({ submit: true, webhook_url: true }),
    run: async (services, caller, input) => {
      const { view } = await quoteJob(services, caller, views.jobRequest({ ...input, submit: false }))
      return withoutShapes(views.job(view, services.baseUrl()))
    },
  }),

  submit_job: tool({
    title: 'Submit a quoted job: this costs money',
    description:
      'Files the notifications of a quoted job at the land registry (Kadaster). This costs real money and cannot be undone. Ask the person who pays first, and pass the total of the quote that they confirmed as confirm_euros; another sum is refused.',
    permission: 'write',
    pays: true,
    input: z.strictObject({
      ...JobPath.shape,
      confirm_euros: Amount.meta({ description: 'The total of the quote, as the person confirmed it, e.g. 119.85' }),
      start_date: Day.optional(),
    }),
    run: async (services, caller, { job_id, confirm_euros, start_date }) =>
      withoutShapes(
        views.job(
          await submitConfirmed(services, caller, job_id, confirm_euros, { startDate: start_date }),
          services.baseUrl(),
        ),
      ),
  }),

  list_jobs: tool({
    title: 'List jobs',
    description: 'Jobs of the company, newest first, with their status and what to do next.',
    input: Page,
    run: async (services, caller, input) => {
      const page = await listJobs(services, caller, pageRequest(input))
      const data = page.data.map((view) => views.jobBrief(view, services.baseUrl()))
      return { data, pagination: pagination(page) }
    },
  }),

  get_job: tool({
    title: 'Read a job',
    description: 'Status of one job, what to do next, its parts, its price, and where its files are.',
    input: AJob,
    run: async (services, caller, { job_id }) =>
      withoutShapes(views.job(await getJob(services, caller, job_id), services.baseUrl())),
  }),

  list_requests: tool({
    title: 'List requests',
    description: 'KLIC notifications that were filed, newest first.',
    input: Page,
    run: async (services, caller, input) => {
      const page = await listRequests(services.store, caller, pageRequest(input))
      const data = page.data.map((part) => requestWithoutShape(views.request(part)))
      return { data, pagination: pagination(page) }
    },
  }),

  get_request: tool({
    title: 'Read a request',
    description: 'One KLIC notification: its KLIC number, its status at the registry, and what was delivered.',
    input: ARequest,
    run: async (services, caller, { order_id }) =>
      requestWithoutShape(views.request(await getRequest(services.store, caller, order_id))),
  }),

  result_summary: tool({
    title: 'Summary of a result',
    description:
      'What lies in the area of a job that is ready: network themes with counts and lengths, network operators with their contacts, precautions to be taken, and warnings. No replacement for the map.',
    input: AJob,
    run: async (services, caller, { job_id }) => summaryShown(await jobSummary(services.store, caller, job_id)),
  }),
}
