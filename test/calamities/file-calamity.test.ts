/** A calamity as the worker files it: once over every kill, ahead of all else, and with its answer kept as it comes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FLOWS_WITH_OWN_SLOTS } from '../../server/features/sweep.ts'
import { type FlowWorld, inWorld } from '../support/flow-world.ts'
import { atEachKind, testScenes } from '../support/kill-scene.ts'
import { ALARM, CALAMITY_SCENES } from '../support/scenes/calamity.ts'

testScenes(CALAMITY_SCENES, atEachKind)

const askedFor = (world: FlowWorld): string => [...world.registry.ledger.values()][0]!.body

test('the order says what it is, and asks for a calamity of the contact that was given', async () => {
  await inWorld(ALARM, async (world) => {
    const contact = { name: 'K. Wacht', phone: '0612345678', email: 'wacht@graaf.example' }
    await world.store.db
      .updateTable('job')
      .set({ contact: JSON.stringify(contact), works_description: 'Gaslek' })
      .execute()
    await world.live()
    const [request] = JSON.parse(askedFor(world)).gebiedsinformatieAanvragen
    assert.match(request.aanvraagSoort, /\/calamiteitenmelding$/)
    assert.deepEqual(request.aanvrager.contactpersoon, {
      naam: 'K. Wacht',
      telefoon: '0612345678',
      email: 'wacht@graaf.example',
    })
    assert.ok(!askedFor(world).includes('Gaslek'))
  })
})

test('it is asked after every second or two, where others wait for half a minute and more', async () => {
  const waited = async (klicType: 'ORIENT' | 'CALAMITEIT'): Promise<number> => {
    let ms = 0
    await inWorld({ parts: 1, klicType, newPolls: 20 }, async (world) => {
      const start = world.nowMs
      await world.live()
      const order = await world.store.db.selectFrom('registry_order').select('decided_at').executeTakeFirstOrThrow()
      ms = Date.parse(order.decided_at!) - start
    })
    return ms
  }
  const [planned, danger] = [await waited('ORIENT'), await waited('CALAMITEIT')]
  assert.ok(danger <= 45_000, `${danger} ms`)
  assert.ok(planned > 10 * danger, `${planned} ms`)
})

test('it has a queue and slots of its own: nothing that waits stands before it', () => {
  const own = FLOWS_WITH_OWN_SLOTS.filter(({ flows }) => flows.includes('file-calamity'))
  assert.deepEqual(
    own.map(({ flows, slotsOf }) => [flows, slotsOf(1)]),
    [[['file-calamity'], 2]],
  )
})
