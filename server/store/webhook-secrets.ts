/** The keys that sign a company's events. Kept as they are, because signing needs them; shown in the dashboard only. */
import type { WebhookSecret } from '../domain/settings.ts'
import type { Store } from './open.ts'
import { setSetting, settingsOf } from './settings.ts'

/**
 * Newest first; the first is made when there is none yet. API and worker may both ask first: they agree on one.
 * @param make a new secret, `whsec_<base64>`
 */
export const webhookSecrets = async (
  store: Store,
  companyId: string,
  make: () => string,
  now: string,
): Promise<WebhookSecret[]> => {
  const known = (await settingsOf(store.db, companyId))['webhooks.secrets']
  if (known.length > 0) return known
  return store.transaction({ company: companyId }, async (trx) => {
    const meanwhile = (await settingsOf(trx, companyId))['webhooks.secrets']
    if (meanwhile.length > 0) return meanwhile
    const first = [{ secret: make(), createdAt: now, expiresAt: null }]
    await setSetting(trx, companyId, 'webhooks.secrets', first)
    return first
  })
}

/** A new secret signs from now on; the one before signs beside it until `overlapEndsAt`, and those that ended are forgotten. */
export const rotateWebhookSecret = (
  store: Store,
  companyId: string,
  made: { secret: string; now: string; overlapEndsAt: string },
): Promise<WebhookSecret[]> =>
  store.transaction({ company: companyId }, async (trx) => {
    const former = (await settingsOf(trx, companyId))['webhooks.secrets']
      .map((each) => ({ ...each, expiresAt: each.expiresAt ?? made.overlapEndsAt }))
      .filter((each) => each.expiresAt > made.now)
    const secrets = [{ secret: made.secret, createdAt: made.now, expiresAt: null }, ...former]
    await setSetting(trx, companyId, 'webhooks.secrets', secrets)
    return secrets
  })
