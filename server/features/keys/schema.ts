/** API keys. The secret is in the answer to POST /keys only; what is kept of it is a hash. */
import { z } from 'zod'
import { KEY_KINDS, PERMISSIONS } from '../../platform/http/permissions.ts'
import { REGISTRY_ENVIRONMENTS } from '../../registry/klic.ts'
import { Amount, Instant, optional } from '../http/common-schema.ts'

export const KeyInput = z
  .strictObject({
    name: z.string().min(1).max(100).meta({ description: 'To recognise it by' }),
    permissions: optional(z.array(z.enum(PERMISSIONS)).min(1).max(3))
      .transform((permissions) => permissions ?? (['read'] as const).slice())
      .meta({
        description:
          'What it may, and nothing else: read (quotes, status, results; left out: this), write (submit, which costs money), admin (keys). A key that makes another hands on no permission that it lacks',
      }),
    expires_in_days: optional(z.int().min(1).max(3650)).meta({
      description:
        'Whole days from now until the key ends, 1 to 3650; left out, like expires_at: it ends with the key that makes it, if that does',
      example: 365,
    }),
    expires_at: optional(Instant).meta({ description: 'The moment instead of expires_in_days; not both' }),
    daily_limit: optional(Amount).meta({
      description:
        'EUR that may be spent with this key, and those made with it, in a Dutch calendar day. Without it the limit of the key that makes it holds, and always that of the company',
      example: '399.50',
    }),
  })
  .refine((asked) => asked.expires_in_days === undefined || asked.expires_at === undefined, {
    path: ['expires_in_days'],
    error: 'Give one of expires_in_days and expires_at.',
  })
  .meta({ id: 'KeyInput', description: 'A key to be made' })

export const Key = z
  .object({
    key_id: z.string().meta({ description: 'Id of the key, to revoke it by' }),
    name: z.string().meta({ description: 'As given' }),
    kind: z.enum(KEY_KINDS).meta({
      description:
        'api: for programs that call this API; gis: made in the window for GIS programs, it opens layers and tiles and has no permission here',
    }),
    permissions: z
      .array(z.enum(PERMISSIONS))
      .max(PERMISSIONS.length)
      .meta({ description: 'What it may, and nothing else' }),
    prefix: z.string().meta({ description: 'The first characters of the secret, to recognise it by' }),
    environment: z.enum(REGISTRY_ENVIRONMENTS).meta({
      description:
        'Where it may submit: simulator; eto (the test environment of Kadaster) and simulator; production (Kadaster) and both. It is the registry at the time it was made',
    }),
    created_at: Instant.meta({ description: 'When it was made' }),
    expires_at: Instant.nullable().meta({ description: 'When it ends; null: it does not' }),
    last_used_at: Instant.nullable().meta({ description: 'When it was used last; null: never' }),
    revoked_at: Instant.nullable().meta({ description: 'When it was revoked; null: it was not' }),
    created_by: z.string().meta({ description: 'Id of the user or key that made it' }),
    daily_limit: Amount.nullable().meta({ description: 'EUR in a Dutch calendar day; null: no limit of its own' }),
  })
  .meta({ id: 'Key', description: 'An API key, without its secret' })
export type Key = z.infer<typeof Key>

export const NewKey = Key.extend({
  secret: z.string().meta({ description: 'The key itself, for X-API-Key. It is in this answer only: keep it now' }),
}).meta({ id: 'NewKey', description: 'An API key that was just made, with its secret' })
export const KeyPath = z.object({ key_id: z.string().max(64).meta({ description: 'Id of a key of the company' }) })
