/** Questions to a large result: however many corners they have, everybody else is answered meanwhile. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { cachedNumbers } from '../../server/features/results/map/serve-layers.ts'
import type { Position } from '../../server/geometry/geometry.ts'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { openWorld, pointers, refused } from '../support/api-world.ts'

/** A job whose result has so many pipes of fifty corners, one metre apart. */
async function withPipes(t: TestContext, pipes: number) {
  const world = await openWorld(t)
  const { job_id: jobId } = await world.quote()
  await world.put(jobId, 'ready', 'delivered', { revision: 1 })
  const file = join(world.dataDir, 'pipes.gpkg')
  const gpkg = createGeoPackage(file)
  for (let n = 0; n < pipes; n++) {
    const line = Array.from({ length: 50 }, (_, i) => [155_000 + 10 * i, 390_000 + n + (i % 2)]).flat()
    gpkg.feature('kabel_of_leiding', { id: `w${n}`, thema: 'water' }, { type: 'MultiLineString', lines: [line] })
  }
  gpkg.finish({ lastChange: '2026-03-01T10:00:00.000Z', warnings: [] })
  await world.putFile(jobId, 'gpkg', readFileSync(file))
  await world.store.db
    .updateTable('job')
    .set({ summary: JSON.stringify({ extent: [155_000, 390_000, 155_500, 390_000 + pipes] }) })
    .where('id', '=', jobId)
    .execute()
  const { window } = await world.signIn()
  const select = (coordinates: number[][][]) =>
    window(`/jobs/${jobId}/selection`, { method: 'POST', body: { area: { type: 'Polygon', coordinates } } })
  return { world, jobId, select }
}

/** Teeth over everything, so that each pipe meets many sides. */
const comb = (corners: number, height: number): number[][] => {
  const teeth = Array.from(
    { length: corners - 2 },
    (_, i): Position => [155_000 + (i / corners) * 490, i % 2 ? 390_000 + height : 390_000],
  )
  const ring: Position[] = [...teeth, [155_500, 389_990], [154_990, 389_990]]
  return [...ring, ring[0]!].map((position) => lngLatFromRd(position))
}

test('the largest selection that is taken leaves others their turn', async (t) => {
  const { world, select } = await withPipes(t, 3000)
  const answered: string[] = []
  const asked = select([comb(500, 3000)]).then((reply) => {
    answered.push('selection')
    return reply
  })
  for (let n = 0; n < 3; n++) {
    assert.equal((await world.ask('/health/live')).status, 200)
    answered.push('others')
  }
  const reply = await asked
  if (reply.status === 200) assert.equal((reply.json as { total: number }).total, 3000)
  else assert.match(refused(reply, 422, 'VALIDATION_FAILED').message, /draw it smaller/)
  // Other callers of the event loop are answered first.
  assert.deepEqual(answered, ['others', 'others', 'others', 'selection'])
})

test('an area of 500 corners selects what it meets', async (t) => {
  const { select } = await withPipes(t, 100)
  const reply = await select([comb(500, 100)])
  assert.equal((reply.json as { total: number }).total, 100, reply.text)
})

test('more corners, more rings, an open ring and no ring are refused before anything is read', async (t) => {
  const { select } = await withPipes(t, 1)
  const small = comb(10, 20)
  const rows: [number[][][], string][] = [
    [[comb(501, 20)], '/area/coordinates/0'],
    [[small, small], '/area/coordinates'],
    [[small.slice(1)], '/area/coordinates/0'],
    [[], '/area/coordinates'],
    [[[]], '/area/coordinates/0'],
  ]
  for (const [coordinates, pointer] of rows) {
    assert.deepEqual(pointers(refused(await select(coordinates), 422, 'VALIDATION_FAILED')).slice(0, 1), [pointer])
  }
})

test('a filter of more than 300 characters is refused', async (t) => {
  const { world, jobId } = await withPipes(t, 1)
  const items = `/ogc/${jobId}/collections/kabel_of_leiding/items`
  assert.equal((await world.ask(`${items}?thema=${'x'.repeat(300)}`)).status, 200)
  assert.deepEqual(pointers(refused(await world.ask(`${items}?thema=${'x'.repeat(301)}`), 400, 'QUERY_INVALID')), [
    '?thema',
  ])
})

test('what is kept is bounded by its keys too', () => {
  const owner = {}
  const find = (key: string): boolean => {
    let isNew = false
    cachedNumbers(owner, key, () => {
      isNew = true
      return new Uint32Array()
    })
    return isNew
  }
  const key = (n: number) => `${n} ${'x'.repeat(10_000)}`
  assert.ok(find(key(0)))
  assert.ok(!find(key(0)))
  for (let n = 1; n < 1000; n++) find(key(n))
  assert.ok(!find(key(999)), 'the newest is kept')
  assert.ok(find(key(0)), 'the oldest made room')
})
