/** Setting up the registry, below /dashboard/api. What is secret goes in and never comes out. */

import { Refusal, TryLater } from '../../platform/refusal.ts'
import type { CredentialsView, RegistryAccess } from '../../registry/client/connection-test.ts'
import { translate } from '../../texts/texts.ts'
import type { Handlers } from '../http/serve.ts'
import type { ApiServices, Caller } from '../services.ts'
import { setByOperator } from './change-settings.ts'
import { askForTest, getTest, type RegistryCheck } from './registry-check.ts'
import type { Credentials, REGISTRY_ROUTES, RegistryTest } from './registry-schema.ts'

const REAL = ['eto', 'production'] as const

type UsedFor = Credentials['used_for']

const accessOf = (services: ApiServices, { companyId }: Caller, usedFor: UsedFor = 'own'): RegistryAccess => {
  if (usedFor === 'invoice' && services.operator) throw setByOperator(['billing.provider'])
  const access = usedFor === 'own' ? services.registryAccess : services.providerAccess
  if (!access) throw new TryLater('This server was started without access to credentials.')
  return access(companyId)
}

/** A login ends at a port of the server's own computer, of the caller's choice: only who sits there may open one. */
const notFromElsewhere = (): Refusal =>
  new Refusal(
    'PERMISSION_DENIED',
    'Logging in at the registry with a browser works on the computer of the server only: enter a key (client credentials) here.',
  )

const credentialsShown = (shown: CredentialsView, usedFor: UsedFor): Credentials => ({
  environment: shown.environment as Credentials['environment'],
  used_for: usedFor,
  kind: shown.kind,
  client_id: shown.clientId,
  key_id: shown.keyId,
  jwks: shown.jwks as Credentials['jwks'],
  certificate_ends_at: shown.certificateEndsAt,
  redirect_uri: shown.redirectUri,
  secret_in_address: shown.secretInAddress,
  login: { state: shown.login.state, message: shown.login.state === 'failed' ? shown.login.message : null },
})

const allShown = async (services: ApiServices, caller: Caller): Promise<{ data: Credentials[] }> => {
  const data: Credentials[] = []
  for (const usedFor of services.operator ? (['own'] as const) : (['own', 'invoice'] as const)) {
    const access = accessOf(services, caller, usedFor)
    for (const environment of REAL) data.push(credentialsShown(await access.shown(environment), usedFor))
  }
  return { data }
}

const machineOnly = (): Refusal => {
  const message =
    'A company that files for others signs in with a key of its own (client_credentials), not as a person.'
  return new Refusal('VALIDATION_FAILED', message, {
    complaints: [{ pointer: '/credentials/kind', code: 'MACHINE_ONLY', message }],
  })
}

const testShown = (check: RegistryCheck): RegistryTest => ({
  test_id: check.id,
  environment: check.environment,
  state: check.state,
  steps: check.steps.map((step) => ({
    ...step,
    message: step.code && translate('en')(`connection.advice.${step.code}`),
  })),
})

export const registry: Handlers<typeof REGISTRY_ROUTES> = {
  putRegistryCredentials: async ({ services, caller, body }) => {
    const { environment, used_for: usedFor, credentials } = body
    const access = accessOf(services, caller, usedFor)
    if (usedFor === 'invoice' && credentials?.kind === 'authorization_code') throw machineOnly()
    await access.save(
      environment,
      credentials?.kind === 'client_credentials'
        ? {
            kind: credentials.kind,
            clientId: credentials.client_id,
            ...(credentials.key_id !== undefined && { keyId: credentials.key_id }),
            ...(credentials.private_key_pem !== undefined && { privateKeyPem: credentials.private_key_pem }),
            certificatePem: credentials.certificate_pem ?? null,
          }
        : credentials && {
            kind: credentials.kind,
            clientId: credentials.client_id,
            clientSecret: credentials.client_secret,
            redirectUri: credentials.redirect_uri,
            secretInAddress: credentials.secret_in_address,
          },
    )
    return { status: 200, body: credentialsShown(await access.shown(environment), usedFor) }
  },

  getRegistryCredentials: async ({ services, caller }) => ({ status: 200, body: await allShown(services, caller) }),

  makeRegistryKey: async ({ services, caller, body }) => {
    await accessOf(services, caller).makeKey(body?.replace ?? false)
    return { status: 200, body: await allShown(services, caller) }
  },

  logInAtRegistry: async ({ services, caller, body }) => {
    if (!services.isLocal) throw notFromElsewhere()
    const { authorizeUrl } = await accessOf(services, caller).logIn(body.environment)
    return { status: 202, body: { authorize_url: authorizeUrl } }
  },

  testRegistry: async ({ services, caller, body }) => ({
    status: 202,
    body: testShown(await askForTest(services, caller, body?.environment)),
  }),

  getRegistryTest: async ({ services, caller, params }) => ({
    status: 200,
    body: testShown(await getTest(services.store, caller, params.test_id)),
  }),
}
