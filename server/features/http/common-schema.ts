/** The small shapes that several payloads share. Wire names are snake_case, as the specification spells them. */
import { z } from 'zod'
import { MAX_INPUT_POSITIONS } from '../../geometry/registry-limits.ts'
import { addressInLine, houseNumberIn } from '../../registry/addresses/addresses.ts'
import { WARNING_CODES } from '../../registry/warnings.ts'
import { targetComplaint } from '../webhooks/target-url.ts'

/**
 * An input that may be left out. Null says the same: many programs write every field that they know. No `default` in the
 * document either, since generators take a field with one for required; the description says what holds without it.
 */
export const optional = <S extends z.ZodType>(schema: S) =>
  schema
    .nullable()
    .transform((value): z.output<S> | undefined => value ?? undefined)
    .optional()

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
    currency: z.literal('EUR').meta({ description: 'Always euro' }),
  })
  .meta({ id: 'Money' })

/** As a list in the document: generators of clients make something of their own of a tuple, or nothing. */
const PositionOut = z.tuple([z.number(), z.number()]).meta({
  override: ({ jsonSchema }: { jsonSchema: object & { prefixItems?: unknown } }) => {
    delete jsonSchema.prefixItems
    Object.assign(jsonSchema, { items: { type: 'number' }, minItems: 2, maxItems: 2 })
  },
})
/** Degrees. */
export const LngLat = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
/** RD New, metres. */
export const RdPlace = z.tuple([z.number().min(-7000).max(300_000), z.number().min(289_000).max(629_000)])
export const PolygonOut = z
  .object({
    type: z.literal('Polygon').meta({ description: 'Always Polygon' }),
    coordinates: z
      .array(z.array(PositionOut).max(MAX_INPUT_POSITIONS))
      .max(MAX_INPUT_POSITIONS / 4)
      .meta({
        description:
          'Rings of positions [x, y]: the outline, then the holes; the last position of a ring repeats the first',
      }),
  })
  .meta({ id: 'Polygon', description: 'GeoJSON polygon' })

export const Warning = z
  .object({
    code: z.string().meta({ description: `Of a job: one of ${WARNING_CODES.join(', ')}; more of them may be added` }),
    message: z.string().meta({ description: 'What to look at and what to do, in English' }),
  })
  .meta({ id: 'Warning', description: 'Something to look at that stops nothing' })

/** What the registry said of a part: its code, its text, and where in our input the cause lies when it is known. */
export const RegistryError = z
  .object({
    severity: z
      .enum(['ERROR', 'WARNING'])
      .meta({ description: 'ERROR: refused for this. WARNING: filed nevertheless' }),
    code: z.string().meta({ description: 'Code of the registry, or our own where it gave none' }),
    message: z.string().meta({ description: 'The text of the registry, in Dutch, or ours' }),
    pointer: z.string().nullable().meta({
      description: 'JSON pointer to the field of POST /jobs in which the cause lies, as far as it is known; else null',
    }),
  })
  .meta({ id: 'RegistryError', description: 'What the registry, or the work on its delivery, complains of' })

export const Pagination = z
  .object({
    page: z.int().min(1).meta({ description: 'This page, from 1' }),
    page_size: z.int().min(1).max(200).meta({ description: 'How many a page holds' }),
    as_of: Instant.meta({
      description:
        'When the newest row was made: ask for further pages with it as `as_of`, and rows that are made meanwhile neither shift nor repeat those that you read (one made within the same millisecond can repeat some, and hides none). Of an empty list it is in 1970',
    }),
    total: z.int().min(0).meta({ description: 'How many there are on all pages' }),
    total_pages: z.int().min(0).meta({ description: 'How many pages there are' }),
  })
  .meta({ id: 'Pagination', description: 'Where this page stands in the list' })

const DEFAULT_PAGE_SIZE = 50
const MAX_PAGE_SIZE = 200

/** Query strings carry text only. */
export const wholeNumber = (fallback: number, max: number, description: string) =>
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
  as_of: Instant.optional().meta({
    description: 'Leave out what was made later: `pagination.as_of` of the first page. RFC 3339 in UTC',
  }),
})

/** Of jobs and requests: who knows planned notifications only is not met by others. */
export const NotificationQuery = PageQuery.extend({
  calamities: z.enum(['true', 'false']).optional().meta({
    description:
      'true: calamity notifications (klic_type CALAMITEIT) that people filed too. Left out or false: without these; one whose delivery was opened from a file is listed as it is',
  }),
})

const BagId = z
  .string()
  .regex(
    /^\d{4}(01|02|03|20)\d{10}$/,
    'must be the 16-digit BAG id of an addressable object (digits 5 and 6: 01, 02 or 03) or of a number designation (20)',
  )
const Postcode = z.string().regex(/^[1-9]\d{3} ?[A-Za-z]{2}$/, 'must be a Dutch postcode such as 5683AC')
const HouseNumber = z.int().min(1).max(99_999)

/**
 * An address as the register of addresses (BAG) spells it. `bag_id` is that of the addressable object, because that is the
 * one the registry asks for at the place of the works; that of a number designation where nobody could look it up.
 */
export const Address = z
  .strictObject({
    bag_id: BagId.optional().meta({
      description: 'BAG id, 16 digits: of the addressable object, as the registry asks for at the place of the works',
    }),
    street: z.string().min(1).max(80).optional().meta({ description: 'Name of the street (openbare ruimte)' }),
    house_number: HouseNumber.optional().meta({ description: 'Without letter and addition' }),
    house_letter: z.string().max(1).optional().meta({ description: 'One letter (huisletter)' }),
    house_number_addition: z.string().max(4).optional().meta({ description: 'huisnummertoevoeging' }),
    postcode: Postcode.optional().meta({ description: 'Four digits and two letters' }),
    city: z.string().min(1).max(64).optional().meta({ description: 'Town (woonplaats)' }),
  })
  .meta({ id: 'Address', description: 'An address as the register of addresses (BAG) spells it' })
export type Address = z.infer<typeof Address>

const INPUT_FIELDS = {
  bag_id: optional(BagId).meta({
    description:
      'BAG id, 16 digits: of the addressable object (digits 5 and 6: 01, 02 or 03), or of the number designation (20), for which the register is asked',
  }),
  street: optional(z.string().min(1).max(80)).meta({ description: 'Name of the street (openbare ruimte)' }),
  house_number: optional(
    z.union([
      HouseNumber,
      z
        .string()
        .max(12)
        .refine((text) => houseNumberIn(text) !== undefined, 'must be a house number such as 12, 12A or 12A-3'),
    ]),
  ).meta({ description: 'A number, or text that may hold letter and addition as well: 12, "12", "12A", "12A-3"' }),
  house_letter: optional(z.string().max(1)).meta({ description: 'One letter (huisletter)' }),
  house_number_addition: optional(z.string().max(4)).meta({ description: 'huisnummertoevoeging' }),
  postcode: optional(Postcode).meta({ description: 'Four digits and two letters' }),
  city: optional(z.string().min(1).max(64)).meta({ description: 'Town (woonplaats)' }),
}

/** Where an organisation has its post: the registry asks for the number designation there. */
export const PostalAddressInput = z
  .strictObject({
    ...INPUT_FIELDS,
    bag_id: optional(
      z.string().regex(/^\d{4}20\d{10}$/, 'must be the 16-digit BAG id of a number designation (digits 5 and 6: 20)'),
    ).meta({ description: 'BAG id of the number designation (digits 5 and 6: 20)' }),
  })
  .meta({ id: 'PostalAddressInput', description: 'Address of an organisation' })
export type PostalAddressInput = z.output<typeof PostalAddressInput>

/** An address in the three ways in which people give one. */
export const AddressInput = z
  .union([
    z
      .strictObject(INPUT_FIELDS)
      .refine(
        (fields) => Object.values(fields).some((value) => value !== undefined),
        'must have a field, such as bag_id',
      ),
    z
      .string()
      .max(200)
      .refine(
        (text) => addressInLine(text) !== undefined,
        'must be a 16-digit BAG id, or one line with street, house number and postcode or town: Dorpsstraat 12, 1234 AB X',
      ),
  ])
  .meta({
    id: 'AddressInput',
    description:
      'An address by its fields, by its BAG id of 16 digits, or as one line: "Dorpsstraat 12A-3, 1234 AB X", "1234AB 12"',
  })
export type AddressInput = z.output<typeof AddressInput>

/** What a person calls a file that is put here. */
export const FileName = z
  .string()
  .trim()
  .max(200)
  // Marks of direction would show another ending than the name has.
  .regex(
    /^(?!\.+$)[^/\\\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]{1,200}$/u,
    'must be a file name of at most 200 characters, without a folder and without marks of direction',
  )

const Link = (description: string) => z.string().meta({ description })
const LinkOrNull = (description: string) => z.string().nullable().meta({ description })

/** Where a job's answers are: in every job, and in the events of jobs. */
export const JobLinks = z
  .object({
    self: Link('This job'),
    geojson: LinkOrNull('GET /jobs/{job_id}/geojson; null: there is no result'),
    export: z
      .object({
        shp: Link('GET /jobs/{job_id}/export?format=shp'),
        geojson: Link('GET /jobs/{job_id}/export?format=geojson'),
        gpkg: Link('GET /jobs/{job_id}/export?format=gpkg'),
      })
      .nullable()
      .meta({ description: 'The result as a file, in each format; null: there is no result' }),
    ogc: LinkOrNull(
      'OGC API - Features of the result, or of a preliminary result, for QGIS and the like; null: there is neither',
    ),
  })
  .meta({ description: 'Where its answers are, as whole addresses; null until they answer' })

/**
 * @param baseUrl origin of the server, without a slash at the end
 * @param hasResult there are files to download
 * @param isServed there is a result, or a preliminary one, to look at
 */
export function jobLinks(
  baseUrl: string,
  jobId: string,
  hasResult: boolean,
  isServed = hasResult,
): z.infer<typeof JobLinks> {
  const self = `${baseUrl}/api/v1/jobs/${jobId}`
  const file = (format: string) => `${self}/export?format=${format}`
  return {
    self,
    geojson: hasResult ? `${self}/geojson` : null,
    export: hasResult ? { shp: file('shp'), geojson: file('geojson'), gpkg: file('gpkg') } : null,
    ogc: isServed ? `${baseUrl}/ogc/${jobId}` : null,
  }
}
