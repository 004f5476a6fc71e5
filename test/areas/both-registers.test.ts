/** The simulator's addresses before those of the public register, which may be out of reach. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothRegisters } from '../../server/features/areas/address-register.ts'
import { TryLater } from '../../server/platform/refusal.ts'
import type { AddressRegister, FoundAddress } from '../../server/registry/addresses/addresses.ts'

const place = (text: string): FoundAddress => ({
  text,
  kind: 'place',
  address: null,
  designationId: null,
  rd: [155_000, 390_000],
  source: 'bag',
})
const register = (search: AddressRegister['search']): AddressRegister => ({
  search,
  find: async () => undefined,
  around: async () => [],
})
const knows = (...texts: string[]) =>
  register(async (text) => texts.filter((each) => each.includes(text)).map((each) => place(each)))
const away = register(async () => {
  throw new TryLater('The register of addresses does not answer')
})
const textsOf = (found: readonly FoundAddress[]) => found.map(({ text }) => text)

test('what the first finds goes before, and no more than were asked for', async () => {
  const both = bothRegisters(knows('Best 1', 'Best 2'), knows('Best, Noord-Brabant'))
  assert.deepEqual(textsOf(await both.search('Best', 6)), ['Best 1', 'Best 2', 'Best, Noord-Brabant'])
  assert.deepEqual(textsOf(await both.search('Best', 1)), ['Best 1'])
})

test('without the second the first answers by itself; where it knows nothing, nobody says that there is nothing', async () => {
  const both = bothRegisters(knows('Best 1'), away)
  assert.deepEqual(textsOf(await both.search('Best', 6)), ['Best 1'])
  await assert.rejects(both.search('Lunteren', 6), TryLater)
  assert.deepEqual(await bothRegisters(knows('Best 1'), null).search('Lunteren', 6), [])
})
