/** Reads the tiles of the ground out of a sealed result. */
import Database from 'better-sqlite3'
import type { TileMatrix } from '../../imkl/model/ground-tiles.ts'

export interface StoredGround extends Pick<TileMatrix, 'origin' | 'pixel' | 'level' | 'extent'> {
  readonly table: string
}

export interface GroundTiles {
  /** The coarsest scale first; empty: the result has no ground. */
  readonly sets: readonly StoredGround[]
  /** PNG; undefined when nothing lies there. */
  tile(set: StoredGround, level: number, column: number, row: number): Uint8Array | undefined
  close(): void
}

type Numbers = [number, number, number, number, number, number, number, number, number]

/** @throws Error when the file is missing or no GeoPackage */
export function openGroundTiles(path: string): GroundTiles {
  const db = new Database(path, { readonly: true, fileMustExist: true })
  const hasAny = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'gpkg_tile_matrix'").get() !== undefined
  const rows = hasAny
    ? (db
        .prepare(
          `SELECT s.table_name, s.min_x, s.max_y, m.pixel_x_size, m.pixel_y_size, max(m.zoom_level),
             c.min_x, c.min_y, c.max_x, c.max_y
           FROM gpkg_tile_matrix_set s JOIN gpkg_tile_matrix m ON m.table_name = s.table_name
             JOIN gpkg_contents c ON c.table_name = s.table_name
           GROUP BY s.table_name ORDER BY m.pixel_x_size DESC, c.rowid`,
        )
        .raw()
        .all() as [string, ...number[]][])
    : []
  const sets = rows.map(([table, ...numbers]) => {
    const [x, y, pixelX, pixelY, level, minX, minY, maxX, maxY] = numbers as Numbers
    return { table, origin: { x, y }, pixel: { x: pixelX, y: pixelY }, level, extent: { minX, minY, maxX, maxY } }
  })
  const read = new Map(
    sets.map(({ table }) => [
      table,
      db.prepare(`SELECT tile_data FROM "${table}" WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?`).pluck(),
    ]),
  )
  return {
    sets,
    tile: ({ table }, level, column, row) => read.get(table)!.get(level, column, row) as Uint8Array | undefined,
    close: () => void db.close(),
  }
}
