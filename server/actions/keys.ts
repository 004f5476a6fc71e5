/** API keys: make, list, revoke, and tell who calls with one. */

import { isDiskFull } from '../domain/disk-full.ts'
import type { Permission } from '../domain/klic.ts'
import { centsOf } from '../domain/prices.ts'
import { Refusal } from '../domain/refusal.ts'
import { insertKey, type KeyRecord, keyByHash, keysOf, recordKeyUse, revokeKey as revoke } from '../store/keys.ts'
import { settingsOf } from '../store/settings.ts'
import type { Caller, Needs } from './needs.ts'
import { hashOf, newSecret, prefixOf } from './secrets.ts'

export type { KeyRecord } from '../store/keys.ts'

const DAY_MS = 86_400_000
const USE_NOTED_EVERY_MS = 60_000

export async function createKey(
  { store, clock, ids }: Pick<Needs, 'store' | 'clock' | 'ids'>,
  caller: Pick<Caller, 'companyId' | 'actor'>,
  asked: {
    name: string
    permissions: readonly Permission[]
    expiresAt?: string
    /** Instead of a moment: so many times 24 hours from now */
    expiresInDays?: number
    dailyLimit?: string
  },
): Promise<{ key: KeyRecord; secret: string }> {
  const nowMs = clock.now().getTime()
  const now = new Date(nowMs).toISOString()
  const expiresMs =
    asked.expiresInDays === undefined ? Date.parse(asked.expiresAt ?? '') : nowMs + asked.expiresInDays * DAY_MS
  if (expiresMs <= nowMs) {
    const message = 'A key expires in the future.'
    throw new Refusal('VALIDATION_FAILED', message, {
      complaints: [{ pointer: '/expires_at', code: 'NOT_IN_FUTURE', message }],
    })
  }
  const settings = await settingsOf(store.db, caller.companyId)
  const secret = newSecret(ids, settings['registry.environment'])
  const key: KeyRecord = {
    id: ids.make('key'),
    companyId: caller.companyId,
    name: asked.name,
    permissions: [...new Set(asked.permissions)],
    prefix: prefixOf(secret),
    createdAt: now,
    expiresAt: Number.isNaN(expiresMs) ? null : new Date(expiresMs).toISOString(),
    lastUsedAt: null,
    revokedAt: null,
    createdBy: caller.actor,
    dailyLimitCents: asked.dailyLimit === undefined ? null : centsOf(asked.dailyLimit),
  }
  await insertKey(store.db, key, hashOf(secret))
  return { key, secret }
}

export const listKeys = ({ store }: Pick<Needs, 'store'>, caller: Caller): Promise<KeyRecord[]> =>
  keysOf(store.db, caller.companyId)

/** Works on the next request; repeated it changes nothing. */
export async function revokeKey(
  { store, clock }: Pick<Needs, 'store' | 'clock'>,
  caller: Caller,
  keyId: string,
): Promise<void> {
  const known = await revoke(store.db, caller.companyId, keyId, clock.now().toISOString())
  if (!known) throw new Refusal('NOT_FOUND', 'There is no such key.')
}

/**
 * Every failure does the same work, a missing key included: the time of the answer tells nothing. A revoked key reads
 * as one that never was.
 * @throws Refusal API_KEY_MISSING, API_KEY_INVALID or API_KEY_EXPIRED
 */
export async function authenticate(
  { store, clock }: Pick<Needs, 'store' | 'clock'>,
  secret: string | undefined,
  address: string | null,
): Promise<Caller & Required<Pick<Caller, 'key'>>> {
  const key = await keyByHash(store.db, hashOf(secret ?? ''))
  const now = clock.now()
  const nowText = now.toISOString()
  if (secret === undefined || secret === '') {
    throw new Refusal('API_KEY_MISSING', 'Send your API key in the header X-API-Key.')
  }
  if (!key || key.revokedAt !== null) throw new Refusal('API_KEY_INVALID', 'This API key is not known here.')
  if (key.expiresAt !== null && key.expiresAt <= nowText) {
    throw new Refusal('API_KEY_EXPIRED', 'This API key has expired; make a new one.')
  }
  if (key.lastUsedAt === null || now.getTime() - Date.parse(key.lastUsedAt) >= USE_NOTED_EVERY_MS) {
    // Who only reads is served on a full disk too.
    await recordKeyUse(store.db, key.id, nowText).catch((error) => {
      if (!isDiskFull(error)) throw error
    })
  }
  return {
    companyId: key.companyId,
    actor: `key:${key.id}`,
    permissions: withLower(key.permissions),
    address,
    key: { id: key.id, dailyLimitCents: key.dailyLimitCents },
  }
}

/** Who may write may read; an administrator may both. */
const withLower = (permissions: readonly Permission[]): Permission[] => {
  if (permissions.includes('admin')) return ['read', 'write', 'admin']
  return permissions.includes('write') ? ['read', 'write'] : ['read']
}
