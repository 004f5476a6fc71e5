/**
 * For programs on the same computer, outside v1: pairing with the desktop, layers to open in QGIS, merging deliveries.
 * Pairing: a program asks, a person sees the same code there and in the window and says yes, and the program fetches its
 * key once. Nobody else can: fetching needs what only the program that asked was told.
 */
import { z } from 'zod'
import { mediaTypeOf } from '../../exports/result-formats.ts'
import type { Route } from '../../platform/http/route.ts'
import { MAX_PAIRINGS } from '../../platform/limits.ts'
import { Instant } from '../http/common-schema.ts'
import { JobPath } from '../jobs/schema.ts'

const PairingInput = z.strictObject({
  client: z.string().trim().min(1).max(80).meta({ description: 'What asks, as a person knows it: "QGIS 3.40"' }),
})

const PairingId = z.string().max(64)

export const NewPairing = z.object({
  pairing_id: PairingId,
  code: z.string().meta({ description: 'To be shown: the window shows the same' }),
  secret: z.string().meta({ description: 'To fetch the key with; for the asking program only' }),
  expires_at: Instant,
  poll_after_seconds: z.int(),
})

export const PairedKey = z.object({
  status: z.enum(['waiting', 'refused', 'approved']),
  key: z.string().nullable().meta({ description: 'The API key, in one answer only: it quotes and submits' }),
  gis_key: z.string().nullable().meta({ description: 'Likewise one that opens layers and tiles only, for projects' }),
})

export const PAIR_ROUTES = {
  askPairing: {
    method: 'post',
    path: '/pair',
    permission: 'read',
    open: true,
    summary: 'Ask the person at the desktop for a key',
    body: PairingInput,
    responses: { 201: NewPairing },
  },
  takePairedKey: {
    method: 'post',
    path: '/pair/{pairing_id}/key',
    permission: 'read',
    open: true,
    summary: 'What the person said; the key, once, when that was yes',
    params: z.object({ pairing_id: PairingId }),
    body: z.strictObject({ secret: z.string().max(200) }),
    responses: { 200: PairedKey },
  },
} as const satisfies Record<string, Route>

/** A QGIS layer definition: all layers of a result, by theme, in the official look. */
export const LayersFile = z.object({
  file_name: z.string(),
  content: z.string().meta({ description: 'The text of the .qlr' }),
})
export type LayersFile = z.infer<typeof LayersFile>

const MergePath = z.object({ merge_id: z.string().max(64) })

export const Merge = z.object({
  merge_id: z.string(),
  status: z.enum(['working', 'done', 'failed']),
  message: z.string().nullable(),
  features: z.int().nullable(),
})

/** With a key that may write, from this computer only: the deliveries are named by their paths on it. */
export const LOCAL_ROUTES = {
  getLayersFile: {
    method: 'get',
    path: '/local/jobs/{job_id}/layers',
    permission: 'read',
    summary: 'The layers of a result for QGIS, beside the GeoPackage of this name in the same folder',
    params: JobPath,
    query: z.strictObject({ gpkg: z.string().min(1).max(200) }),
    responses: { 200: LayersFile },
  },
  startMerge: {
    method: 'post',
    path: '/local/merges',
    permission: 'write',
    summary: 'Merge delivery ZIPs into one GeoPackage',
    body: z.strictObject({
      deliveries: z
        .array(z.string().min(1).max(4096))
        .min(1)
        .max(100)
        .meta({ description: 'Absolute paths on this computer' }),
      file_name: z
        .string()
        .regex(/^[^/\\\p{Cc}]{1,200}\.gpkg$/u)
        .optional()
        .meta({ description: 'What the GeoPackage will be called: the QGIS project inside finds its layers by it' }),
    }),
    responses: { 202: Merge },
  },
  getMerge: {
    method: 'get',
    path: '/local/merges/{merge_id}',
    permission: 'write',
    summary: 'How far it is',
    params: MergePath,
    responses: { 200: Merge },
  },
  getMergeFile: {
    method: 'get',
    path: '/local/merges/{merge_id}/file',
    permission: 'write',
    summary: 'The merged GeoPackage',
    params: MergePath,
    files: [mediaTypeOf('gpkg')],
    responses: { 200: 'file' },
  },
} as const satisfies Record<string, Route>

/** Who waits for a yes. */
export const Pairing = z.object({
  pairing_id: PairingId,
  code: z.string(),
  client: z.string(),
  asked_at: Instant,
  expires_at: Instant,
})
export type Pairing = z.infer<typeof Pairing>

export const GisAccess = z.object({
  key_id: z.string(),
  address: z.string().meta({ description: 'With the key in it: to be pasted in QGIS, GDAL or a browser' }),
  plain_address: z.string().meta({ description: 'Without: for programs that send the key as a password' }),
  secret: z.string().meta({ description: 'The key: it opens layers and tiles, and nothing else' }),
  expires_at: Instant.nullable(),
  layers: LayersFile.nullable().meta({ description: 'Connected to that address; null for all jobs together' }),
})
export type GisAccess = z.infer<typeof GisAccess>

/** The window's side of it, below /dashboard/api. */
export const GIS_ROUTES = {
  listPairings: {
    method: 'get',
    path: '/pairings',
    permission: 'admin',
    summary: 'Programs on this computer that ask for a key',
    responses: { 200: z.object({ data: z.array(Pairing).max(MAX_PAIRINGS) }) },
  },
  decidePairing: {
    method: 'post',
    path: '/pairings/{pairing_id}',
    permission: 'admin',
    summary: 'Say yes or no to one',
    params: z.object({ pairing_id: PairingId }),
    body: z.strictObject({ approve: z.boolean() }),
    responses: { 204: 'empty' },
  },
  openInGis: {
    method: 'post',
    path: '/gis',
    permission: 'admin',
    summary: 'Make a key for GIS programs, which opens layers and tiles only, and say where the layers are',
    body: z.strictObject({ job_id: JobPath.shape.job_id.optional() }),
    responses: { 201: GisAccess },
  },
} as const satisfies Record<string, Route>
