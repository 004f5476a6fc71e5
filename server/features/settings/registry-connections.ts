/**
 * Which login speaks to which registry for a company, and the one connection that it has: a login is renewed by one hand
 * only, and a change of credentials, of addresses or of trust makes another connection.
 */
import { createHash } from 'node:crypto'
import { TryLater } from '../../platform/refusal.ts'
import { liveCredentials, providerVault, type Vault } from '../../registry/client/access.ts'
import { createRegistryClient } from '../../registry/client/client.ts'
import type { StoredCredentials } from '../../registry/client/connection-test.ts'
import { endpointsFor } from '../../registry/client/endpoints.ts'
import { pacesByLogin } from '../../registry/client/pace.ts'
import { createTokens } from '../../registry/client/tokens.ts'
import { trustAlso } from '../../registry/client/trust.ts'
import type { BilledBy, RegistryEnvironment } from '../../registry/klic.ts'
import type {
  ClientCredentials,
  Connection,
  Credentials,
  Log,
  RegistryClient,
  RegistryEndpoints,
} from '../../registry/types.ts'
import { billedBy, ownRelationNumber } from './billing.ts'
import type { CompanySettings } from './settings.ts'

interface ConnectionServices {
  settingsOf(companyId: string): Promise<CompanySettings>
  vaultOf(companyId: string): Vault & Parameters<typeof providerVault>[0]
  /** With which an operator files for its companies; null where each company has its own. */
  operators: Readonly<Partial<Record<RegistryEnvironment, StoredCredentials>>> | null
  simulator: {
    /** undefined: none yet, and why */
    url(): string | undefined
    whyNone: string
    /** @throws TryLater while it does not answer */
    credentials(relationNumber: string, isProvider: boolean): Promise<ClientCredentials>
  }
  /** What lies around each call of a client. */
  observe(client: RegistryClient): RegistryClient
  log: Log
  /** All that goes to the registry passes here. */
  send: typeof fetch
}

export function registryConnections({
  settingsOf,
  vaultOf,
  operators,
  simulator,
  observe,
  log,
  send,
}: ConnectionServices) {
  const connections = new Map<string, Connection>()
  const paceOf = pacesByLogin()
  let trusted: string | null = null

  async function loginFor(
    environment: RegistryEnvironment,
    companyId: string,
    relationNumber: string,
    isProvider: boolean,
  ): Promise<Credentials> {
    if (environment === 'simulator') return simulator.credentials(relationNumber, isProvider)
    const vault = isProvider ? providerVault(vaultOf(companyId)) : vaultOf(companyId)
    const isOperators = isProvider && operators !== null
    const stored = isOperators ? operators[environment] : await vault.credentials(environment)
    if (!stored) throw new TryLater(`No credentials for ${environment}`, { reason: 'credentials_missing' })
    return liveCredentials(stored, vault, environment, relationNumber)
  }

  async function credentialsFor(
    environment: RegistryEnvironment,
    companyId: string,
    settings: CompanySettings,
    by: BilledBy,
  ): Promise<Credentials> {
    const isProvider = by === 'invoice'
    const own = ownRelationNumber(settings)
    const relationNumber = own ?? (isProvider ? settings['billing.provider']?.relationNumber : undefined) ?? ''
    const found = await loginFor(environment, companyId, relationNumber, isProvider)
    // What is filed under the company's own number is the provider's to see only by that number.
    return isProvider && own !== null && found.kind === 'client_credentials'
      ? { ...found, isForApplicant: true }
      : found
  }

  /** @throws TryLater while the simulator has no address */
  function endpointsOf(environment: RegistryEnvironment, settings: CompanySettings): RegistryEndpoints {
    const url = simulator.url()
    if (environment === 'simulator' && url === undefined) throw new TryLater(simulator.whyNone)
    return {
      ...endpointsFor(environment, url),
      hosts: settings['registry.hosts'],
      safetyAreasUrl: settings['registry.safety_areas_url'],
    }
  }

  /** @throws TryLater without credentials or the simulator's address; Refusal: a file of certificate authorities that can't be read */
  async function connectionFor(
    environment: RegistryEnvironment,
    companyId: string,
    by?: BilledBy,
  ): Promise<Connection> {
    const settings = await settingsOf(companyId)
    const caFile = settings['registry.ca_file']
    if (caFile !== trusted) trustAlso(caFile)
    trusted = caFile
    const credentials = await credentialsFor(environment, companyId, settings, by ?? billedBy(settings) ?? 'kadaster')
    const endpoints = endpointsOf(environment, settings)
    const key = createHash('sha256')
      // A login is one company's, also where another has the same application.
      .update(JSON.stringify([endpoints, credentials, credentials.kind === 'authorization_code' && companyId]))
      .digest('hex')
    let connection = connections.get(key)
    if (!connection) {
      const clock = { now: Date.now }
      const paced = paceOf(endpoints, credentials, companyId)
      const tokens = createTokens({ endpoints, credentials, now: clock.now, send, paced })
      const client = createRegistryClient({ endpoints, credentials, clock, log, tokens, paced, fetch: send })
      connection = { endpoints, tokens, client: observe(client) }
      connections.set(key, connection)
    }
    return connection
  }

  return {
    connectionFor,
    /** Also without a login. @throws TryLater while the simulator has no address */
    endpointsFor: async (environment: RegistryEnvironment, companyId: string): Promise<RegistryEndpoints> =>
      endpointsOf(environment, await settingsOf(companyId)),
  }
}
