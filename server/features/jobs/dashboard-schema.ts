/** What only the window is shown, below /dashboard/api with a session; the routes: dashboard-routes.ts. */
import { z } from 'zod'
import { DIFFERENCE_FORMATS, RESULT_FORMATS } from '../../exports/result-formats.ts'
import { MAX_PARTS } from '../../geometry/registry-limits.ts'
import { MAX_LISTED_DIFFERENCES } from '../../imkl/model/conversion-task.ts'
import { RESULT_LIMITS } from '../../imkl/model/result-limits.ts'
import type { Route } from '../../platform/http/route.ts'
import { MAX_ON_GROUND, MAX_PINS } from '../../platform/limits.ts'
import { ALL_KLIC_TYPES } from '../../registry/klic.ts'
import { WARNING_CODES } from '../../registry/warnings.ts'
import { Instant, LngLat, PolygonOut, Warning } from '../http/common-schema.ts'
import { DigStatus } from './dig-status-schema.ts'
import { CutRulesInput } from './input-schema.ts'
import { JobBrief, JobPath, JobQuery, Part, Quote } from './schema.ts'

/** POST /dashboard/api/preview: the cut and its price while drawing; nothing is stored. */
export const PreviewInput = z.strictObject({
  geometry: z.looseObject({ type: z.string().max(40) }),
  klic_type: z.enum(ALL_KLIC_TYPES),
  crs: z.string().max(120).optional(),
  cut_rules: CutRulesInput.optional(),
  effort: z
    .enum(['first', 'best'])
    .default('best')
    .meta({ description: "'first' answers at once; ask again for 'best' when can_improve says so" }),
})

const PartOnMap = Part.pick({ part_no: true, extent_m: true, area_m2: true }).extend({
  geometry: PolygonOut.meta({ description: 'RD New' }),
  geometry_lnglat: PolygonOut.meta({ description: 'Longitude, latitude, for the map' }),
})

export const Preview = z.object({
  crs: z.enum(['EPSG:28992', 'EPSG:4326']),
  area_m2: z.number(),
  area_lnglat: PolygonOut,
  abroad_lnglat: LngLat.nullable().meta({ description: 'A corner of it that seems to lie in another country' }),
  quote: Quote.omit({ expires_at: true, final: true }),
  can_improve: z.boolean().meta({ description: 'The best cut may have fewer parts, or a higher bound' }),
  parts: z.array(PartOnMap).max(MAX_PARTS),
  warnings: z.array(Warning).max(WARNING_CODES.length),
})
export type Preview = z.infer<typeof Preview>

/** In addition to `geometry` of API v1, which is always one polygon. */
export const Outlines = z.array(PolygonOut).max(MAX_PARTS).meta({
  description: 'What was asked for: the drawn area; of a job that was opened from files that of each of its deliveries',
})

/** GET /dashboard/api/jobs/{job_id}/map: the shapes of a job in degrees, for the map. */
export const JobMap = z.object({
  outlines_lnglat: Outlines,
  parts: z.array(PartOnMap).max(MAX_PARTS),
})
export type JobMap = z.infer<typeof JobMap>

/** GET /dashboard/api/job-pins: where the jobs of a filter lie, and what the list says of each. */
export const JobPins = z.object({
  data: z
    .array(
      JobBrief.pick({ job_id: true, status: true, klic_type: true, next_action_reason: true }).extend({
        name: z.string().nullable().meta({ description: 'What people call it; null: nothing of it is known' }),
        dig_status: DigStatus.pick({ answer: true }),
        lnglat: LngLat.meta({
          description: 'Middle of its area; of an outline with very many corners, of its first ones',
        }),
      }),
    )
    .max(MAX_PINS)
    .meta({ description: `The newest ${MAX_PINS}` }),
  total: z.int().meta({ description: 'Jobs of the filter, also those without a pin' }),
})
export type JobPins = z.infer<typeof JobPins>

/** GET /dashboard/api/jobs/{job_id}/on-ground: what its result can be compared with. */
export const JobsOnGround = z.object({
  data: z
    .array(JobBrief.pick({ job_id: true, reference: true, address: true, klic_numbers: true, created_at: true }))
    .max(MAX_ON_GROUND)
    .meta({ description: `Nearest first, of the newest ${MAX_PINS}` }),
})
export type JobsOnGround = z.infer<typeof JobsOnGround>

export const PLACE_ROUTES = {
  listJobsOnGround: {
    method: 'get',
    path: '/jobs/{job_id}/on-ground',
    permission: 'read',
    summary: 'The other jobs with a result of which the area meets that of this one',
    params: JobPath,
    responses: { 200: JobsOnGround },
  },
  listJobPins: {
    method: 'get',
    path: '/job-pins',
    permission: 'read',
    summary: 'Where the jobs of a filter lie, and may one dig there; the filter is that of the list',
    query: JobQuery.pick({ q: true, status: true, archived: true }),
    responses: { 200: JobPins },
  },
} as const satisfies Record<string, Route>

const AccountCounts = z
  .object({
    delivered: z.int(),
    drawn: z.int(),
    without_geometry: z.int(),
    administrative: z.int(),
    unknown: z.int(),
    merged: z.int(),
  })
  .meta({ description: 'delivered = drawn + without_geometry + administrative + unknown + merged' })

const OperatorOnMap = z.object({
  code: z.string(),
  name: z.string(),
  delivered: z.boolean(),
  involved: z.boolean().nullable(),
  precaution: z.boolean(),
  precaution_themes: z.array(z.string()).max(RESULT_LIMITS.themes).optional(),
  hazardous: z.boolean().optional(),
  themes: z.array(z.string()).max(RESULT_LIMITS.themes),
  missing_in: z.array(z.string()).max(MAX_PARTS),
  contacts: z
    .array(z.object({ kind: z.string(), name: z.string(), phone: z.string(), email: z.string() }))
    .max(RESULT_LIMITS.contacts),
})

/** GET /dashboard/api/jobs/{job_id}/so-far: what has come of a job that waits for more. */
export const SoFar = z.object({
  deliveries: z
    .array(
      z.object({
        part_no: z.int(),
        order_id: z.string(),
        klic_number: z.string().nullable(),
        sequence: z.int(),
        complete: z.boolean(),
        received_at: Instant,
        features: z.int(),
      }),
    )
    .max(MAX_PARTS)
    .meta({ description: 'The newest of each part that could be read' }),
  operators: z.array(OperatorOnMap).max(RESULT_LIMITS.operators),
  precautions: z.int(),
})
export type SoFar = z.infer<typeof SoFar>

/** GET /dashboard/api/jobs/{job_id}/summary: what the result holds. */
export const JobSummary = z.object({
  revision: z.int(),
  features: z.int(),
  themes: z
    .array(
      z.object({
        thema: z.string(),
        naam: z.string(),
        colour: z.string(),
        count: z.int(),
        length_m: z.number().nullable(),
      }),
    )
    .max(RESULT_LIMITS.themes),
  operators: z.array(OperatorOnMap).max(RESULT_LIMITS.operators),
  precautions: z.int(),
  /** Null in a result that an earlier version made. */
  account: z
    .object({
      operators: z.array(AccountCounts.extend({ bronhouder: z.string().nullable() })).max(RESULT_LIMITS.operators),
      total: AccountCounts,
    })
    .nullable(),
  warnings: z
    .array(
      z.object({
        code: z.string(),
        message: z.string(),
        message_nl: z.string().optional(),
        count: z.int().optional(),
        object_id: z.string().optional(),
        /** RD New metres. */
        x: z.number().optional(),
        y: z.number().optional(),
      }),
    )
    .max(RESULT_LIMITS.warnings),
  extent_lnglat: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  made_at: Instant,
})
export type JobSummary = z.infer<typeof JobSummary>

/** Null: nothing of it is drawn. */
export const JobExtent = z.object({
  extent_lnglat: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
})

const DifferenceCounts = z.object({
  nieuw: z.int(),
  vervallen: z.int(),
  verplaatst: z.int(),
  gewijzigd: z.int(),
  gelijk: z.int(),
})

/** GET /dashboard/api/jobs/{job_id}/diff?with=…|revision=…: what changed since another result. */
export const JobDifference = z.object({
  layers: z.record(z.string(), DifferenceCounts),
  total: DifferenceCounts,
  same_area: z.boolean(),
  /** False: no ground lies in both, so nothing was compared. */
  common_ground: z.boolean(),
  /** Codes of operators that did not deliver everywhere. */
  not_delivered: z.object({
    before: z.array(z.string()).max(RESULT_LIMITS.operators),
    after: z.array(z.string()).max(RESULT_LIMITS.operators),
  }),
  /** The first 1000, or fewer where their shapes have very many corners. */
  listed: z
    .array(
      z.object({
        verschil: z.enum(['nieuw', 'vervallen', 'verplaatst', 'gewijzigd']),
        laag: z.string(),
        objecttype: z.string(),
        id: z.string(),
        bronhouder: z.string().nullable(),
        thema: z.string().nullable(),
        kolommen: z.array(z.string()).max(100),
        afstand_m: z.number().nullable(),
        niet_geleverd: z.boolean(),
        x: z.number().nullable(),
        y: z.number().nullable(),
        lnglat: z.tuple([z.number(), z.number()]).nullable(),
        /** Of what is gone, as it lay. */
        shape_lnglat: z
          .object({ type: z.enum(['Point', 'MultiLineString', 'MultiPolygon']), coordinates: z.unknown() })
          .nullable(),
      }),
    )
    .max(MAX_LISTED_DIFFERENCES),
})
export type JobDifference = z.infer<typeof JobDifference>

const OtherQuery = z.strictObject({
  with: JobPath.shape.job_id.optional(),
  revision: z.coerce.number().int().min(1).optional(),
})
const isOneOther = [
  (query: z.infer<typeof OtherQuery>) => (query.with === undefined) !== (query.revision === undefined),
  { message: 'Give one of with and revision.' },
] as const

/** With which result another one is compared. */
export const DifferenceQuery = OtherQuery.refine(...isOneOther)
export const DifferenceFileQuery = OtherQuery.extend({ format: z.enum(DIFFERENCE_FORMATS) }).refine(...isOneOther)

/** GET /dashboard/api/jobs/{job_id}/export: v1's, with more formats, and GeoJSON in degrees on request. */
export const ResultQuery = z
  .strictObject({
    format: z.enum(RESULT_FORMATS).exclude(['geojson-crs84']).meta({
      description: 'geotiff: the delivered ground alone, to lay below any of the others; 404 where there is none',
    }),
    crs: z.enum(['EPSG:28992', 'CRS84']).default('EPSG:28992'),
  })
  .refine(({ format, crs }) => crs === 'EPSG:28992' || format === 'geojson', {
    path: ['crs'],
    message: 'CRS84 goes with format=geojson alone.',
  })

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
    body: Wish,
    responses: { 200: Archived },
  },
  deleteQuotes: {
    method: 'post',
    path: '/quotes/delete',
    permission: 'write',
    summary: 'Delete quotes that nobody submitted, for good; a client_ref of theirs is free again',
    body: z.strictObject({ job_ids: JobIds }),
    responses: { 200: Deleted },
  },
} as const satisfies Record<string, Route>
