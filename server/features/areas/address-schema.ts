/** POST /dashboard/api/addresses: the address of a job, chosen instead of typed, and the place that a text means. */
import { z } from 'zod'
import type { Route } from '../../platform/http/route.ts'
import { MAX_OFFERED_ADDRESSES } from '../../platform/limits.ts'
import { Address } from '../http/common-schema.ts'

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

export const ADDRESS_ROUTES = {
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
