/** From an accepted request to a ZIP on the disk. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { LinkNotReady } from '../../server/registry/client/download.ts'
import { lateOperators } from '../../server/simulator/delivery/generate-delivery.ts'
import { shared } from '../support/shared.ts'
import { type GmlFiles, linesOf, readDelivery } from './gml.ts'
import {
  acceptedIds,
  bodyOf,
  deliveriesOf,
  draftOf,
  fileAndDecide,
  square,
  startRegistry,
  tempFolder,
} from './world.ts'

test('a request is read through its life, with its numbers from production on', async (t) => {
  const { client, control } = await startRegistry(t, { timeFactor: 1 })
  const filed = await client.fileOrder(bodyOf(draftOf(1)))
  assert.ok(filed.kind === 'taken')
  await control('clock', { stepMs: 31_000 })
  const outcome = await client.pollOrder(filed.pollUrl)
  assert.ok(outcome.kind === 'accepted')
  const id = outcome.requests[0]!.giAanvraagId
  const accepted = await client.readRequest(id)
  assert.deepEqual([accepted.status, accepted.orderNumber, accepted.klicNumber], ['accepted', null, null])
  assert.deepEqual(await client.listDeliveries(id), { kind: 'not_yet' })
  await control('clock', { stepMs: 300_000 })
  const producing = await client.readRequest(id)
  assert.equal(producing.status, 'in_production')
  assert.match(producing.klicNumber ?? '', /^99G\d{7}$/)
  assert.deepEqual(await client.listDeliveries(id), { kind: 'listed', deliveries: [] })
  await control('clock', { stepMs: 1_800_000 })
  assert.equal((await client.readRequest(id)).status, 'complete')
})

test('the answer about a request is a minute old at most', async (t) => {
  const { client, control } = await startRegistry(t, { timeFactor: 1 })
  const filed = await client.fileOrder(bodyOf(draftOf(1)))
  assert.ok(filed.kind === 'taken')
  await control('clock', { stepMs: 30_000 + 299_000 })
  const outcome = await client.pollOrder(filed.pollUrl)
  assert.ok(outcome.kind === 'accepted')
  const id = outcome.requests[0]!.giAanvraagId
  assert.equal((await client.readRequest(id)).status, 'accepted')
  await control('clock', { stepMs: 30_000 })
  assert.equal((await client.readRequest(id)).status, 'accepted')
  await control('clock', { stepMs: 31_000 })
  assert.equal((await client.readRequest(id)).status, 'in_production')
})

test('a delivery is downloaded whole, with the hash of what lies on the disk', async (t) => {
  const { client } = await startRegistry(t)
  const [id] = await acceptedIds(client, draftOf(1))
  const [delivery] = await deliveriesOf(client, id!)
  assert.deepEqual([delivery?.sequence, delivery?.complete, delivery?.safetyArea], [1, true, false])
  assert.match(delivery?.composedAt ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/)
  const file = join(tempFolder(t), 'delivery.zip')
  const { bytes, sha256 } = await client.download(delivery!.url!, file)
  const onDisk = readFileSync(file)
  assert.equal(bytes, onDisk.length)
  assert.equal(sha256, createHash('sha256').update(onDisk).digest('hex'))
})

test('the same delivery has the same bytes every time', async (t) => {
  const { client } = await startRegistry(t)
  const [id] = await acceptedIds(client, draftOf(1))
  const [delivery] = await deliveriesOf(client, id!)
  const folder = tempFolder(t)
  const first = await client.download(delivery!.url!, join(folder, '1.zip'))
  const second = await client.download(delivery!.url!, join(folder, '2.zip'))
  assert.deepEqual(second, first)
})

test('a partial delivery lacks operators and is followed by a complete one', async (t) => {
  const { client } = await startRegistry(t)
  const [id] = await acceptedIds(client, draftOf(1, { reference: 'SIM:partial' }))
  const both = await deliveriesOf(client, id!, (deliveries) => deliveries.length === 2)
  assert.deepEqual(
    both.map(({ sequence, complete }) => [sequence, complete]),
    [
      [1, false],
      [2, true],
    ],
  )
  const folder = tempFolder(t)
  const [first, second] = await Promise.all(
    both.map(async ({ url, sequence }) => {
      const file = join(folder, `${sequence}.zip`)
      await client.download(url!, file)
      return readDelivery(file)
    }),
  )
  assert.ok(!first!.gml.includes('<imkl:Waterleiding '))
  assert.ok(second!.gml.includes('<imkl:Waterleiding '))
  assert.match(first!.gml, /<imkl:indicatieLeveringCompleet>false</)
  assert.match(first!.gml, /<imkl:beheerdersinformatieGeleverd>false</)
})

test('pages of the delivery list are followed and seams are not counted twice', async (t) => {
  const { client } = await startRegistry(t, { pageSize: 1 })
  const [id] = await acceptedIds(client, draftOf(1, { reference: 'SIM:partial' }))
  const both = await deliveriesOf(client, id!, (deliveries) => deliveries.length === 2)
  assert.deepEqual(
    both.map(({ sequence }) => sequence),
    [1, 2],
  )
})

test('a safety area is announced at once and never gets a link', async (t) => {
  const { client } = await startRegistry(t)
  const outcome = await fileAndDecide(client, draftOf(1, { reference: 'SIM:safety' }))
  assert.ok(outcome.kind === 'accepted')
  assert.deepEqual(
    outcome.messages.map(({ code, severity }) => [code, severity]),
    [['WAR0001', 'WARNING']],
  )
  const [delivery] = await deliveriesOf(client, outcome.requests[0]!.giAanvraagId)
  assert.deepEqual(delivery, { sequence: 1, complete: false, safetyArea: true, composedAt: null, url: null })
})

test('a link dies after twenty working days', async (t) => {
  const { client, control } = await startRegistry(t)
  const [id] = await acceptedIds(client, draftOf(1))
  const [delivery] = await deliveriesOf(client, id!)
  await control('clock', { stepMs: 30 * 86_400_000 })
  await assert.rejects(client.download(delivery!.url!, join(tempFolder(t), 'late.zip')), LinkNotReady)
})

/** Two deliveries of squares that share the border x = 154900. */
const neighbours = async (t: Parameters<typeof startRegistry>[0]): Promise<[GmlFiles, GmlFiles]> => {
  const { client } = await startRegistry(t)
  const draft = draftOf(2)
  const parts = draft.parts.map((part, index) => ({ ...part, polygon: square(154_400 + index * 500, 387_900, 500) }))
  const ids = await acceptedIds(client, { ...draft, parts })
  const folder = tempFolder(t)
  const reads: GmlFiles[] = []
  for (const id of ids) {
    const [delivery] = await deliveriesOf(client, id)
    await client.download(delivery!.url!, join(folder, `${id}.zip`))
    reads.push(await readDelivery(join(folder, `${id}.zip`)))
  }
  return reads as [GmlFiles, GmlFiles]
}

test('a cable over the border of two parts has one id and goes on to the millimetre', async (t) => {
  const [west, east] = await neighbours(t)
  const borderX = 154_900
  const endsOn = (read: GmlFiles, id: string): string[] =>
    linesOf(read, id)
      .flatMap((line) => [line.slice(0, 2), line.slice(-2)])
      .filter(([x]) => x === borderX)
      .map(([, y]) => y!.toFixed(3))
      .sort()
  const crossing = [...west.features.keys()].filter((id) => endsOn(west, id).length > 0)
  assert.ok(crossing.length > 5, `only ${crossing.length} cables cross the border`)
  for (const id of crossing) assert.deepEqual(endsOn(east, id), endsOn(west, id), id)
})

test('every relation in a delivery leads to a feature and every file is in the ZIP', async (t) => {
  for (const read of await neighbours(t)) {
    const ids = [...read.features.values()].flatMap(({ references }) => references)
    const dangling = ids.filter((target) => target.startsWith('nl.imkl-') && !read.features.has(target))
    assert.deepEqual(dangling, [])
    const named = [...read.gml.matchAll(/(bronnen\/[^<]+)</g)].map(([, path]) => path!)
    const folder = read.files[0]!
    assert.ok(named.length > 1)
    assert.deepEqual(
      named.filter((path) => !read.files.includes(folder + path)),
      [],
    )
  }
})

test('a generated delivery stays inside its area and says that it is simulated', async (t) => {
  const [west] = await neighbours(t)
  for (const [id, { type, lines }] of west.features) {
    if (type !== 'UtilityLink' && type !== 'Appurtenance') continue
    for (const line of lines) {
      for (let n = 0; n < line.length; n += 2) {
        const [x, y] = [line[n]!, line[n + 1]!]
        assert.ok(x >= 154_400 && x <= 154_900 && y >= 387_900 && y <= 388_400, `${id}: ${x} ${y}`)
      }
    }
  }
  const operators = [...west.features.values()].filter(({ type }) => type === 'Beheerder')
  assert.ok(operators.length >= 5)
  for (const { text } of operators) assert.match(text, /Simulatie/)
})

test('a delivery without networks names its operators as not involved', async (t) => {
  const { client } = await startRegistry(t)
  const [id] = await acceptedIds(client, draftOf(1, { reference: 'SIM:empty' }))
  const [delivery] = await deliveriesOf(client, id!)
  const file = join(tempFolder(t), 'empty.zip')
  await client.download(delivery!.url!, file)
  const { features, gml } = await readDelivery(file)
  assert.ok(![...features.values()].some(({ type }) => type === 'UtilityLink'))
  assert.doesNotMatch(gml, /<imkl:betrokkenBijAanvraag>true/)
})

test('in some regions an operator has not answered, and the delivery names it', async (t) => {
  const { client } = await startRegistry(t)
  const draft = draftOf(1)
  const regions = Array.from({ length: 16 }, (_, n) =>
    square(150_500 + 2000 * (n % 4), 440_500 + 2000 * Math.floor(n / 4)),
  )
  const silent = regions.filter(({ rings }) => lateOperators(rings[0]!).length > 0)
  assert.ok(silent.length > 0 && silent.length < regions.length)
  const [id] = await acceptedIds(client, { ...draft, parts: [{ ...draft.parts[0]!, polygon: silent[0]! }] })
  const [delivery] = await deliveriesOf(client, id!)
  const file = join(tempFolder(t), 'silent.zip')
  await client.download(delivery!.url!, file)
  const { gml, features } = await readDelivery(file)
  assert.match(gml, /<imkl:beheerdersinformatieGeleverd>false</)
  assert.ok(![...features.values()].some(({ type }) => type === 'Telecommunicatiekabel'))
})

const replayFolder = shared('deliveries')
test('a replayed delivery is the real ZIP, unchanged; elsewhere one is generated', {
  skip: replayFolder ? false : 'no shared deliveries here',
}, async (t) => {
  const { client, ledger } = await startRegistry(t, { replayFolder: replayFolder! })
  const draft = draftOf(2)
  const [first, second] = draft.parts
  const parts = [
    { ...first!, polygon: square(111_700, 526_120, 200) },
    { ...second!, polygon: square(112_500, 526_120, 200) },
  ]
  const ids = await acceptedIds(client, { ...draft, parts })
  const [replayed] = await deliveriesOf(client, ids[0]!)
  const file = join(tempFolder(t), 'replayed.zip')
  const { sha256 } = await client.download(replayed!.url!, file)
  const real = createHash('sha256')
    .update(readFileSync(join(replayFolder!, 'Levering_22G003180_1.zip')))
    .digest('hex')
  assert.equal(sha256, real)
  assert.equal((await client.readRequest(ids[0]!)).klicNumber, '22G003180')
  const served = (await ledger()).orders[0]?.requests.map(({ replay }) => replay)
  assert.deepEqual(served, ['Levering_22G003180_1.zip', null])
})

test('a replayed delivery serves one request; the next gets the next best', {
  skip: replayFolder ? false : 'no shared deliveries here',
}, async (t) => {
  const { client, ledger } = await startRegistry(t, { replayFolder: replayFolder! })
  const polygon = square(189_400, 352_200, 300)
  const draft = draftOf(1)
  for (let n = 0; n < 2; n += 1) {
    await acceptedIds(client, draftOf(1, { parts: [{ ...draft.parts[0]!, polygon }] }))
  }
  const served = (await ledger()).orders.flatMap(({ requests }) => requests.map(({ replay }) => replay))
  assert.equal(new Set(served).size, 2)
  assert.ok(served.every((name) => name !== null))
})
