import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resultName } from '../../server/exports/file-name.ts'
import { postIdOf } from '../../server/features/jobs/filing/prepare-order.ts'
import { inWorld } from '../support/flow-world.ts'
import { atEachKind, testScenes } from '../support/kill-scene.ts'
import { JOB_SCENES } from '../support/scenes/job.ts'

const rejection = (pointer: string | null) => [
  { severity: 'ERROR' as const, code: 'COR0309', text: 'onbekend adres', pointer },
]

test('a job of several parts goes from accepted to ready, and its result is recorded with its state', async () => {
  await inWorld({ parts: 3, newPolls: 2 }, async (world) => {
    await world.live()
    const job = await world.job()
    assert.equal(job.status, 'ready')
    assert.equal(job.revision, 1)
    assert.deepEqual(
      (await world.artifacts()).map((artifact) => [artifact.format, artifact.state, artifact.path]),
      [
        ['geojson', 'ready', 'results/job_1/1/klic.geojson'],
        ['gpkg', 'ready', 'results/job_1/1/klic_99G0000000-en-2.gpkg'],
      ],
    )
    assert.deepEqual(
      (await world.parts()).map((part) => part.status),
      ['delivered', 'delivered', 'delivered'],
    )
  })
})

test('a result is made for the name it will be downloaded under, by which its QGIS project finds it', async () => {
  await inWorld({ parts: 1 }, async (world) => {
    await world.live()
    assert.ok(world.fileNames.includes(resultName(await world.job(), 1, 'gpkg', '_99G0000000')))
  })
})

testScenes(JOB_SCENES, atEachKind)

test('an answer that was lost leads to the same message again, which counts once', async () => {
  await inWorld({ parts: 1, lostAnswers: 3 }, async (world) => {
    await world.live()
    const [order] = world.registry.ledger.values()
    assert.equal(world.registry.ledger.size, 1)
    assert.equal(order?.received, 4)
    assert.equal((await world.job()).status, 'ready')
  })
})

test('an outage of days strands nothing', async () => {
  await inWorld({ parts: 1, downFor: 300 }, async (world) => {
    const start = world.nowMs
    await world.live()
    assert.equal((await world.job()).status, 'ready')
    assert.ok(world.nowMs - start > 24 * 3600 * 1000)
  })
})

test('several orders of a job are filed one after another', async () => {
  await inWorld({ parts: 4, orders: 2 }, async (world) => {
    await world.live()
    assert.equal(world.registry.ledger.size, 2)
    assert.equal(world.registry.filed.length, 4)
    assert.equal((await world.job()).status, 'ready')
  })
})

test('a rejected order rejects the whole job, names the part, and later orders are not sent', async () => {
  const reject = rejection('/gebiedsinformatieAanvragen/1/locatieWerkzaamheden/BAGid')
  await inWorld({ parts: 4, orders: 2, reject }, async (world) => {
    await world.live()
    assert.equal((await world.job()).status, 'rejected')
    assert.equal(world.registry.ledger.size, 1)
    const parts = await world.parts()
    assert.deepEqual(
      parts.map((part) => [part.status, JSON.parse(part.errors).length]),
      [
        ['rejected', 0],
        ['rejected', 1],
        ['rejected', 0],
        ['rejected', 0],
      ],
    )
    assert.equal(JSON.parse((await world.job()).errors)[0].code, 'COR0309')
  })
})

test('a refusal before anything was taken in rejects the job with the reason', async () => {
  await inWorld({ parts: 1, refuse: true }, async (world) => {
    await world.live()
    const job = await world.job()
    assert.equal(job.status, 'rejected')
    assert.equal(JSON.parse(job.errors)[0].code, 'COR9005')
    assert.equal(world.registry.ledger.size, 0)
  })
})

test('when the registry could not judge for ten minutes, a new attempt goes out under a new postId', async () => {
  await inWorld({ parts: 1, undecided: 1 }, async (world) => {
    const start = world.nowMs
    await world.live()
    assert.equal(world.registry.ledger.size, 2)
    assert.equal(world.registry.filed.length, 1)
    const [first, second] = await world.store.db.selectFrom('registry_order').selectAll().orderBy('attempt').execute()
    assert.ok(Date.parse(first!.decided_at!) - start >= 10 * 60_000)
    assert.notEqual(first?.post_id, second?.post_id)
    assert.equal((await world.job()).status, 'ready')
  })
})

test('a part in a safety area leaves the rest downloadable and named as incomplete', async () => {
  await inWorld({ parts: 3, safetyArea: [1], webhookUrl: 'http://127.0.0.1:1/' }, async (world) => {
    await world.live()
    assert.equal((await world.job()).status, 'ready_incomplete')
    assert.deepEqual(
      (await world.parts()).map((part) => part.status),
      ['delivered', 'safety_area', 'delivered'],
    )
    const { data } = JSON.parse(world.told[0]!.body)
    assert.deepEqual(
      data.missing_parts.map((part: { order_id: string; status: string }) => [part.order_id, part.status]),
      [['ord_1', 'safety_area']],
    )
  })
})

test('a partial delivery is kept, and the complete one replaces it', async () => {
  await inWorld({ parts: 2, partialFirst: [0] }, async (world) => {
    await world.live()
    assert.equal((await world.job()).status, 'ready')
    const ofPart = world.store.db.selectFrom('delivery').selectAll().where('part_id', '=', 'part_0')
    const deliveries = await ofPart.orderBy('sequence').execute()
    assert.deepEqual(
      deliveries.map((delivery) => [delivery.sequence, delivery.complete]),
      [
        [1, 0],
        [2, 1],
      ],
    )
  })
})

test('an address that fails is told again with growing pauses, and 410 ends it', async () => {
  await inWorld({ webhookUrl: 'http://127.0.0.1:1/', webhookAnswers: [500, 503, 410] }, async (world) => {
    await world.live()
    const [event] = await world.events()
    assert.equal(event?.state, 'given_up')
    assert.equal(event?.last_status, 410)
    const pauses = world.told.slice(1).map((told, index) => told.at - world.told[index]!.at)
    assert.ok(pauses[1]! > pauses[0]!, `pauses ${pauses}`)
  })
})

test('a job that failed for good goes on after a retry, and nothing is filed twice', async () => {
  await inWorld({ parts: 2, conversionFaults: 8 }, async (world) => {
    await world.live()
    const failed = await world.job()
    assert.equal(failed.status, 'failed')
    assert.match(failed.failure ?? '', /failed_reading/)
    await world.resume()
    await world.live()
    assert.equal((await world.job()).status, 'ready')
    assert.equal(world.registry.filed.length, 2)
    assert.equal(world.registry.ledger.size, 1)
  })
})

test('a ZIP that comes broken is fetched again, and one that stays broken is given up without stopping the rest', async () => {
  await inWorld({ parts: 2, brokenZips: 2 }, async (world) => {
    await world.live()
    assert.equal((await world.job()).status, 'ready')
  })
  await inWorld({ parts: 2, brokenZips: 5 }, async (world) => {
    await world.live()
    assert.equal((await world.job()).status, 'ready_incomplete')
    const states = (await world.parts()).map((part) => part.status).sort()
    assert.deepEqual(states, ['delivered', 'failed'])
    await world.store.db.updateTable('job').set({ status: 'failed' }).execute()
    await world.resume()
    await world.live()
    assert.equal((await world.job()).status, 'ready')
  })
})

test('a setting that has gone since the submission ends the job in words, and nothing is filed', async () => {
  await inWorld({ settings: { 'registry.contact': null } }, async (world) => {
    await world.live()
    const job = await world.job()
    assert.equal(job.status, 'failed')
    assert.match(job.failure ?? '', /registry\.contact/)
    assert.equal(world.registry.ledger.size, 0)
  })
})

const job = { id: 'job_1', company_id: 'com_1', environment: 'production', client_ref: null, input_hash: 'a1' } as const

test('a postId is a UUID that follows from what it is for, and is of nothing else', () => {
  const first = postIdOf(job, 0, 1)
  assert.match(first, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(postIdOf({ ...job }, 0, 1), first)
  const others = [
    postIdOf(job, 1, 1),
    postIdOf(job, 0, 2),
    postIdOf({ ...job, id: 'job_2' }, 0, 1),
    postIdOf({ ...job, company_id: 'com_2' }, 0, 1),
    postIdOf({ ...job, environment: 'eto' }, 0, 1),
    postIdOf({ ...job, client_ref: 'job_1' }, 0, 1),
  ]
  assert.equal(new Set([first, ...others]).size, 7)
})

test('a job that its owner names keeps its postId in a store that has forgotten it, unless something else is asked', () => {
  const named = { ...job, client_ref: 'erp-77' }
  const again = postIdOf({ ...named, id: 'job_made_anew' }, 0, 1)
  assert.equal(again, postIdOf(named, 0, 1))
  assert.notEqual(postIdOf({ ...named, input_hash: 'b2' }, 0, 1), again)
})

test('a correction that comes back to what was refused is a new message; one with another input is named as if it were the first', () => {
  const named = { ...job, client_ref: 'erp-77' }
  const refused = postIdOf(named, 0, 1)
  assert.notEqual(postIdOf(named, 0, 1, 1), refused)
  assert.notEqual(postIdOf({ ...named, input_hash: 'b2' }, 0, 1, 0), refused)
  assert.equal(postIdOf({ ...named, input_hash: 'b2' }, 0, 1, 0), postIdOf({ ...named, input_hash: 'b2' }, 0, 1))
})
