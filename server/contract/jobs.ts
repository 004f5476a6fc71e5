/** POST /jobs and everything a job shows. */
import { z } from 'zod'
import { BILLED_BY } from '../domain/billing.ts'
import { JOB_STATES, KLIC_TYPES, NEXT_ACTION_REASONS, NEXT_ACTIONS, PART_STATES } from '../domain/klic.ts'
import { KINDS_OF_WORK } from '../domain/notification.ts'
import {
  Address,
  AddressInput,
  Day,
  Instant,
  Money,
  optional,
  PageQuery,
  PolygonOut,
  PostalAddressInput,
  RegistryError,
  Warning,
  WebhookUrl,
} from './common.ts'

const Contact = z
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
const GeometryInput = z.looseObject({ type: z.string().max(40) }).meta({ override: GEOMETRY_IN_WORDS })

/** The user's own rules for the cut, beyond the registry's. */
export const CutRulesInput = z
  .strictObject({
    max_extra_m: optional(z.number().min(0).max(2500)).meta({
      description: 'Ask for nothing farther than this from the drawn area, in metres',
    }),
    keep_out: optional(z.array(GeometryInput).min(1).max(20)).meta({
      description:
        'GeoJSON Polygons, in the system of geometry, of which nothing is asked for that the drawn area does not need',
    }),
    info_buffer_m: optional(z.number().min(1).max(70).multipleOf(0.001)).meta({
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
      description: 'Your own words for the job; the registry gets the first 30 characters, in plain letters',
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
    end_date: optional(Day).meta({ description: "Last day of the works; without it the company's setting decides" }),
    works: optional(z.array(z.enum(KINDS_OF_WORK)).min(1).max(6)).meta({
      description: 'Kinds of work (SoortWerkzaamhedenValue), 1 to 6; without them those of the company settings',
    }),
    principal: optional(PrincipalInput).meta({
      description: 'Client of the works (opdrachtgever); without it the one of the company settings',
    }),
    has_addresses: optional(z.array(AddressInput).max(100)).meta({
      description: 'Addresses of which house connection sketches are asked for',
    }),
    cut_rules: optional(CutRulesInput).meta({ description: 'Rules of your own for the cut' }),
    submit: optional(z.boolean())
      .transform((submit) => submit ?? false)
      .meta({ description: 'true files the notifications at once, which costs money; left out: false, a quote' }),
  })
  .meta({ id: 'JobInput', description: 'An area, and what is asked for it' })
export type JobInput = z.infer<typeof JobInput>

export const SubmitInput = z
  .strictObject({
    start_date: optional(Day).meta({ description: 'For a GRAAF that has none yet, or another one than it has' }),
  })
  .meta({ id: 'SubmitInput', description: 'What a submission may still say' })

export const Part = z
  .object({
    part_no: z.int(),
    order_id: z.string().nullable(),
    status: z.enum(PART_STATES),
    klic_number: z.string().nullable(),
    geometry: PolygonOut,
    extent_m: z.object({ width: z.number(), height: z.number() }),
    area_m2: z.number(),
    delivered_at: Instant.nullable(),
    errors: z.array(RegistryError),
  })
  .meta({ id: 'Part' })

export const Quote = z
  .object({
    notifications: z.int(),
    price_per_notification: Money,
    total: Money,
    vat: z.literal('excluded'),
    billed_by: z.enum(BILLED_BY).nullable().meta({
      description:
        "`invoice`: whoever runs this installation invoices the total. `kadaster`: filed under the company's own relation number, to which Kadaster bills its own tariff for each notification; the total counts by this installation's price list. null: nothing is arranged yet",
    }),
    lower_bound: z.int().meta({ description: 'Proven: no cut has fewer notifications' }),
    plain_grid: z.int().meta({ description: 'Notifications that a fixed grid would take' }),
    saved: Money.meta({ description: 'What the cut costs less than the fixed grid' }),
    extra_area_m2: z.number().meta({ description: 'Asked for beyond the drawn area, overlaps counted' }),
    rules_cost: z.int().meta({ description: 'Notifications that cut_rules take more' }),
    rules: z
      .object({
        max_extra_m: z.number().nullable(),
        keep_out: z.array(PolygonOut).meta({ description: 'RD New' }),
        info_buffer_m: z.number().nullable(),
      })
      .nullable()
      .meta({ description: 'The cut_rules that it was cut by' }),
    explanation: z.string(),
    expires_at: Instant,
  })
  .meta({ id: 'Quote' })

/** What the words for a reason need, for whoever writes them in another language. */
export const NextActionParams = z
  .object({
    delivered: z.int().meta({ description: 'Parts whose complete delivery is here' }),
    total: z.int().meta({ description: 'All parts of the job' }),
    filed: z.int().meta({ description: 'Parts that the registry has accepted' }),
    refused: z.int().meta({ description: 'Parts that the registry refused: they are not filed' }),
    missing: z.int().meta({ description: 'Parts without a delivery in the result' }),
    safety_areas: z.int().meta({ description: 'Parts in a safety area' }),
    operators: z.array(z.string()).meta({ description: 'Names of the operators that it is about' }),
    revision: z.int().meta({ description: 'Of the result that a later delivery is, or was, merged into' }),
    complaints: z
      .array(z.object({ at: z.string(), code: z.string() }))
      .meta({ description: 'Settings and fields that the pre-check complains of, with its code, as in a 422' }),
    removed_at: Instant.meta({ description: 'When the files of the result were removed' }),
  })
  .partial()
  .meta({ id: 'NextActionParams', description: 'The figures and names of the reason: those that it has' })

/** removed: the company keeps the files no longer; asking for one answers 410 FILES_REMOVED. */
const ExportState = z.enum(['absent', 'processing', 'ready', 'failed', 'removed'])

export const Job = z
  .object({
    job_id: z.string(),
    status: z.enum(JOB_STATES),
    next_action: z.enum(NEXT_ACTIONS),
    next_action_reason: z
      .enum(NEXT_ACTION_REASONS)
      .meta({ description: 'Why, from a closed list: one reason has one action; the reference has a table of all' }),
    next_action_params: NextActionParams,
    next_action_message: z.string().meta({ description: 'The same in words, in English' }),
    klic_type: z.enum(KLIC_TYPES),
    submit: z.boolean(),
    reference: z.string().nullable(),
    registry_reference: z.string().meta({
      description: 'The reference as the registry gets it: at most 30 characters, without accents and other signs',
    }),
    client_ref: z.string().nullable(),
    crs: z.enum(['EPSG:28992', 'EPSG:4326']),
    geometry: PolygonOut.meta({ description: 'As given' }),
    start_date: Day.nullable(),
    end_date: Day.nullable(),
    address: Address.nullable(),
    webhook_url: z.string().nullable(),
    works: z.array(z.string()).nullable().meta({ description: "As given; null: the company's setting holds" }),
    principal: Principal.nullable(),
    has_addresses: z.array(Address).nullable(),
    area_m2: z.number(),
    parts: z.array(Part),
    order_ids: z.array(z.string()),
    quote: Quote,
    progress: z.object({ delivered: z.int(), total: z.int() }),
    revision: z.int().meta({ description: 'Raised each time a result is made anew' }),
    warnings: z.array(Warning),
    exports: z.object({ shp: ExportState, geojson: ExportState, gpkg: ExportState }).meta({
      description: 'Where the files of this revision stand; asking for one that is absent has it made',
    }),
    errors: z.array(RegistryError),
    simulated: z.boolean().meta({ description: 'True: filed with the built-in simulator; not for use in the field' }),
    created_at: Instant,
    submitted_at: Instant.nullable(),
    ready_at: Instant.nullable(),
    links: z.object({
      self: z.string(),
      geojson: z.string(),
      export: z.object({ shp: z.string(), geojson: z.string(), gpkg: z.string() }),
      ogc: z.string(),
    }),
  })
  .meta({ id: 'Job' })
export type Job = z.infer<typeof Job>

/** The list shows jobs without their shapes and contacts: a hundred jobs of a hundred parts would be megabytes. */
export const JobBrief = Job.omit({
  geometry: true,
  parts: true,
  principal: true,
  has_addresses: true,
  exports: true,
}).meta({ id: 'JobBrief' })
export type JobBrief = z.infer<typeof JobBrief>

export const JobQuery = PageQuery.extend({
  client_ref: z.string().min(1).max(200).optional().meta({ description: 'Only the job of this client_ref' }),
  status: z.enum(JOB_STATES).optional().meta({ description: 'Only jobs in this state' }),
  created_since: Instant.optional().meta({
    description:
      'Only jobs made at or after this moment, RFC 3339 in UTC. What changed since then is told by GET /events',
  }),
})

export const JobPath = z.object({ job_id: z.string().max(64).meta({ description: 'Id of a job of the company' }) })

/** 202 of an export that is still being produced. */
export const ExportPending = z
  .object({
    status: z.literal('processing'),
    poll_url: z.string().meta({ description: 'The address that was asked: ask it again until it answers 200' }),
    retry_after: z.int().meta({ description: 'Seconds' }),
  })
  .meta({ id: 'ExportPending' })
