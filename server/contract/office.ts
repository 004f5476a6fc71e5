/** A desktop that works with an office's server: where that is, and the jobs that it is to have. */
import { z } from 'zod'
import { HANDOVER_STATES, officeUrlComplaint } from '../domain/ports/office.ts'
import { Amount, Instant } from './common.ts'
import { Problem } from './errors.ts'
import { JobPath } from './jobs.ts'
import type { Route } from './routes.ts'

export const Handover = z.object({
  job_id: z.string(),
  reference: z.string().nullable(),
  state: z.enum(HANDOVER_STATES),
  total: Amount.meta({ description: 'What it costs by the quote made here' }),
  office_total: Amount.nullable().meta({ description: "What it costs by the office's quote" }),
  submit_up_to: Amount.nullable().meta({
    description: 'Confirmed beforehand: filed there up to this; null: quoted only',
  }),
  office_job_url: z.string().nullable().meta({ description: "Where it is in the office's window" }),
  tries: z.int(),
  next_try_at: Instant.nullable(),
  problem: z.string().nullable(),
  created_at: Instant,
  handed_over_at: Instant.nullable(),
})
export type Handover = z.infer<typeof Handover>

export const Office = z.object({
  url: z.string().nullable(),
  has_key: z.boolean(),
  waiting: z.int().meta({ description: 'Jobs that are not there yet' }),
  handovers: z.array(Handover).max(100).meta({ description: 'The newest hundred' }),
})
export type Office = z.infer<typeof Office>

const OfficeInput = z.strictObject({
  url: z
    .string()
    .max(500)
    .refine((url) => officeUrlComplaint(url) === undefined, { error: ({ input }) => officeUrlComplaint(String(input)) })
    .nullable(),
  key: z.string().min(10).max(200).optional().meta({ description: 'An API key of the office; left out: as it was' }),
})

export const OfficeTest = z.object({ state: z.enum(['reached', 'key_refused', 'not_reached']) })
export type OfficeTest = z.infer<typeof OfficeTest>

const NoQuery = z.strictObject({})

export const OFFICE_ROUTES = {
  getOffice: {
    method: 'get',
    path: '/office',
    permission: 'read',
    summary: "The office's server, and the jobs that are handed over to it",
    query: NoQuery,
    responses: { 200: Office },
  },
  putOffice: {
    method: 'put',
    path: '/office',
    permission: 'admin',
    summary: "Choose the office's server and the key for it; null: none",
    query: NoQuery,
    body: OfficeInput,
    responses: { 200: Office, 403: Problem, 422: Problem },
  },
  testOffice: {
    method: 'post',
    path: '/office/test',
    permission: 'admin',
    summary: 'Whether it answers, and takes the key',
    query: NoQuery,
    body: z.strictObject({}),
    bodyOptional: true,
    responses: { 200: OfficeTest, 409: Problem },
  },
  handOver: {
    method: 'post',
    path: '/jobs/{job_id}/handover',
    permission: 'write',
    summary: 'Give a quote to the office: now, or as soon as its server can be reached',
    params: JobPath,
    query: NoQuery,
    body: z.strictObject({ submit_up_to: Amount.optional() }),
    bodyOptional: true,
    responses: { 202: Handover, 404: Problem, 409: Problem },
  },
  takeBack: {
    method: 'delete',
    path: '/jobs/{job_id}/handover',
    permission: 'write',
    summary: 'Keep a job here that the office does not have',
    params: JobPath,
    query: NoQuery,
    responses: { 204: 'empty', 404: Problem, 409: Problem },
  },
} as const satisfies Record<string, Route>
