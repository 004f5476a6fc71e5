/** PUT /dashboard/api/archive: jobs out of the list of the company, or back into it; and quotes deleted for good. */
import { z } from 'zod'
import { Problem } from '../../platform/http/errors.ts'
import type { Route } from '../../platform/http/route.ts'

/** Jobs of one call: as many as a page of the list may hold. */
export const MAX_ARCHIVED_AT_ONCE = 200

const JobIds = z.array(z.string().max(64)).min(1).max(MAX_ARCHIVED_AT_ONCE)

const Wish = z.strictObject({
  job_ids: JobIds,
  archived: z.boolean().meta({ description: 'true: out of the list; false: back into it' }),
})

const Archived = z.object({
  job_ids: z
    .array(z.string())
    .max(MAX_ARCHIVED_AT_ONCE)
    .meta({ description: 'Those that changed; what is under way stays in the list' }),
})

const Deleted = z.object({
  job_ids: z.array(z.string()).max(MAX_ARCHIVED_AT_ONCE).meta({
    description: 'Those that are gone; what was ever submitted stays',
  }),
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
  deleteQuotes: {
    method: 'post',
    path: '/quotes/delete',
    permission: 'write',
    summary: 'Delete quotes that nobody submitted, for good; a client_ref of theirs is free again',
    query: z.strictObject({}),
    body: z.strictObject({ job_ids: JobIds }),
    responses: { 200: Deleted, 422: Problem },
  },
} as const satisfies Record<string, Route>
