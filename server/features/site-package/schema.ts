/** Links for the site: secret addresses at which a digger opens the site package of a job. On a server for others only. */

import { z } from 'zod'
import type { Route } from '../../platform/http/route.ts'
import { DIG_ANSWERS } from '../../registry/dig-reasons.ts'
import { LANGUAGES } from '../../texts/languages.ts'
import { forEachLanguage } from '../../texts/texts.ts'
import { Day, Instant } from '../http/common-schema.ts'
import { JobPath } from '../jobs/schema.ts'

const MAX_SITE_LINK_DAYS = 90
/** Of one job, that work at once. */
export const MAX_SITE_LINKS = 50
const MAX_SITE_LINK_NAME = 80

/** Opened again within this time it is the same consultation: a reload does not fill the log. */
export const SAME_OPENING_MS = 3_600_000

const SiteLink = z.object({
  link_id: z.string(),
  name: z.string().meta({ description: 'For whom it is' }),
  created_at: Instant,
  created_by: z.string(),
  expires_at: Instant,
  opened_at: Instant.nullable().meta({ description: 'When it was last opened, to the hour; null: never' }),
  opened_revision: z.int().nullable(),
})

export const SiteLinks = z.object({
  can_make: z.boolean().meta({ description: 'False on a desktop of one’s own, which nobody else reaches' }),
  data: z.array(SiteLink).max(MAX_SITE_LINKS).meta({ description: 'Those that work, newest first' }),
})
export type SiteLinks = z.infer<typeof SiteLinks>

export const NewSiteLink = z.object({
  link_id: z.string(),
  expires_at: Instant,
  address: z.string().meta({ description: 'Told in this answer only' }),
})
export type NewSiteLink = z.infer<typeof NewSiteLink>

const DigSaid = z.object({ answer: z.enum(DIG_ANSWERS), title: z.string(), why: z.string() })
const DigOn = z
  .object({ on: Day, stages: z.array(DigSaid.extend({ from: Day })).max(61), stale: DigSaid })
  .meta({ description: 'May one dig there: the answer of each day by what is on record, in words' })

/** What a page behind a link asks to know whether it is the newest. */
export const SiteNow = z.object({
  version: z.string(),
  revision: z.int(),
  is_outdated: z.boolean(),
  dig: z.object(forEachLanguage(() => DigOn)),
  presence: z
    .enum(['none', 'wanted', 'reported'])
    .meta({ description: 'Of the crew today; none: no work is under way by what is on record' }),
  expires_at: Instant,
  at: Instant,
})

export const SiteQuery = z.strictObject({
  language: z.enum(LANGUAGES).default('nl').meta({ description: 'Of the print' }),
  people: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'Name the applicant and the client of the works, with their telephone and e-mail' }),
})

export const SITE_ROUTES = {
  getSitePackage: {
    method: 'get',
    path: '/jobs/{job_id}/site',
    permission: 'read',
    summary:
      'What a digger can consult without a network, in one ZIP: letters, documents, the print to scale, GeoPackage and QGIS project, with the sha256 of each file, signed',
    params: JobPath,
    query: SiteQuery,
    files: ['application/zip'],
    responses: { 200: 'file' },
  },
  listSiteLinks: {
    method: 'get',
    path: '/jobs/{job_id}/site-links',
    permission: 'read',
    summary: 'The links for the site of a job that work',
    params: JobPath,
    responses: { 200: SiteLinks },
  },
  makeSiteLink: {
    method: 'post',
    path: '/jobs/{job_id}/site-links',
    permission: 'write',
    summary: 'Make a secret address at which the site package of a job is consulted without signing in',
    params: JobPath,
    body: z.strictObject({
      name: z.string().trim().min(1).max(MAX_SITE_LINK_NAME).meta({ description: 'For whom it is' }),
      days: z.int().min(1).max(MAX_SITE_LINK_DAYS).meta({ description: 'How long it works' }),
    }),
    responses: { 201: NewSiteLink },
  },
  revokeSiteLink: {
    method: 'delete',
    path: '/jobs/{job_id}/site-links/{link_id}',
    permission: 'write',
    summary: 'Revoke a link for the site',
    params: JobPath.extend({ link_id: z.string().max(64) }),
    responses: { 204: 'empty' },
  },
} as const satisfies Record<string, Route>
