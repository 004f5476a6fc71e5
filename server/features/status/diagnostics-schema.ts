/** GET /dashboard/api/diagnostics: a file to send to somebody who helps; nothing secret in it, nothing about people. */
import { z } from 'zod'
import type { Route } from '../../platform/http/route.ts'
import { MAX_LOG_LINES } from '../../platform/limits.ts'
import { Instant } from '../http/common-schema.ts'

export const Diagnostics = z.looseObject({
  made_at: Instant,
  version: z.string(),
  settings: z
    .record(z.string(), z.unknown())
    .meta({ description: 'Texts only as "set", but a few that name a choice' }),
  counts: z.record(z.string(), z.record(z.string(), z.int())),
  log: z
    .array(z.looseObject({}))
    .max(MAX_LOG_LINES)
    .meta({ description: 'The last lines, of each what the program itself wrote' }),
})
export type Diagnostics = z.infer<typeof Diagnostics>

export const DIAGNOSTICS_ROUTES = {
  getDiagnostics: {
    method: 'get',
    path: '/diagnostics',
    permission: 'admin',
    summary: 'Versions, settings without secrets, counts and the last log lines, as a file',
    query: z.strictObject({}),
    responses: { 200: Diagnostics },
  },
} as const satisfies Record<string, Route>
