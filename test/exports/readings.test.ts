/** What was read of a delivery is kept and taken again: the bytes are those of the delivery itself, and its GML is not read. */
import assert from 'node:assert/strict'
import { createReadStream, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { runTask } from '../../server/exports/conversion/task.ts'
import { openSource } from '../../server/imkl/delivery/source.ts'
import type { DeliverySource } from '../../server/imkl/model/conversion-task.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { temporaryFolder } from '../support/imkl-fixture.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'

async function made(t: TestContext, deliveries: DeliverySource[]): Promise<Buffer> {
  const folder = temporaryFolder(t)
  const path = join(folder, 'made.gpkg')
  const out = [{ format: 'gpkg' as const, path, name: 'KLIC_x.gpkg' }]
  await runTask({ kind: 'merge', deliveries, out, tempDir: join(folder, 'temp') })
  return readFileSync(path)
}

/** Two deliveries whose networks cross the border between them. */
const twoDeliveries = async (folder: string): Promise<[string, string]> => [
  await simulatedDelivery(folder, '26O000001', [160_000, 390_000, 160_300, 390_300]),
  await simulatedDelivery(folder, '26O000002', [160_300, 390_000, 160_600, 390_300], { sequence: 2 }),
]

test('a merge of cached readings has the bytes of one that reads all, with any other delivery', async (t) => {
  const folder = temporaryFolder(t)
  const [first, second] = await twoDeliveries(folder)
  const readings = join(folder, 'readings', 'job')
  const kept = (path: string, name: string): DeliverySource => ({ path, reading: join(readings, name) })
  const alone = await made(t, [{ path: first }])
  const both = await made(t, [{ path: first }, { path: second }])
  assert.deepEqual(await made(t, [kept(first, 'one')]), alone, 'while it is kept')
  assert.deepEqual(readdirSync(readings), ['one'])
  assert.deepEqual(await made(t, [kept(first, 'one')]), alone, 'from what was kept')
  assert.deepEqual(await made(t, [kept(second, 'two'), kept(first, 'one')]), both, 'one kept, one read')
  assert.deepEqual(await made(t, [kept(first, 'one'), kept(second, 'two')]), both, 'both kept')
  assert.deepEqual(readdirSync(readings).sort(), ['one', 'two'], 'no draft is left')
})

test('what is kept is not read again; a reading that is damaged or cut is no fault, and is made anew', async (t) => {
  const folder = temporaryFolder(t)
  const zip = await simulatedDelivery(folder, '26O000001', [160_000, 390_000, 160_300, 390_300])
  const opened = await openSource({ path: zip })
  const [delivery] = opened.deliveries
  mkdirSync(join(folder, 'gml'))
  const gml = join(folder, 'gml', delivery!.gmlName)
  const whole = await buffer(delivery!.chunks())
  await opened.close()
  writeFileSync(gml, whole)
  const reading = join(folder, 'readings', 'one')
  const again = (): Promise<Buffer> => made(t, [{ path: gml, reading }])
  const expected = await made(t, [{ path: gml }])
  assert.deepEqual(await again(), expected)
  const sealed = readFileSync(reading)

  truncateSync(gml, Math.floor(whole.length * 0.6))
  assert.deepEqual(await again(), expected, 'of a delivery that can not be read any more')
  await assert.rejects(made(t, [{ path: gml }]), Refusal)

  const flipped = Buffer.from(sealed)
  flipped[sealed.length >> 1]! ^= 1
  for (const [damage, bytes] of [
    ['a bit is another', flipped],
    ['cut', sealed.subarray(0, sealed.length - 40)],
    ['empty', Buffer.alloc(0)],
  ] as const) {
    writeFileSync(reading, bytes)
    await assert.rejects(again(), Refusal, `${damage}: it must read the delivery`)
    assert.deepEqual(readdirSync(join(folder, 'readings')), ['one'], `${damage}: nothing half written stays`)
    writeFileSync(gml, whole)
    assert.deepEqual(await again(), expected, damage)
    assert.deepEqual(await buffer(createReadStream(reading)), sealed, `${damage}: kept anew`)
    truncateSync(gml, Math.floor(whole.length * 0.6))
  }
})

test('where nothing can be kept the result is made all the same', async (t) => {
  const folder = temporaryFolder(t)
  const path = await simulatedDelivery(folder, '26O000001', [160_000, 390_000, 160_300, 390_300])
  writeFileSync(join(folder, 'no folder'), '')
  const reading = join(folder, 'no folder', 'one')
  assert.deepEqual(await made(t, [{ path, reading }]), await made(t, [{ path }]))
})
