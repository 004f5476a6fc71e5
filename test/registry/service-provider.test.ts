/** A service provider's login at the registry: for whom it may file, and whose deliveries it sees. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRegistryClient } from '../../server/registry/client/client.ts'
import { endpointsFor } from '../../server/registry/client/endpoints.ts'
import { PROVIDER, simulatorApplicant, simulatorCredentials } from '../../server/registry/simulator/customer.ts'
import { bodyOf, draftOf, fileAndDecide, type Registry, startRegistry, until } from './world.ts'

const providerOf = ({ url, folder }: Registry, relationNumber: string, isForApplicant: boolean) =>
  createRegistryClient({
    endpoints: endpointsFor('simulator', url),
    credentials: { ...simulatorCredentials(folder, relationNumber, true), isForApplicant },
    clock: { now: () => Date.now() },
  })
const numbered = (relationNumber: string) => {
  const draft = draftOf(1)
  return bodyOf({ ...draft, applicant: { ...draft.applicant, relationNumber } })
}

test('it files under the number of whoever authorised it, and sees those deliveries by that number only', async (t) => {
  const registry = await startRegistry(t)
  const digger = simulatorApplicant.relationNumber
  const provider = providerOf(registry, digger, true)
  const outcome = await fileAndDecide(provider, draftOf(1))
  assert.ok(outcome.kind === 'accepted')
  const id = outcome.requests[0]!.giAanvraagId
  await until('its delivery', async () => {
    const { byRequest } = await provider.listOwnDeliveries()
    return byRequest.has(id)
  })
  const listed = await provider.listDeliveries(id)
  assert.equal(listed.kind === 'listed' && listed.deliveries.length, 1)
  const withoutNumber = providerOf(registry, PROVIDER.relationNumber, false)
  assert.equal((await withoutNumber.listOwnDeliveries()).byRequest.size, 0)
})

test('without a mandate, and with another login under its number, the registry refuses', async (t) => {
  const registry = await startRegistry(t)
  const provider = providerOf(registry, '0000900007', true)
  const codes = async (client: Registry['client'], number: string) => {
    const outcome = await client.fileOrder(numbered(number))
    return outcome.kind === 'refused' ? outcome.messages.map(({ code }) => code) : outcome.kind
  }
  assert.deepEqual(await codes(provider, '0000900007'), ['COR9004'])
  assert.deepEqual(await codes(provider, PROVIDER.relationNumber), 'taken')
  assert.deepEqual(await codes(registry.client, PROVIDER.relationNumber), ['COR9004'])
  assert.deepEqual(await codes(registry.client, '0000900007'), 'taken')
})
