/** What happened to a job, what it waits for, and how far its result is; the window asks for both. */
import { z } from 'zod'
import { MAX_PARTS } from '../../geometry/registry-limits.ts'
import { MERGING_STEPS } from '../../imkl/model/merge-progress.ts'
import type { Route } from '../../platform/http/route.ts'
import { MAX_ERRORS, MAX_TIMELINE } from '../../platform/limits.ts'
import { Instant, Warning } from '../http/common-schema.ts'
import { JobPath } from './schema.ts'

const HAPPENINGS = [
  'created',
  'imported',
  'corrected',
  'submitted',
  'order_sent',
  'order_accepted',
  'order_rejected',
  'order_undecided',
  'order_answer_unusable',
  'delivery_received',
  'delivery_read',
  'delivery_unreadable',
  'result_ready',
  'file_ready',
  'file_failed',
  'webhook_told',
  'webhook_failed',
] as const

/** `next`: what the job's reason says; the others are told by themselves. */
const AWAITED = ['next', 'delivery', 'file', 'webhook', 'supplement'] as const

export const TimelineEntry = z.object({
  at: Instant,
  what: z.enum(HAPPENINGS),
  order_no: z.int().nullable().meta({ description: 'Which order of the job, from 1' }),
  part_no: z.int().nullable(),
  klic_number: z.string().nullable(),
  /** Of a delivery: its sequence; of an order or a webhook: which try; of a result: its revision. */
  no: z.int().nullable(),
  complete: z.boolean().nullable().meta({ description: 'Of a delivery: whether more is to come' }),
  revision: z.int().nullable(),
  format: z.string().nullable(),
  messages: z
    .array(Warning)
    .max(MAX_ERRORS)
    .meta({ description: 'What the registry said of an order that it refused' }),
  answer: z.string().nullable().meta({
    description:
      'What the registry answered and what could not be used, to be shown to it: the first 64 KiB of the last one, with what looks like an e-mail address, a phone number or a key taken out',
  }),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const Timeline = z.object({
  entries: z.array(TimelineEntry).max(MAX_TIMELINE).meta({ description: 'The newest, in the order of time' }),
  expected: z
    .object({
      what: z.enum(AWAITED),
      since: Instant.nullable(),
      until: Instant.nullable().meta({ description: 'The moment of the next try, or until when it can be done' }),
      day: z.string().nullable().meta({ description: 'The Dutch day by which it usually comes' }),
      parts: z.array(z.int()).max(MAX_PARTS).meta({ description: 'The parts that it is about' }),
    })
    .nullable()
    .meta({ description: 'The next step; null: nothing more is to come' }),
})
export type Timeline = z.infer<typeof Timeline>

export const JobProgress = z.object({
  merging: z
    .object({
      step: z.enum(MERGING_STEPS).meta({ description: 'The deliveries are read, merged, or files are made of them' }),
      done: z.number().meta({ description: 'read: bytes; merge: features; write: parts of a file' }),
      total: z.number(),
    })
    .nullable()
    .meta({ description: 'How far the result is; null: it is not being made, or only just' }),
})
export type JobProgress = z.infer<typeof JobProgress>

export const TIMELINE_ROUTES = {
  getJobProgress: {
    method: 'get',
    path: '/jobs/{job_id}/progress',
    permission: 'read',
    summary: 'How far the making of a result is',
    params: JobPath,
    responses: { 200: JobProgress },
  },
  getTimeline: {
    method: 'get',
    path: '/jobs/{job_id}/timeline',
    permission: 'read',
    summary: 'What happened to a job, and what it waits for',
    params: JobPath,
    responses: { 200: Timeline },
  },
} as const satisfies Record<string, Route>
