/** GET /dashboard/api/offline-map: the map file of the company's own. Its tiles are at /tiles/offline/{z}/{x}/{y}. */
import { z } from 'zod'
import { OFFLINE_MAP_FAULTS, OFFLINE_MAP_FORMATS } from '../domain/look/offline-map.ts'
import type { Route } from './routes.ts'

export type { OfflineMapFault } from '../domain/look/offline-map.ts'

const Degrees = z.number().min(-180).max(180)

export const OfflineMap = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('unusable'), fault: z.enum(OFFLINE_MAP_FAULTS) }),
  z.object({
    state: z.literal('ready'),
    format: z.enum(OFFLINE_MAP_FORMATS),
    name: z.string(),
    attribution: z.string().nullable(),
    vector_layers: z.array(z.string()).nullable().meta({ description: 'null: the tiles are pictures' }),
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
    query: z.strictObject({}),
    responses: { 200: OfflineMap },
  },
} as const satisfies Record<string, Route>
