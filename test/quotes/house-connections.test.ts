/** House connection sketches (HAS): that none are asked for is said, and a setting asks for every address inside. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Job } from '../../server/features/jobs/schema.ts'
import { mayChange } from '../../server/features/vocabulary.ts'
import { TryLater } from '../../server/platform/refusal.ts'
import type { AddressRegister, FoundAddress } from '../../server/registry/addresses/addresses.ts'
import { type Translate, translate } from '../../server/texts/texts.ts'
import { GARDEN, openWorld, START_DATE, shown, TRENCH, type World } from '../support/api-world.ts'

const en = translate('en')
const nl = translate('nl')

/** Houses on a line through GARDEN and TRENCH, this far apart. */
const register = (spacingM: number, count: number): AddressRegister => {
  const houses: FoundAddress[] = Array.from({ length: count }, (_, no) => ({
    text: `Verzonnenweg ${no + 1}`,
    kind: 'address',
    address: {
      bagId: `075301${String(no).padStart(10, '0')}`,
      street: 'Verzonnenweg',
      houseNumber: no + 1,
      city: 'Best',
    },
    designationId: null,
    rd: [155_000 + spacingM / 2 + no * spacingM, 390_010],
    source: 'simulator',
  }))
  return {
    find: async () => undefined,
    search: async () => [],
    around: async ([x, y], withinM, limit) =>
      houses
        .map((house) => ({ house, farM: Math.hypot(house.rd[0] - x, house.rd[1] - y) }))
        .filter(({ farM }) => farM <= withinM)
        .toSorted((a, b) => a.farM - b.farM)
        .slice(0, limit)
        .map(({ house }) => house),
  }
}
const quoteOf = async (world: World, more: object = {}): Promise<Job> => {
  const body = { geometry: GARDEN, klic_type: 'GRAAF', start_date: START_DATE, ...more }
  return shown(Job, await world.v1('/jobs', { method: 'POST', body }), 201)
}
const codes = (job: Job) => job.warnings.map(({ code }) => code).filter((code) => code.startsWith('HAS_'))

test('a GRAAF that asks for none says so; an ORIENT, which has none by nature, does not', async (t) => {
  const world = await openWorld(t)
  assert.deepEqual(codes(await quoteOf(world)), ['HAS_NOT_ASKED'])
  assert.deepEqual(codes(await quoteOf(world, { has_addresses: [] })), ['HAS_NOT_ASKED'])
  const address = { bag_id: '0753010000000021', street: 'Ringweg', house_number: 4, postcode: '5684XB', city: 'Best' }
  assert.deepEqual(codes(await quoteOf(world, { has_addresses: [address] })), [])
  // The given address counts as one (decision D9).
  assert.deepEqual(codes(await quoteOf(world, { address })), [])
  assert.deepEqual(codes(await quoteOf(world, { klic_type: 'ORIENT', start_date: undefined })), [])
})

test('addresses are advised while they can still be named; of what is submitted only the fact is said', async (t) => {
  const world = await openWorld(t)
  const said = (job: Job) => {
    const said = (t: Translate) => t('warning.HAS_NOT_ASKED', { canChange: mayChange(job.status) })
    return [job.warnings.find(({ code }) => code === 'HAS_NOT_ASKED')!.message, said(nl), said(en)]
  }
  const quoted = await quoteOf(world)
  for (const each of said(quoted)) assert.match(each, /HAS|huisaansluitschetsen|sketches/)
  for (const each of said(quoted)) assert.match(each, /(?:Name|Enter) addresses|Noem adressen/)
  const submitted = shown(Job, await world.v1(`/jobs/${quoted.job_id}/submit`, { method: 'POST' }), 202)
  for (const job of [submitted, shown(Job, await world.v1(`/jobs/${quoted.job_id}`))]) {
    for (const each of said(job)) assert.match(each, /HAS|huisaansluitschetsen|sketches/)
    for (const each of said(job)) assert.doesNotMatch(each, /(?:Name|Enter) addresses|Noem adressen|has_addresses/)
  }
})

test('by setting every address inside the area is asked for, and none beside it', async (t) => {
  const world = await openWorld(t, { addresses: register(10, 30) })
  await world.set('registry.has_all_addresses', true)
  const job = await quoteOf(world)
  assert.deepEqual(
    job.has_addresses?.map(({ house_number }) => Number(house_number)).sort((a, b) => a - b),
    [1, 2, 3, 4],
  )
  assert.deepEqual(codes(job), [])
  assert.deepEqual((await quoteOf(world, { has_addresses: [] })).has_addresses, [])
  const elsewhere = {
    type: 'Polygon',
    coordinates: GARDEN.coordinates.map((ring) => ring.map(([x, y]) => [x!, y! + 500])),
  }
  const none = await quoteOf(world, { geometry: elsewhere })
  assert.deepEqual([none.has_addresses, codes(none)], [[], ['HAS_NOT_ASKED']])
})

test('of more than a notification takes, a hundred are asked for and the rest is said', async (t) => {
  const world = await openWorld(t, { addresses: register(4, 400) })
  await world.set('registry.has_all_addresses', true)
  const job = await quoteOf(world, { geometry: TRENCH })
  assert.deepEqual([job.has_addresses?.length, codes(job)], [100, ['HAS_INCOMPLETE']])
})

test('a register that does not answer is said, and the quote is there', async (t) => {
  const silent = register(10, 0)
  const world = await openWorld(t, {
    addresses: { ...silent, around: async () => Promise.reject(new TryLater('The register does not answer')) },
  })
  await world.set('registry.has_all_addresses', true)
  assert.deepEqual(codes(await quoteOf(world)), ['HAS_NOT_ASKED', 'HAS_NOT_LOOKED_UP'])
})
