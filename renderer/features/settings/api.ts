/** The company's settings, the credentials for the registry, and the test of the connection. */

import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  Credentials,
  type CredentialsInput,
  CredentialsList,
  REGISTRY_ROUTES,
  RegistryTest,
} from '../../../server/features/settings/registry-schema.ts'
import { Settings } from '../../../server/features/settings/schema.ts'
import { SimulatorLedger, SimulatorView } from '../../../server/features/settings/simulator-schema.ts'
import { Diagnostics } from '../../../server/features/status/schema.ts'
import { call } from '../../api/client.ts'

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call(Settings, '/settings', { signal }),
})

export const putSettings = (changes: Partial<Settings>): Promise<Settings> =>
  call(Settings, '/settings', { method: 'PUT', body: changes })

const LOGIN_POLL_MS = 1500

export const credentialsQuery = queryOptions({
  queryKey: ['credentials'],
  queryFn: ({ signal }) => call(CredentialsList, '/registry/credentials', { signal }),
  // A login goes on in the browser.
  refetchInterval: ({ state }) =>
    state.data?.data.some(({ login }) => login.state === 'waiting') ? LOGIN_POLL_MS : false,
})

export type RealEnvironment = Credentials['environment']

export const putCredentials = (input: z.input<typeof CredentialsInput>): Promise<Credentials> =>
  call(Credentials, '/registry/credentials', { method: 'PUT', body: input })

/** @param replace makes another where there is one */
export const makeKey = (replace: boolean) =>
  call(CredentialsList, '/registry/key', { method: 'POST', body: { replace } })

const LoginBegun = REGISTRY_ROUTES.logInAtRegistry.responses[202]

/** @returns the address at which a person logs in */
export const logInAtRegistry = async (environment: RealEnvironment): Promise<string> =>
  (await call(LoginBegun, '/registry/login', { method: 'POST', body: { environment } })).authorize_url

export const startTest = (environment: RegistryTest['environment']): Promise<RegistryTest> =>
  call(RegistryTest, '/registry/test', { method: 'POST', body: { environment } })

const TEST_POLL_MS = 400

export const testQuery = (testId: string | undefined) =>
  queryOptions({
    queryKey: ['registry-test', testId],
    queryFn: ({ signal }) => call(RegistryTest, `/registry/test/${testId}`, { signal }),
    enabled: testId !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : TEST_POLL_MS),
  })

const SIMULATOR_POLL_MS = 3000

export const simulatorQuery = queryOptions({
  queryKey: ['simulator'],
  queryFn: ({ signal }) => call(SimulatorView, '/simulator', { signal }),
  refetchInterval: SIMULATOR_POLL_MS,
})

export const steerSimulator = (change: { scenario?: string; factor?: number; step_ms?: number }) =>
  call(SimulatorView, '/simulator', { method: 'PUT', body: change })

export const ledgerQuery = queryOptions({
  queryKey: ['simulator', 'ledger'],
  queryFn: ({ signal }) => call(SimulatorLedger, '/simulator/ledger', { signal }),
  refetchInterval: SIMULATOR_POLL_MS,
})

export const getDiagnostics = (): Promise<Diagnostics> => call(Diagnostics, '/diagnostics')
