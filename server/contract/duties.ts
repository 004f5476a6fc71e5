/** What must be done today and within a week, over all jobs: for the window. */
import { z } from 'zod'
import { DUTY_CODES, DUTY_TIMES } from '../domain/digging/duties.ts'
import { Day } from './common.ts'
import { DigStatus } from './dig-status.ts'
import type { Route } from './routes.ts'

const Duty = z.object({
  code: z.enum(DUTY_CODES),
  when: z.enum(DUTY_TIMES),
  day: Day.nullable().meta({ description: 'By which it is to be done, or that it speaks of; null: at once' }),
  operators: z.array(z.string()),
  reasons: DigStatus.shape.reasons.meta({ description: 'Of may_not_begin: what stands against it' }),
  job_id: z.string(),
  reference: z.string().nullable(),
  klic_numbers: z.array(z.string()),
  project_id: z.string().nullable(),
  project_name: z.string().nullable(),
})
export type Duty = z.infer<typeof Duty>

export const Today = z.object({
  today: Day.meta({ description: 'The Dutch day' }),
  duties: z.array(Duty).meta({ description: 'What is overdue first, then by day' }),
  is_shortened: z.boolean().meta({ description: 'true: only the newest jobs were looked at, there are too many' }),
})
export type Today = z.infer<typeof Today>

export const DUTY_ROUTES = {
  getToday: {
    method: 'get',
    path: '/today',
    permission: 'read',
    summary: 'What must be done today and within a week, over all jobs',
    query: z.strictObject({}),
    responses: { 200: Today },
  },
} as const satisfies Record<string, Route>
