/** GET /dashboard/api/audit: every paid act. */
import { z } from 'zod'
import type { Route } from '../../platform/http/route.ts'
import { BILLED_BY, REGISTRY_ENVIRONMENTS } from '../../registry/klic.ts'
import { Day, Instant, Money, PageQuery, Pagination } from '../http/common-schema.ts'

export const Act = z.object({
  act_id: z.string(),
  at: Instant,
  day: Day,
  actor: z.string().meta({ description: '`key:<id>`, `mcp:<id of the key>`, `user:<id>` or `window:<name>`' }),
  actor_name: z
    .string()
    .nullable()
    .meta({ description: 'Of the user or the key; null: the person at the desk, whose name is in `actor`' }),
  key_id: z.string().nullable(),
  act: z.string(),
  job_id: z.string().nullable(),
  reference: z.string().nullable().meta({ description: 'Of the job; null: it has none' }),
  environment: z.enum(REGISTRY_ENVIRONMENTS),
  billed_by: z.enum(BILLED_BY),
  notifications: z.int(),
  amount: Money,
  address: z.string().nullable().meta({ description: 'Network address of the caller' }),
})
export type Act = z.infer<typeof Act>

/** A calendar month. */
export const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be a month, such as 2026-03')

/** What was submitted in a Dutch calendar month at one registry. */
const MonthSum = z.object({
  month: Month,
  environment: z.enum(REGISTRY_ENVIRONMENTS),
  notifications: z.int(),
  amount: Money,
})

export const ActPage = z.object({
  data: z.array(Act),
  months: z.array(MonthSum).max(12).meta({ description: 'The newest twelve sums, the newest month first' }),
  pagination: Pagination,
})

export type ActPage = z.infer<typeof ActPage>

/** What may still be submitted today. */
export const SpendingToday = z.object({
  day: Day.meta({ description: 'The Dutch calendar day' }),
  limit: Money.nullable().meta({ description: 'What the company may spend in a day; null: no limit is set' }),
  spent: Money.meta({ description: 'At the registry that is set' }),
  left: Money.nullable().meta({ description: 'null: no limit is set' }),
})

export const AUDIT_ROUTES = {
  getSpendingToday: {
    method: 'get',
    path: '/spending',
    permission: 'write',
    summary: 'What the company has spent today, and may still spend',
    responses: { 200: SpendingToday },
  },
  listActs: {
    method: 'get',
    path: '/audit',
    permission: 'admin',
    summary: 'Every paid act of the company, newest first',
    query: PageQuery,
    responses: { 200: ActPage },
  },
  getStatement: {
    method: 'get',
    path: '/statement',
    permission: 'admin',
    summary: 'What was used in a Dutch calendar month, as CSV, line by line as the log of paid acts has it',
    query: z.strictObject({
      month: Month,
      format: z.literal('csv').default('csv'),
    }),
    files: ['text/csv'],
    responses: { 200: 'file' },
  },
} as const satisfies Record<string, Route>
