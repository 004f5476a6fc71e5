/**
 * /dashboard/api/offline-map: the map file of the company's own, how one is given, and how one of a province is fetched. Its
 * tiles are at /tiles/offline/{z}/{x}/{y}.
 */
import { z } from 'zod'
import { MAP_DOWNLOAD_FAULTS, MAP_DOWNLOAD_STATES, MAX_MAP_BYTES } from '../domain/look/map-download.ts'
import { MAX_VECTOR_LAYERS, OFFLINE_MAP_FAULTS, OFFLINE_MAP_FORMATS } from '../domain/look/offline-map.ts'
import { PROVINCE_CODES, PROVINCES, type Province } from '../domain/look/provinces.ts'
import { Problem } from './errors.ts'
import type { Route } from './routes.ts'

export type { MapDownloadFault } from '../domain/look/map-download.ts'
export type { OfflineMapFault } from '../domain/look/offline-map.ts'
export { MAX_MAP_BYTES, PROVINCE_CODES, PROVINCES, type Province }

const Degrees = z.number().min(-180).max(180)

export const OfflineMap = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('unusable'), fault: z.enum(OFFLINE_MAP_FAULTS) }),
  z.object({
    state: z.literal('ready'),
    format: z.enum(OFFLINE_MAP_FORMATS),
    name: z.string(),
    attribution: z.string().nullable(),
    vector_layers: z
      .array(z.string())
      .max(MAX_VECTOR_LAYERS)
      .nullable()
      .meta({ description: 'null: the tiles are pictures' }),
    min_zoom: z.int(),
    max_zoom: z.int(),
    bounds: z.tuple([Degrees, Degrees, Degrees, Degrees]),
    version: z.string(),
  }),
])
export type OfflineMap = z.infer<typeof OfflineMap>

const ProvinceCode = z.enum(PROVINCE_CODES)

const MapDownload = z.object({
  province: ProvinceCode,
  state: z.enum(MAP_DOWNLOAD_STATES).meta({
    description:
      'measuring: how large it will be is being looked up. stopped, failed: what came is kept, and asking again goes on with it. done: it is the offline map now',
  }),
  fault: z.enum(MAP_DOWNLOAD_FAULTS).nullable(),
  bytes: z.int().nullable().meta({ description: 'Of the tiles; null: not known yet' }),
  bytes_here: z.int().meta({ description: 'Of them what has come' }),
})
export const MapDownloadAnswer = z.object({ download: MapDownload.nullable() })

const NoQuery = z.strictObject({})

export const OFFLINE_MAP_ROUTES = {
  getOfflineMap: {
    method: 'get',
    path: '/offline-map',
    permission: 'read',
    summary: 'The map file of one’s own that is shown without a network',
    query: NoQuery,
    responses: { 200: OfflineMap },
  },
  putOfflineMapFile: {
    method: 'put',
    path: '/offline-map/file',
    permission: 'admin',
    summary: 'Give the map file: the body is a PMTiles (3) or MBTiles file',
    query: NoQuery,
    takesFile: MAX_MAP_BYTES,
    responses: { 200: OfflineMap, 403: Problem, 413: Problem, 422: Problem },
  },
  getMapDownload: {
    method: 'get',
    path: '/offline-map/download',
    permission: 'admin',
    summary: 'The map of a province that is being fetched',
    query: NoQuery,
    responses: { 200: MapDownloadAnswer },
  },
  putMapDownload: {
    method: 'put',
    path: '/offline-map/download',
    permission: 'admin',
    summary: 'Look how large the map of a province is, or fetch it',
    query: NoQuery,
    body: z.strictObject({
      province: ProvinceCode,
      begin: z.boolean().meta({ description: 'false: only look how large it is' }),
    }),
    responses: { 200: MapDownloadAnswer, 403: Problem, 422: Problem },
  },
  deleteMapDownload: {
    method: 'delete',
    path: '/offline-map/download',
    permission: 'admin',
    summary: 'Stop fetching; what came is kept',
    query: NoQuery,
    responses: { 200: MapDownloadAnswer, 403: Problem },
  },
} as const satisfies Record<string, Route>
