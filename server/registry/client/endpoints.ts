/**
 * Where each environment lives and which scope it asks for. One setting switches all of it together, so that a token
 * for production can't go to another host; and which further hosts are followed.
 */

import { TryLater } from '../../platform/refusal.ts'
import type { RegistryEnvironment } from '../klic.ts'
import type { RegistryEndpoints } from '../types.ts'
import { isKadasters } from './registry-hosts.ts'

const SERVICE_URL = 'https://service10.kadaster.nl'
const AUTHORIZATION_URL = 'https://authorization.kadaster.nl'

/** Exactly this text, in every environment: no scheme, the port included. */
export const TOKEN_AUDIENCE = 'authorization.kadaster.nl:443/auth/oauth/v2/token'
export const TOKEN_PATH = '/auth/oauth/v2/token'

/** @param simulatorUrl origin of the simulator; needed for that environment, ignored in the others */
export const endpointsFor = (environment: RegistryEnvironment, simulatorUrl?: string): RegistryEndpoints => {
  if (environment !== 'simulator') {
    return { environment, serviceUrl: SERVICE_URL, authorizationUrl: AUTHORIZATION_URL }
  }
  if (!simulatorUrl) throw new Error('The simulator has no address: start it first')
  const origin = new URL(simulatorUrl).origin
  return { environment, serviceUrl: origin, authorizationUrl: origin }
}

interface Paths {
  scope: string
  file: string
  /** Kadaster spells this one in two ways: the delivery page with a capital, a release note without. */
  requests: readonly [string, string]
  deliveries: string
  /** The simulator's: Kadaster tells its own to those to whom it grants the list. */
  safetyAreas: string
}

const pathsBelow = (base: string, scope: string): Paths => ({
  scope,
  file: `${base}/gebiedsinformatieaanvragen`,
  requests: [`${base}/gebiedsinformatieAanvragen`, `${base}/gebiedsinformatieaanvragen`],
  deliveries: `${base}/gebiedsinformatieleveringen`,
  safetyAreas: `${base}/veiligheidsgebieden`,
})

/** `ntd` is a historical name of the test environment; the simulator plays that one. */
const TEST = pathsBelow('/klic/ntd/aanvragen/v1', 'klic.eto.b2baanvraag')
const PRODUCTION = pathsBelow('/klic/aanvragen/v1', 'klic.b2baanvraag')

export const pathsOf = (environment: RegistryEnvironment): Paths => (environment === 'production' ? PRODUCTION : TEST)

/** It leads to a host that nobody has allowed: said in the job, and followed as soon as it is allowed. */
export class HostNotAllowed extends TryLater {
  readonly host: string

  constructor(host: string) {
    super('The registry named an address on a host that is not allowed; it was not followed.')
    this.host = host
  }
}

const isKnown = (endpoints: RegistryEndpoints, { origin, username, password }: URL): boolean =>
  `${username}${password}` === '' &&
  [endpoints.serviceUrl, endpoints.authorizationUrl].some((known) => origin === new URL(known).origin)

/** The simulator has other names on this computer alone, and no TLS. A name and a password in an address hide where it leads. */
const isSafe = ({ environment }: RegistryEndpoints, url: URL): boolean =>
  url.username === '' &&
  url.password === '' &&
  (environment === 'simulator'
    ? url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
    : url.protocol === 'https:' && url.port === '')

const isAllowed = (endpoints: RegistryEndpoints, url: URL): boolean =>
  isSafe(endpoints, url) && (endpoints.hosts ?? []).includes(url.hostname)

/** A token goes to the known hosts, and to those below kadaster.nl that were allowed by name: never further. */
export const mayHaveToken = (endpoints: RegistryEndpoints, url: URL): boolean =>
  isKnown(endpoints, url) ||
  (isAllowed(endpoints, url) && (isKadasters(url.hostname) || endpoints.environment === 'simulator'))

/**
 * Answers of the registry name further URLs: those on known hosts, on hosts below kadaster.nl and on hosts that were
 * allowed are followed. One without a host is the service's own.
 * @throws HostNotAllowed
 */
export const resolveUrl = (endpoints: RegistryEndpoints, address: string): URL => {
  if (!URL.canParse(address, endpoints.serviceUrl))
    throw new TryLater('The registry named something that is no address.')
  const url = new URL(address, endpoints.serviceUrl)
  const isTheirs = isSafe(endpoints, url) && isKadasters(url.hostname)
  if (isKnown(endpoints, url) || isTheirs || isAllowed(endpoints, url)) return url
  // An address of a file has no host.
  throw new HostNotAllowed(url.hostname || url.protocol)
}

/** As it is kept: without the service's own host, because the simulator has another port after a restart. */
export const kept = (endpoints: RegistryEndpoints, address: string): string => {
  if (!URL.canParse(address, endpoints.serviceUrl)) return address
  const { origin, pathname, search } = new URL(address, endpoints.serviceUrl)
  return origin === new URL(endpoints.serviceUrl).origin ? `${pathname}${search}` : address
}
