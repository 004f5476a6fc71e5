/** API keys: make, list, revoke, and tell who calls with one. Who may: platform/http/permissions.ts. */

import type { Store } from '../../platform/database/open.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import type { Page, PageRequest } from '../../platform/http/pages.ts'
import type { KeyKind, Permission } from '../../platform/http/permissions.ts'
import { toBody } from '../../platform/http/wire.ts'
import { MAX_WORKING_KEYS, refuseTooMany } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { REGISTRY_ENVIRONMENTS, type RegistryEnvironment } from '../../registry/klic.ts'
import { centsOf, euros } from '../../registry/prices.ts'
import type { Caller, Database, Permitted } from '../services.ts'
import { settingsOf } from '../settings/rows.ts'
import { settleLeftAccess } from './left-access.ts'
import {
  countWorkingKeys,
  insertKey,
  type KeyRecord,
  keyByHash,
  keyExpiry,
  keysPage,
  limitsOver,
  recordKeyUse,
  revokeKey as revoke,
} from './rows.ts'
import { Key } from './schema.ts'
import { hashOf, newSecret, prefixOf } from './secrets.ts'

export type { KeyRecord } from './rows.ts'

const DAY_MS = 86_400_000
const KEY_NAME_LENGTH = 100
const USE_NOTED_EVERY_MS = 60_000

/**
 * A key that makes another hands on no more than it has: none of the permissions it lacks, no other registry, and no
 * higher daily limit (what the new key spends counts against the limit of its maker, too), and it ends no later. People make
 * keys by their role.
 * @throws Refusal VALIDATION_FAILED, PERMISSION_DENIED
 */
export async function createKey(
  { store, clock, ids }: Database,
  caller: Pick<Caller, 'companyId' | 'actor'> & Partial<Pick<Caller, 'permissions' | 'key'>>,
  asked: {
    name: string
    permissions: readonly Permission[]
    kind?: KeyKind
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
  const maker = caller.key
  if (maker) refuseMoreThanOwn(caller.permissions ?? [], asked.permissions)
  const current = settings['registry.environment']
  const environment = maker && !mayFileAt(maker.environment, current) ? maker.environment : current
  const secret = newSecret(ids, environment)
  const key: KeyRecord = {
    id: ids.make('key'),
    companyId: caller.companyId,
    name: asked.name,
    kind: asked.kind ?? 'api',
    permissions: [...new Set(asked.permissions)],
    prefix: prefixOf(secret),
    environment,
    createdAt: now,
    expiresAt: expiryFor(expiresMs, maker ? await keyExpiry(store.db, maker.id) : null),
    lastUsedAt: null,
    revokedAt: null,
    createdBy: caller.actor,
    dailyLimitCents: limitFor(asked.dailyLimit, maker ? await limitsOver(store.db, maker.id) : []),
  }
  await store.transaction({ company: caller.companyId }, async (trx) => {
    refuseTooMany(await countWorkingKeys(trx, caller.companyId, now), MAX_WORKING_KEYS, 'keys that work')
    await insertKey(trx, key, hashOf(secret))
  })
  return { key, secret }
}

/** So long a GIS program opens layers with one consent: a project outlives the person's memory of it. */
const GIS_KEY_DAYS = 180

/** For a GIS program: it may open layers and tiles, and call nothing of v1. */
export const createGisKey = (
  services: Database,
  caller: Pick<Caller, 'companyId' | 'actor'>,
  name: string,
): Promise<{ key: KeyRecord; secret: string }> =>
  createKey(services, caller, {
    name: name.slice(0, KEY_NAME_LENGTH),
    kind: 'gis',
    permissions: [],
    expiresInDays: GIS_KEY_DAYS,
  })

/** The environments in the order of risk: a key for one of them may also file at those before it. */
const mayFileAt = (key: RegistryEnvironment, registry: RegistryEnvironment): boolean =>
  REGISTRY_ENVIRONMENTS.indexOf(registry) <= REGISTRY_ENVIRONMENTS.indexOf(key)

const REGISTRY_NAMES = {
  simulator: 'the simulator',
  eto: "Kadaster's test environment (ETO)",
  production: 'Kadaster',
} as const satisfies Record<RegistryEnvironment, string>

/**
 * A key that was given away for trying must not become one that pays when the registry is switched.
 * @throws Refusal KEY_ENVIRONMENT
 */
export function refuseOtherRegistry({ key }: Caller, registry: RegistryEnvironment): void {
  if (!key || mayFileAt(key.environment, registry)) return
  throw new Refusal(
    'KEY_ENVIRONMENT',
    `This key is for ${REGISTRY_NAMES[key.environment]}, and notifications are filed with ${REGISTRY_NAMES[registry]} now. Nothing was submitted. Make a new key in the settings, API and integrations, and use that one; a program that was paired is paired again.`,
    { extra: { key_environment: key.environment, registry_environment: registry } },
  )
}

function refuseMoreThanOwn(own: readonly Permission[], asked: readonly Permission[]): void {
  const lacking = asked.find((permission) => !own.includes(permission))
  if (lacking === undefined) return
  const message = `This key does not have the permission ${lacking} itself, so it can't hand it on: ask for no more than ${own.join(', ')}, or make the key in the settings, API and integrations.`
  throw new Refusal('PERMISSION_DENIED', message, {
    complaints: [{ pointer: '/permissions', code: 'NOT_ITS_OWN', message }],
    extra: { required_permission: lacking },
  })
}

/** @param last when the maker ends; null: it does not, or no key makes it */
function expiryFor(askedMs: number, last: string | null): string | null {
  if (Number.isNaN(askedMs)) return last
  const asked = new Date(askedMs).toISOString()
  if (last === null || asked <= last) return asked
  const message = `The key that makes this one ends at ${last}: let it end no later.`
  throw new Refusal('VALIDATION_FAILED', message, {
    complaints: [{ pointer: '/expires_at', code: 'AFTER_MAKER', message }],
  })
}

/** @param above the limits that hold for the maker */
function limitFor(asked: string | undefined, above: readonly { cents: number }[]): number | null {
  const least = above.length > 0 ? Math.min(...above.map(({ cents }) => cents)) : null
  if (asked === undefined) return least
  const cents = centsOf(asked)
  if (least === null || cents <= least) return cents
  const message = `The key that makes this one may spend EUR ${euros(least).amount} a day: give no more than that.`
  throw new Refusal('VALIDATION_FAILED', message, {
    complaints: [{ pointer: '/daily_limit', code: 'OVER_LIMIT_OF_MAKER', message, limit: least / 100 }],
  })
}

export const listKeys = (
  store: Store,
  { companyId }: Caller,
  asked: PageRequest & { kind?: KeyKind | undefined },
): Promise<Page<KeyRecord>> => keysPage(store.db, companyId, asked)

/**
 * Works on the next request; repeated it changes nothing.
 * @param madeKeys what becomes of the keys that it made, and of theirs
 * @throws Refusal NOT_FOUND, ACCESS_REMAINS
 */
export async function revokeKey(
  { store, clock }: Database,
  caller: Permitted<'admin'>,
  keyId: string,
  madeKeys?: 'revoke' | 'keep',
): Promise<void> {
  const now = clock.now().toISOString()
  await store.transaction({ company: caller.companyId }, async (trx) => {
    const known = await revoke(trx, caller.companyId, keyId, now)
    if (!known) throw new Refusal('NOT_FOUND', 'There is no such key.')
    if (madeKeys === 'keep') return
    await settleLeftAccess(trx, caller, `key:${keyId}`, { decided: madeKeys, now })
  })
}

const NOT_KNOWN =
  'This API key is not known here: it is mistyped, was revoked, or is of another server or data folder. Make one in the settings, API and integrations, or with klic key create.'

/**
 * Every failure does the same work, a missing key included: the time of the answer tells nothing. A revoked key reads
 * as one that never was.
 * @throws Refusal API_KEY_MISSING, API_KEY_INVALID or API_KEY_EXPIRED
 */
export async function authenticate(
  { store, clock }: Database,
  secret: string | undefined,
  address: string | null,
): Promise<Caller & Required<Pick<Caller, 'key'>>> {
  const key = await keyByHash(store.db, hashOf(secret ?? ''))
  const now = clock.now()
  const nowText = now.toISOString()
  if (secret === undefined || secret === '') {
    throw new Refusal('API_KEY_MISSING', 'Send your API key in the header X-API-Key.')
  }
  if (!key || key.revokedAt !== null) throw new Refusal('API_KEY_INVALID', NOT_KNOWN)
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
    permissions: key.permissions,
    address,
    key: { id: key.id, kind: key.kind, environment: key.environment },
  }
}

/** A key as callers see it. */
export const keyView = (record: KeyRecord): Key => ({
  ...toBody(Key, record),
  key_id: record.id,
  daily_limit: record.dailyLimitCents === null ? null : euros(record.dailyLimitCents).amount,
})
