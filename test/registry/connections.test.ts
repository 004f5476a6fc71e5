/** Which login a company's notifications are filed with, and that it has one connection as long as nothing changes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registryConnections } from '../../server/features/settings/registry-connections.ts'
import { type CompanySettings, DEFAULT_SETTINGS } from '../../server/features/settings/settings.ts'
import { TryLater } from '../../server/platform/refusal.ts'
import type { ClientCredentials, RegistryClient } from '../../server/registry/types.ts'

const key = (relationNumber: string): ClientCredentials => ({
  kind: 'client_credentials',
  clientId: 'client',
  keyId: 'key',
  privateKeyPem: 'pem',
  relationNumber,
})

function connectionsOf(settings: Partial<CompanySettings>, { isPlaced = true } = {}) {
  const held: { settings: CompanySettings } = { settings: { ...DEFAULT_SETTINGS, ...settings } }
  const made: RegistryClient[] = []
  const askedAs: { relationNumber: string; isProvider: boolean }[] = []
  const nothing = { credentials: async () => undefined, saveCredentials: async () => {} }
  const connections = registryConnections({
    settingsOf: async () => held.settings,
    vaultOf: () => ({
      ...nothing,
      refreshToken: async () => null,
      saveRefreshToken: async () => {},
      providerCredentials: async () => undefined,
      saveProviderCredentials: async () => {},
      madeKey: async () => null,
      saveMadeKey: async () => {},
    }),
    operators: null,
    send: fetch,
    simulator: {
      url: () => (isPlaced ? 'http://127.0.0.1:1' : undefined),
      whyNone: 'It is starting',
      credentials: async (relationNumber, isProvider) => {
        askedAs.push({ relationNumber, isProvider })
        return key(relationNumber)
      },
    },
    observe: (client) => {
      made.push(client)
      return client
    },
    log: { warn() {} },
  })
  return { ...connections, held, made, askedAs }
}

const OWN = { 'billing.mode': 'relation_number', 'billing.relation_number': '0000900001' } as const
const ADDRESS = {
  bagId: null,
  street: 'Hoofdstraat',
  houseNumber: 12,
  houseLetter: null,
  houseNumberAddition: null,
  postcode: '5683AC',
  city: 'Best',
  country: 'NLD' as const,
}
const PROVIDER = {
  relationNumber: '0000900010',
  organisation: { name: 'Dienstverlener B.V.', kvkNumber: null, address: ADDRESS },
}

test('a company has one connection until its number, or the hosts that may be called, change', async () => {
  const { connectionFor, held, made } = connectionsOf(OWN)
  const first = await connectionFor('simulator', 'cmp_1')
  assert.equal(await connectionFor('simulator', 'cmp_1'), first)
  assert.equal(await connectionFor('simulator', 'cmp_2'), first, 'equal credentials are renewed by one hand')
  held.settings = { ...held.settings, 'billing.relation_number': '0000900002' }
  const second = await connectionFor('simulator', 'cmp_1')
  assert.notEqual(second, first)
  held.settings = { ...held.settings, 'registry.hosts': ['levering.example'] }
  assert.notEqual(await connectionFor('simulator', 'cmp_1'), second)
  assert.equal(made.length, 3)
})

test('what is paid by invoice is filed by the provider: under its own number, or under the company’s', async () => {
  const { connectionFor, held, askedAs } = connectionsOf({ 'billing.mode': 'invoice', 'billing.provider': PROVIDER })
  await connectionFor('simulator', 'cmp_1')
  held.settings = { ...held.settings, 'billing.relation_number': '0000900001' }
  await connectionFor('simulator', 'cmp_1')
  await connectionFor('simulator', 'cmp_1', 'kadaster')
  assert.deepEqual(askedAs, [
    { relationNumber: '0000900010', isProvider: true },
    { relationNumber: '0000900001', isProvider: true },
    { relationNumber: '0000900001', isProvider: false },
  ])
})

test('without an address of the simulator, or without credentials, it is tried again later', async () => {
  const unplaced = connectionsOf(OWN, { isPlaced: false })
  await assert.rejects(unplaced.connectionFor('simulator', 'cmp_1'), new TryLater('It is starting'))
  const { connectionFor, endpointsFor } = connectionsOf(OWN)
  const missing = new TryLater('No credentials for eto', { reason: 'credentials_missing' })
  await assert.rejects(connectionFor('eto', 'cmp_1'), missing)
  assert.ok(await endpointsFor('eto', 'cmp_1'), 'where it would be is known without a login')
})
