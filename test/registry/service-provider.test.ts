/** A service provider's login at the registry: for whom it may file, and whose deliveries it sees. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRegistryClient } from '../../server/registry/client/client.ts'
import { endpointsFor } from '../../server/registry/client/endpoints.ts'
import { pacesByLogin } from '../../server/registry/client/pace.ts'
import { PROVIDER, simulatorApplicant, simulatorCredentials } from '../../server/simulator/customer.ts'
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

test('it files under the number of the company that authorised it, and sees those deliveries by that number only', async (t) => {
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

test('all who file with one login share its ceiling of calls, over all relation numbers; another login has its own', async () => {
  const paceOf = pacesByLogin()
  const endpoints = endpointsFor('simulator', 'http://127.0.0.1:1')
  const provider = { kind: 'client_credentials', clientId: 'provider' } as const
  const ends: (() => void)[] = []
  let running = 0
  const call = () => {
    running++
    return new Promise<void>((end) => ends.push(end))
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  // Forty companies, each with a client of its own.
  const calls = Array.from({ length: 40 }, (_, n) => paceOf(endpoints, provider, `cmp_${n}`)(call))
  await turn()
  assert.equal(running, 4)
  const others = [
    paceOf(endpoints, { ...provider, clientId: 'another' }, 'cmp_1')(call),
    paceOf(endpoints, { kind: 'authorization_code', clientId: 'app' }, 'cmp_1')(call),
    paceOf(endpoints, { kind: 'authorization_code', clientId: 'app' }, 'cmp_2')(call),
  ]
  await turn()
  assert.equal(running, 7)
  let isOver = false
  const over = Promise.all([...calls, ...others]).then(() => {
    isOver = true
  })
  while (!isOver) {
    for (const end of ends.splice(0)) end()
    await turn()
  }
  await over
  assert.equal(running, 43)
})
