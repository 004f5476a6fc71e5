/** Maps of provinces out of a PMTiles file on a local server that answers as a store of files does: what is asked of it, and what is kept. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { MapDownload } from '../../server/domain/look/map-download.ts'
import { tilesIn, together } from '../../server/domain/look/map-download.ts'
import { PROVINCES } from '../../server/domain/look/provinces.ts'
import { createMapDownloads } from '../../server/tiles/map-downloads.ts'
import { createOfflineMaps } from '../../server/tiles/offline-maps.ts'
import { createTilePool } from '../../server/tiles/tile-pool.ts'
import { folder } from '../formats/samples.ts'
import { pmtilesFile } from '../support/map-files.ts'
import { until } from '../support/until.ts'

const COMPANY = 'cmp_1'
const MAX_ZOOM = 11
const bytesOf = (z: number, x: number, y: number): Buffer => {
  const text = Buffer.from(`tile ${z}/${x}/${y} `.repeat(200))
  // So that some of them are large after packing, too.
  for (let i = 0; i < text.length; i += 3) text[i] = (i * 31 + x * 7 + y * 13) % 256
  return text
}
const WORLD = [...tilesIn([3, 50.5, 8, 54], 0, MAX_ZOOM)].map(([z, x, y]) => ({ z, x, y, bytes: bytesOf(z, x, y) }))
const FILE = pmtilesFile({
  tiles: WORLD,
  type: 1,
  bounds: [3, 50.5, 8, 54],
  metadata: {
    attribution: '<a href="https://www.openstreetmap.org">© OpenStreetMap</a>',
    vector_layers: [{ id: 'roads' }],
  },
})

interface Ways {
  /** Instead of the file. */
  file?: Buffer
  /** Of the question with this number, from 1 on. */
  status?: (question: number) => number | undefined
}

async function world(t: TestContext, ways: Ways = {}) {
  const asked: string[] = []
  let given = 0
  const server = createServer((req, res) => {
    asked.push(`${req.url} ${req.headers.range}`)
    const file = ways.file ?? FILE
    const refused = ways.status?.(asked.length)
    if (refused) return void res.writeHead(refused).end()
    if (!req.url?.includes('20260302')) return void res.writeHead(404).end()
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '') ?? []
    if (from === undefined) return void res.writeHead(200).end(file)
    const part = file.subarray(Number(from), Number(to) + 1)
    given += part.length
    res.writeHead(206, { ETag: '"one"', 'Content-Length': part.length }).end(part)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => new Promise((resolve) => server.close(resolve)))
  const place = folder(t)
  const builds = `http://127.0.0.1:${(server.address() as AddressInfo).port}/{date}.pmtiles`
  let free = Number.POSITIVE_INFINITY
  const open = () =>
    createMapDownloads({
      dataDir: place.path(''),
      builds,
      space: async () => ({ free }),
      // Two days after the build that there is.
      now: () => Date.parse('2026-03-04T12:00:00Z'),
      source: { pauseMs: 1, patienceMs: 20_000 },
    })
  let downloads = open()
  const whole: string[] = []
  const ended = async (): Promise<MapDownload> => {
    await until(async () => !['measuring', 'loading'].includes(downloads.of(COMPANY)!.state))
    return downloads.of(COMPANY)!
  }
  return {
    asked,
    ways,
    whole,
    given: () => given,
    downloads: () => downloads,
    /** The program was ended. */
    restart: () => {
      downloads = open()
    },
    fill: () => {
      free = 1024 ** 2
    },
    ended,
    measured: (province: 'zeeland' | 'utrecht' = 'zeeland') => {
      downloads.measure(COMPANY, province)
      return ended()
    },
    loaded: (province: 'zeeland' | 'utrecht' = 'zeeland') => {
      downloads.begin(COMPANY, province, async (path) => void whole.push(path))
      return ended()
    },
    files: () => (existsSync(place.path(`maps/${COMPANY}`)) ? readdirSync(place.path(`maps/${COMPANY}`)) : []),
  }
}

test('how large it is is known before anything of the map is fetched, from the newest build that there is', async (t) => {
  const { measured, given, asked, files } = await world(t)
  const found = await measured()
  const zeeland = [...tilesIn(PROVINCES.zeeland.frame, 0, MAX_ZOOM)]
  const expected = zeeland.reduce((sum, [z, x, y]) => sum + gzipSync(bytesOf(z, x, y)).length, 0)
  assert.deepEqual(found, { province: 'zeeland', state: 'measured', fault: null, bytes: expected, bytesHere: 0 })
  assert.ok(given() < FILE.length / 4, `${given()} of ${FILE.length}`)
  assert.deepEqual(
    asked.slice(0, 3).map((each) => each.split(' ')[0]),
    ['/20260304.pmtiles', '/20260303.pmtiles', '/20260302.pmtiles'],
  )
  assert.deepEqual(files(), [])
})

test('the map of a province holds its tiles and no others, each as it was', async (t) => {
  const { loaded, whole, files } = await world(t)
  const { state, bytes, bytesHere } = await loaded()
  assert.deepEqual([state, bytesHere], ['done', bytes])
  assert.deepEqual(files().length, 1)
  const pool = createTilePool({ local: async ({ key }) => key, grid: null })
  t.after(() => pool.close())
  const maps = createOfflineMaps(pool)
  const we = { companyId: 'we' }
  const { version: _version, ...facts } = await maps.facts(whole[0]!, we)
  assert.deepEqual(facts, {
    format: 'mbtiles',
    name: 'Zeeland',
    attribution: '© OpenStreetMap',
    mediaType: 'application/vnd.mapbox-vector-tile',
    vectorLayers: ['roads'],
    minZoom: 0,
    maxZoom: MAX_ZOOM,
    bounds: [...PROVINCES.zeeland.frame],
  })
  const inside = new Set([...tilesIn(PROVINCES.zeeland.frame, 0, MAX_ZOOM)].map(String))
  for (const { z, x, y, bytes: was } of WORLD) {
    const tile = await maps.tile(whole[0]!, [z, x, y], we)
    assert.deepEqual(tile && Buffer.from(tile), inside.has(String([z, x, y])) ? was : null, `${z}/${x}/${y}`)
  }
})

test('what came stays when it breaks, also over the end of the program, and is not fetched again', async (t) => {
  const broken: Ways = {}
  const { loaded, restart, given, files, ended, downloads } = await world(t, broken)
  const { bytes } = await loaded('zeeland')
  const all = given()
  // Of another province half comes.
  let questions = 0
  broken.status = () => (++questions > 8 ? 503 : undefined)
  const first = await loaded('utrecht')
  assert.deepEqual([first.state, first.fault], ['failed', 'MAP_SOURCE_UNREACHABLE'])
  assert.ok(bytes && all)
  broken.status = () => undefined
  restart()
  const before = given()
  const whole: string[] = []
  downloads().begin(COMPANY, 'utrecht', async (path) => void whole.push(path))
  const second = await ended()
  assert.deepEqual([second.state, second.bytesHere], ['done', second.bytes])
  assert.ok(given() - before < second.bytes! + FILE.length / 4)
  assert.equal(files().length, 1, 'and the former map is gone')
  assert.match(files()[0]!, /^utrecht-/)
})

test('a stop keeps what came; an answer that fails is asked for again', async (t) => {
  const ways: Ways = { status: (question) => (question % 3 === 0 ? 503 : undefined) }
  const { loaded, downloads, ended } = await world(t, ways)
  assert.equal((await loaded()).state, 'done')
  downloads().begin(COMPANY, 'utrecht', async () => assert.fail('It was stopped'))
  assert.equal(downloads().stop(COMPANY)?.state, 'stopped')
  assert.equal((await ended()).state, 'stopped')
})

test('what is no map, ignores what is asked for, is not there, or does not fit is said, and nothing is shown', async (t) => {
  const words = Buffer.alloc(40_000, 'no map at all')
  const { loaded: ofWords } = await world(t, { file: words })
  assert.equal((await ofWords()).fault, 'MAP_SOURCE_UNUSABLE')
  const { loaded: ofAll } = await world(t, { status: () => 200 })
  assert.equal((await ofAll()).fault, 'MAP_SOURCE_UNUSABLE')
  const { loaded: ofNothing, whole } = await world(t, { status: () => 404 })
  assert.equal((await ofNothing()).fault, 'MAP_SOURCE_UNREACHABLE')
  // A byte of a tile that is not as it was packed.
  const damaged = Buffer.from(FILE)
  damaged.fill(0, FILE.length / 2)
  const { loaded: ofDamaged, whole: none } = await world(t, { file: damaged })
  assert.equal((await ofDamaged()).fault, 'MAP_SOURCE_UNUSABLE')
  const { loaded: full, fill, files } = await world(t)
  fill()
  assert.equal((await full()).fault, 'MAP_NO_ROOM')
  assert.deepEqual([whole, none, files()], [[], [], []])
})

test('pieces that lie together are asked for at once, never more than is held in memory', () => {
  const pieces = [0, 100, 250, 1000, 1100].map((offset) => ({ offset, length: 100 }))
  const starts = (most: number, gap: number) =>
    together(pieces, most, gap).map((all) => all.map(({ offset }) => offset))
  assert.deepEqual(starts(10_000, 60), [
    [0, 100, 250],
    [1000, 1100],
  ])
  assert.deepEqual(starts(200, 60), [[0, 100], [250], [1000, 1100]])
  assert.deepEqual(starts(10_000, 0), [[0, 100], [250], [1000, 1100]])
  // Of one tile that lies at several places there is one piece.
  assert.deepEqual(together([...pieces, { offset: 0, length: 100 }], 150, 0)[0]!.length, 2)
})
