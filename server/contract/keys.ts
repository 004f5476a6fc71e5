/** API keys. The secret is in the answer to POST /keys only; what is kept of it is a hash. */
import { z } from 'zod'
import { PERMISSIONS } from '../domain/klic.ts'
import { Amount, Instant } from './common.ts'

export const KeyInput = z
  .strictObject({
    name: z.string().min(1).max(100),
    permissions: z.array(z.enum(PERMISSIONS)).min(1).max(3).default(['read']),
    expires_at: Instant.optional(),
    daily_limit: Amount.optional().meta({
      description:
        'EUR that may be spent with this key in a Dutch calendar day; without it the limit of the company holds',
      example: '399.50',
    }),
  })
  .meta({ id: 'KeyInput' })

export const Key = z
  .object({
    key_id: z.string(),
    name: z.string(),
    permissions: z.array(z.enum(PERMISSIONS)),
    prefix: z.string().meta({ description: 'The first characters of the secret, to recognise it by' }),
    created_at: Instant,
    expires_at: Instant.nullable(),
    last_used_at: Instant.nullable(),
    revoked_at: Instant.nullable(),
    created_by: z.string(),
    daily_limit: Amount.nullable().meta({ description: 'EUR in a Dutch calendar day; null: no limit of its own' }),
  })
  .meta({ id: 'Key' })
export type Key = z.infer<typeof Key>

export const NewKey = Key.extend({ secret: z.string() }).meta({ id: 'NewKey' })
export const KeyPath = z.object({ key_id: z.string().max(64).meta({ description: 'Id of a key of the company' }) })
