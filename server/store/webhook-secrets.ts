/** The keys that sign a company's events. Kept as they are, because signing needs them; shown in the dashboard only. */
import type { Kysely } from 'kysely'
import type { WebhookSecret } from '../domain/settings.ts'
import type { DB } from './schema.ts'
import { setSetting, settingsOf } from './settings.ts'

type Db = Kysely<DB>

/**
 * Newest first; the first is made when there is none yet. API and worker may both ask first: they agree on one.
 * @param make a new secret, `whsec_<base64>`
 */
export const webhookSecrets = async (
  db: Db,
  companyId: string,
  make: () => string,
  now: string,
): Promise<WebhookSecret[]> => {
  const known = (await settingsOf(db, companyId))['webhooks.secrets']
  if (known.length > 0) return known
  return db.transaction().execute(async (trx) => {
    const meanwhile = (await settingsOf(trx, companyId))['webhooks.secrets']
    if (meanwhile.length > 0) return meanwhile
    const first = [{ secret: make(), createdAt: now, expiresAt: null }]
    await setSetting(trx, companyId, 'webhooks.secrets', first)
    return first
  })
}

/** A new secret signs from now on; the one before signs beside it until `overlapEndsAt`, and those that ended are forgotten. */
export const rotateWebhookSecret = (
  db: Db,
  companyId: string,
  made: { secret: string; now: string; overlapEndsAt: string },
): Promise<WebhookSecret[]> =>
  db.transaction().execute(async (trx) => {
    const former = (await settingsOf(trx, companyId))['webhooks.secrets']
      .map((each) => ({ ...each, expiresAt: each.expiresAt ?? made.overlapEndsAt }))
      .filter((each) => each.expiresAt > made.now)
    const secrets = [{ secret: made.secret, createdAt: made.now, expiresAt: null }, ...former]
    await setSetting(trx, companyId, 'webhooks.secrets', secrets)
    return secrets
  })
