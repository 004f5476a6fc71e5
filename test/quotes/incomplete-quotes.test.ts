/** A quote that the registry would refuse says so, with the same fields that its submission is refused for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Job } from '../../server/features/jobs/schema.ts'
import { Settings } from '../../server/features/settings/schema.ts'
import { GARDEN, openWorld, pointers, refused, START_DATE, shown, type World } from '../support/api-world.ts'

const ASKED = { geometry: GARDEN, klic_type: 'ORIENT' }
const quoteOf = async (world: World, more: object) =>
  shown(Job, await world.v1('/jobs', { method: 'POST', body: { ...ASKED, ...more } }), 201)
const submit = (world: World, jobId: string, body: object = {}) =>
  world.v1(`/jobs/${jobId}/submit`, { method: 'POST', body })

for (const address of [
  { postcode: '5611AA', house_number: 1 },
  { street: 'X' },
  { street: 'Dorpsstraat', house_number: '1', city: 'Ede' },
  'Dorpsstraat 1, Ede',
  '5611 AA 1',
  // A number designation, where no register tells whose it is.
  { bag_id: '0772200000000001' },
]) {
  test(`asks to complete the address ${JSON.stringify(address)} at the quote`, async (t) => {
    const world = await openWorld(t)
    const quote = await quoteOf(world, { address })
    assert.deepEqual([quote.next_action, quote.next_action_reason], ['complete_input', 'input_incomplete'])
    const named = quote.next_action_params.complaints!.map(({ at }) => at)
    assert.ok(named.length > 0 && named.every((at) => at.startsWith('/address/')), named.join())
    for (const at of named) assert.ok(quote.next_action_message.includes(at))
    const refusal = refused(await submit(world, quote.job_id), 422, 'VALIDATION_FAILED')
    assert.deepEqual(pointers(refusal).sort(), named.sort())
  })
}

test('asks to complete the address before the start date, which the submission can give', async (t) => {
  const world = await openWorld(t)
  const graaf = { klic_type: 'GRAAF', has_addresses: [] }
  const incomplete = await quoteOf(world, { ...graaf, address: { street: 'X' } })
  assert.equal(incomplete.next_action, 'complete_input')
  const complete = await quoteOf(world, graaf)
  assert.equal(complete.next_action, 'add_start_date')
  assert.equal((await submit(world, complete.job_id, { start_date: START_DATE })).status, 202)
})

test('takes the address under the same client_ref, and then submits', async (t) => {
  const world = await openWorld(t)
  const first = await quoteOf(world, { client_ref: 'order-1', address: { street: 'X' } })
  const address = {
    bag_id: '0772010000000021',
    street: 'Kantoorlaan',
    house_number: 8,
    postcode: '5611AB',
    city: 'Eindhoven',
  }
  const again = await world.v1('/jobs', { method: 'POST', body: { ...ASKED, client_ref: 'order-1', address } })
  const second = shown(Job, again, 200)
  assert.deepEqual([second.job_id, second.next_action], [first.job_id, 'submit'])
  assert.equal((await submit(world, second.job_id)).status, 202)
})

test('files what a submission completes under the same client_ref, at the same price only', async (t) => {
  const world = await openWorld(t)
  const asked = { client_ref: 'order-2', address: { street: 'X' } }
  const first = await quoteOf(world, asked)
  const again = (more: object) =>
    world.v1('/jobs', { method: 'POST', body: { ...ASKED, client_ref: 'order-2', submit: true, ...more } })
  refused(await again({ address: { street: 'Y' } }), 422, 'VALIDATION_FAILED')
  const elsewhere = {
    type: 'Polygon',
    coordinates: GARDEN.coordinates.map((ring) => ring.map(([x, y]) => [x! + 0.001, y!])),
  }
  refused(await again({ geometry: elsewhere }), 409, 'CLIENT_REF_CONFLICT')
  const filed = shown(Job, await again({}), 202)
  assert.deepEqual([filed.job_id, filed.address, filed.status], [first.job_id, null, 'accepted'])
})

test('names the settings that are missing, and submits once they are filled', async (t) => {
  const world = await openWorld(t)
  const settings = { contact: 'registry.contact', works: 'registry.works.orient' } as const
  const { window } = await world.signIn()
  const before = shown(Settings, await window('/settings'))
  await world.set(settings.contact, null)
  await world.set(settings.works, [])
  const quote = await quoteOf(world, {})
  assert.equal(quote.next_action, 'complete_input')
  assert.deepEqual(
    [...new Set(quote.next_action_params.complaints!.map(({ at }) => at))].sort(),
    Object.values(settings).sort(),
  )
  refused(await submit(world, quote.job_id), 422, 'VALIDATION_FAILED')
  const filled = Object.fromEntries(Object.values(settings).map((name) => [name, before[name]]))
  assert.equal((await window('/settings', { method: 'PUT', body: filled })).status, 200)
  const job = shown(Job, await world.v1(`/jobs/${quote.job_id}`))
  assert.equal(job.next_action, 'submit')
  assert.equal((await submit(world, quote.job_id)).status, 202)
})

test('refuses an address without a field', async (t) => {
  const world = await openWorld(t)
  for (const address of [{}, { street: null }]) {
    const reply = await world.v1('/jobs', { method: 'POST', body: { ...ASKED, address } })
    assert.deepEqual(pointers(refused(reply, 422, 'VALIDATION_FAILED')), ['/address'])
  }
})
