/** The ground of a result as pictures over real HTTP: where it lies, who gets it, and what is said where there is none. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { unitSquare } from '../../server/geometry/unit-square.ts'
import { pixelsOf, png, rgb } from '../support/png.ts'
import { groundDelivery, servedGround } from '../support/served-ground.ts'

const [MIN_X, MIN_Y, WIDTH, HEIGHT] = [200_000, 400_000, 100, 80]
const PER_METRE = 14
const SIDE = 512
/** The four quarters of the area. */
const [NW, NE, SW, SE] = [
  [180, 60, 60],
  [60, 180, 60],
  [60, 60, 180],
  [160, 160, 60],
] as const

const BOUNDS = [MIN_X, MIN_Y, MIN_X + WIDTH, MIN_Y + HEIGHT] as const
const withGround = async (t: TestContext, picture: Buffer | null = quarters()) =>
  servedGround(t, await groundDelivery(t, BOUNDS, picture))

const quarters = (): Buffer =>
  png(WIDTH * PER_METRE, HEIGHT * PER_METRE, { colour: 2, bits: 8 }, (x, y) => {
    const isWest = x < (WIDTH * PER_METRE) / 2
    return y < (HEIGHT * PER_METRE) / 2 ? (isWest ? NW : NE) : isWest ? SW : SE
  })

/** @returns what is said of it */
async function refused(answer: Response, status: number, code: string): Promise<string> {
  const { detail } = (await answer.json()) as { detail: { error_code: string; error_msg: string } }
  assert.deepEqual([answer.status, detail.error_code], [status, code])
  return JSON.stringify(detail)
}

interface TileJson {
  tiles: [string]
  tileSize: number
  minzoom: number
  maxzoom: number
  bounds: [number, number, number, number]
  crs?: string
}

/** What tiles are addressed by, from 0 to 1 across the whole matrix. */
const MATRICES = {
  ground: (x: number, y: number) => unitSquare(lngLatFromRd([x, y])),
  'ground-rd': (x: number, y: number) => [(x + 285_401.92) / 880_803.84, (903_401.92 - y) / 880_803.84],
} as const

/** The colours on both sides of the middle of the area, so many metres away from it, as a tile of this zoom shows them. */
async function aroundTheMiddle(
  world: Awaited<ReturnType<typeof withGround>>,
  name: keyof typeof MATRICES,
  z: number,
  away: number,
) {
  const { tiles } = (await (await world.get(`/tiles/${world.jobId}/${name}.json`)).json()) as TileJson
  const colourAt = async (east: number, north: number): Promise<number> => {
    const [x, y] = MATRICES[name](MIN_X + WIDTH / 2 + east, MIN_Y + HEIGHT / 2 + north)
    const [column, row] = [x! * 2 ** z, y! * 2 ** z]
    const address = tiles[0]
      .replace('{z}', `${z}`)
      .replace('{x}', `${Math.floor(column)}`)
      .replace('{y}', `${Math.floor(row)}`)
    const answer = await world.get(address)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'image/png')
    const pixels = await pixelsOf(Buffer.from(await answer.arrayBuffer()))
    return pixels[Math.floor((row % 1) * SIDE) * SIDE + Math.floor((column % 1) * SIDE)]!
  }
  return Promise.all([colourAt(-away, away), colourAt(away, away), colourAt(-away, -away), colourAt(away, -away)])
}

/** Colours are rounded to steps of sixteen. */
const SHOWN = [NW, NE, SW, SE].map((colour) => {
  const [r, g, b] = colour.map((value) => (value + 8) & 0xf0)
  return rgb(r!, g!, b!)
})

test('it lies where it was delivered, in web mercator and in the Dutch matrix, at every zoom', async (t) => {
  const world = await withGround(t)
  for (const [name, z, away] of [
    ['ground', 20, 0.1],
    ['ground', 18, 0.3],
    ['ground', 15, 3],
    ['ground', 13, 10],
    ['ground-rd', 15, 0.1],
    ['ground-rd', 13, 0.4],
    ['ground-rd', 9, 10],
  ] as const)
    assert.deepEqual(await aroundTheMiddle(world, name, z, away), SHOWN, `${name} ${z}`)
})

test('TileJSON says from where to where, and how large tiles are', async (t) => {
  const { get, jobId } = await withGround(t)
  const mercator = (await (await get(`/tiles/${jobId}/ground.json`)).json()) as TileJson
  assert.deepEqual([mercator.minzoom, mercator.maxzoom, mercator.tileSize, mercator.crs], [10, 20, SIDE, undefined])
  const [west, south] = lngLatFromRd([MIN_X, MIN_Y])
  assert.ok(Math.abs(mercator.bounds[0] - west) < 1e-4 && Math.abs(mercator.bounds[1] - south) < 1e-4)
  const vector = (await (await get(`/tiles/${jobId}/tile.json`)).json()) as { ground: TileJson }
  assert.deepEqual(vector.ground, mercator)
  const dutch = (await (await get(`/tiles/${jobId}/ground-rd.json`)).json()) as TileJson
  assert.deepEqual([dutch.minzoom, dutch.maxzoom, dutch.crs], [5, 15, 'EPSG:28992'])
})

test('beside it is nothing, beyond the last zoom is no address, and what was had is not sent again', async (t) => {
  const { world, get, jobId } = await withGround(t)
  const { tiles } = (await (await get(`/tiles/${jobId}/ground.json`)).json()) as TileJson
  const at = (z: string, x: string, y: string) => tiles[0].replace('{z}', z).replace('{x}', x).replace('{y}', y)
  assert.equal((await get(at('12', '0', '0'))).status, 204)
  assert.equal((await get(at('4', '8', '5'))).status, 204)
  await refused(await get(at('21', '0', '0')), 404, 'NOT_FOUND')
  await refused(await get(at('10', '1024', '0')), 404, 'NOT_FOUND')
  await refused(await get(at('10', 'x', '0')), 404, 'NOT_FOUND')
  await refused(await get(at('10', '1', '1').replace('.png', '.mvt')), 404, 'NOT_FOUND')
  const [x, y] = unitSquare(lngLatFromRd([MIN_X + 10, MIN_Y + 10]))
  const address = at('16', `${Math.floor(x * 2 ** 16)}`, `${Math.floor(y * 2 ** 16)}`)
  const first = await get(address)
  assert.match(first.headers.get('cache-control')!, /immutable/)
  assert.match((await get(address.replace(/\?.*/, ''))).headers.get('cache-control')!, /no-cache/)
  const seen = { 'If-None-Match': first.headers.get('etag')! }
  assert.equal((await get(address, { 'X-API-Key': world.keys.read, ...seen })).status, 304)
  assert.equal((await get(address, seen)).status, 401, 'not even that one has it is said without a key')
})

test('nobody gets it without a key, and of a job of others there is none', async (t) => {
  const { get, jobId } = await withGround(t)
  for (const path of [
    `/tiles/${jobId}/ground.json`,
    `/tiles/${jobId}/ground/16/1/1.png`,
    `/tiles/${jobId}/ground-rd.json`,
  ]) {
    await refused(await get(path, {}), 401, 'API_KEY_MISSING')
    await refused(await get(path.replace(jobId, 'job_other')), 404, 'NOT_FOUND')
  }
})

test('a result whose deliveries hold none says so, and one that is still to get it says that', async (t) => {
  const { world, get, jobId } = await withGround(t, null)
  const below = async () => ((await (await get(`/tiles/${jobId}/tile.json`)).json()) as { ground: unknown }).ground
  assert.equal(await below(), null)
  const none = await refused(await get(`/tiles/${jobId}/ground.json`), 404, 'NOT_FOUND')
  assert.match(none, /hold no ground/)
  await world.store.db.updateTable('artifact').set({ ground: 'wanted' }).where('job_id', '=', jobId).execute()
  assert.equal(await below(), 'coming')
  const later = await refused(await get(`/tiles/${jobId}/ground.json`), 404, 'NOT_FOUND')
  assert.match(later, /not in it yet/)
})
