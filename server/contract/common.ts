/** The small shapes that several payloads share. Wire names are snake_case, as the specification spells them. */
import { z } from 'zod'
import { targetComplaint } from '../domain/webhook-target.ts'

export const Instant = z.iso.datetime({ offset: false }).meta({ description: 'RFC 3339 in UTC with Z' })
export const Day = z.iso.date().meta({ description: 'YYYY-MM-DD, Dutch calendar day' })

/** At most EUR 9,999,999.99: its cents are a whole number for certain. */
export const Amount = z
  .string()
  .regex(/^\d{1,7}\.\d\d$/, 'must be an amount such as 39.95')
  .meta({ description: 'Decimal string, never a float' })

/** http or https, without a user name; what its name stands for is judged when it is called. */
export const WebhookUrl = z
  .url({ protocol: /^https?$/, abort: true })
  .max(2000)
  .refine((url) => targetComplaint(url) === undefined, { error: ({ input }) => targetComplaint(String(input)) })

export const Money = z
  .object({
    amount: z
      .string()
      .regex(/^\d+\.\d\d$/)
      .meta({ description: 'Decimal string, never a float', example: '39.95' }),
    currency: z.literal('EUR'),
  })
  .meta({ id: 'Money' })

const PositionOut = z.tuple([z.number(), z.number()])
/** Degrees. */
export const LngLat = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
export const PolygonOut = z
  .object({ type: z.literal('Polygon'), coordinates: z.array(z.array(PositionOut)) })
  .meta({ id: 'Polygon', description: 'GeoJSON polygon' })

export const Warning = z.object({ code: z.string(), message: z.string() }).meta({ id: 'Warning' })

/** What the registry said of a part: its code, its text, and where in our input the cause lies when it is known. */
export const RegistryError = z
  .object({
    severity: z.enum(['ERROR', 'WARNING']),
    code: z.string(),
    message: z.string(),
    pointer: z.string().nullable(),
  })
  .meta({ id: 'RegistryError' })

export const Pagination = z
  .object({ page: z.int(), page_size: z.int(), total: z.int(), total_pages: z.int() })
  .meta({ id: 'Pagination' })

export const DEFAULT_PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 200

/** Query strings carry text only. */
const wholeNumber = (fallback: number, max: number, description: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1')
    .transform(Number)
    .refine((n) => n <= max, `must be at most ${max}`)
    .default(fallback)
    // What the text spells, which is what a client is to send.
    .meta({
      description,
      override: ({ jsonSchema }: { jsonSchema: object & { pattern?: unknown } }) => {
        delete jsonSchema.pattern
        Object.assign(jsonSchema, { type: 'integer', minimum: 1, maximum: max, default: fallback })
      },
    })

export const PageQuery = z.strictObject({
  page: wholeNumber(1, 999_999_999, 'Which page, from 1'),
  page_size: wholeNumber(DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, 'How many on a page'),
})

/**
 * An address as the register of addresses (BAG) spells it. `bag_id` is that of the addressable object
 * (digits 5 and 6 are 01, 02 or 03), because that is the one the registry asks for at the place of the works.
 */
export const Address = z
  .strictObject({
    bag_id: z
      .string()
      .regex(
        /^\d{4}(01|02|03)\d{10}$/,
        'must be the 16-digit BAG id of an addressable object (digits 5 and 6: 01, 02 or 03)',
      )
      .optional(),
    street: z.string().min(1).max(80).optional(),
    house_number: z.int().min(1).max(99_999).optional(),
    house_letter: z.string().max(1).optional(),
    house_number_addition: z.string().max(4).optional(),
    postcode: z
      .string()
      .regex(/^[1-9]\d{3} ?[A-Za-z]{2}$/, 'must be a Dutch postcode such as 5683AC')
      .optional(),
    city: z.string().min(1).max(64).optional(),
  })
  .meta({ id: 'Address' })
export type Address = z.infer<typeof Address>
