/** How the window sets up the registry: credentials, logging in, and the test of the connection. */
import { z } from 'zod'
import type { Route } from '../../platform/http/route.ts'
import { CONNECTION_STEPS } from '../../registry/client/connection-test.ts'
import { REGISTRY_ENVIRONMENTS } from '../../registry/klic.ts'
import { Instant } from '../http/common-schema.ts'

/** The simulator has its own. */
const Real = z.enum(['eto', 'production'])
const Pem = z.string().min(1).max(20_000)
const Text = z.string().min(1).max(500)

export const MachineCredentials = z.strictObject({
  client_id: Text,
  key_id: Text,
  private_key_pem: Pem,
  certificate_pem: Pem.optional(),
})

/** Whose login: the company's own, or the one that files for those who pay by invoice. */
const USED_FOR = ['own', 'invoice'] as const

/** PUT /dashboard/api/registry/credentials: never given back. `credentials: null` takes them away. */
export const CredentialsInput = z.strictObject({
  environment: Real,
  used_for: z.enum(USED_FOR).default('own'),
  credentials: z
    .discriminatedUnion('kind', [
      MachineCredentials.extend({
        kind: z.literal('client_credentials'),
        key_id: Text.optional(),
        private_key_pem: Pem.optional().meta({ description: 'Without it: the key that was made here, with its id' }),
      }),
      z.strictObject({
        kind: z.literal('authorization_code'),
        client_id: Text,
        client_secret: Text,
        redirect_uri: z.string().max(300).meta({ description: 'As registered: http, this computer, a port' }),
        secret_in_address: z.boolean().default(false).meta({
          description:
            'Send the secret in the address of the login page as well: only where the registry refuses without',
        }),
      }),
    ])
    .nullable(),
})

/** What is set, without what is secret. */
export const Credentials = z.object({
  environment: Real,
  used_for: z.enum(USED_FOR),
  kind: z.enum(['client_credentials', 'authorization_code']).nullable(),
  client_id: z.string().nullable(),
  key_id: z.string().nullable(),
  jwks: z
    .object({ keys: z.array(z.looseObject({ kty: z.literal('RSA'), kid: z.string() })).max(1) })
    .nullable()
    .meta({ description: 'To be registered at Kadaster: the public half' }),
  certificate_ends_at: Instant.nullable(),
  redirect_uri: z.string().nullable(),
  secret_in_address: z.boolean(),
  login: z.object({ state: z.enum(['none', 'waiting', 'logged_in', 'failed']), message: z.string().nullable() }),
})
export type Credentials = z.infer<typeof Credentials>

export const CredentialsList = z.object({
  data: z.array(Credentials).max(REGISTRY_ENVIRONMENTS.length * USED_FOR.length),
})

export const RegistryTest = z.object({
  test_id: z.string(),
  environment: z.enum(REGISTRY_ENVIRONMENTS),
  state: z.enum(['asked', 'running', 'done']),
  steps: z
    .array(
      z.object({
        step: z.enum(CONNECTION_STEPS),
        state: z.enum(['ok', 'failed', 'skipped']),
        code: z.string().nullable().meta({ description: 'Key of the words in vocabulary' }),
        message: z.string().nullable().meta({ description: 'What to do, in English' }),
        detail: z.string().nullable(),
      }),
    )
    .max(CONNECTION_STEPS.length),
})
export type RegistryTest = z.infer<typeof RegistryTest>

/** Beside the dashboard's other rows. */
export const REGISTRY_ROUTES = {
  putRegistryCredentials: {
    method: 'put',
    path: '/registry/credentials',
    permission: 'admin',
    summary: 'Enter or take away the credentials for the registry',
    body: CredentialsInput,
    responses: { 200: Credentials },
  },
  getRegistryCredentials: {
    method: 'get',
    path: '/registry/credentials',
    permission: 'admin',
    summary: 'Which credentials are set, and the JWKS to register; nothing secret',
    responses: { 200: CredentialsList },
  },
  makeRegistryKey: {
    method: 'post',
    path: '/registry/key',
    permission: 'admin',
    summary: 'Make a key pair for the registry, unless there is one; its public half stands in the credentials as JWKS',
    body: z.strictObject({
      replace: z
        .boolean()
        .default(false)
        .meta({ description: 'Make another: the registered one then no longer works' }),
    }),
    bodyOptional: true,
    responses: { 200: CredentialsList },
  },
  logInAtRegistry: {
    method: 'post',
    path: '/registry/login',
    permission: 'admin',
    summary: "Begin a login; the answer's address is opened in the system's browser",
    body: z.strictObject({ environment: Real }),
    responses: { 202: z.object({ authorize_url: z.string() }) },
  },
  testRegistry: {
    method: 'post',
    path: '/registry/test',
    permission: 'admin',
    summary: 'Test the connection; files nothing, costs nothing',
    body: z.strictObject({ environment: z.enum(REGISTRY_ENVIRONMENTS).optional() }),
    bodyOptional: true,
    responses: { 202: RegistryTest },
  },
  getRegistryTest: {
    method: 'get',
    path: '/registry/test/{test_id}',
    permission: 'admin',
    summary: 'How far the test is',
    params: z.strictObject({ test_id: z.string().regex(/^chk_[0-9A-Za-z]{1,40}$/) }),
    responses: { 200: RegistryTest },
  },
} as const satisfies Record<string, Route>
