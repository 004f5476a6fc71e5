/** The reference that a new area gets by itself: where it lies. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { proposedReference } from '../../renderer/features/areas/proposed-reference.ts'
import { readPlaces } from '../../renderer/features/search/gazetteer-api.ts'
import type { OfferedAddresses } from '../../server/features/areas/schema.ts'

const places = readPlaces(readFileSync(new URL('../../renderer/public/places-nl.txt', import.meta.url), 'utf8'))
const SOMEREN = [178_000, 378_000]
const offer = (
  street: string,
  city: string,
  more: Partial<OfferedAddresses['data'][number]> = {},
): OfferedAddresses['data'][number] => ({
  ...{ text: street, kind: 'address', address: { street, city }, number_designation_id: null, inside: true },
  ...{ rd: [178_000, 378_000], lnglat: [5.7, 51.4], source: 'bag' },
  ...more,
})

test('the address of the works comes first, then one in the area, then the nearest place', () => {
  const offered = [offer('Kerkstraat', 'Asten', { inside: false }), offer('Kuilerstraat', 'Someren')]
  const address = { street: 'Molenstraat', house_number: 3, city: 'Someren' }
  assert.equal(proposedReference(SOMEREN, address, offered, places), 'Someren, Molenstraat')
  assert.equal(proposedReference(SOMEREN, null, offered, places), 'Someren, Kuilerstraat')
  assert.equal(proposedReference(SOMEREN, null, offered.slice(0, 1), places), 'Asten, Kerkstraat')
  assert.equal(proposedReference(SOMEREN, null, [], places), 'Someren')
})

test('a house of the simulator stands in the town that is really there', () => {
  const house = offer('Kuilerstraat', 'Simulatiedorp', { source: 'simulator' })
  assert.equal(proposedReference(SOMEREN, null, [house], places), 'Someren, Kuilerstraat')
})

test('the registry takes the whole of it, and far from every place there is none', () => {
  const long = offer('Burgemeester Loeffplein', "'s-Hertogenbosch")
  assert.equal(proposedReference(SOMEREN, null, [long], places), 'Burgemeester Loeffplein')
  assert.equal(proposedReference(SOMEREN, null, [offer('Kûpersgat', 'Boalsert')], places), 'Boalsert, Kupersgat')
  assert.equal(proposedReference([20_000, 600_000], null, [], places), '')
})
