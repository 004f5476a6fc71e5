/** The map of a site package beside the GeoPackage that it is made from; of all real deliveries in faults/site-map.test.ts. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { siteZooms } from '../../server/exports/tiles/site-map.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { assertSameObjects, makerOf, mapOf } from '../support/site-map.ts'
import { LINES_EXTENT, writeLines } from '../support/zigzag-result.ts'

test('every object of a result is in the page, and what can be drawn in its tiles; the same in every run', async (t) => {
  const { path, make } = await mapOf(t, async (folder) => [
    await simulatedDelivery(folder, '26O000001', [154_900, 389_900, 155_200, 390_200]),
  ])
  const map = (await make())!
  assertSameObjects(map, path)
  assert.ok(
    map.facts.ground.flat().some(({ pictures }) => pictures.length > 0),
    'the ground',
  )
  const pieces = new Set(map.pieces.map(([id]) => id))
  for (const { pictures } of map.facts.ground.flat()) for (const { id } of pictures) assert.ok(pieces.has(id), id)
  assert.deepEqual(await make(), map)
})

test('of an area that is too large for a telephone there is no map', () => {
  assert.deepEqual(siteZooms([5, 52, 5.003, 52.002])!.max, 18)
  assert.equal(siteZooms([5, 52, 5.5, 52.5]), null)
})

test('a result that takes too long to cut or to read has a site package without a map', async (t) => {
  const { make } = await mapOf(t, async (folder) => [
    await simulatedDelivery(folder, '26O000001', [154_900, 389_900, 155_000, 390_000]),
  ])
  const refuse = async () => {
    throw new Refusal('TOOK_TOO_LONG', 'Too much')
  }
  assert.equal(await make({ tile: refuse }), null)
  assert.equal(await make({ siteLayers: refuse }), null)
})

test('a cable of 200,000 lines is read and drawn beside the event loop', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'klic site '))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  writeLines(join(folder, 'result.gpkg'), 200_000)
  const make = makerOf(t, folder, LINES_EXTENT)
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()]
  const map = await make({ tile: async () => null })
  const [allSpent, ownSpent] = [process.cpuUsage(all), process.threadCpuUsage(own)]
  assert.equal(map!.first.match(/M/g)!.length, 200_000)
  assert.ok(ownSpent.user < allSpent.user / 2, `${ownSpent.user} of ${allSpent.user} microseconds`)
})
