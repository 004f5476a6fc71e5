/** Setting up the registry, below /dashboard/api. What is secret goes in and never comes out. */

import type { Caller } from '../actions/needs.ts'
import { askForTest, getTest, type RegistryCheck } from '../actions/test-registry.ts'
import type { Credentials, REGISTRY_ROUTES, RegistryTest } from '../contract/registry.ts'
import { CONNECTION_WORDS } from '../contract/vocabulary.ts'
import type { CredentialsShown, RegistryAccess } from '../domain/connection.ts'
import { TryLater } from '../domain/refusal.ts'
import type { ApiNeeds } from './needs.ts'
import type { Handlers } from './serve.ts'

const REAL = ['eto', 'production'] as const

const accessOf = (needs: ApiNeeds, { companyId }: Caller): RegistryAccess => {
  if (!needs.registryAccess) throw new TryLater('This server was started without access to credentials.')
  return needs.registryAccess(companyId)
}

const credentialsShown = (shown: CredentialsShown): Credentials => ({
  environment: shown.environment as Credentials['environment'],
  kind: shown.kind,
  client_id: shown.clientId,
  key_id: shown.keyId,
  jwks: shown.jwks as Credentials['jwks'],
  certificate_ends_at: shown.certificateEndsAt,
  redirect_uri: shown.redirectUri,
  login: { state: shown.login.state, message: shown.login.state === 'failed' ? shown.login.message : null },
})

const testShown = (check: RegistryCheck): RegistryTest => ({
  test_id: check.id,
  environment: check.environment,
  state: check.state,
  steps: check.steps.map((step) => ({ ...step, message: step.code && CONNECTION_WORDS[step.code].en })),
})

export const registry: Handlers<typeof REGISTRY_ROUTES> = {
  putRegistryCredentials: async ({ needs, caller, body }) => {
    const access = accessOf(needs, caller)
    const { environment, credentials } = body
    await access.save(
      environment,
      credentials?.kind === 'client_credentials'
        ? {
            kind: credentials.kind,
            clientId: credentials.client_id,
            keyId: credentials.key_id,
            privateKeyPem: credentials.private_key_pem,
            certificatePem: credentials.certificate_pem ?? null,
          }
        : credentials && {
            kind: credentials.kind,
            clientId: credentials.client_id,
            clientSecret: credentials.client_secret,
            redirectUri: credentials.redirect_uri,
          },
    )
    return { status: 200, body: credentialsShown(await access.shown(environment)) }
  },

  getRegistryCredentials: async ({ needs, caller }) => {
    const access = accessOf(needs, caller)
    const data: Credentials[] = []
    for (const environment of REAL) data.push(credentialsShown(await access.shown(environment)))
    return { status: 200, body: { data } }
  },

  logInAtRegistry: async ({ needs, caller, body }) => {
    const { authorizeUrl } = await accessOf(needs, caller).logIn(body.environment)
    return { status: 202, body: { authorize_url: authorizeUrl } }
  },

  testRegistry: async ({ needs, caller, body }) => ({
    status: 202,
    body: testShown(await askForTest(needs, caller, body?.environment)),
  }),

  getRegistryTest: async ({ needs, caller, params }) => ({
    status: 200,
    body: testShown(await getTest(needs, caller, params.test_id)),
  }),
}
