/** POST /dashboard/api/areas: what a file holds that can be an area. */

import { z } from 'zod'
import {
  type AREA_FAULTS,
  AREA_FILE_TYPES,
  AREA_FORMATS,
  AREA_SYSTEMS,
  areaFormatsIn,
  MAX_AREA_FILE_BYTES,
  MAX_AREAS,
  MAX_NAMED_FILES,
} from '../../geometry/found-areas.ts'
import { MAX_INPUT_POSITIONS } from '../../geometry/registry-limits.ts'
import type { Route } from '../../platform/http/route.ts'
import { MAX_LISTED_LAYERS, MAX_OFFERED_ADDRESSES } from '../../platform/limits.ts'
import { MAX_SAFETY_AREAS, SAFETY_LIST_ENDS } from '../../registry/safety-area-list.ts'
import { Address, PolygonOut } from '../http/common-schema.ts'

export { AREA_FILE_TYPES, AREA_SYSTEMS, areaFormatsIn, MAX_AREA_FILE_BYTES }
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

const LeftOut = z.object({
  points: z.int(),
  empty: z.int(),
  too_many: z.int(),
  hidden: z.int().meta({ description: 'Of a drawing: on its paper, or on layers that are off or frozen' }),
  elsewhere: z.int().meta({ description: 'Far from where most of the file lies' }),
  files: z
    .array(z.string())
    .max(MAX_NAMED_FILES)
    .meta({ description: 'Of a ZIP: names of files that could not be read, the first of them' }),
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

export const SafetyAreas = z.object({
  state: z
    .enum([...SAFETY_LIST_ENDS, 'no_address'])
    .nullable()
    .meta({
      description:
        'How asking the registry ended; no_address: nobody has said where the list lies; null: it is being asked',
    }),
  listed_on: z.iso.date().nullable().meta({ description: 'Dutch day on which the registry gave these' }),
  left_out: z.int().min(0).meta({ description: 'Entries of the list that are no area in the Netherlands' }),
  data: z.array(PolygonOut).max(MAX_SAFETY_AREAS).meta({ description: 'In degrees' }),
})
export type SafetyAreas = z.infer<typeof SafetyAreas>

const MOST = 50

const AddressesInput = z
  .strictObject({
    geometry: z
      .looseObject({ type: z.string().max(40) })
      .optional()
      .meta({ description: 'Addresses in and beside this area' }),
    crs: z.string().max(120).optional(),
    text: z.string().trim().min(2).max(200).optional().meta({ description: 'Addresses and places that this may mean' }),
    limit: z.int().min(1).max(MOST).default(10),
  })
  .refine((asked) => (asked.geometry === undefined) !== (asked.text === undefined), {
    message: 'Give one of geometry and text.',
  })

const Position = z.tuple([z.number(), z.number()])

const OfferedAddress = z.object({
  text: z.string().meta({ description: 'One line for people' }),
  kind: z.enum(['address', 'place']),
  address: Address.nullable().meta({ description: 'As POST /jobs takes it; null for a place' }),
  number_designation_id: z
    .string()
    .nullable()
    .meta({ description: "BAG id of the number designation, as an organisation's address carries it" }),
  inside: z.boolean().nullable().meta({ description: 'In the area; POST /jobs refuses one outside it' }),
  rd: Position,
  lnglat: Position,
  source: z.enum(['bag', 'simulator']),
})

export const OfferedAddresses = z.object({
  available: z.boolean().meta({ description: 'False: the register could not be asked, or may not be' }),
  data: z.array(OfferedAddress).max(MAX_OFFERED_ADDRESSES),
})
export type OfferedAddresses = z.infer<typeof OfferedAddresses>

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
  getSafetyAreas: {
    method: 'get',
    path: '/safety-areas',
    permission: 'read',
    summary: 'The safety areas (veiligheidsgebieden) on the list that the registry gave this company',
    responses: { 200: SafetyAreas },
  },
  offerAddresses: {
    method: 'post',
    path: '/addresses',
    permission: 'read',
    summary: 'Addresses in and beside a drawn area, or what a text may mean',
    takesArea: true,
    body: AddressesInput,
    responses: { 200: OfferedAddresses },
  },
} as const satisfies Record<string, Route>
