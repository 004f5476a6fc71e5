/** GET /dashboard/api/audit: every paid act. */
import { z } from 'zod'
import { REGISTRY_ENVIRONMENTS } from '../domain/klic.ts'
import { Day, Instant, Money, PageQuery, Pagination } from './common.ts'
import { Problem } from './errors.ts'
import type { Route } from './routes.ts'

export const Act = z.object({
  act_id: z.string(),
  at: Instant,
  day: Day,
  actor: z.string().meta({ description: '`key:<id>`, `mcp:<id of the key>`, `user:<id>` or `window`' }),
  actor_name: z.string().nullable().meta({ description: 'Of the user or the key; null: the person at the desk' }),
  key_id: z.string().nullable(),
  act: z.string(),
  job_id: z.string().nullable(),
  environment: z.enum(REGISTRY_ENVIRONMENTS),
  notifications: z.int(),
  amount: Money,
  address: z.string().nullable().meta({ description: 'Network address of the caller' }),
})
export type Act = z.infer<typeof Act>

export const ActPage = z.object({ data: z.array(Act), pagination: Pagination })

export const AUDIT_ROUTES = {
  listActs: {
    method: 'get',
    path: '/audit',
    permission: 'admin',
    summary: 'Every paid act of the company, newest first',
    query: PageQuery,
    responses: { 200: ActPage, 422: Problem },
  },
} as const satisfies Record<string, Route>
