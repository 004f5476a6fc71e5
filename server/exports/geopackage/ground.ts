/**
 * Tables of map tiles in a result GeoPackage that is there already: pictures of the ground under its layers, registered as OGC
 * asks (12-128r17, 2.2). Every level has twice the scale of the one before, so no extension is needed. What is written
 * depends on the file and the calls alone: equal calls give equal bytes.
 */
import Database from 'better-sqlite3'
import type { ResultWarning } from '../../imkl/model/conversion-task.ts'
import type { TileMatrix } from '../../imkl/model/ground-tiles.ts'
import { WARNING_TABLE } from '../../imkl/model/result.ts'
import { pageFiller } from './page-filler.ts'
import { SRS_ID } from './schema.ts'
import { projectContent } from './styles.ts'
import { warningRow } from './warning-row.ts'

export interface TileTable extends Omit<TileMatrix, 'perMetre'> {
  readonly name: string
  /** For people */
  readonly title: string
  readonly description: string
  /** Pixels along a side of a tile */
  readonly tileSize: number
}

export interface TileWriter {
  /** Columns and rows count from the top left. */
  put(level: number, column: number, row: number, png: Buffer): void
  /** Before another table is begun: only then is every tile there. */
  end(): void
}

export interface GroundWriter {
  /** All that follows, as long as it does not throw: then nothing of it is left. */
  whole<T>(work: () => T): T
  table(table: TileTable): TileWriter
  warning(warning: ResultWarning): void
  /** In place of the one that the file has. */
  project(project: { name: string; xml: string }): void
  close(): void
}

/**
 * Columns, keys and references are those of the standard; without row ids each table is a page instead of two. SQLite reads that
 * from 3.8.2 (2013) on.
 */
const TABLES = `
CREATE TABLE IF NOT EXISTS gpkg_tile_matrix_set (table_name TEXT NOT NULL PRIMARY KEY, srs_id INTEGER NOT NULL, min_x DOUBLE NOT NULL, min_y DOUBLE NOT NULL, max_x DOUBLE NOT NULL, max_y DOUBLE NOT NULL, CONSTRAINT fk_gtms_table_name FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name), CONSTRAINT fk_gtms_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS gpkg_tile_matrix (table_name TEXT NOT NULL, zoom_level INTEGER NOT NULL, matrix_width INTEGER NOT NULL, matrix_height INTEGER NOT NULL, tile_width INTEGER NOT NULL, tile_height INTEGER NOT NULL, pixel_x_size DOUBLE NOT NULL, pixel_y_size DOUBLE NOT NULL, CONSTRAINT pk_ttm PRIMARY KEY (table_name, zoom_level), CONSTRAINT fk_tmm_table_name FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name)) WITHOUT ROWID;
`
const CACHE_KIB = 16 * 1024

/**
 * @param path a GeoPackage that nobody else has open, and that may be left half-written: a copy
 * @throws Error when it has the ground already
 */
export function openForGround(path: string): GroundWriter {
  const db = new Database(path, { fileMustExist: true })
  db.pragma('journal_mode = MEMORY')
  db.pragma('synchronous = OFF')
  db.pragma('locking_mode = EXCLUSIVE')
  db.pragma('temp_store = MEMORY')
  db.pragma(`cache_size = -${CACHE_KIB}`)
  // Of the merged file: what depends on a clock would differ from run to run.
  const lastChange = db.prepare('SELECT max(last_change) FROM gpkg_contents').pluck().get() as string
  return {
    whole: (work) => db.transaction(work)(),
    table(table) {
      db.exec(TABLES)
      // The project is written anew after the tiles: what it takes is theirs, or it would stay behind empty.
      db.exec('UPDATE qgis_projects SET content = NULL')
      register(db, table, lastChange)
      const insert = db.prepare(
        `INSERT INTO "${table.name}" (zoom_level, tile_column, tile_row, tile_data) VALUES (?, ?, ?, ?)`,
      )
      const filler = pageFiller(({ place, png }: { bytes: number; place: [number, number, number]; png: Buffer }) =>
        insert.run(...place, png),
      )
      return {
        put: (level, column, row, png) => filler.add({ bytes: png.length, place: [level, column, row], png }),
        end: filler.end,
      }
    },
    warning(warning) {
      const row = warningRow(warning)
      const columns = Object.keys(row)
      const names = columns.map((name) => `"${name}"`).join(', ')
      db.prepare(`INSERT INTO "${WARNING_TABLE.name}" (${names}) VALUES (${columns.map(() => '?').join(', ')})`).run(
        Object.values(row),
      )
    },
    project: ({ name, xml }) =>
      void db.prepare('UPDATE qgis_projects SET content = ? WHERE name = ?').run(projectContent(name, xml), name),
    close: () => void db.close(),
  }
}

function register(db: Database.Database, table: TileTable, lastChange: string): void {
  const { name, origin, pixel, level, across, tileSize, extent } = table
  db.exec(
    `CREATE TABLE "${name}" (id INTEGER PRIMARY KEY AUTOINCREMENT, zoom_level INTEGER NOT NULL, tile_column INTEGER NOT NULL, tile_row INTEGER NOT NULL, tile_data BLOB NOT NULL, UNIQUE (zoom_level, tile_column, tile_row))`,
  )
  db.prepare("INSERT INTO gpkg_contents VALUES (?, 'tiles', ?, ?, ?, ?, ?, ?, ?, ?)").run(
    ...[name, table.title, table.description, lastChange],
    ...[extent.minX, extent.minY, extent.maxX, extent.maxY, SRS_ID],
  )
  const side = tileSize * across * 2 ** level
  db.prepare('INSERT INTO gpkg_tile_matrix_set VALUES (?, ?, ?, ?, ?, ?)').run(
    ...[name, SRS_ID, origin.x, origin.y - side * pixel.y, origin.x + side * pixel.x, origin.y],
  )
  const insert = db.prepare('INSERT INTO gpkg_tile_matrix VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  for (let at = 0; at <= level; at++) {
    const [tiles, coarser] = [across * 2 ** at, 2 ** (level - at)]
    insert.run(name, at, tiles, tiles, tileSize, tileSize, pixel.x * coarser, pixel.y * coarser)
  }
}
