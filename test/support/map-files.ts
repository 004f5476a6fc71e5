/** Small map files, written as their specifications say: PMTiles 3 and MBTiles 1.3. One byte order, one directory. */
import { brotliCompressSync, crc32, deflateSync, gzipSync } from 'node:zlib'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import Database from 'better-sqlite3'
import type { FeatureCollection } from 'geojson'
import { zxyToTileId } from 'pmtiles'

export interface MapTile {
  readonly z: number
  readonly x: number
  readonly y: number
  readonly bytes: Uint8Array
}

export interface MapFile {
  tiles: readonly MapTile[]
  /** 1: vector tiles, 2: PNG, 6: MapLibre tiles */
  type: number
  bounds: readonly [number, number, number, number]
  metadata: Record<string, unknown>
  packing?: 'none' | 'gzip' | 'brotli'
}

const PACKINGS = {
  none: { code: 1, pack: (bytes: Uint8Array) => Buffer.from(bytes) },
  gzip: { code: 2, pack: (bytes: Uint8Array) => gzipSync(bytes) },
  brotli: { code: 3, pack: (bytes: Uint8Array) => brotliCompressSync(bytes) },
}

const varint = (value: number): number[] => {
  const bytes: number[] = []
  let left = value
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) | 128)
  return [...bytes, left]
}

export function pmtilesFile({ tiles, type, bounds, metadata, packing = 'gzip' }: MapFile): Buffer {
  const { code, pack } = PACKINGS[packing]
  const listed = tiles
    .map(({ z, x, y, bytes }) => ({ id: zxyToTileId(z, x, y), bytes: pack(bytes) }))
    .toSorted((a, b) => a.id - b.id)
  const ids = listed.map(({ id }, i) => id - (listed[i - 1]?.id ?? 0))
  const offsets = listed.map((_, i) => (i === 0 ? 1 : 0))
  const columns = [ids, listed.map(() => 1), listed.map(({ bytes }) => bytes.length), offsets]
  const directory = pack(Uint8Array.from([listed.length, ...columns.flat()].flatMap(varint)))
  const described = pack(Buffer.from(JSON.stringify(metadata)))
  const data = Buffer.concat(listed.map(({ bytes }) => bytes))

  const header = Buffer.alloc(127)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  const starts = [127, directory.length, 127 + directory.length, described.length]
  const dataAt = 127 + directory.length + described.length
  for (const [i, value] of [...starts, dataAt, 0, dataAt, data.length].entries()) {
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * i)
  }
  for (let i = 0; i < 3; i++) header.writeBigUInt64LE(BigInt(listed.length), 72 + 8 * i)
  const zooms = tiles.map(({ z }) => z)
  header.set([1, code, code, type, Math.min(...zooms), Math.max(...zooms)], 96)
  for (const [i, degrees] of bounds.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * i)
  return Buffer.concat([header, directory, described, data])
}

/** @param metadata as the table holds it: texts */
export function writeMbtiles(path: string, tiles: readonly MapTile[], metadata: Record<string, string>): void {
  const db = new Database(path)
  db.exec('CREATE TABLE metadata (name text, value text)')
  db.exec('CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)')
  db.exec('CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)')
  for (const pair of Object.entries(metadata)) db.prepare('INSERT INTO metadata VALUES (?, ?)').run(...pair)
  for (const { z, x, y, bytes } of tiles) {
    db.prepare('INSERT INTO tiles VALUES (?, ?, ?, ?)').run(z, x, 2 ** z - 1 - y, bytes)
  }
  db.close()
}

/** MBTiles as SQL. Each tile asks for every image: a question about all of them takes time by the square of their number. */
export const joinedTiles = (on: string, count: number, indexes = ''): string =>
  `CREATE TABLE metadata (name text, value text);
  INSERT INTO metadata VALUES ('format', 'png');
  CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
  CREATE TABLE images (tile_data BLOB, tile_id TEXT);
  WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO map SELECT 6, i, i, 'a' FROM n;
  INSERT INTO images SELECT x'89504e47', 'a' FROM map;
  ${indexes}
  CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column, map.tile_row AS tile_row,
    images.tile_data AS tile_data FROM map JOIN images ON ${on};`

/** Such a file without an index. */
export function joinOfEqualKeys(path: string, count: number): void {
  const db = new Database(path)
  db.exec(joinedTiles('images.tile_id = map.tile_id', count))
  db.close()
}

/** Vector tiles of these layers, at each place. */
export const vectorTiles = (
  layers: Readonly<Record<string, FeatureCollection>>,
  places: readonly (readonly [number, number, number])[],
): MapTile[] => {
  const indexes = Object.entries(layers).map(
    ([name, data]) => [name, new GeoJSONVT(data, { maxZoom: 19, indexMaxZoom: 2 })] as const,
  )
  return places.map(([z, x, y]) => {
    const inside = indexes.flatMap(([name, index]) => {
      const tile = index.getTile(z, x, y)
      return tile ? [[name, tile] as const] : []
    })
    return { z, x, y, bytes: fromGeojsonVt(Object.fromEntries(inside) as never, { version: 2, extent: 4096 }) }
  })
}

/** A picture of one colour, 256 by 256. */
export function pngOf(red: number, green: number, blue: number): Buffer {
  const SIDE = 256
  const row = Buffer.alloc(1 + SIDE * 3)
  for (let i = 0; i < SIDE; i++) row.set([red, green, blue], 1 + 3 * i)
  const chunk = (name: string, body: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(body.length, 0)
    frame.writeUInt32BE(crc32(named), 4)
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(SIDE, 0)
  size.writeUInt32BE(SIDE, 4)
  size.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const rows = Buffer.concat(Array.from({ length: SIDE }, () => row))
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const PICTURE = pngOf(10, 20, 30)
const NETHERLANDS = [3.2, 50.6, 7.4, 53.7] as const

/** Column and row of Web Mercator at a zoom, of a place in degrees. */
const tileAt = (lng: number, lat: number, z: number): [number, number] => {
  const radians = (lat * Math.PI) / 180
  return [((lng + 180) / 360) * 2 ** z, ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** z].map(
    Math.floor,
  ) as [number, number]
}

/** All tiles that touch a frame of [west, south, east, north], from zoom level 0. */
function* tilesIn([west, south, east, north]: typeof NETHERLANDS, maxZoom: number) {
  for (let z = 0; z <= maxZoom; z++) {
    const [left, top] = tileAt(west, north, z)
    const [right, bottom] = tileAt(east, south, z)
    for (let x = left; x <= right; x++) for (let y = top; y <= bottom; y++) yield [z, x, y] as const
  }
}

/** PMTiles of one picture for all of the Netherlands, from zoom level 0 to this one. */
export const picturesFile = (name: string, maxZoom: number): Buffer =>
  pmtilesFile({
    tiles: [...tilesIn(NETHERLANDS, maxZoom)].map(([z, x, y]) => ({ z, x, y, bytes: PICTURE })),
    type: 2,
    bounds: NETHERLANDS,
    metadata: { name },
    packing: 'none',
  })
