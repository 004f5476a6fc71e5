/**
 * The secrets of a company and the signatures that they make, as Standard Webhooks 1.0.0 has them, over `id.timestamp.body`:
 * HMAC-SHA256 (v1) for a receiver that has the secret, and Ed25519 (v1a) for one that has an API key only and reads the public
 * key. Every valid secret makes one of each. Secrets are stored as they are, because signing needs them; only the dashboard
 * shows them.
 */

import { createHash, createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { Ids } from '../../platform/clock.ts'
import type { Store } from '../../platform/database/open.ts'
import { MAX_WEBHOOK_SECRETS } from '../../platform/limits.ts'
import { setSetting, settingsOf } from '../settings/rows.ts'
import type { WebhookSecret } from '../settings/settings.ts'

type NewSecret = Pick<WebhookSecret, 'secret'> & { seed: string }
/** With a key of either kind. */
export type SigningSecret = Required<WebhookSecret>

/**
 * Newest first; the first is made when there is none yet, and a seed for those of an earlier version. API and worker may
 * both ask first: they agree on one.
 */
export const webhookSecrets = async (
  store: Store,
  companyId: string,
  make: () => NewSecret,
  now: string,
): Promise<SigningSecret[]> => {
  const known = (await settingsOf(store.db, companyId))['webhooks.secrets']
  if (known.length > 0 && known.every(isWhole)) return known
  return store.transaction({ company: companyId }, async (trx) => {
    const meanwhile = (await settingsOf(trx, companyId))['webhooks.secrets']
    if (meanwhile.length > 0 && meanwhile.every(isWhole)) return meanwhile
    const whole = meanwhile.map((each) => ({ ...each, seed: each.seed ?? make().seed }))
    const secrets = whole.length > 0 ? whole : [{ ...make(), createdAt: now, expiresAt: null }]
    await setSetting(trx, companyId, 'webhooks.secrets', secrets)
    return secrets
  })
}

const isWhole = (secret: WebhookSecret): secret is SigningSecret => secret.seed !== undefined

/** DER of a PKCS #8 Ed25519 key, up to its 32 bytes. Source: RFC 8410, section 7. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The Ed25519 key that a seed stands for. */
const privateKeyOf = (seed: string): KeyObject => {
  const bytes = createHash('sha256').update(seed).digest()
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, bytes]), format: 'der', type: 'pkcs8' })
}

/** `whpk_<base64>`, as Standard Webhooks spells it: the last 32 bytes of the DER are the key itself. */
export const publicKeyOf = (seed: string): string => {
  const der = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' })
  return `whpk_${der.subarray(-32).toString('base64')}`
}

/** A new secret signs from now on; the one before signs beside it until `overlapEndsAt`, and those that ended are forgotten. */
export const rotateWebhookSecret = (
  store: Store,
  companyId: string,
  made: NewSecret & { now: string; overlapEndsAt: string },
): Promise<WebhookSecret[]> =>
  store.transaction({ company: companyId }, async (trx) => {
    const former = (await settingsOf(trx, companyId))['webhooks.secrets']
      .map((each) => ({ ...each, expiresAt: each.expiresAt ?? made.overlapEndsAt }))
      .filter((each) => each.expiresAt > made.now)
    const secrets = [{ secret: made.secret, seed: made.seed, createdAt: made.now, expiresAt: null }, ...former].slice(
      0,
      MAX_WEBHOOK_SECRETS,
    )
    await setSetting(trx, companyId, 'webhooks.secrets', secrets)
    return secrets
  })

const PREFIX = 'whsec_'

/** The three headers of one try. @param at the moment of the try: receivers refuse an old one */
export function webhookHeaders(
  event: { id: string; payload: string },
  secrets: readonly SigningSecret[],
  at: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets
    .filter((each) => each.expiresAt === null || each.expiresAt > at.toISOString())
    .flatMap((each) => {
      const key = Buffer.from(each.secret.slice(PREFIX.length), 'base64')
      const signed = Buffer.from(`${event.id}.${timestamp}.${event.payload}`)
      const hash = createHmac('sha256', key).update(signed).digest('base64')
      return [`v1,${hash}`, `v1a,${sign(null, signed, privateKeyOf(each.seed)).toString('base64')}`]
    })
  return { 'webhook-id': event.id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

/**
 * `secret` is `whsec_<base64>`: 43 random base62 characters hold 256 bits, and Standard Webhooks asks for 24 to 64 bytes.
 * `seed` is as many, and never leaves the server.
 */
export const newWebhookSecret = (ids: Ids): { secret: string; seed: string } => ({
  secret: `whsec_${btoa(ids.secret(43))}`,
  seed: ids.secret(43),
})
