/** What must be done today and within a week, and the precautions that are open, over all jobs: for the window. */
import { z } from 'zod'
import { MAX_PARTS } from '../../geometry/registry-limits.ts'
import { RESULT_LIMITS } from '../../imkl/model/result-limits.ts'
import type { Route } from '../../platform/http/route.ts'
import { MAX_DUTIES } from '../../platform/limits.ts'
import { Day } from '../http/common-schema.ts'
import { DigStatus } from './dig-status-schema.ts'
import { DUTY_CODES, DUTY_TIMES } from './duties.ts'
import { DEMAND_STATES } from './open-precautions.ts'

const Duty = z.object({
  code: z.enum(DUTY_CODES),
  when: z.enum(DUTY_TIMES),
  day: Day.nullable().meta({ description: 'By which it is to be done, or that it speaks of; null: at once' }),
  operators: z.array(z.string()).max(RESULT_LIMITS.operators),
  reasons: DigStatus.shape.reasons.meta({ description: 'Of may_not_begin: what stands against it' }),
  job_id: z.string(),
  reference: z.string().nullable(),
  klic_numbers: z.array(z.string()).max(MAX_PARTS),
  project_id: z.string().nullable(),
  project_name: z.string().nullable(),
})
export type Duty = z.infer<typeof Duty>

export const Today = z.object({
  today: Day.meta({ description: 'The Dutch day' }),
  duties: z.array(Duty).max(MAX_DUTIES).meta({ description: 'What is overdue first, then by day' }),
  is_shortened: z.boolean().meta({
    description: `true: there are too many; the newest jobs were looked at, and at most ${MAX_DUTIES} rows are shown`,
  }),
})
export type Today = z.infer<typeof Today>

export const PrecautionDesk = z.object({
  demands: z
    .array(
      z.object({
        operator: z
          .string()
          .meta({ description: 'As the result names it; empty: an area of precaution that none calls theirs' }),
        state: z
          .enum(DEMAND_STATES)
          .meta({ description: 'to_contact: nobody has called; to_agree: nothing is agreed in writing' }),
        due_on: Day.nullable().meta({
          description: 'Last day of the contact, or the start before which it is agreed; null: no start is known',
        }),
        is_overdue: z.boolean(),
        contacted_on: Day.nullable(),
        job_id: z.string(),
        reference: z.string().nullable(),
        klic_numbers: z.array(z.string()).max(MAX_PARTS),
      }),
    )
    .max(MAX_DUTIES)
    .meta({ description: 'What is due first stands first' }),
  is_shortened: z.boolean().meta({
    description: `true: there are too many; the newest jobs were looked at, and at most ${MAX_DUTIES} rows are shown`,
  }),
})
export type PrecautionDesk = z.infer<typeof PrecautionDesk>

export const DUTY_ROUTES = {
  getToday: {
    method: 'get',
    path: '/today',
    permission: 'read',
    summary: 'What must be done today and within a week, over all jobs',
    query: z.strictObject({}),
    responses: { 200: Today },
  },
  getPrecautionDesk: {
    method: 'get',
    path: '/precautions',
    permission: 'read',
    summary: 'The precautions that are still open, over all jobs',
    query: z.strictObject({}),
    responses: { 200: PrecautionDesk },
  },
} as const satisfies Record<string, Route>
