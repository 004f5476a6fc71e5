/** PUT /dashboard/api/archive: jobs out of the list of the company, or back into it. */
import { z } from 'zod'
import { Problem } from './errors.ts'
import type { Route } from './routes.ts'

/** As many as a page of the list holds. */
const MOST = 200

const Wish = z.strictObject({
  job_ids: z.array(z.string().max(64)).min(1).max(MOST),
  archived: z.boolean().meta({ description: 'true: out of the list; false: back into it' }),
})

const Archived = z.object({
  job_ids: z.array(z.string()).meta({ description: 'Those that changed; what is under way stays in the list' }),
})

export const ARCHIVE_ROUTES = {
  archiveJobs: {
    method: 'put',
    path: '/archive',
    permission: 'write',
    summary: 'Put jobs out of the list, or back into it; nothing is deleted',
    query: z.strictObject({}),
    body: Wish,
    responses: { 200: Archived, 422: Problem },
  },
} as const satisfies Record<string, Route>
