/** POST /jobs and everything a job shows. */
import { z } from 'zod'
import { JOB_STATES, KLIC_TYPES, NEXT_ACTIONS, PART_STATES } from '../domain/klic.ts'
import { KINDS_OF_WORK } from '../domain/notification.ts'
import { Address, Day, Instant, Money, PolygonOut, RegistryError, Warning, WebhookUrl } from './common.ts'

const ContactInput = z.strictObject({
  name: z.string().min(1).max(100),
  phone: z.string().min(1).max(30),
  email: z.string().min(3).max(70),
})

/** Client of the works (opdrachtgever), which the registry demands for GRAAF. */
export const Principal = z
  .strictObject({
    organisation: z.string().min(1).max(100),
    kvk_number: z.string().max(25).optional(),
    contact: ContactInput,
    address: Address.omit({ bag_id: true })
      .extend({
        bag_id: z
          .string()
          .regex(/^\d{4}20\d{10}$/, 'must be the 16-digit BAG id of a number designation (digits 5 and 6: 20)')
          .optional(),
      })
      .optional(),
  })
  .meta({ id: 'Principal' })

/** The user's own rules for the cut, beyond the registry's. */
export const CutRulesInput = z
  .strictObject({
    max_extra_m: z
      .number()
      .min(0)
      .max(2500)
      .optional()
      .meta({ description: 'Ask for nothing farther than this from the drawn area, in metres' }),
    keep_out: z
      .array(z.looseObject({ type: z.string() }))
      .min(1)
      .max(20)
      .optional()
      .meta({
        description:
          'GeoJSON Polygons, in the system of geometry, of which nothing is asked for that the drawn area does not need',
      }),
    info_buffer_m: z.number().min(1).max(70).multipleOf(0.001).optional().meta({
      description:
        'GRAAF only: ask for information on so many metres around each part, too (informatiePolygoon); parts are at most 500 m less twice this',
    }),
  })
  .meta({ id: 'CutRulesInput', description: 'Rules of your own for the cut; each may take more notifications' })
export type CutRulesInput = z.infer<typeof CutRulesInput>

const GEOMETRY_IN_WORDS = {
  type: 'object' as const,
  required: ['type', 'coordinates'],
  properties: {
    type: { type: 'string' as const, const: 'Polygon' },
    coordinates: {
      type: 'array' as const,
      minItems: 1,
      items: {
        type: 'array' as const,
        minItems: 4,
        items: { type: 'array' as const, minItems: 2, items: { type: 'number' as const } },
      },
    },
  },
}

export const JobInput = z
  .strictObject({
    geometry: z.looseObject({ type: z.string() }).meta({
      description: 'GeoJSON Polygon in RD New or WGS84 (longitude, latitude); holes are honoured, heights dropped',
      // Wider than what is taken: the area's own checks say more than a schema can, with the position that is wrong.
      override: GEOMETRY_IN_WORDS,
    }),
    klic_type: z.enum(KLIC_TYPES),
    crs: z
      .string()
      .max(120)
      .optional()
      .meta({ description: 'EPSG:28992, EPSG:4326, CRS84 or their URN and URL forms; recognised when left out' }),
    reference: z.string().max(200).optional(),
    client_ref: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'Idempotency key: the same client_ref always denotes the same job' }),
    address: Address.optional(),
    webhook_url: WebhookUrl.optional(),
    start_date: Day.optional(),
    end_date: Day.optional(),
    works: z
      .array(z.enum(KINDS_OF_WORK))
      .min(1)
      .max(6)
      .optional()
      .meta({ description: 'Kinds of work (SoortWerkzaamhedenValue), 1 to 6' }),
    principal: Principal.optional(),
    has_addresses: z
      .array(Address)
      .max(100)
      .optional()
      .meta({ description: 'Addresses for service connection sketches' }),
    cut_rules: CutRulesInput.optional(),
    submit: z.boolean().default(false),
  })
  .meta({ id: 'JobInput' })
export type JobInput = z.infer<typeof JobInput>

export const SubmitInput = z.strictObject({ start_date: Day.optional() }).meta({ id: 'SubmitInput' })

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

const ExportState = z.enum(['absent', 'processing', 'ready', 'failed'])

export const Job = z
  .object({
    job_id: z.string(),
    status: z.enum(JOB_STATES),
    next_action: z.enum(NEXT_ACTIONS),
    next_action_message: z.string(),
    klic_type: z.enum(KLIC_TYPES),
    submit: z.boolean(),
    reference: z.string().nullable(),
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
    exports: z
      .object({ shp: ExportState, geojson: ExportState, gpkg: ExportState })
      .meta({ description: 'Where the files of this revision stand; asking for one that is absent has it made' }),
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

export const JobPath = z.object({ job_id: z.string().max(64).meta({ description: 'Id of a job of the company' }) })

/** 202 of an export that is still being produced. */
export const ExportPending = z
  .object({
    status: z.literal('processing'),
    poll_url: z.string(),
    retry_after: z.int().meta({ description: 'Seconds' }),
  })
  .meta({ id: 'ExportPending' })
