/** Map files of one's own: what they say of themselves, their tiles, and what is no map. */
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { createOfflineMaps } from '../../server/tiles/offline-maps.ts'
import { folder } from '../formats/samples.ts'
import { pmtilesFile, pngOf, writeMbtiles } from '../support/map-files.ts'

const BOUNDS = [3.3, 50.7, 7.2, 53.6] as const
const MVT = Buffer.from('a vector tile')
const PLACES = [
  [6, 32, 21],
  [7, 65, 42],
  [7, 66, 42],
] as const
const TILES = PLACES.map(([z, x, y]) => ({ z, x, y, bytes: Buffer.concat([MVT, Buffer.from([z, x, y])]) }))
const VECTOR = {
  tiles: TILES,
  type: 1,
  bounds: BOUNDS,
  metadata: {
    name: 'Brabant',
    attribution: '<a href="https://www.openstreetmap.org">© OpenStreetMap</a>',
    vector_layers: [{ id: 'water' }, { id: 'roads' }],
  },
}

const fault = (work: Promise<unknown>) =>
  work.then(
    () => assert.fail('It was taken for a map'),
    (error: { fault?: string }) => error.fault,
  )

for (const packing of ['none', 'gzip', 'brotli'] as const) {
  test(`PMTiles packed by ${packing} say what they are, and give each tile unpacked`, async (t) => {
    const path = folder(t).path('brabant.pmtiles')
    writeFileSync(path, pmtilesFile({ ...VECTOR, packing }))
    const maps = createOfflineMaps()
    const { version, ...facts } = await maps.facts(path)
    assert.deepEqual(facts, {
      format: 'pmtiles',
      name: 'Brabant',
      attribution: '© OpenStreetMap',
      mediaType: 'application/vnd.mapbox-vector-tile',
      vectorLayers: ['water', 'roads'],
      minZoom: 6,
      maxZoom: 7,
      bounds: [...BOUNDS],
    })
    assert.match(version, /^\w+-\w+$/)
    for (const { z, x, y, bytes } of TILES) assert.deepEqual(Buffer.from((await maps.tile(path, [z, x, y]))!), bytes)
    assert.equal(await maps.tile(path, [7, 1, 1]), null)
  })
}

test('MBTiles count their rows from the south; packed tiles are unpacked, pictures left as they are', async (t) => {
  const files = folder(t)
  const vector = files.path('brabant.mbtiles')
  const json = JSON.stringify({ vector_layers: [{ id: 'transportation' }] })
  const packed = TILES.map((tile) => ({ ...tile, bytes: gzipSync(tile.bytes) }))
  writeMbtiles(vector, packed, { name: 'Brabant', format: 'pbf', bounds: BOUNDS.join(','), json })
  const maps = createOfflineMaps()
  const facts = await maps.facts(vector)
  assert.deepEqual(
    [facts.format, facts.vectorLayers, facts.minZoom, facts.maxZoom],
    ['mbtiles', ['transportation'], 6, 7],
  )
  assert.deepEqual(facts.bounds, [...BOUNDS])
  assert.deepEqual(Buffer.from((await maps.tile(vector, [7, 66, 42]))!), TILES[2]!.bytes)
  assert.equal(await maps.tile(vector, [7, 66, 85]), null)

  const pictures = files.path('foto.mbtiles')
  writeMbtiles(pictures, [{ z: 6, x: 32, y: 21, bytes: pngOf(1, 2, 3) }], { format: 'png' })
  assert.equal((await maps.facts(pictures)).vectorLayers, null)
  assert.equal((await maps.facts(pictures)).name, 'foto.mbtiles')
  assert.deepEqual(Buffer.from((await maps.tile(pictures, [6, 32, 21]))!), pngOf(1, 2, 3))
})

test('what is no map, damaged, of tiles that nobody can draw, or gone, is named', async (t) => {
  const files = folder(t)
  const maps = createOfflineMaps()
  const whole = pmtilesFile(VECTOR)
  const put = (name: string, bytes: Buffer | string): string => {
    writeFileSync(files.path(name), bytes)
    return files.path(name)
  }
  assert.equal(await fault(maps.facts(files.path('nowhere.pmtiles'))), 'MAP_FILE_NOT_FOUND')
  assert.equal(await fault(maps.facts(files.path('.'))), 'MAP_FILE_NOT_FOUND')
  assert.equal(await fault(maps.facts(put('empty', ''))), 'MAP_FILE_UNREADABLE')
  assert.equal(await fault(maps.facts(put('text', 'no map at all'))), 'MAP_FILE_UNREADABLE')
  assert.equal(await fault(maps.facts(put('cut', whole.subarray(0, 130)))), 'MAP_FILE_UNREADABLE')
  const former = Buffer.from(whole)
  former[7] = 2
  assert.equal(await fault(maps.facts(put('former', former))), 'MAP_FILE_UNREADABLE')
  const huge = Buffer.from(whole)
  huge.writeBigUInt64LE(1n << 40n, 32)
  assert.equal(await fault(maps.facts(put('huge', huge))), 'MAP_FILE_UNREADABLE')
  assert.equal(await fault(maps.facts(put('mlt', pmtilesFile({ ...VECTOR, type: 6 })))), 'MAP_TILES_UNKNOWN')
  assert.equal(await fault(maps.facts(put('sqlite', 'SQLite format 3\0and no more'))), 'MAP_FILE_UNREADABLE')
})

test('a file that is replaced is read anew; one that is taken away is missed', async (t) => {
  const path = folder(t).path('map.pmtiles')
  writeFileSync(path, pmtilesFile(VECTOR))
  const maps = createOfflineMaps()
  const { version } = await maps.facts(path)
  writeFileSync(path, pmtilesFile({ ...VECTOR, metadata: { name: 'Another, and longer' } }))
  const later = await maps.facts(path)
  assert.equal(later.name, 'Another, and longer')
  assert.notEqual(later.version, version)
  assert.deepEqual(Buffer.from((await maps.tile(path, [6, 32, 21]))!), TILES[0]!.bytes)
  rmSync(path)
  assert.equal(await fault(maps.tile(path, [6, 32, 21])), 'MAP_FILE_NOT_FOUND')
})

test('equal tiles that are kept once are read through the join that programs write, and through no other question', async (t) => {
  const path = folder(t).path('once.mbtiles')
  const written = (tiles: string): void => {
    rmSync(path, { force: true })
    const db = new Database(path)
    db.exec(`CREATE TABLE metadata (name text, value text);
      INSERT INTO metadata VALUES ('format', 'png');
      CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
      CREATE TABLE images (tile_data BLOB, tile_id TEXT);
      INSERT INTO map VALUES (6, 32, 42, 'a');
      INSERT INTO images VALUES (x'89504e47', 'a');
      ${tiles}`)
    db.close()
  }
  const columns =
    'map.zoom_level AS zoom_level, map.tile_column AS tile_column, map.tile_row AS tile_row, images.tile_data AS tile_data'
  const join = `CREATE VIEW tiles AS\n  SELECT ${columns}\n FROM map JOIN images ON images.tile_id = map.tile_id;`
  written(join)
  const maps = createOfflineMaps()
  assert.deepEqual(Buffer.from((await maps.tile(path, [6, 32, 21]))!), Buffer.from('89504e47', 'hex'))
  const endless = 'WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)'
  for (const strange of [
    `CREATE VIEW tiles AS ${endless} SELECT i AS zoom_level, i AS tile_column, i AS tile_row, i AS tile_data FROM n;`,
    `${join.replace('JOIN images ON', 'JOIN images JOIN map m JOIN map o ON')}`,
    `CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data AS (zeroblob(900000000)));`,
    `CREATE VIRTUAL TABLE tiles USING fts5(zoom_level, tile_column, tile_row, tile_data);`,
    `CREATE VIEW inner_tiles AS ${endless} SELECT i AS tile_id, i AS tile_data FROM n; ${join.replaceAll('images', 'inner_tiles')}`,
  ]) {
    written(strange)
    assert.equal(await fault(maps.facts(path)), 'MAP_FILE_UNREADABLE', strange)
  }
})
