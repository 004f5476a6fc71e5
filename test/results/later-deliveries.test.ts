/** Deliveries that come after the complete one: looked for slowly, for as long as they may come. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inWorld } from '../support/flow-world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

test('a delivery after the complete one is found within hours, makes a new revision and is told once more', async () => {
  await inWorld({ parts: 2, webhookUrl: 'https://job.example/' }, async (world) => {
    await world.live()
    world.options.supplement = [1]
    world.nowMs += 6 * HOUR
    await world.live()
    const job = await world.job()
    assert.deepEqual([job.status, job.revision], ['ready', 2])
    assert.deepEqual(
      world.told.map(({ body }) => JSON.parse(body).data.revision),
      [1, 2],
    )
    world.nowMs += 6 * HOUR
    await world.live()
    assert.equal((await world.job()).revision, 2)
  })
})

test('of many parts all are looked up in one list, however the registry spells their ids there', async () => {
  await inWorld({ parts: 21 }, async (world) => {
    await world.live()
    world.options.supplement = [20]
    const [part] = (await world.parts()).slice(-1)
    const { gi_aanvraag_id: id } = part!
    assert.notEqual(id!.toUpperCase(), id)
    const { listDeliveries, listOwnDeliveries } = world.registry.asked
    await world.store.db
      .updateTable('part')
      .set({ gi_aanvraag_id: id!.toUpperCase() })
      .where('id', '=', part!.id)
      .execute()
    world.nowMs += 6 * HOUR
    await world.live()
    assert.equal((await world.job()).revision, 2)
    assert.deepEqual(
      [
        world.registry.asked.listDeliveries - listDeliveries,
        world.registry.asked.listOwnDeliveries - listOwnDeliveries,
      ],
      [1, 1],
      'by itself only that which is fetched, for its link',
    )
  })
})

test('four times a day, 32 days long, and then never again', async () => {
  await inWorld({ parts: 1 }, async (world) => {
    await world.live()
    const acceptedMs = Date.parse(
      (await world.store.db.selectFrom('registry_order').select('decided_at').executeTakeFirstOrThrow()).decided_at!,
    )
    const before = world.registry.asked.listDeliveries
    // More often than it looks: a second look between two would be counted.
    for (let hour = 0; hour < 40 * 24; hour += 3) {
      world.nowMs += 3 * HOUR
      await world.live()
    }
    const looks = world.registry.asked.listDeliveries - before
    assert.ok(looks > 120 && looks <= 128, String(looks))
    const { watch_at } = await world.store.db.selectFrom('registry_order').select('watch_at').executeTakeFirstOrThrow()
    assert.equal(watch_at, null)
    assert.ok(world.nowMs > acceptedMs + 32 * DAY)
  })
})

test('a registry that does not answer then is asked the next time, and the job stays as it is', async () => {
  await inWorld({ parts: 1 }, async (world) => {
    await world.live()
    world.options.supplement = [0]
    world.registry.goDown(1)
    world.nowMs += 6 * HOUR
    await world.live()
    const job = await world.job()
    assert.deepEqual([job.status, job.revision, job.warnings], ['ready', 1, '[]'])
    world.nowMs += 6 * HOUR
    await world.live()
    assert.equal((await world.job()).revision, 2)
  })
})

test('a look that was named by a clock five days ahead is not waited for when it is set back', async () => {
  await inWorld({ parts: 1 }, async (world) => {
    await world.live()
    const { db } = world.store
    const named = async () => {
      const order = await db.selectFrom('registry_order').select('watch_at').executeTakeFirstOrThrow()
      return order.watch_at!
    }
    const at = (ms: number): string => new Date(world.nowMs + ms).toISOString()
    const before = await named()
    await world.live()
    assert.equal(await named(), before, 'what is near is waited for')

    await db
      .updateTable('registry_order')
      .set({ watch_at: at(5 * DAY + 6 * HOUR) })
      .execute()
    world.options.supplement = [0]
    await world.live()
    assert.equal((await world.job()).revision, 2, 'it was looked for at once')
    const watch = await named()
    assert.ok(watch <= at(6 * HOUR), watch)
  })
})
