/** What only the window uses, below /dashboard/api with a session; no public contract. */
import { z } from 'zod'
import { KLIC_TYPES, REGISTRY_ENVIRONMENTS } from '../domain/klic.ts'
import { Instant, PolygonOut, Warning } from './common.ts'
import { Part, Quote } from './jobs.ts'

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
  warnings: z.array(z.object({ code: z.string(), message: z.string(), count: z.int().optional() })),
  extent_lnglat: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  made_at: Instant,
})
export type JobSummary = z.infer<typeof JobSummary>

/** GET /dashboard/api/jobs/{job_id}/features?layer=…: a layer of the result as GeoJSON in degrees, for the map. */
export const MapFeatures = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.looseObject({ type: z.literal('Feature') })),
})
