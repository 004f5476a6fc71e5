/** "Test connection" names the step that fails and what to do about it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONNECTION_STEPS } from '../../server/registry/client/connection-test.ts'
import { endpointsFor } from '../../server/registry/client/endpoints.ts'
import { type ConnectionTest, testConnection } from '../../server/registry/client/test-connection.ts'
import { createTokens } from '../../server/registry/client/tokens.ts'
import type { Credentials, Tokens } from '../../server/registry/types.ts'
import { openClientFile, simulatorCredentials } from '../../server/simulator/customer.ts'
import { type Registry, startRegistry, tempFolder } from './world.ts'

const tokensOf = (url: string, credentials: Credentials): Tokens =>
  createTokens({ endpoints: endpointsFor('simulator', url), credentials, now: Date.now, send: fetch })
const walk = async ({ url, folder }: Registry, more: Partial<ConnectionTest> = {}) => {
  const tokens = tokensOf(url, simulatorCredentials(folder))
  const steps = await testConnection({ endpoints: endpointsFor('simulator', url), tokens, ...more })
  return steps.map(({ step, state, code }) => [step, state, code])
}
const ends = (...steps: [string, string, string | null][]) => {
  const rest = CONNECTION_STEPS.slice(steps.length).map((step) => [step, 'skipped', null])
  return [...steps, ...rest]
}
const ETO = endpointsFor('eto')
const FINE = { resolve: async () => {}, secure: async () => {} }
const granting = (scopes: string[] | null): Tokens => ({
  get: async () => 'token',
  renew: async () => ({ token: 'token', scopes }),
  drop() {},
})
const answering =
  (status: number, body: string): typeof fetch =>
  async () =>
    new Response(body, { status })
const failing = (code: string) => async () => {
  throw Object.assign(new Error(code), { code })
}

test('every step is walked, and said as soon as it ends', async (t) => {
  const registry = await startRegistry(t)
  const told: number[] = []
  const tokens = tokensOf(registry.url, simulatorCredentials(registry.folder))
  const endpoints = endpointsFor('simulator', registry.url)
  const steps = await testConnection({ endpoints, tokens }, async (soFar) => {
    told.push(soFar.length)
  })
  assert.deepEqual(
    steps.map(({ step, state, code }) => [step, state, code]),
    [
      ['credentials', 'ok', null],
      ['name', 'ok', null],
      ['tls', 'skipped', 'NO_TLS'],
      ['token', 'ok', null],
      ['scope', 'ok', null],
      ['read', 'ok', null],
    ],
  )
  assert.deepEqual(told, [1, 2, 3, 4, 5, 6])
  assert.equal((await registry.ledger()).notifications, 0)
})

test('a login that has been delivered nothing may be told that there is no list', async (t) => {
  const registry = await startRegistry(t)
  await registry.control('fault', { path: '/gebiedsinformatieleveringen', status: 404 })
  const tokens = tokensOf(registry.url, simulatorCredentials(registry.folder))
  const steps = await testConnection({ endpoints: endpointsFor('simulator', registry.url), tokens })
  assert.deepEqual(steps.at(-1), { step: 'read', state: 'ok', code: null, detail: null })
})

test('without credentials nothing is tried', async (t) => {
  const registry = await startRegistry(t)
  const found = await walk(registry, { tokens: undefined, fetch: () => assert.fail('something was sent') })
  assert.deepEqual(found, ends(['credentials', 'failed', 'CREDENTIALS_MISSING']))
})

test('a host without a name, a closed port and a strange certificate are told apart', async (t) => {
  const registry = await startRegistry(t)
  const unnamed = await walk(registry, { endpoints: ETO, ...FINE, resolve: failing('ENOTFOUND') })
  assert.deepEqual(unnamed, ends(['credentials', 'ok', null], ['name', 'failed', 'NAME_NOT_FOUND']))
  const faults = [
    ['ECONNREFUSED', 'NOT_CONNECTED'],
    ['ETIMEDOUT', 'NOT_CONNECTED'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERTIFICATE_NOT_TRUSTED'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'CERTIFICATE_NOT_TRUSTED'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'CERTIFICATE_NOT_TRUSTED'],
  ] as const
  for (const [fault, code] of faults) {
    const found = await walk(registry, { endpoints: ETO, ...FINE, secure: failing(fault) })
    assert.deepEqual(found, ends(['credentials', 'ok', null], ['name', 'ok', null], ['tls', 'failed', code]))
  }
})

test('a key that the server does not know, and one that is none, end at signing in', async (t) => {
  const registry = await startRegistry(t)
  const other = tempFolder(t)
  openClientFile(other)
  const start = [
    ['credentials', 'ok', null],
    ['name', 'ok', null],
    ['tls', 'skipped', 'NO_TLS'],
  ] as [string, string, string | null][]
  const mine = simulatorCredentials(registry.folder)
  const strange = { ...simulatorCredentials(other), clientId: mine.clientId }
  assert.deepEqual(
    await walk(registry, { tokens: tokensOf(registry.url, strange) }),
    ends(...start, ['token', 'failed', 'TOKEN_REFUSED']),
  )
  assert.deepEqual(
    await walk(registry, { tokens: tokensOf(registry.url, { ...mine, privateKeyPem: 'geen' }) }),
    ends(...start, ['token', 'failed', 'KEY_UNUSABLE']),
  )
  const nobody: Credentials = {
    kind: 'authorization_code',
    clientId: 'c',
    clientSecret: 's',
    relationNumber: '',
    loadRefreshToken: async () => null,
    saveRefreshToken: async () => {},
  }
  assert.deepEqual(
    await walk(registry, { tokens: tokensOf(registry.url, nobody) }),
    ends(...start, ['token', 'failed', 'LOGIN_REQUIRED']),
  )
})

test('a token for another environment, an account without the service and maintenance are told apart', async (t) => {
  const registry = await startRegistry(t)
  const start = ['credentials', 'name', 'tls', 'token'].map((step) => [step, 'ok', null]) as [string, string, null][]
  const asked = { endpoints: ETO, ...FINE }
  const scope = 'klic.eto.b2baanvraag'
  assert.deepEqual(
    await walk(registry, { ...asked, tokens: granting(['klic.b2baanvraag']) }),
    ends(...start, ['scope', 'failed', 'SCOPE_REFUSED']),
  )
  const cases = [
    [403, '{"error":"Kadaster - Niet geautoriseerd."}', 'ACCESS_REFUSED'],
    [401, '{"error":"Kadaster - Niet geautoriseerd."}', 'ACCESS_REFUSED'],
    [503, '{ onderhoud }', 'NOT_AVAILABLE'],
    [200, '<html>', 'NOT_AVAILABLE'],
  ] as const
  for (const [status, body, code] of cases) {
    for (const scopes of [[scope], null]) {
      const found = await walk(registry, { ...asked, tokens: granting(scopes), fetch: answering(status, body) })
      assert.deepEqual(found, ends(...start, ['scope', 'ok', null], ['read', 'failed', code]))
    }
  }
})
