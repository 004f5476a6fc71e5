/** What only the window uses, below /dashboard/api with a session; no public contract. */
import { z } from 'zod'
import { KLIC_TYPES, REGISTRY_ENVIRONMENTS, RESULT_FORMATS } from '../domain/klic.ts'
import { ADDRESS_ROUTES } from './addresses.ts'
import { AREA_ROUTES } from './areas.ts'
import { AUDIT_ROUTES } from './audit.ts'
import { Instant, PolygonOut, Warning } from './common.ts'
import { Problem } from './errors.ts'
import { CutRulesInput, ExportPending, Job, JobPath, Part, Quote } from './jobs.ts'
import { FeatureRef, JobObjects, Legend, OBJECTS_LIMIT } from './map-style.ts'
import { PROJECT_ROUTES } from './project-routes.ts'
import { RESULT_ROUTES } from './results.ts'
import { MEDIA_TYPES, RESULT_MEDIA_TYPES, type Route } from './routes.ts'
import { SETTINGS_ROUTES } from './settings.ts'
import { SIMULATOR_ROUTES } from './simulator.ts'
import { WEBHOOK_ROUTES } from './webhooks.ts'

/** POST /dashboard/api/session: the one-time token that the shell handed to the window. */
export const SessionInput = z.strictObject({ token: z.string().min(16).max(200) })

export const Session = z.object({
  company: z.string(),
  environment: z.enum(REGISTRY_ENVIRONMENTS),
  /** To be sent as X-CSRF-Token with every call that changes something. */
  csrf_token: z.string(),
  /** Simulated seconds per second; null outside the simulator. */
  time_factor: z.number().nullable(),
  base_url: z.string(),
  version: z.string(),
})
export type Session = z.infer<typeof Session>

/** POST /dashboard/api/preview: the cut and its price while drawing; nothing is stored. */
export const PreviewInput = z.strictObject({
  geometry: z.looseObject({ type: z.string() }),
  klic_type: z.enum(KLIC_TYPES),
  crs: z.string().max(120).optional(),
  cut_rules: CutRulesInput.optional(),
  effort: z
    .enum(['first', 'best'])
    .default('best')
    .meta({ description: "'first' answers at once; ask again for 'best' when can_improve says so" }),
})

export const PartOnMap = Part.pick({ part_no: true, extent_m: true, area_m2: true }).extend({
  geometry: PolygonOut.meta({ description: 'RD New' }),
  geometry_lnglat: PolygonOut.meta({ description: 'Longitude, latitude, for the map' }),
})

export const Preview = z.object({
  crs: z.enum(['EPSG:28992', 'EPSG:4326']),
  area_m2: z.number(),
  area_lnglat: PolygonOut,
  quote: Quote.omit({ expires_at: true }),
  lower_bound: z.int(),
  plain_grid: z.int(),
  extra_area_m2: z.number(),
  can_improve: z.boolean().meta({ description: 'The best cut may have fewer parts, or a better proof' }),
  parts: z.array(PartOnMap),
  warnings: z.array(Warning),
})
export type Preview = z.infer<typeof Preview>

/** GET /dashboard/api/jobs/{job_id}/map: the shapes of a job in degrees, for the map. */
export const JobMap = z.object({
  area_lnglat: PolygonOut,
  parts: z.array(PartOnMap),
})
export type JobMap = z.infer<typeof JobMap>

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

/** GET /dashboard/api/jobs/{job_id}/summary: what the result holds. */
export const JobSummary = z.object({
  revision: z.int(),
  features: z.int(),
  themes: z.array(
    z.object({
      thema: z.string(),
      naam: z.string(),
      colour: z.string(),
      count: z.int(),
      length_m: z.number().nullable(),
    }),
  ),
  operators: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      delivered: z.boolean(),
      involved: z.boolean().nullable(),
      precaution: z.boolean(),
      themes: z.array(z.string()),
      missing_in: z.array(z.string()),
      contacts: z.array(z.object({ kind: z.string(), name: z.string(), phone: z.string(), email: z.string() })),
    }),
  ),
  precautions: z.int(),
  /** Null in a result that an earlier version made. */
  account: z
    .object({
      operators: z.array(AccountCounts.extend({ bronhouder: z.string().nullable() })),
      total: AccountCounts,
    })
    .nullable(),
  warnings: z.array(
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
  ),
  extent_lnglat: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  made_at: Instant,
})
export type JobSummary = z.infer<typeof JobSummary>

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
  /** Codes of operators that did not deliver everywhere. */
  not_delivered: z.object({ before: z.array(z.string()), after: z.array(z.string()) }),
  /** The first 1000. */
  listed: z.array(
    z.object({
      verschil: z.enum(['nieuw', 'vervallen', 'verplaatst', 'gewijzigd']),
      laag: z.string(),
      objecttype: z.string(),
      id: z.string(),
      bronhouder: z.string().nullable(),
      thema: z.string().nullable(),
      kolommen: z.array(z.string()),
      afstand_m: z.number().nullable(),
      niet_geleverd: z.boolean(),
      x: z.number().nullable(),
      y: z.number().nullable(),
      lnglat: z.tuple([z.number(), z.number()]).nullable(),
    }),
  ),
})
export type JobDifference = z.infer<typeof JobDifference>

/** GET /dashboard/api/jobs/{job_id}/features?layer=…: a layer of the result as GeoJSON in degrees, for the map. */
export const MapFeatures = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.looseObject({ type: z.literal('Feature') })),
})

/** GET /dashboard/api/jobs/{job_id}/export: v1's, with more formats, and GeoJSON in degrees on request. */
export const ResultQuery = z
  .strictObject({
    format: z.enum(RESULT_FORMATS).exclude(['geojson-crs84']),
    crs: z.enum(['EPSG:28992', 'CRS84']).default('EPSG:28992'),
  })
  .refine(({ format, crs }) => crs === 'EPSG:28992' || format === 'geojson', {
    path: ['crs'],
    message: 'Only GeoJSON is made in CRS84; the other formats are in RD New.',
  })

const NoQuery = z.strictObject({})

/** Beside the rows of v1, which the dashboard serves as well. */
export const DASHBOARD_ROUTES = {
  openSession: {
    method: 'post',
    path: '/session',
    permission: 'read',
    open: true,
    summary: 'Sign a window in with its one-time token; sets the session cookie',
    query: NoQuery,
    body: SessionInput,
    responses: { 201: Session, 401: Problem },
  },
  getSession: {
    method: 'get',
    path: '/session',
    permission: 'read',
    summary: 'Who is signed in, and the CSRF token for changes',
    query: NoQuery,
    responses: { 200: Session },
  },
  closeSession: {
    method: 'delete',
    path: '/session',
    permission: 'read',
    summary: 'Sign out',
    query: NoQuery,
    responses: { 204: 'empty' },
  },
  preview: {
    method: 'post',
    path: '/preview',
    permission: 'read',
    summary: 'The cut and its price while drawing; nothing is stored',
    query: NoQuery,
    body: PreviewInput,
    responses: { 200: Preview, 422: Problem },
  },
  getJobMap: {
    method: 'get',
    path: '/jobs/{job_id}/map',
    permission: 'read',
    summary: 'The shapes of a job in degrees',
    params: JobPath,
    query: NoQuery,
    responses: { 200: JobMap, 404: Problem },
  },
  getJobSummary: {
    method: 'get',
    path: '/jobs/{job_id}/summary',
    permission: 'read',
    summary: 'What the result holds',
    params: JobPath,
    query: NoQuery,
    responses: { 200: JobSummary, 404: Problem, 409: Problem },
  },
  getJobFeatures: {
    method: 'get',
    path: '/jobs/{job_id}/features',
    permission: 'read',
    summary: 'A layer of the result as GeoJSON in degrees',
    params: JobPath,
    query: z.strictObject({ layer: z.string().max(60) }),
    files: [MEDIA_TYPES.geojson],
    responses: { 200: 'file', 404: Problem, 409: Problem, 422: Problem },
  },
  exportResult: {
    method: 'get',
    path: '/jobs/{job_id}/export',
    permission: 'read',
    summary: 'The merged result as a file of any kind, or 202 while it is produced',
    params: JobPath,
    query: ResultQuery,
    files: [...new Set(Object.values(RESULT_MEDIA_TYPES))],
    responses: { 200: 'file', 202: ExportPending, 404: Problem, 409: Problem, 422: Problem },
  },
  getJobObjects: {
    method: 'get',
    path: '/jobs/{job_id}/objects',
    permission: 'read',
    summary: 'Whole features of the result, by what the tiles name them',
    params: JobPath,
    query: z.strictObject({
      refs: z
        .string()
        .max(12_000)
        .transform((text) => text.split(','))
        .pipe(z.array(FeatureRef).min(1).max(OBJECTS_LIMIT)),
    }),
    responses: { 200: JobObjects, 404: Problem, 422: Problem },
  },
  getLegend: {
    method: 'get',
    path: '/legend',
    permission: 'read',
    summary: 'The legend of the official look',
    query: NoQuery,
    responses: { 200: Legend },
  },
  getJobDifference: {
    method: 'get',
    path: '/jobs/{job_id}/diff',
    permission: 'read',
    summary: 'What changed since the result of another job, or since an earlier revision',
    params: JobPath,
    query: z
      .strictObject({ with: JobPath.shape.job_id.optional(), revision: z.coerce.number().int().min(1).optional() })
      .refine((query) => (query.with === undefined) !== (query.revision === undefined), {
        message: 'Give one of with and revision.',
      }),
    responses: { 200: JobDifference, 404: Problem, 409: Problem, 422: Problem },
  },
  retryJob: {
    method: 'post',
    path: '/jobs/{job_id}/retry',
    permission: 'write',
    summary: 'Resume a job that failed, or have its failed files made again',
    params: JobPath,
    query: NoQuery,
    body: z.strictObject({}),
    bodyOptional: true,
    responses: { 202: Job, 404: Problem, 409: Problem },
  },
  ...WEBHOOK_ROUTES,
  ...SETTINGS_ROUTES,
  ...AUDIT_ROUTES,
  ...SIMULATOR_ROUTES,
  ...ADDRESS_ROUTES,
  ...PROJECT_ROUTES,
  ...AREA_ROUTES,
  ...RESULT_ROUTES,
} as const satisfies Record<string, Route>

export type DashboardRouteName = keyof typeof DASHBOARD_ROUTES
