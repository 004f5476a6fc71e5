/** What of the way to the registry can be tried without an order, line by line, and that nothing secret stands in it. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRegistryClient } from '../../server/registry/client/client.ts'
import type { StoredCredentials } from '../../server/registry/client/connection-test.ts'
import { endpointsFor } from '../../server/registry/client/endpoints.ts'
import { type ProbeInput, probeRegistry } from '../../server/registry/client/probe.ts'
import { createTokens } from '../../server/registry/client/tokens.ts'
import { watchClock } from '../../server/registry/client/transport.ts'
import type { Connection } from '../../server/registry/types.ts'
import { simulatorCredentials } from '../../server/simulator/customer.ts'
import { makeCertificate } from '../support/certificate.ts'
import { acceptedIds, deliveriesOf, draftOf, type Registry, startRegistry } from './world.ts'

const probing = async (registry: Registry, more: Partial<ProbeInput> = {}, send: typeof fetch = fetch) => {
  const endpoints = endpointsFor('simulator', registry.url)
  const credentials = simulatorCredentials(registry.folder)
  const clock = watchClock(send)
  const tokens = createTokens({ endpoints, credentials, now: Date.now, send: clock.send })
  const client = createRegistryClient({ endpoints, credentials, clock: { now: Date.now }, tokens, fetch: clock.send })
  const connection: Connection = { endpoints, tokens, client }
  const { clientId, keyId, privateKeyPem } = credentials
  const stored: StoredCredentials = { kind: 'client_credentials', clientId, keyId, privateKeyPem, certificatePem: null }
  const lines = await probeRegistry({
    endpoints,
    connection,
    stored,
    clock,
    now: Date.now,
    caFile: null,
    relationNumber: '0000123456',
    secrets: [],
    ...more,
  })
  return { lines, stateOf: Object.fromEntries(lines.map(({ name, state }) => [name, state])), privateKeyPem }
}

test('before anything was filed all is good but what needs a delivery, and nothing is filed', async (t) => {
  const registry = await startRegistry(t)
  const { stateOf } = await probing(registry)
  assert.deepEqual(stateOf, {
    'Certificate authorities': 'not_tried',
    'Key (JWKS)': 'good',
    Certificate: 'not_tried',
    Credentials: 'good',
    'Name of the host': 'good',
    'Secure connection': 'not_tried',
    'Signing in': 'good',
    'Rights of the application': 'good',
    'Reading (no cost, submits nothing)': 'good',
    'List of deliveries': 'good',
    'One request': 'not_tried',
    'Hosts of download links': 'not_tried',
    'List of safety areas': 'good',
    'Clock of this computer': 'good',
    'Relation number': 'not_tried',
  })
  assert.equal((await registry.ledger()).notifications, 0)
})

test('with a delivery a request is read and the host of its link is judged', async (t) => {
  const registry = await startRegistry(t)
  const [id] = await acceptedIds(registry.client, draftOf(1))
  await deliveriesOf(registry.client, id!)
  const { lines, stateOf } = await probing(registry)
  assert.deepEqual([stateOf['One request'], stateOf['Hosts of download links']], ['good', 'good'])
  assert.equal(
    lines.some(({ found }) => /gds2|:\/\//.test(found)),
    false,
    'no link',
  )

  const elsewhere: typeof fetch = async (...asked) => {
    const answer = await fetch(...asked)
    const text = (await answer.text()).replaceAll(registry.url, 'https://gds.elders.example')
    return new Response(text, { status: answer.status, headers: answer.headers })
  }
  const strange = (await probing(registry, {}, elsewhere)).lines.find(({ name }) => name === 'Hosts of download links')
  assert.deepEqual([strange?.state, strange?.found], ['bad', 'gds.elders.example'])
  assert.match(strange?.todo ?? '', /registry\.hosts/)
})

test('the list of safety areas is counted, or said to be refused or to have no address', async (t) => {
  const registry = await startRegistry(t)
  const lineOf = async (more: Partial<ProbeInput> = {}) =>
    (await probing(registry, more)).lines.find(({ name }) => name === 'List of safety areas')
  assert.deepEqual((await lineOf())?.found, "Areas: 3; entries that can't be read: 0.")
  await registry.control('scenario', { scenario: 'nogrant' })
  assert.equal((await lineOf())?.state, 'bad')
  const endpoints = { ...endpointsFor('simulator', registry.url), environment: 'eto' as const }
  const unset = await lineOf({ endpoints })
  assert.deepEqual([unset?.state, unset?.found], ['not_tried', 'No address of the list is set.'])
})

test('a clock that is off, a certificate that ends, and a number that is missing are bad, with what to do', async (t) => {
  const registry = await startRegistry(t)
  const hourBehind: typeof fetch = async (...asked) => {
    const answer = await fetch(...asked)
    const headers = new Headers(answer.headers)
    headers.set('date', new Date(Date.now() + 3_600_000).toUTCString())
    return new Response(await answer.text(), { status: answer.status, headers })
  }
  const stored = { kind: 'client_credentials' as const, clientId: 'c', keyId: 'k', ...makeCertificate() }
  const now = (): number => Date.parse('2049-12-31')
  const { lines } = await probing(registry, { stored, now, relationNumber: null }, hourBehind)
  const bad = lines.filter(({ state }) => state === 'bad')
  assert.deepEqual(
    bad.map(({ name }) => name),
    ['Certificate', 'Clock of this computer', 'Relation number'],
  )
  assert.ok(bad.every(({ todo }) => todo))
  assert.match(bad[1]!.found, /^3[56]\d\d s behind/)

  const strangers = { ...stored, certificatePem: makeCertificate().certificatePem }
  const { stateOf } = await probing(registry, { stored: strangers })
  assert.equal(stateOf['Key (JWKS)'], 'bad')
})

test('without a login the hosts are looked at, and the rest waits', async (t) => {
  const registry = await startRegistry(t)
  const { stateOf } = await probing(registry, { connection: { missing: 'No credentials for eto' }, stored: undefined })
  assert.deepEqual(
    ['Credentials', 'Name of the host', 'Signing in', 'List of deliveries'].map((name) => stateOf[name]),
    ['bad', 'good', 'not_tried', 'not_tried'],
  )
})

test('what the app has sealed is not said to be missing or wrong: it is tried in the app', async (t) => {
  const registry = await startRegistry(t)
  const { lines, stateOf } = await probing(registry, { connection: { sealed: true }, stored: undefined })
  const found = lines.find(({ name }) => name === 'Credentials')
  assert.deepEqual(
    ['Key (JWKS)', 'Credentials', 'Name of the host', 'Signing in', 'One request'].map((name) => stateOf[name]),
    ['not_tried', 'not_tried', 'good', 'not_tried', 'not_tried'],
  )
  assert.match(`${found?.found} ${found?.todo}`, /sealed.*Test the connection/)
  assert.doesNotMatch(JSON.stringify(lines), /anew|was entered|No credentials|[Ee]nter .*credentials/)
})

test('a registry that repeats what it was sent puts no secret into the report', async (t) => {
  const registry = await startRegistry(t)
  let given = ''
  let token = ''
  const parrot: typeof fetch = async (address, init) => {
    const sent = String(init?.body ?? '')
    if (sent !== '') {
      given = new URLSearchParams(sent).get('client_assertion') ?? ''
      const answer = await fetch(address, init)
      const text = await answer.text()
      token = JSON.parse(text).access_token
      return new Response(text, { status: answer.status, headers: answer.headers })
    }
    const text = `geweigerd: ${token} ${given.slice(0, 40)} het-geheim ${'.'.repeat(150)} het-geheim`
    return new Response(JSON.stringify({ error: 'geweigerd', error_description: text }), { status: 403 })
  }
  const { lines, privateKeyPem } = await probing(registry, { secrets: ['het-geheim'] }, parrot)
  const text = JSON.stringify(lines)
  assert.match(text, /geweigerd: … …/)
  assert.ok(token !== '' && given !== '')
  for (const secret of [token, given.slice(0, 40), 'het-geheim', privateKeyPem.slice(40, 80)]) {
    assert.equal(text.includes(secret), false)
  }
})
