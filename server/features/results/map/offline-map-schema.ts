/** /dashboard/api/offline-map: the map file of the company's own, and how one is given. Its tiles are at /tiles/offline/{z}/{x}/{y}. */
import { z } from 'zod'
import {
  MAX_MAP_BYTES,
  MAX_VECTOR_LAYERS,
  OFFLINE_MAP_FAULTS,
  OFFLINE_MAP_FORMATS,
} from '../../../exports/tiles/offline-map.ts'
import type { Route } from '../../../platform/http/route.ts'

export type { OfflineMapFault } from '../../../exports/tiles/offline-map.ts'
export { MAX_MAP_BYTES }

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

export const OFFLINE_MAP_ROUTES = {
  getOfflineMap: {
    method: 'get',
    path: '/offline-map',
    permission: 'read',
    summary: 'The map file of one’s own that is shown without a network',
    responses: { 200: OfflineMap },
  },
  putOfflineMapFile: {
    method: 'put',
    path: '/offline-map/file',
    permission: 'admin',
    summary: 'Give the map file: the body is a PMTiles (3) or MBTiles file',
    takesFile: MAX_MAP_BYTES,
    responses: { 200: OfflineMap },
  },
} as const satisfies Record<string, Route>
