/** What a GeoPackage says of itself, for checking it after it was written. */
import type Database from 'better-sqlite3'
import { GEOMETRY_COLUMN, rtreeOf, SRS_ID } from './schema.ts'

export interface Inspection {
  /** Empty: SQLite finds no damage. */
  damage: string[]
  layers: { name: string; geometry: string; srsId: number; rows: number; drawn: number; indexed: number }[]
  tables: { name: string; rows: number }[]
  tileTables: { name: string; tiles: number }[]
}

const countRows = (db: Database.Database, table: string): number =>
  db.prepare(`SELECT count(*) FROM "${table}"`).pluck().get() as number

export function inspect(db: Database.Database): Inspection {
  // This also walks the R-Trees: SQLite asks every virtual table to check itself.
  const damage = (db.prepare('PRAGMA quick_check').pluck().all() as string[]).filter((line) => line !== 'ok')
  const described = db
    .prepare('SELECT table_name, geometry_type_name, srs_id FROM gpkg_geometry_columns WHERE srs_id = ? ORDER BY rowid')
    .raw()
    .all(SRS_ID) as [string, string, number][]
  return {
    damage,
    layers: described.map(([name, geometry, srsId]) => ({
      name,
      geometry,
      srsId,
      rows: countRows(db, name),
      drawn: db.prepare(`SELECT count("${GEOMETRY_COLUMN}") FROM "${name}"`).pluck().get() as number,
      indexed: countRows(db, rtreeOf(name)),
    })),
    tables: namesOf(db, 'attributes').map((name) => ({ name, rows: countRows(db, name) })),
    tileTables: namesOf(db, 'tiles').map((name) => ({ name, tiles: countRows(db, name) })),
  }
}

const namesOf = (db: Database.Database, dataType: string): string[] =>
  db
    .prepare('SELECT table_name FROM gpkg_contents WHERE data_type = ? ORDER BY rowid')
    .pluck()
    .all(dataType) as string[]
