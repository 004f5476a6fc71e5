/**
 * What an office sets for its servers, from the environment or from one file that counts as environment. A desktop sets nothing:
 * every value has the default of a single computer. docs/configuration.md lists them; test/cli compares.
 */
import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { parseEnv } from 'node:util'
import { type Billing, readBilling } from '../features/settings/billing-schema.ts'
import type { OperatorSettings } from '../features/settings/settings.ts'
import { allowedOrigin, MAX_ORIGINS } from '../platform/http/origins.ts'
import { wholeGb } from '../platform/storage/retention.ts'
import { MAX_HOSTS, registryHost } from '../registry/client/registry-hosts.ts'
import { KADASTER_TARIFF } from '../registry/prices.ts'
import { findUnknownName, RETIRED } from './known-names.ts'

/** What a process does: everything on one machine, or one part of it beside others. */
const ROLES = ['all', 'api', 'worker'] as const
export type Role = (typeof ROLES)[number]

export interface Configuration {
  /** `postgres://…`; null: SQLite files in the data folder. */
  databaseUrl: string | null
  /** Where deliveries and results are kept for good: `s3://bucket/prefix?…` or `file:///folder`; null: in the data folder. */
  storageUrl: string | null
  role: Role
  /** Address to listen on. Anything but the loopback makes it a server for others: see `isLocal`. */
  host: string
  /** null: the first free port from the default. */
  port: number | null
  /** What clients call, without a slash at the end; null: the address that is listened on. */
  publicUrl: string | null
  /** How many reverse proxies stand before it, whose X-Forwarded-* are believed. A public https address implies one. */
  proxies: number
  /** Others may call it without encryption: for a network that encrypts by itself. */
  allowsPlainHttp: boolean
  /** Origins whose pages may call API v1 with a key, as a browser spells them: `https://gis.example`. */
  allowedOrigins: readonly string[]
  /** How long it goes on answering after it was told to stop, so that what stands before it sends calls elsewhere. */
  stopGraceMs: number
  /** What a program must show for the metrics; null: they are for this computer only. */
  metricsToken: string | null
  /** A registry simulator that runs elsewhere, and the key of its control routes; null: an own one is started where it is needed. */
  simulator: { url: string; key: string } | null
  /** Flows that a worker runs at once. */
  workerSlots: number
  /** What each company may keep, in bytes; undefined: as much as there is */
  companyQuotaBytes: number | undefined
  /** Names that are set and that nothing reads any more */
  retiredNames: readonly string[]
  /** What no company decides, on a server for others; null on a computer of one's own. */
  operator: OperatorSettings | null
  /** With which the operator of a server for others files for companies that pay by invoice. */
  providerCredentials: Billing['credentials']
}

/** One row for each name: what it means stands in docs/configuration.md. */
export const NAMES = [
  'DATABASE_URL',
  'STORAGE_URL',
  'KLIC_ROLE',
  'KLIC_HOST',
  'KLIC_PORT',
  'KLIC_PUBLIC_URL',
  'KLIC_PROXIES',
  'KLIC_ALLOW_PLAIN_HTTP',
  'KLIC_STOP_GRACE_SECONDS',
  'KLIC_METRICS_TOKEN',
  'KLIC_SIMULATOR_URL',
  'KLIC_SIMULATOR_KEY',
  'KLIC_WORKER_SLOTS',
  'KLIC_COMPANY_QUOTA_GB',
  'KLIC_REGISTRY_CA_FILE',
  'KLIC_REGISTRY_HOSTS',
  'KLIC_OFFLINE_MAP_FILE',
  'KLIC_ALLOW_PRIVATE_WEBHOOKS',
  'KLIC_ALLOWED_ORIGINS',
  'KLIC_BILLING_FILE',
] as const
type Name = (typeof NAMES)[number]

const DEFAULT_WORKER_SLOTS = 8
const DEFAULT_STOP_GRACE_SECONDS = 5
const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

/** A value that can't be meant; the message says what to do. */
export class BadConfiguration extends Error {}

/**
 * @param env the process's own environment; it goes before the file that `KLIC_CONFIG` names (lines of NAME=value)
 * @throws BadConfiguration
 */
export function configurationFrom(env: NodeJS.ProcessEnv): Configuration {
  const values = { ...configurationFile(env), ...env }
  refuseUnknownNames(Object.keys(values))
  const text = (name: Name): string | null => values[name]?.trim() || null
  const publicUrl = origin('KLIC_PUBLIC_URL', text('KLIC_PUBLIC_URL'))
  const stopGrace = whole('KLIC_STOP_GRACE_SECONDS', text('KLIC_STOP_GRACE_SECONDS'), 0, 600)

  const configuration = {
    databaseUrl: url('DATABASE_URL', text('DATABASE_URL'), ['postgres:', 'postgresql:']),
    storageUrl: url('STORAGE_URL', text('STORAGE_URL'), ['s3:', 'file:']),
    role: role(text('KLIC_ROLE')),
    host: text('KLIC_HOST') ?? '127.0.0.1',
    port: whole('KLIC_PORT', text('KLIC_PORT'), 0, 65_535),
    publicUrl,
    // The server speaks no TLS: an https address means a proxy in front that does.
    proxies: whole('KLIC_PROXIES', text('KLIC_PROXIES'), 0, 10) ?? (publicUrl?.startsWith('https:') ? 1 : 0),
    allowsPlainHttp: flag('KLIC_ALLOW_PLAIN_HTTP', text('KLIC_ALLOW_PLAIN_HTTP')),
    allowedOrigins: origins('KLIC_ALLOWED_ORIGINS', text('KLIC_ALLOWED_ORIGINS')),
    stopGraceMs: 0,
    metricsToken: text('KLIC_METRICS_TOKEN'),
    simulator: simulatorElsewhere(text('KLIC_SIMULATOR_URL'), text('KLIC_SIMULATOR_KEY')),
    workerSlots: whole('KLIC_WORKER_SLOTS', text('KLIC_WORKER_SLOTS'), 1, 200) ?? DEFAULT_WORKER_SLOTS,
    companyQuotaBytes: quotaBytes(whole('KLIC_COMPANY_QUOTA_GB', text('KLIC_COMPANY_QUOTA_GB'), 1, 1_000_000)),
    retiredNames: RETIRED.filter((name) => values[name]?.trim()),
    operator: null,
    providerCredentials: {},
  }
  checkExposure(configuration)
  const allowsPrivate = text('KLIC_ALLOW_PRIVATE_WEBHOOKS')
  const billing = billingIn(path('KLIC_BILLING_FILE', text('KLIC_BILLING_FILE')))
  const operator: OperatorSettings = {
    'registry.ca_file': path('KLIC_REGISTRY_CA_FILE', text('KLIC_REGISTRY_CA_FILE')),
    'registry.hosts': hosts('KLIC_REGISTRY_HOSTS', text('KLIC_REGISTRY_HOSTS')),
    'maps.offline_file': path('KLIC_OFFLINE_MAP_FILE', text('KLIC_OFFLINE_MAP_FILE')),
    'webhooks.allow_private': allowsPrivate === null ? null : flag('KLIC_ALLOW_PRIVATE_WEBHOOKS', allowsPrivate),
    // This is the office.
    'office.url': null,
    'billing.provider': billing.provider,
    'billing.prices': billing.prices,
    'billing.kadaster_tariff': billing.kadasterTariff,
    'api.allowed_origins': [...configuration.allowedOrigins],
  }
  const graceSeconds = stopGrace ?? (isLocal(configuration) ? 0 : DEFAULT_STOP_GRACE_SECONDS)
  const started = { ...configuration, stopGraceMs: graceSeconds * 1000 }
  return isForOthers(configuration) ? { ...started, operator, providerCredentials: billing.credentials } : started
}

/** Prices, and the login for those who pay by invoice; nothing without a file. */
function billingIn(file: string | null): Billing {
  if (file === null) return { prices: null, kadasterTariff: KADASTER_TARIFF, provider: null, credentials: {} }
  try {
    return readBilling(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new BadConfiguration(`KLIC_BILLING_FILE names ${file}, which can't be used: ${(error as Error).message}`)
  }
}

/** Whether only this computer reaches it: every caller then sits here. */
export function isLocal({ host, publicUrl, proxies }: Pick<Configuration, 'host' | 'publicUrl' | 'proxies'>): boolean {
  return LOOPBACK.includes(host) && publicUrl === null && proxies === 0
}

/** Whether people elsewhere work with it: they reach it, or it shares a database with servers that they reach. */
const isForOthers = (configuration: Configuration): boolean =>
  !isLocal(configuration) || configuration.databaseUrl !== null

/**
 * Keys, passwords and session cookies must not cross a network that others can read.
 * @throws BadConfiguration
 */
function checkExposure(configuration: Configuration): void {
  const { publicUrl, host, allowsPlainHttp } = configuration
  if (isLocal(configuration) || publicUrl?.startsWith('https:') || allowsPlainHttp) return
  const what = publicUrl === null ? `KLIC_HOST is ${host}` : 'KLIC_PUBLIC_URL begins with http://'
  throw new BadConfiguration(
    `${what}: other computers would send keys and passwords unencrypted. Put a reverse proxy with TLS in front and set ` +
      'KLIC_PUBLIC_URL to its https:// address, or set KLIC_ALLOW_PLAIN_HTTP=1 where the network encrypts by itself.',
  )
}

function simulatorElsewhere(address: string | null, key: string | null): Configuration['simulator'] {
  const found = url('KLIC_SIMULATOR_URL', address, ['http:', 'https:'])
  if (found === null) return null
  if (key !== null) return { url: found, key }
  throw new BadConfiguration(
    "KLIC_SIMULATOR_URL needs KLIC_SIMULATOR_KEY beside it: the controlKey in client.json of the simulator's folder.",
  )
}

/**
 * @returns what stands in the file that `KLIC_CONFIG` names; nothing without one
 * @throws BadConfiguration
 */
export function configurationFile({ KLIC_CONFIG: file }: NodeJS.ProcessEnv): NodeJS.Dict<string> {
  if (!file) return {}
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new BadConfiguration(`KLIC_CONFIG names ${file}, which can't be read: ${(error as Error).message}`)
  }
}

/** @throws BadConfiguration */
function refuseUnknownNames(names: readonly string[]): void {
  const found = findUnknownName(names, NAMES)
  if (found === undefined) return
  const advice = found.meant === undefined ? 'docs/configuration.md lists all names.' : `Is ${found.meant} meant?`
  throw new BadConfiguration(`${found.name} is no name of the configuration, and sets nothing. ${advice}`)
}

function role(value: string | null): Role {
  const found = ROLES.find((known) => known === (value ?? 'all'))
  if (!found) throw new BadConfiguration(`KLIC_ROLE is ${value}: it must be one of ${ROLES.join(', ')}.`)
  return found
}

function url(name: Name, value: string | null, protocols: readonly string[]): string | null {
  if (value === null) return null
  const wanted = protocols.map((protocol) => `${protocol}//`).join(' or ')
  // The value itself is not repeated: it may hold a password.
  if (!URL.canParse(value)) throw new BadConfiguration(`${name} is no address: it must begin with ${wanted}`)
  if (!protocols.includes(new URL(value).protocol)) throw new BadConfiguration(`${name} must begin with ${wanted}`)
  return value
}

/** Scheme, host and port only: the window and all links lie at the root. */
function origin(name: Name, value: string | null): string | null {
  const found = url(name, value, ['https:', 'http:'])
  if (found === null) return null
  const { origin: own, pathname, search, hash, username } = new URL(found)
  if (pathname !== '/' || search || hash || username) {
    throw new BadConfiguration(`${name} must end after the host and port: there is no path, query or user in it.`)
  }
  return own
}

/** One after the other, separated by commas. */
function origins(name: Name, value: string | null): string[] {
  const found = (value?.split(',') ?? []).map((each) => allowedOrigin(each.trim()))
  if (found.length <= MAX_ORIGINS && found.every((each) => each !== undefined)) return found
  throw new BadConfiguration(
    `${name} must be at most ${MAX_ORIGINS} origins separated by commas, like https://gis.example, each without a path; ` +
      'http is for this computer only, like http://localhost:5173.',
  )
}

/** One after the other, separated by commas. */
function hosts(name: Name, value: string | null): string[] {
  const found = (value?.split(',') ?? []).map(registryHost)
  if (found.length <= MAX_HOSTS && found.every((each) => each !== undefined)) return found
  throw new BadConfiguration(
    `${name} must be at most ${MAX_HOSTS} names of hosts separated by commas, like gds.kadaster.nl, without https://.`,
  )
}

function path(name: Name, value: string | null): string | null {
  if (value !== null && !isAbsolute(value)) throw new BadConfiguration(`${name} must be a whole path.`)
  return value
}

function flag(name: Name, value: string | null): boolean {
  if (value === null || value === '0') return false
  if (value === '1') return true
  throw new BadConfiguration(`${name} is ${value}: it must be 1 or 0.`)
}

const quotaBytes = (gb: number | null): number | undefined => (gb === null ? undefined : wholeGb(gb))

function whole(name: Name, value: string | null, least: number, most: number): number | null {
  if (value === null) return null
  const number = Number(value)
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new BadConfiguration(`${name} is ${value}: it must be a whole number from ${least} to ${most}.`)
  }
  return number
}
