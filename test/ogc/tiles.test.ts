/** Vector tiles over real HTTP: what lies in them, who gets them, and how they are kept by those who have them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { JobObjects } from '../../server/features/results/map/map-style-schema.ts'
import type { Position } from '../../server/geometry/geometry.ts'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { unitSquare } from '../../server/geometry/unit-square.ts'
import { folder } from '../formats/samples.ts'
import { openWorld, refused, shown } from '../support/api-world.ts'
import { mapAssets } from '../support/built-window.ts'

const AT: Position = [155_000, 463_000]
const MVT = 'application/vnd.mapbox-vector-tile'

/** A ready job with a gas pipe, a casing, a joint, a dimension with its text, all near AT. */
async function withResult(t: TestContext) {
  const world = await openWorld(t)
  const { job_id: jobId } = await world.quote({ reference: 'Straat' })
  await world.put(jobId, 'ready', 'delivered', { revision: 1 })
  const file = folder(t).path('result.gpkg')
  writeResult(file)
  await world.putFile(jobId, 'gpkg', readFileSync(file))
  const extent = [AT[0], AT[1], AT[0] + 100, AT[1] + 20]
  await world.store.db
    .updateTable('job')
    .set({ summary: JSON.stringify({ extent }) })
    .where('id', '=', jobId)
    .execute()
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(world.baseUrl + path, { headers: { 'X-API-Key': world.keys.read, ...headers } })
  return { world, jobId, get, tileAt: (z: number) => `/tiles/${jobId}/${addressAt(z).join('/')}.mvt` }
}

const addressAt = (z: number): [number, number, number] => {
  const [x, y] = unitSquare(lngLatFromRd([AT[0] + 10, AT[1] + 1]))
  return [z, Math.floor(x * 2 ** z), Math.floor(y * 2 ** z)]
}

function writeResult(path: string): void {
  const gpkg = createGeoPackage(path)
  const [x, y] = AT
  const line = (...xy: number[]) => ({ type: 'MultiLineString' as const, lines: [xy] })
  const gas = { id: 'g', objecttype: 'OlieGasChemicalienPijpleiding', thema: 'gasLageDruk', status: 'projected' }
  gpkg.feature('kabel_of_leiding', gas, line(x, y, x + 100, y))
  gpkg.feature(
    'kabel_en_leiding_container',
    { id: 'm', objecttype: 'Mantelbuis', thema: 'water' },
    line(x, y, x + 20, y),
  )
  gpkg.feature('leidingelement', { id: 'e', thema: 'water', symbool: 'mof' }, { type: 'Point', xy: [x + 5, y + 1] })
  gpkg.feature('maatvoering_lijn', { id: 'd', type: 'maatvoeringspijl' }, line(x, y, x, y + 10))
  const text = { id: 't', type: 'maatvoeringslabel', tekst: '1.20', rotatie: 90, anker_h: 0, anker_v: 1 }
  gpkg.feature('maatvoering_punt', text, { type: 'Point', xy: [x, y + 5] })
  gpkg.finish({ lastChange: '2026-11-20T10:00:00.000Z', warnings: [] })
}

const layersOf = async (answer: Response) =>
  new VectorTile(new PbfReader(new Uint8Array(await answer.arrayBuffer()))).layers

test('a tile holds what is drawn at its zoom, each feature by its number, where it lies', async (t) => {
  const { get, tileAt } = await withResult(t)
  const far = await layersOf(await get(tileAt(12)))
  assert.deepEqual(Object.keys(far), ['kabel_of_leiding'])
  const answer = await get(tileAt(19))
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), MVT)
  const near = await layersOf(answer)
  const pipe = near.kabel_of_leiding!.feature(0)
  assert.equal(pipe.id, 1)
  assert.deepEqual(
    { ...pipe.properties },
    {
      thema: 'gasLageDruk',
      status: 'projected',
      objecttype: 'OlieGasChemicalienPijpleiding',
    },
  )
  const [z, x, y] = addressAt(19)
  const joint = near.leidingelement!.feature(0).toGeoJSON(x, y, z).geometry
  assert.ok(joint.type === 'Point')
  const [lng, lat] = joint.coordinates as Position
  const [wantedLng, wantedLat] = lngLatFromRd([AT[0] + 5, AT[1] + 1])
  // A step of the tile is 1.2 cm.
  assert.ok(Math.abs(lng - wantedLng) < 2e-7 && Math.abs(lat - wantedLat) < 2e-7, `${lng} ${lat}`)
})

test('what is drawn on the ends of a line comes as points without a number', async (t) => {
  const { get, tileAt } = await withResult(t)
  type DecodedFeature = { id: number | undefined; kind: number; rotatie?: number }
  const found = async (z: number, layer: string): Promise<DecodedFeature[]> => {
    const inside = (await layersOf(await get(tileAt(z))))[layer]!
    return Array.from({ length: inside.length }, (_, i) => {
      const { id, properties } = inside.feature(i)
      return { id, kind: inside.feature(i).type, ...properties }
    })
  }
  const [casing, ...ends] = await found(17, 'kabel_en_leiding_container')
  assert.deepEqual([casing!.id, casing!.kind], [1, 2])
  const end = { id: undefined, kind: 1, thema: 'water', objecttype: 'Mantelbuis' }
  assert.deepEqual(
    ends.map(({ rotatie, ...rest }) => [rest, Math.abs(Math.round(Number(rotatie)))]),
    [
      [end, 180],
      [end, 0],
    ],
  )
  const texts = await found(18, 'maatvoering_punt')
  const text = { id: 1, kind: 1, type: 'maatvoeringslabel', tekst: '1.20', rotatie: 90, anker: 'top-left' }
  assert.deepEqual(
    texts.find(({ id }) => id === 1),
    text,
  )
  const heads = texts.filter(({ id }) => id === undefined)
  assert.deepEqual(heads.map(({ rotatie }) => Math.round(Number(rotatie))).sort(), [-90, 90])
})

test('a feature is given whole by what its tile calls it, or by its own id, and what is not there is left out', async (t) => {
  const { world, jobId } = await withResult(t)
  const { window } = await world.signIn()
  const refs = ['kabel_of_leiding.1', 'm', 'kabel_of_leiding.2', 'nothing.1', 'nobody']
  const { features } = shown(JobObjects, await window(`/jobs/${jobId}/objects?refs=${refs.join(',')}`))
  assert.deepEqual(
    features.map(({ id, layer, properties }) => [id, layer, properties.id]),
    [
      ['kabel_of_leiding.1', 'kabel_of_leiding', 'g'],
      ['m', 'kabel_en_leiding_container', 'm'],
    ],
  )
  const [from] = (features[0]!.geometry!.coordinates as Position[][])[0]!
  const wanted = lngLatFromRd(AT)
  assert.ok(Math.abs(from![0] - wanted[0]) < 1e-7 && Math.abs(from![1] - wanted[1]) < 1e-7)
  const all = Object.keys(features[0]!.properties)
  assert.ok(all.includes('materiaal') && all.includes('overige_kenmerken'))
})

test('where nothing lies the answer is empty, and outside the tiles there is nothing', async (t) => {
  const { get, jobId } = await withResult(t)
  const empty = await get(`/tiles/${jobId}/14/0/0.mvt`)
  assert.deepEqual([empty.status, await empty.text()], [204, ''])
  for (const path of ['20/0/0.mvt', '3/8/0.mvt', 'a/0/0.mvt', '14/0/0.png', '14/0/0.mvt/x', 'nothing.json'])
    assert.equal((await get(`/tiles/${jobId}/${path}`)).status, 404, path)
  assert.equal((await get('/tiles/job_none/14/0/0.mvt')).status, 404)
})

test('a tile that somebody has is not sent again, and an address with its revision never changes', async (t) => {
  const { get, tileAt, world, jobId } = await withResult(t)
  const first = await get(tileAt(15))
  const etag = first.headers.get('etag')!
  assert.equal(first.headers.get('content-encoding'), 'gzip')
  assert.equal(first.headers.get('cache-control'), 'private, no-cache')
  assert.equal((await get(tileAt(15), { 'If-None-Match': etag })).status, 304)
  const plain = await get(tileAt(15), { 'Accept-Encoding': 'identity' })
  assert.equal(plain.headers.get('content-encoding'), null)
  assert.notEqual(plain.headers.get('etag'), etag)
  assert.deepEqual(await plain.bytes(), await first.bytes())
  assert.match((await get(`${tileAt(15)}?revision=1`)).headers.get('cache-control')!, /immutable/)
  const file = folder(t).path('next.gpkg')
  writeResult(file)
  await world.put(jobId, 'ready', 'delivered', { revision: 2 })
  await world.putFile(jobId, 'gpkg', Buffer.concat([readFileSync(file), Buffer.alloc(1)]), 2)
  assert.equal((await get(tileAt(15), { 'If-None-Match': etag })).status, 200)
  assert.equal((await get(`${tileAt(15)}?revision=1`)).headers.get('cache-control'), 'private, no-cache')
})

test('a key is taken as header, as password or in the path, a session from the window, and another company sees nothing', async (t) => {
  const { world, jobId, tileAt } = await withResult(t)
  const ask = (path: string, headers: Record<string, string> = {}) => fetch(world.baseUrl + path, { headers })
  const basic = `Basic ${Buffer.from(`any:${world.keys.read}`).toString('base64')}`
  const { cookie } = await world.signIn()
  for (const path of [tileAt(15), `/tiles/${jobId}/tile.json`, `/tiles/${jobId}/style.json`]) {
    refused(await world.ask(path, { key: null }), 401, 'API_KEY_MISSING')
    assert.equal((await ask(path, { Authorization: basic })).status, 200)
    assert.equal((await ask(path, { Cookie: cookie })).status, 200)
    assert.equal((await ask(`/k/${world.keys.read}${path}`)).status, 200)
    refused(await world.ask(`/k/${world.keys.write}${path}`, { key: null }), 403, 'PERMISSION_DENIED')
    const stranger = await world.keyWith(['read'], await world.company())
    refused(await world.ask(path, { key: stranger.secret }), 404, 'NOT_FOUND')
  }
  refused(await world.ask(tileAt(15), { method: 'POST' }), 405, 'METHOD_NOT_ALLOWED')
  assert.doesNotMatch(world.lines.join('\n'), new RegExp(world.keys.read))
})

test('who asks for tiles too often is told to wait, and what a program may ask besides is untouched', async (t) => {
  const { world, get, tileAt } = await withResult(t)
  await world.set('api.requests_per_minute', 1)
  const answers: number[] = []
  for (let n = 0; n < 21; n++) answers.push((await get(tileAt(15))).status)
  assert.deepEqual(new Set(answers.slice(0, 20)), new Set([200]))
  assert.equal(answers[20], 429)
  assert.equal((await world.v1('/jobs')).status, 200)
  const wrong = await get(tileAt(15), { 'X-API-Key': 'klic_wrong' })
  assert.deepEqual([wrong.status, wrong.headers.get('ratelimit-policy')], [401, '"minute";q=600;w=60'])
})

test('style and TileJSON name every address as the caller reaches us', async (t) => {
  const { world, jobId, get } = await withResult(t)
  const style = (await (await get(`/tiles/${jobId}/style.json?scheme=dark`)).json()) as {
    sources: { klic: { url: string } }
    sprite: string
    glyphs: string
  }
  assert.equal(style.sources.klic.url, `${world.baseUrl}/tiles/${jobId}/tile.json`)
  assert.equal(style.sprite, `${world.baseUrl}/tiles/sprite`)
  assert.equal(style.glyphs, `${world.baseUrl}/tiles/fonts/{fontstack}/{range}.pbf`)
  const inPath = `/k/${world.keys.read}/tiles/${jobId}`
  const tileJson = (await (await fetch(`${world.baseUrl}${inPath}/tile.json`)).json()) as {
    tiles: string[]
    bounds: [number, number, number, number]
    vector_layers: { id: string }[]
  }
  assert.deepEqual(tileJson.tiles, [`${world.baseUrl}${inPath}/{z}/{x}/{y}.mvt?revision=1`])
  const [west, south, east, north] = tileJson.bounds
  const [lng, lat] = lngLatFromRd([AT[0] + 1, AT[1] + 1])
  assert.ok(west <= lng && lng < east && south <= lat && lat < north)
  assert.ok(tileJson.vector_layers.some(({ id }) => id === 'kabel_of_leiding'))
  refused(await world.ask(`/tiles/${jobId}/style.json?scheme=blue`), 400, 'QUERY_INVALID')
  refused(await world.ask(`/tiles/${jobId}/qgis-style.json?scheme=blue`), 400, 'QUERY_INVALID')
})

test('symbols and fonts are served to everyone, and a sign without a picture is an empty answer', async (t) => {
  const assets = await mapAssets(folder(t).path('map'))
  const world = await openWorld(t, { mapAssetsDir: assets })
  const ask = (path: string) => fetch(world.baseUrl + path)
  for (const [path, type] of [
    ['/tiles/sprite.json', 'application/json'],
    ['/tiles/sprite@2x.png', 'image/png'],
    ['/tiles/fonts/Arimo%20Regular/0-255.pbf', 'application/x-protobuf'],
  ] as const) {
    const answer = await ask(path)
    assert.deepEqual([answer.status, answer.headers.get('content-type')?.split(';')[0]], [200, type])
    assert.ok((await answer.bytes()).length > 1000)
  }
  const chinese = await ask('/tiles/fonts/Arimo%20Regular/19968-20223.pbf')
  assert.deepEqual([chinese.status, (await chinese.bytes()).length], [200, 0])
})
