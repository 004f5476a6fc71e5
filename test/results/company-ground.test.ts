/** The base map of a company: what it was delivered, on top the newest, to nobody else, without what is damaged or gone. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runTask } from '../../server/exports/conversion/task.ts'
import { shownIn } from '../../server/features/results/ground/list-company-ground.ts'
import { cellsOf, replaceSheets } from '../../server/features/results/ground/sheet-rows.ts'
import { markRemoved } from '../../server/features/results/rows/removals.ts'
import type { Position } from '../../server/geometry/geometry.ts'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { unitSquare } from '../../server/geometry/unit-square.ts'
import { townIn } from '../../server/simulator/town/town.ts'
import { folder } from '../formats/samples.ts'
import { openWorld, type World } from '../support/api-world.ts'
import { zippedDelivery } from '../support/imkl-fixture.ts'
import { pixelsOf, png, rgb } from '../support/png.ts'
import { openWithSimulator } from '../support/simulated-world.ts'

type Colour = [number, number, number]
const RED: Colour = [192, 64, 64]
const GREEN: Colour = [64, 192, 64]
const BLUE: Colour = [64, 64, 192]
const [X, Y] = [200_000, 400_000]
const SIDE = 512

/** A result of 20 by 20 m, `east` metres from X, whose ground has one colour. */
async function delivered(t: TestContext, world: World, colour: Colour, east = 0): Promise<string> {
  const at = folder(t)
  const zip = at.path('Levering_22G000001_1.zip')
  const bounds = [X + east, Y, X + east + 20, Y + 20] as const
  const documents = { 'bronnen/GB_22G000001.png': png(100, 100, { colour: 2, bits: 8 }, () => colour) }
  writeFileSync(zip, await zippedDelivery({ members: [], bounds, documents }))
  const path = at.path('out/r.gpkg')
  const { ground } = await runTask({
    kind: 'merge',
    ground: true,
    deliveries: [{ path: zip }],
    tempDir: at.path('temp'),
    out: [{ format: 'gpkg', path }],
  })
  const { job_id: id } = await world.quote()
  await world.put(id, 'ready')
  world.pass(60_000)
  await world.putFile(id, 'gpkg', readFileSync(path))
  await world.store.db.updateTable('artifact').set({ ground: 'ready' }).where('job_id', '=', id).execute()
  await replaceSheets(world.store.db, { id, companyId: world.companyId, revision: 1 }, ground!.pictures)
  return id
}

const get = (world: World, path: string, key = world.keys.read) =>
  fetch(new URL(path, world.baseUrl), { headers: { 'X-API-Key': key } })

const tileJson = async (world: World, key?: string) =>
  (await (await get(world, '/tiles/ground.json', key)).json()) as Record<string, unknown> & { tiles: [string] }

/** The tile of this zoom in which a place lies, and its pixel there. */
function tileAt(east: number, z = 20) {
  const [x, y] = unitSquare(lngLatFromRd([X + east, Y + 10])).map((share) => share! * 2 ** z) as [number, number]
  const pixel = Math.floor((y % 1) * SIDE) * SIDE + Math.floor((x % 1) * SIDE)
  return { path: `/tiles/ground/${z}/${Math.floor(x)}/${Math.floor(y)}.png`, pixel }
}

/** Null: nothing lies there. */
async function colourAt(world: World, east: number, z?: number): Promise<number | null> {
  const { path, pixel } = tileAt(east, z)
  const answer = await get(world, path)
  if (answer.status === 204) return null
  assert.equal(answer.status, 200)
  return (await pixelsOf(Buffer.from(await answer.arrayBuffer())))[pixel] || null
}

test('what several jobs were delivered is one map, and where they overlap the newest is on top', async (t) => {
  const world = await openWorld(t)
  assert.deepEqual([(await tileJson(world)).results, await colourAt(world, 5)], [0, null])
  await delivered(t, world, RED)
  await delivered(t, world, GREEN, 10)
  assert.equal((await tileJson(world)).results, 2)
  for (const z of [20, 17])
    assert.deepEqual(
      [
        await colourAt(world, 5, z),
        await colourAt(world, 15, z),
        await colourAt(world, 25, z),
        await colourAt(world, 35, z),
      ],
      [rgb(...RED), rgb(...GREEN), rgb(...GREEN), null],
    )
  await delivered(t, world, BLUE)
  assert.deepEqual([await colourAt(world, 5), await colourAt(world, 15), await colourAt(world, 25)].map(Number), [
    ...[rgb(...BLUE), rgb(...BLUE), rgb(...GREEN)],
  ])
})

test('a company has nothing of another, and nobody anything without a key', async (t) => {
  const world = await openWorld(t)
  await delivered(t, world, RED)
  const { secret } = await world.keyWith(['read'], await world.company())
  const { path } = tileAt(5)
  assert.equal((await get(world, path)).status, 200)
  assert.equal((await get(world, path, secret)).status, 204)
  const { results, bounds } = await tileJson(world, secret)
  assert.deepEqual([results, bounds], [0, [3.2, 50.7, 7.3, 53.6]])
  assert.equal((await fetch(new URL(path, world.baseUrl))).status, 401)
})

test('what another registry delivered is in no map of this one', async (t) => {
  const world = await openWorld(t)
  const id = await delivered(t, world, RED)
  await world.store.db.updateTable('job').set({ environment: 'production' }).where('id', '=', id).execute()
  assert.deepEqual([(await tileJson(world)).results, await colourAt(world, 5)], [0, null])
})

test('a result that is removed is gone from it', async (t) => {
  const world = await openWorld(t)
  const id = await delivered(t, world, RED)
  const at = world.clock.now().toISOString()
  const removal = { job_id: id, what: 'results', reason: 'age', announced_at: at, due_at: at } as const
  await world.store.db
    .insertInto('removal')
    .values({ ...removal, done_at: null, files: '[]' })
    .execute()
  assert.ok(await markRemoved(world.store, { ...removal, done_at: null, files: '[]' }, at))
  assert.deepEqual([(await tileJson(world)).results, await colourAt(world, 5)], [0, null])
  assert.deepEqual(await world.store.db.selectFrom('ground_sheet').selectAll().execute(), [])
})

test('a damaged file is left out, said and made again, and what lies below is seen', async (t) => {
  const world = await openWorld(t)
  await delivered(t, world, RED)
  const id = await delivered(t, world, GREEN)
  const { path } = await world.store.db
    .selectFrom('artifact')
    .select('path')
    .where('job_id', '=', id)
    .executeTakeFirstOrThrow()
  const file = join(world.dataDir, path!)
  writeFileSync(file, Buffer.from(readFileSync(file)).fill('x', 2000, 2100))
  assert.equal(await colourAt(world, 5), rgb(...RED))
  const { results, left_out } = await tileJson(world)
  assert.deepEqual([results, left_out], [2, 1])
})

test('TileJSON says from where to where it is sharp; farther away is nothing, beyond all maps no address', async (t) => {
  const world = await openWorld(t)
  await delivered(t, world, RED)
  const mercator = await tileJson(world)
  assert.deepEqual([mercator.minzoom, mercator.maxzoom, mercator.tileSize], [13, 18, SIDE])
  const dutch = (await (await get(world, '/tiles/ground-rd.json')).json()) as { minzoom: number; crs: string }
  assert.deepEqual([dutch.minzoom, dutch.crs], [8, 'EPSG:28992'])
  assert.equal((await get(world, tileAt(5, 12).path)).status, 204)
  for (const path of ['/tiles/ground/25/1/1.png', '/tiles/ground/13/8192/1.png', '/tiles/ground/13/1/x.png'])
    assert.equal((await get(world, path)).status, 404, path)
})

test('who has a tile is told so until something new lies there', async (t) => {
  const world = await openWorld(t)
  await delivered(t, world, RED)
  const { path } = tileAt(5)
  const etag = (await get(world, path)).headers.get('etag')!
  const again = () =>
    fetch(new URL(path, world.baseUrl), { headers: { 'X-API-Key': world.keys.read, 'If-None-Match': etag } })
  assert.equal((await again()).status, 304)
  await delivered(t, world, GREEN, 500)
  assert.equal((await again()).status, 304)
  await delivered(t, world, GREEN)
  assert.equal((await again()).status, 200)
})

test('the town of the simulator is a base map while that is the registry, and of no other', async (t) => {
  const { world, simulator } = await openWithSimulator(t)
  const area = { minX: X, minY: Y, maxX: X + 400, maxY: Y + 400 }
  const house = townIn(area, 1).buildings.find(({ number }) => number !== undefined)!
  // Within a metre of the wall no number is written.
  const [corner, next] = house.outline as [Position, Position]
  const wall = [corner[0] + 0.2 * (next[0] - corner[0]), corner[1] + 0.2 * (next[1] - corner[1])] as const
  const inside: Position = [wall[0] + 0.15 * (house.middle[0] - wall[0]), wall[1] + 0.15 * (house.middle[1] - wall[1])]
  const [x, y] = unitSquare(lngLatFromRd(inside)).map((share) => share! * 2 ** 20) as [number, number]
  const path = `/tiles/town/20/${Math.floor(x)}/${Math.floor(y)}.png`
  const answer = await get(world, path)
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/png'])
  const pixels = await pixelsOf(Buffer.from(await answer.arrayBuffer()))
  assert.equal(pixels[Math.floor((y % 1) * SIDE) * SIDE + Math.floor((x % 1) * SIDE)], rgb(224, 224, 224))
  assert.equal((await get(world, '/tiles/town/12/2000/1300.png')).status, 204)
  assert.equal((await get(world, '/tiles/town/21/0/0.png')).status, 404)
  assert.equal((await get(world, '/tiles/town/13/4209/2591.png')).status, 204)
  assert.equal((await fetch(new URL(path, world.baseUrl))).status, 401)
  await simulator.stop()
  assert.equal((await get(world, path)).status, 503)
  await world.set('registry.environment', 'production')
  assert.equal((await get(world, path)).status, 404)
})

const box = (minX: number, minY: number, maxX: number, maxY: number) => ({ minX, minY, maxX, maxY })
const TILE = box(0, 0, 100, 100)
const picture = (name: string, ...at: Parameters<typeof box>) => ({ name, extent: box(...at) })

test('what is wholly hidden by newer ones is not drawn, and the newest is drawn last', () => {
  const west = picture('west', 0, 0, 50, 100)
  const east = picture('east', 50, 0, 100, 100)
  assert.deepEqual(shownIn(TILE, [west, east, picture('old', 10, 10, 90, 90)]), ['east', 'west'])
  assert.deepEqual(shownIn(TILE, [west, picture('old', 10, 10, 90, 90)]), ['old', 'west'])
})

test('what lies beside the tile is not drawn, and what has several pictures is drawn once', () => {
  const beside = picture('beside', 200, 200, 300, 300)
  assert.deepEqual(shownIn(TILE, [beside]), [])
  assert.deepEqual(shownIn(TILE, [picture('a', 0, 0, 10, 10), picture('a', 20, 0, 30, 10)]), ['a'])
})

test('of hundreds in a tile so many of the newest are drawn', () => {
  const many = Array.from({ length: 900 }, (_, n) =>
    picture(`p${n}`, (n % 30) * 3.3, Math.floor(n / 30) * 3.3, (n % 30) * 3.3 + 3, Math.floor(n / 30) * 3.3 + 3),
  )
  const shown = shownIn(TILE, many)
  assert.equal(shown.at(-1), 'p0')
  assert.ok(shown.length >= 40 && shown.length < 50, `${shown.length}`)
})

test('a picture is found by each square kilometre that it touches, and one of elsewhere by none', () => {
  assert.deepEqual(cellsOf(box(154_900, 387_900, 155_100, 388_100)), [154_387, 154_388, 155_387, 155_388])
  assert.deepEqual(cellsOf(box(1e9, 1e9, 1e9 + 10, 1e9 + 10)), [])
  assert.ok(cellsOf(box(-1e12, -1e12, 1e12, 1e12)).length < 200_000)
})
