/**
 * Credentials from the moment they are entered to the moment they sign: checked, kept, shown without their secrets,
 * renewed by a login, and given to the client. Where they lie is the business of who gives us `Vault`.
 */

import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { Refusal } from '../../platform/refusal.ts'
import type { RegistryEnvironment } from '../klic.ts'
import type { Credentials, RegistryEndpoints } from '../types.ts'
import type {
  CredentialsView,
  EnteredCredentials,
  LoginState,
  MadeKey,
  RegistryAccess,
  StoredCredentials,
} from './connection-test.ts'
import { endpointsFor } from './endpoints.ts'
import { certificateEnds, jwksEntry } from './jwks.ts'
import { type LoginOptions, type LoginUnderWay, loopbackAddress, startLogin } from './login.ts'

export interface Vault {
  credentials(environment: RegistryEnvironment): Promise<StoredCredentials | undefined>
  saveCredentials(environment: RegistryEnvironment, credentials: StoredCredentials | undefined): Promise<void>
  refreshToken(environment: RegistryEnvironment): Promise<string | null>
  saveRefreshToken(environment: RegistryEnvironment, token: string | null): Promise<void>
  madeKey(): Promise<MadeKey | null>
  saveMadeKey(key: MadeKey): Promise<void>
}

/** The registry wants 2048 or more. */
const KEY_BITS = 3072

/** Credentials of a party that files for others: a machine's, so there is no login to keep. */
export const providerVault = (secrets: {
  providerCredentials: Vault['credentials']
  saveProviderCredentials: Vault['saveCredentials']
}): Vault => ({
  credentials: secrets.providerCredentials,
  saveCredentials: secrets.saveProviderCredentials,
  refreshToken: async () => null,
  saveRefreshToken: async () => {},
  madeKey: async () => null,
  saveMadeKey: async () => {},
})

/** What the client signs in with. */
export const liveCredentials = (
  stored: StoredCredentials,
  vault: Vault,
  environment: RegistryEnvironment,
  relationNumber: string,
): Credentials => {
  if (stored.kind === 'client_credentials') {
    const { clientId, keyId, privateKeyPem } = stored
    return { kind: 'client_credentials', clientId, keyId, privateKeyPem, relationNumber }
  }
  return {
    kind: 'authorization_code',
    clientId: stored.clientId,
    clientSecret: stored.clientSecret,
    relationNumber,
    loadRefreshToken: () => vault.refreshToken(environment),
    saveRefreshToken: (token) => vault.saveRefreshToken(environment, token),
  }
}

const noCredentials = (environment: RegistryEnvironment): Refusal =>
  new Refusal(
    'VALIDATION_FAILED',
    `There are no credentials for the registry environment "${environment}": enter them in the settings, Kadaster.`,
  )

const NOTHING = {
  kind: null,
  clientId: null,
  keyId: null,
  jwks: null,
  certificateEndsAt: null,
  redirectUri: null,
  secretInAddress: false,
}

const noKey = (): Refusal => {
  const message = 'Enter a private key, or make one here first.'
  return new Refusal('VALIDATION_FAILED', message, {
    complaints: [{ pointer: '/private_key_pem', code: 'KEY_MISSING', message }],
  })
}

export const createRegistryAccess = (options: {
  vault: Vault
  /** Without it the registry's own */
  endpointsOf?(environment: RegistryEnvironment): RegistryEndpoints
  /** Before this process speaks to the registry itself: whom it trusts. */
  prepare?(): Promise<void>
  fetch?: typeof fetch
}): RegistryAccess => {
  const { vault, endpointsOf = endpointsFor } = options
  const underWay = new Map<RegistryEnvironment, LoginUnderWay>()
  const failures = new Map<RegistryEnvironment, string>()

  const loginState = async (environment: RegistryEnvironment): Promise<LoginState> => {
    if (underWay.has(environment)) return { state: 'waiting' }
    const message = failures.get(environment)
    if (message !== undefined) return { state: 'failed', message }
    return { state: (await vault.refreshToken(environment)) === null ? 'none' : 'logged_in' }
  }

  const withKey = async (entered: EnteredCredentials): Promise<StoredCredentials> => {
    if (entered.kind === 'authorization_code') return entered
    const { keyId, privateKeyPem } = entered
    if (keyId !== undefined && privateKeyPem !== undefined) return { ...entered, keyId, privateKeyPem }
    const made = privateKeyPem === undefined ? await vault.madeKey() : null
    if (made === null) throw noKey()
    return { ...entered, ...made }
  }

  const forget = (environment: RegistryEnvironment): void => {
    underWay.get(environment)?.cancel()
    underWay.delete(environment)
    failures.delete(environment)
  }

  return {
    async shown(environment): Promise<CredentialsView> {
      const stored = await vault.credentials(environment)
      if (!stored) {
        const made = await vault.madeKey()
        const key = made && { keyId: made.keyId, jwks: { keys: [{ ...jwksEntry(made.keyId, made.privateKeyPem) }] } }
        return { environment, ...NOTHING, ...key, login: { state: 'none' } }
      }
      const { kind, clientId } = stored
      if (stored.kind === 'authorization_code') {
        const login = await loginState(environment)
        const { redirectUri, secretInAddress = false } = stored
        return { environment, ...NOTHING, kind, clientId, redirectUri, secretInAddress, login }
      }
      const { keyId, privateKeyPem, certificatePem } = stored
      const keys = [{ ...jwksEntry(keyId, privateKeyPem, certificatePem) }]
      const certificateEndsAt = certificateEnds(certificatePem)
      return {
        environment,
        ...NOTHING,
        kind,
        clientId,
        keyId,
        jwks: { keys },
        certificateEndsAt,
        login: { state: 'none' },
      }
    },

    async save(environment, entered) {
      const credentials = entered && (await withKey(entered))
      if (credentials?.kind === 'client_credentials') {
        jwksEntry(credentials.keyId, credentials.privateKeyPem, credentials.certificatePem)
      }
      if (credentials?.kind === 'authorization_code') loopbackAddress(credentials.redirectUri)
      forget(environment)
      await vault.saveCredentials(environment, credentials ?? undefined)
    },

    async makeKey(replace) {
      if (!replace && (await vault.madeKey()) !== null) return
      const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: KEY_BITS })
      const keyId = `klic-desktop-${randomBytes(4).toString('hex')}`
      await vault.saveMadeKey({ keyId, privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string })
    },

    async logIn(environment) {
      const stored = await vault.credentials(environment)
      if (stored?.kind !== 'authorization_code') throw noCredentials(environment)
      await options.prepare?.()
      forget(environment)
      const { clientId, clientSecret, redirectUri, secretInAddress = false } = stored
      const endpoints = endpointsOf(environment)
      const asked: LoginOptions = { endpoints, clientId, clientSecret, redirectUri, secretInAddress }
      const login = await startLogin({ ...asked, ...(options.fetch ? { fetch: options.fetch } : {}) })
      underWay.set(environment, login)
      const end = (failure?: string): void => {
        if (underWay.get(environment) !== login) return
        underWay.delete(environment)
        if (failure !== undefined) failures.set(environment, failure)
      }
      void login.finished
        .then(async ({ refreshToken }) => {
          await vault.saveRefreshToken(environment, refreshToken)
          end()
        })
        .catch((error: Error) => end(error.message))
      return { authorizeUrl: login.authorizeUrl }
    },
  }
}
