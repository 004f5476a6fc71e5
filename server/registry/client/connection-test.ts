/** The test of the connection to the registry: its steps, and how each can end. A step after one that failed is not tried. */
import type { CodeOf } from '../../texts/texts.ts'
import type { RegistryEnvironment } from '../klic.ts'

export const CONNECTION_STEPS = ['credentials', 'name', 'tls', 'token', 'scope', 'read'] as const
export type ConnectionStepName = (typeof CONNECTION_STEPS)[number]

export interface ConnectionStep {
  step: ConnectionStepName
  state: 'ok' | 'failed' | 'skipped'
  /** Of the text `connection.advice`; null when there is nothing to say. */
  code: ConnectionCode | null
  /** What the other side said, without secrets; in its own language. */
  detail: string | null
}

export type ConnectionCode = CodeOf<'connection.advice'>

/** What opens an environment of the registry: a machine with its own key, or a person who logs in. */
export type StoredCredentials =
  | {
      kind: 'client_credentials'
      clientId: string
      keyId: string
      privateKeyPem: string
      certificatePem: string | null
    }
  | {
      kind: 'authorization_code'
      clientId: string
      clientSecret: string
      redirectUri: string
      /** Kadaster's guide puts the secret in the address of the browser as well: for a server that insists on it. */
      secretInAddress?: boolean
    }

/** A key pair that was made here. Its public half is registered at Kadaster before there is a client id. */
export interface MadeKey {
  keyId: string
  privateKeyPem: string
}

/** What a person enters: without a key it is the one that was made here. */
export type EnteredCredentials =
  | Exclude<StoredCredentials, { kind: 'client_credentials' }>
  | (Omit<Extract<StoredCredentials, { kind: 'client_credentials' }>, keyof MadeKey> & Partial<MadeKey>)

/** The same without what is secret. */
export interface CredentialsView {
  environment: RegistryEnvironment
  kind: StoredCredentials['kind'] | null
  clientId: string | null
  /** Without credentials: of the key that was made here */
  keyId: string | null
  /** To be registered at Kadaster; the public half of the key. */
  jwks: { keys: Record<string, unknown>[] } | null
  certificateEndsAt: string | null
  redirectUri: string | null
  secretInAddress: boolean
  login: LoginState
}

export type LoginState =
  /** Machine to machine, or nobody has logged in. */
  { state: 'none' } | { state: 'waiting' } | { state: 'logged_in' } | { state: 'failed'; message: string }

/** Entering credentials and logging in, as the window asks for it. Nothing secret ever comes back. */
export interface RegistryAccess {
  shown(environment: RegistryEnvironment): Promise<CredentialsView>
  /** @throws Refusal VALIDATION_FAILED: key, certificate or redirect address can't be used, or no key was made here */
  save(environment: RegistryEnvironment, credentials: EnteredCredentials | null): Promise<void>
  /** Makes a key pair for all environments, unless there is one. @param replace makes another in its place */
  makeKey(replace: boolean): Promise<void>
  /** @returns the address for the system's browser. @throws Refusal when there is nothing to log in with */
  logIn(environment: RegistryEnvironment): Promise<{ authorizeUrl: string }>
}
