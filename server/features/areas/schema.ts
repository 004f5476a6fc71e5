/** POST /dashboard/api/areas: what a file holds that can be an area. */
import { z } from 'zod'
import {
  type AREA_FAULTS,
  AREA_FILE_ENDS,
  AREA_FORMATS,
  AREA_SYSTEMS,
  areaFormatsIn,
  MAX_AREA_FILE_BYTES,
  MAX_AREAS,
} from '../../geometry/found-areas.ts'
import { MAX_INPUT_POSITIONS } from '../../geometry/registry-limits.ts'
import type { Route } from '../../platform/http/route.ts'
import { MAX_LISTED_LAYERS } from '../../platform/limits.ts'

export { AREA_FILE_ENDS, AREA_SYSTEMS, areaFormatsIn, MAX_AREA_FILE_BYTES }
export type AreaFault = (typeof AREA_FAULTS)[number]

export const FoundArea = z.object({
  kind: z.enum(['polygon', 'line']),
  name: z.string(),
  layer: z.string().meta({ description: 'The layer, table or file that it is in' }),
  coordinates: z
    .array(z.array(z.tuple([z.number(), z.number()])).max(2 * MAX_INPUT_POSITIONS))
    .max(2 * MAX_INPUT_POSITIONS)
    .meta({ description: 'RD New; of a line one list. Rings are as the file has them: perhaps open or crossing' }),
})
export type FoundArea = z.infer<typeof FoundArea>

export const LeftOut = z.object({
  points: z.int(),
  empty: z.int(),
  too_many: z.int(),
  hidden: z.int().meta({ description: 'Of a drawing: on its paper, or on layers that are off or frozen' }),
  elsewhere: z.int().meta({ description: 'Far from where most of the file lies' }),
})

export const FoundAreas = z.object({
  format: z.enum(AREA_FORMATS),
  crs: z.string().nullable().meta({ description: 'EPSG:…; null for a system without a number, and for several' }),
  crs_from: z.enum(['file', 'numbers', 'turned', 'chosen', 'several']),
  is_inside: z.boolean().meta({ description: 'All of it lies in the Netherlands' }),
  fits: z
    .array(z.object({ crs: z.enum(AREA_SYSTEMS), turned: z.boolean() }))
    .max(2 * AREA_SYSTEMS.length)
    .meta({ description: 'Of what does not: how else its numbers would' }),
  areas: z.array(FoundArea).max(MAX_AREAS),
  layers: z.array(z.object({ name: z.string(), count: z.int() })).max(MAX_LISTED_LAYERS),
  has_request: z.boolean().meta({
    description: 'It is a delivery or a result: without a layer, its areas are those that were asked for alone',
  }),
  left_out: LeftOut,
})
export type FoundAreas = z.infer<typeof FoundAreas>

export const AREA_ROUTES = {
  readAreas: {
    method: 'post',
    path: '/areas',
    permission: 'read',
    summary: `The areas and lines in a file (${areaFormatsIn('or')}): the body is the file, at most 50 MiB; nothing is stored`,
    query: z.strictObject({
      crs: z.enum(AREA_SYSTEMS).optional().meta({ description: 'The system it is in; overrides what the file says' }),
      turned: z
        .enum(['true', 'false'])
        .optional()
        .meta({ description: 'Its numbers are in the other order: y before x, latitude before longitude' }),
      layer: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'The one of `layers` whose areas are wanted; empty: all' }),
    }),
    takesFile: MAX_AREA_FILE_BYTES,
    responses: { 200: FoundAreas },
  },
} as const satisfies Record<string, Route>
