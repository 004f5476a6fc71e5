/**
 * Where each environment lives and which scope it asks for. One setting switches all of it together, so that a token
 * for production can't go to another host. Refuses to follow a URL that leads elsewhere.
 */
import type { RegistryEnvironment } from '../domain/klic/klic.ts'
import { Refusal } from '../domain/refusal.ts'
import type { RegistryEndpoints } from './types.ts'

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
}

const pathsBelow = (base: string, scope: string): Paths => ({
  scope,
  file: `${base}/gebiedsinformatieaanvragen`,
  requests: [`${base}/gebiedsinformatieAanvragen`, `${base}/gebiedsinformatieaanvragen`],
  deliveries: `${base}/gebiedsinformatieleveringen`,
})

/** `ntd` is a historical name of the test environment; the simulator plays that one. */
const TEST = pathsBelow('/klic/ntd/aanvragen/v1', 'klic.eto.b2baanvraag')
const PRODUCTION = pathsBelow('/klic/aanvragen/v1', 'klic.b2baanvraag')

export const pathsOf = (environment: RegistryEnvironment): Paths => (environment === 'production' ? PRODUCTION : TEST)

export const isOnOurHost = (endpoints: RegistryEndpoints, url: string): boolean =>
  URL.canParse(url, endpoints.serviceUrl) &&
  new URL(url, endpoints.serviceUrl).origin === new URL(endpoints.serviceUrl).origin

/** Answers of the registry name further URLs; only its own host is followed, so that no token or file goes astray. */
export const onOurHost = (endpoints: RegistryEndpoints, url: string): URL => {
  if (!isOnOurHost(endpoints, url)) {
    throw new Refusal('HOST_NOT_ALLOWED', 'The registry named an address outside its own host; it was not followed.')
  }
  return new URL(url, endpoints.serviceUrl)
}
