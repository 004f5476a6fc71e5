/** Map files of one's own: what they say of themselves, their tiles, and what is no map. */
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { createOfflineMaps } from '../../server/exports/tiles/offline-maps.ts'
import { createTilePool } from '../../server/exports/tiles/tile-pool.ts'
import { folder } from '../formats/samples.ts'
import { joinedTiles, pmtilesFile, pngOf, writeMbtiles } from '../support/map-files.ts'

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

const WE = { companyId: 'we' }
const mapsFor = (t: TestContext) => {
  const pool = createTilePool({ local: async ({ key }) => key, grid: null })
  t.after(() => pool.close())
  return createOfflineMaps(pool)
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
    const maps = mapsFor(t)
    const { version, ...facts } = await maps.facts(path, WE)
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
    for (const { z, x, y, bytes } of TILES)
      assert.deepEqual(Buffer.from((await maps.tile(path, [z, x, y], WE))!), bytes)
    assert.equal(await maps.tile(path, [7, 1, 1], WE), null)
  })
}

test('MBTiles count their rows from the south; packed tiles are unpacked, pictures left as they are', async (t) => {
  const files = folder(t)
  const vector = files.path('brabant.mbtiles')
  const json = JSON.stringify({ vector_layers: [{ id: 'transportation' }] })
  const packed = TILES.map((tile) => ({ ...tile, bytes: gzipSync(tile.bytes) }))
  writeMbtiles(vector, packed, { name: 'Brabant', format: 'pbf', bounds: BOUNDS.join(','), json })
  const maps = mapsFor(t)
  const facts = await maps.facts(vector, WE)
  assert.deepEqual(
    [facts.format, facts.vectorLayers, facts.minZoom, facts.maxZoom],
    ['mbtiles', ['transportation'], 6, 7],
  )
  assert.deepEqual(facts.bounds, [...BOUNDS])
  assert.deepEqual(Buffer.from((await maps.tile(vector, [7, 66, 42], WE))!), TILES[2]!.bytes)
  assert.equal(await maps.tile(vector, [7, 66, 85], WE), null)

  const pictures = files.path('foto.mbtiles')
  writeMbtiles(pictures, [{ z: 6, x: 32, y: 21, bytes: pngOf(1, 2, 3) }], { format: 'png' })
  assert.equal((await maps.facts(pictures, WE)).vectorLayers, null)
  assert.equal((await maps.facts(pictures, WE)).name, 'foto.mbtiles')
  assert.deepEqual(Buffer.from((await maps.tile(pictures, [6, 32, 21], WE))!), pngOf(1, 2, 3))
})

test('what is no map, damaged, of tiles that nobody can draw, or gone, is named', async (t) => {
  const files = folder(t)
  const maps = mapsFor(t)
  const whole = pmtilesFile(VECTOR)
  const put = (name: string, bytes: Buffer | string): string => {
    writeFileSync(files.path(name), bytes)
    return files.path(name)
  }
  assert.equal(await fault(maps.facts(files.path('nowhere.pmtiles'), WE)), 'MAP_FILE_NOT_FOUND')
  assert.equal(await fault(maps.facts(files.path('.'), WE)), 'MAP_FILE_NOT_FOUND')
  assert.equal(await fault(maps.facts(put('empty', ''), WE)), 'MAP_FILE_UNREADABLE')
  assert.equal(await fault(maps.facts(put('text', 'no map at all'), WE)), 'MAP_FILE_UNREADABLE')
  assert.equal(await fault(maps.facts(put('cut', whole.subarray(0, 130)), WE)), 'MAP_FILE_UNREADABLE')
  const former = Buffer.from(whole)
  former[7] = 2
  assert.equal(await fault(maps.facts(put('former', former), WE)), 'MAP_FILE_UNREADABLE')
  const huge = Buffer.from(whole)
  huge.writeBigUInt64LE(1n << 40n, 32)
  assert.equal(await fault(maps.facts(put('huge', huge), WE)), 'MAP_FILE_UNREADABLE')
  assert.equal(await fault(maps.facts(put('mlt', pmtilesFile({ ...VECTOR, type: 6 })), WE)), 'MAP_TILES_UNKNOWN')
  assert.equal(await fault(maps.facts(put('sqlite', 'SQLite format 3\0and no more'), WE)), 'MAP_FILE_UNREADABLE')
})

test('a file that is replaced is read anew; one that is taken away is missed', async (t) => {
  const path = folder(t).path('map.pmtiles')
  writeFileSync(path, pmtilesFile(VECTOR))
  const maps = mapsFor(t)
  const { version } = await maps.facts(path, WE)
  writeFileSync(path, pmtilesFile({ ...VECTOR, metadata: { name: 'Another, and longer' } }))
  const later = await maps.facts(path, WE)
  assert.equal(later.name, 'Another, and longer')
  assert.notEqual(later.version, version)
  assert.deepEqual(Buffer.from((await maps.tile(path, [6, 32, 21], WE))!), TILES[0]!.bytes)
  rmSync(path)
  assert.equal(await fault(maps.tile(path, [6, 32, 21], WE)), 'MAP_FILE_NOT_FOUND')
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
      CREATE UNIQUE INDEX map_index ON map (zoom_level, tile_column, tile_row);
      CREATE UNIQUE INDEX images_id ON images (tile_id);
      INSERT INTO map VALUES (6, 32, 42, 'a');
      INSERT INTO images VALUES (x'89504e47', 'a');
      ${tiles}`)
    db.close()
  }
  const columns =
    'map.zoom_level AS zoom_level, map.tile_column AS tile_column, map.tile_row AS tile_row, images.tile_data AS tile_data'
  const join = `CREATE VIEW tiles AS\n  SELECT ${columns}\n FROM map JOIN images ON images.tile_id = map.tile_id;`
  written(join)
  const maps = mapsFor(t)
  assert.deepEqual(Buffer.from((await maps.tile(path, [6, 32, 21], WE))!), Buffer.from('89504e47', 'hex'))
  const endless = 'WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)'
  for (const strange of [
    `CREATE VIEW tiles AS ${endless} SELECT i AS zoom_level, i AS tile_column, i AS tile_row, i AS tile_data FROM n;`,
    `${join.replace('JOIN images ON', 'JOIN images JOIN map m JOIN map o ON')}`,
    `CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data AS (zeroblob(900000000)));`,
    `CREATE VIRTUAL TABLE tiles USING fts5(zoom_level, tile_column, tile_row, tile_data);`,
    `CREATE VIEW inner_tiles AS ${endless} SELECT i AS tile_id, i AS tile_data FROM n; ${join.replaceAll('images', 'inner_tiles')}`,
  ]) {
    written(strange)
    assert.equal(await fault(maps.facts(path, WE)), 'MAP_FILE_UNREADABLE', strange)
  }
})

test('MBTiles in which tiles must be searched for are refused', async (t) => {
  const files = folder(t)
  const maps = mapsFor(t)
  const ON_IDS = 'images.tile_id = map.tile_id'
  const ADDRESS_INDEX = 'CREATE UNIQUE INDEX a ON map (zoom_level, tile_column, tile_row);'
  const plain = (columns: string, index: string): string =>
    `CREATE TABLE metadata (name text, value text); INSERT INTO metadata VALUES ('format', 'png');
    CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB${columns}); ${index}
    INSERT INTO tiles VALUES (6, 32, 42, x'89504e47');`
  const written = (sql: string, i: number): string => {
    const path = files.path(`searched-${i}.mbtiles`)
    const db = new Database(path)
    db.exec(sql)
    db.close()
    return path
  }
  const searched = [
    joinedTiles(ON_IDS, 10_000),
    joinedTiles(ON_IDS, 10_000, ADDRESS_INDEX),
    joinedTiles('1.1 = 1.1', 10_000, ADDRESS_INDEX),
    joinedTiles(ON_IDS, 100, `${ADDRESS_INDEX} CREATE INDEX i ON images (tile_id);`),
    joinedTiles('map.tile_id = map.tile_id', 100, ADDRESS_INDEX),
    plain('', ''),
    plain('', 'CREATE UNIQUE INDEX a ON tiles (tile_column, tile_row, zoom_level);'),
    plain('', 'CREATE UNIQUE INDEX a ON tiles (zoom_level, tile_column, tile_row) WHERE zoom_level > 9;'),
  ]
  for (const [i, sql] of searched.entries())
    assert.equal(await fault(maps.facts(written(sql, i), WE)), 'MAP_FILE_NO_INDEX', sql)
  const found = [
    plain('', 'CREATE UNIQUE INDEX a ON tiles (zoom_level, tile_column, tile_row);'),
    plain(', PRIMARY KEY (zoom_level, tile_column, tile_row)', ''),
    // As Planetiler keeps equal tiles once.
    `CREATE TABLE metadata (name text, value text); INSERT INTO metadata VALUES ('format', 'png');
    CREATE TABLE tiles_shallow (zoom_level integer, tile_column integer, tile_row integer, tile_data_id integer,
      primary key(zoom_level, tile_column, tile_row)) without rowid;
    CREATE TABLE tiles_data (tile_data_id integer primary key, tile_data blob);
    INSERT INTO tiles_shallow VALUES (6, 32, 42, 1);
    INSERT INTO tiles_data VALUES (1, x'89504e47');
    CREATE VIEW tiles AS select tiles_shallow.zoom_level as zoom_level, tiles_shallow.tile_column as tile_column,
      tiles_shallow.tile_row as tile_row, tiles_data.tile_data as tile_data from tiles_shallow
      join tiles_data on tiles_shallow.tile_data_id = tiles_data.tile_data_id`,
  ]
  for (const [i, sql] of found.entries()) {
    const path = written(sql, searched.length + i)
    const { minZoom, maxZoom } = await maps.facts(path, WE)
    assert.deepEqual([minZoom, maxZoom], [6, 6])
    assert.deepEqual(Buffer.from((await maps.tile(path, [6, 32, 21], WE))!), Buffer.from('89504e47', 'hex'))
  }
})

test('a map file that is read too long is refused', async (t) => {
  const files = folder(t)
  const pool = createTilePool({
    local: async ({ key }) => key,
    grid: null,
    threadFile: new URL('../support/tile-thread-that-hangs.ts', import.meta.url),
    longestRunMs: 200,
  })
  t.after(() => pool.close())
  const path = files.path('any.mbtiles')
  writeMbtiles(path, [{ z: 6, x: 32, y: 21, bytes: pngOf(1, 2, 3) }], { format: 'png' })
  assert.equal(await fault(createOfflineMaps(pool).facts(path, WE)), 'MAP_FILE_UNREADABLE')
})
