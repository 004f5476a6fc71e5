/** POST /jobs, and what a submission may still say. */
import { z } from 'zod'
import { MAX_INFO_BUFFER_M, MAX_KEEP_OUTS } from '../../geometry/registry-limits.ts'
import { KLIC_TYPES } from '../../registry/klic.ts'
import { KINDS_OF_WORK } from '../../registry/orders/kinds-of-work.ts'
import { MAX_HOUSE_CONNECTIONS, PREPARATIONS } from '../../registry/orders/notification.ts'
import { Address, AddressInput, Amount, Day, optional, PostalAddressInput, WebhookUrl } from '../http/common-schema.ts'
import { TEXTS_INPUT } from './given-texts-schema.ts'

export const Contact = z
  .strictObject({
    name: z.string().min(1).max(100).meta({ description: 'Of the person' }),
    phone: z.string().min(1).max(30).meta({ description: 'Where the person can be called' }),
    email: z.string().min(3).max(70).meta({ description: 'Where the person can be written to' }),
  })
  .meta({ id: 'Contact', description: 'A person at an organisation' })

const organisation = z.string().min(1).max(100).meta({ description: 'Name of the organisation' })
const KVK = { description: 'Number in the trade register (KvK)' }

/** Client of the works (opdrachtgever), which the registry demands for GRAAF. */
export const Principal = z
  .strictObject({
    organisation,
    kvk_number: z.string().max(25).optional().meta(KVK),
    contact: Contact,
    address: Address.optional().meta({ description: 'Of the organisation' }),
  })
  .meta({ id: 'Principal', description: 'Client of the works (opdrachtgever)' })

const PrincipalInput = z
  .strictObject({
    organisation,
    kvk_number: optional(z.string().max(25)).meta(KVK),
    contact: Contact,
    address: optional(PostalAddressInput).meta({ description: 'Of the organisation' }),
  })
  .meta({
    id: 'PrincipalInput',
    description: 'Client of the works (opdrachtgever), which the registry demands for GRAAF',
  })

const GEOMETRY_IN_WORDS = {
  type: 'object' as const,
  required: ['type', 'coordinates'],
  properties: {
    type: { type: 'string' as const, const: 'Polygon', description: 'Only this one' },
    coordinates: {
      type: 'array' as const,
      minItems: 1,
      description: 'Rings: the outline, then the holes. The last position of a ring repeats the first',
      items: {
        type: 'array' as const,
        minItems: 4,
        items: { type: 'array' as const, minItems: 2, items: { type: 'number' as const } },
      },
    },
  },
}
/** Wider than what is taken: the area's own checks say more than a schema can, with the position that is wrong. */
export const GeometryInput = z.looseObject({ type: z.string().max(40) }).meta({ override: GEOMETRY_IN_WORDS })

/** The user's own rules for the cut, beyond the registry's. */
export const CutRulesInput = z
  .strictObject({
    max_extra_m: optional(z.number().min(0).max(2500)).meta({
      description: 'Ask for nothing farther than this from the drawn area, in metres',
    }),
    keep_out: optional(z.array(GeometryInput).min(1).max(MAX_KEEP_OUTS)).meta({
      description:
        'GeoJSON Polygons, in the system of geometry, of which nothing is asked for that the drawn area does not need; at most 500 positions together',
    }),
    info_buffer_m: optional(z.number().min(1).max(MAX_INFO_BUFFER_M).multipleOf(0.001)).meta({
      description:
        'GRAAF only: ask for information on so many metres around each part, too (informatiePolygoon); parts are at most 500 m less twice this',
    }),
  })
  .meta({ id: 'CutRulesInput', description: 'Rules of your own for the cut; each may take more notifications' })
export type CutRulesInput = z.infer<typeof CutRulesInput>

export const JobInput = z
  .strictObject({
    geometry: GeometryInput.meta({
      description: 'GeoJSON Polygon in RD New or WGS84 (longitude, latitude); holes are honoured, heights dropped',
      override: GEOMETRY_IN_WORDS,
    }),
    klic_type: z.enum(KLIC_TYPES).meta({
      description: 'GRAAF: an excavation notification, before digging. ORIENT: an orientation request, for planning',
    }),
    crs: optional(z.string().max(120)).meta({
      description:
        'System of the numbers, in any case: EPSG:28992, 28992, RD New, RD; EPSG:4326, 4326, WGS84, EPSG:4258, ETRS89, CRS84 (longitude, latitude); URN and URL forms. Recognised by the numbers when left out',
    }),
    reference: optional(z.string().max(200)).meta({
      description:
        'Your own words for the job; the registry gets the first 30 characters (60 in version 3 of its standards), in plain letters',
    }),
    client_ref: optional(z.string().min(1).max(200)).meta({
      description: 'Idempotency key: the same client_ref always denotes the same job',
    }),
    address: optional(AddressInput).meta({
      description: 'Of the works; completed and checked against the BAG where that can be asked',
    }),
    webhook_url: optional(WebhookUrl).meta({
      description: 'http(s) address that is told when the job is ready; without it the company URL is',
    }),
    start_date: optional(Day).meta({
      description: 'First day of digging, Dutch calendar day; needed when a GRAAF is submitted, not sent for ORIENT',
    }),
    end_date: optional(Day).meta({
      description: "Last day of the works, after start_date; without it the company's setting decides",
    }),
    works: optional(z.array(z.enum(KINDS_OF_WORK)).min(1).max(6)).meta({
      description: 'Kinds of work (SoortWerkzaamhedenValue), 1 to 6; without them those of the company settings',
    }),
    principal: optional(PrincipalInput).meta({
      description: 'Client of the works (opdrachtgever); without it the one of the company settings',
    }),
    has_addresses: optional(z.array(AddressInput).max(MAX_HOUSE_CONNECTIONS)).meta({
      description: 'Addresses of which house connection sketches are asked for',
    }),
    cut_rules: optional(CutRulesInput).meta({ description: 'Rules of your own for the cut' }),
    ...TEXTS_INPUT,
    preparation: optional(z.enum(PREPARATIONS)).meta({
      description:
        'ORIENT only, and without works: asked in preparation of coordinating civil works, or of sharing physical infrastructure',
    }),
    follows: optional(z.string().min(1).max(64)).meta({
      description: 'job_id of the filed job that this one repeats, for the same area or for what is left of it',
    }),
    submit: optional(z.boolean())
      .transform((submit) => submit ?? false)
      .meta({ description: 'true files the notifications at once, which costs money; left out: false, a quote' }),
  })
  .meta({ id: 'JobInput', description: 'An area, and what is asked for it' })
export type JobInput = z.infer<typeof JobInput>

export const SubmitInput = z
  .strictObject({
    start_date: optional(Day).meta({ description: 'For a GRAAF that has none yet, or another one than it has' }),
    confirm_euros: optional(Amount).meta({
      description:
        'The total that the caller saw, such as 39.95: where the quote is another, nothing is submitted (409)',
    }),
  })
  .meta({ id: 'SubmitInput', description: 'What a submission may still say' })
