/** Addresses offered to the window, with the register of the simulator: the same invented houses that deliveries show. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothRegisters } from '../../server/features/areas/address-register.ts'
import { OfferedAddresses } from '../../server/features/areas/schema.ts'
import { RequestRecord } from '../../server/features/jobs/request-schema.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { TryLater } from '../../server/platform/refusal.ts'
import type { AddressRegister, FoundAddress } from '../../server/registry/addresses/addresses.ts'
import { simulatedAddresses } from '../../server/simulator/town/address-register.ts'
import { openWorld, pointers, refused, START_DATE, shown, TRENCH } from '../support/api-world.ts'

/** 400 m square in Best. */
const area = { type: 'Polygon', coordinates: [square(154_800, 387_900, 400)] }

function square(x: number, y: number, size: number) {
  return [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ]
}

const open = async (t: Parameters<typeof openWorld>[0], addresses: typeof simulatedAddresses | null) => {
  const world = await openWorld(t, { addresses })
  const { window } = await world.signIn()
  return { world, offer: (body: unknown) => window('/addresses', { method: 'POST', body }) }
}

test('an address offered from inside the area is taken by a job, by its id and by its postcode', async (t) => {
  const { world, offer } = await open(t, simulatedAddresses)
  const { available, data } = shown(OfferedAddresses, await offer({ geometry: area, limit: 50 }))
  assert.equal(available, true)
  const inside = data.filter((each) => each.inside)
  assert.ok(inside.length > 5)
  assert.ok(inside.every(({ rd: [x, y] }) => x > 154_800 && x < 155_200 && y > 387_900 && y < 388_300))
  const { bag_id, postcode, house_number, city } = inside.find((each) => each.address?.city !== 'Best')!.address!
  const designation = bag_id!.replace('999901', '999920')
  const line = `Elders ${house_number}, ${postcode}`
  for (const address of [{ bag_id }, { postcode, house_number }, bag_id, designation, { bag_id: designation }]) {
    const job = await world.quote({ geometry: area, address })
    assert.deepEqual([job.address?.bag_id, job.address?.city], [bag_id, city])
    assert.deepEqual(job.warnings, [])
  }
  const said = await world.quote({ geometry: area, address: line })
  assert.equal(said.address?.bag_id, bag_id)
  assert.deepEqual(
    said.warnings.map(({ code }) => code),
    ['ADDRESS_CORRECTED'],
  )
  const elsewhere = { type: 'Polygon', coordinates: [square(155_400, 387_900, 100)] }
  const reply = await world.v1('/jobs', {
    method: 'POST',
    body: { geometry: elsewhere, klic_type: 'ORIENT', address: { bag_id } },
  })
  refused(reply, 422, 'ADDRESS_OUTSIDE_POLYGON')
})

test('what lies inside comes before what lies beside, and both are the same on every call', async (t) => {
  const { offer } = await open(t, simulatedAddresses)
  const small = { type: 'Polygon', coordinates: [square(154_940, 388_030, 20)] }
  const first = shown(OfferedAddresses, await offer({ geometry: small })).data
  assert.deepEqual(first[0]?.text, 'Ringweg 4, 5684XB Best')
  assert.deepEqual(
    first.map((each) => each.inside),
    first.map((each) => each.inside).toSorted((a, b) => Number(b) - Number(a)),
  )
  assert.deepEqual(shown(OfferedAddresses, await offer({ geometry: small })).data, first)
})

test('the few that are asked for are the nearest of all', async () => {
  for (const at of [
    [154_950, 388_040],
    [121_000, 487_000],
    [233_000, 582_000],
  ] as const) {
    const all = await simulatedAddresses.around([...at], 2000, Infinity)
    const distances = all.map(({ rd: [x, y] }) => Math.hypot(x - at[0], y - at[1]))
    assert.ok(all.length > 100, `${all.length} at ${at.join()}`)
    assert.deepEqual(
      distances,
      distances.toSorted((a, b) => a - b),
    )
    for (const limit of [1, 5, 100]) {
      assert.deepEqual(await simulatedAddresses.around([...at], 2000, limit), all.slice(0, limit))
    }
  }
})

test('an area in degrees is offered the same addresses', async (t) => {
  const { offer } = await open(t, simulatedAddresses)
  const { data } = shown(OfferedAddresses, await offer({ geometry: area }))
  const coordinates = [square(0, 0, 1).map(([x, y]) => [5.3826 + 0.0058 * x!, 51.4796 + 0.0036 * y!])]
  const degrees = shown(OfferedAddresses, await offer({ geometry: { type: 'Polygon', coordinates } }))
  assert.ok(degrees.data.some(({ text }) => data.some((each) => each.text === text)))
})

test('a text finds an address; both, neither and a bad area are refused', async (t) => {
  const { offer } = await open(t, simulatedAddresses)
  const { data } = shown(OfferedAddresses, await offer({ text: 'ringweg 4' }))
  assert.deepEqual(
    data.map(({ text, inside }) => [text, inside]),
    [['Ringweg 4, 5684XB Best', null]],
  )
  for (const body of [{}, { geometry: area, text: 'ringweg' }]) {
    assert.deepEqual(pointers(refused(await offer(body), 422, 'VALIDATION_FAILED')), [''])
  }
  refused(await offer({ geometry: { type: 'Point', coordinates: [155_000, 388_000] } }), 422, 'GEOMETRY_INVALID')
})

test('a register that does not answer, or may not be asked, is said; nothing fails', async (t) => {
  const silent = () => Promise.reject(new TryLater('no network'))
  for (const register of [null, { find: silent, around: silent, search: silent }]) {
    const { offer } = await open(t, register)
    for (const body of [{ geometry: area }, { text: 'best' }]) {
      assert.deepEqual(shown(OfferedAddresses, await offer(body)), { available: false, data: [] })
    }
  }
})

test('where no register is asked, an address is kept as it was given and said to be unchecked', async (t) => {
  const world = await openWorld(t)
  const job = await world.quote({ address: 'Dorpsstraat 12A-3, 1234 AB X' })
  assert.deepEqual(job.address, {
    street: 'Dorpsstraat',
    house_number: 12,
    house_letter: 'A',
    house_number_addition: '3',
    postcode: '1234AB',
    city: 'X',
  })
  assert.deepEqual(
    job.warnings.map(({ code }) => code),
    ['ADDRESS_NOT_CHECKED'],
  )
})

test('without an address each notification is filed with the one nearest to it', async (t) => {
  const world = await openWorld(t, { addresses: simulatedAddresses })
  await world.set('registry.default_location', null)
  const trench = { geometry: TRENCH, klic_type: 'GRAAF', start_date: START_DATE }
  const { job_id } = await world.quote(trench)
  const submitted = shown(Job, await world.v1(`/jobs/${job_id}/submit`, { method: 'POST' }), 202)
  const atOnce = await world.quote({ ...trench, submit: true })
  const addressesOf = (job: Job) =>
    Promise.all(job.order_ids.map(async (id) => shown(RequestRecord, await world.v1(`/request/${id}`)).address?.bag_id))
  const [first, second] = [await addressesOf(submitted), await addressesOf(atOnce)]
  assert.equal(submitted.address, null)
  assert.equal(new Set(first).size, 3)
  assert.deepEqual(second, first)
  const at = /^999901(\d{5})(\d{5})$/
    .exec(first[0]!)!
    .slice(1)
    .map((digits) => Number(digits) * 10)
  assert.ok(Math.hypot(at[0]! - 155_200, at[1]! - 390_010) < 300, String(at))
})

test('a register that does not answer leaves the address of the settings', async (t) => {
  const silent = () => Promise.reject(new TryLater('no network'))
  const world = await openWorld(t, { addresses: { find: silent, around: silent, search: silent } })
  const job = await world.quote({ submit: true })
  assert.equal(job.status, 'accepted')
  assert.equal(shown(RequestRecord, await world.v1(`/request/${job.order_ids[0]}`)).address, null)
})

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
