/** The keys that sign a company's events. Kept as they are, because signing needs them; the secret is shown in the dashboard only. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
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
export const privateKeyOf = (seed: string): KeyObject => {
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
