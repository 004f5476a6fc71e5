/** People, addresses and organisations as the registry takes them. */
import { z } from 'zod'
import { COUNTRY_CODES, EMAIL_PATTERN, PHONE_PATTERN } from './notification.ts'

export const Contact = z.strictObject({
  name: z.string().min(1).max(100),
  phone: z.string().min(1).max(30).regex(PHONE_PATTERN, 'must be a telephone number'),
  email: z.string().max(70).regex(EMAIL_PATTERN, 'must be an e-mail address as the registry takes them'),
})

export const PostalAddress = z.strictObject({
  bag_id: z
    .string()
    .regex(/^\d{16}$/, 'must be a 16-digit BAG id')
    .nullable()
    .default(null),
  street: z.string().min(1).max(80),
  house_number: z.int().min(1).max(99_999),
  house_letter: z.string().max(1).nullable().default(null),
  house_number_addition: z.string().max(4).nullable().default(null),
  postcode: z.string().max(12),
  city: z.string().min(1).max(64),
  country: z.enum(COUNTRY_CODES).default('NLD'),
})

export const Organisation = z.strictObject({
  name: z.string().min(1).max(100).meta({ description: 'Exactly as on record at the registry' }),
  kvk_number: z.string().max(25).nullable().default(null),
  address: PostalAddress,
})
