/**
 * Reads an MBTiles file (1.3): its description and one tile. Read-only, and opened for each question: it may be on a stick.
 * It comes from anywhere, and a view may hold a question without end: what is asked is a table, or the one join of two that
 * programs write so that equal tiles are kept once. Both must be indexed, so that a tile is found without a search. Runs in
 * a thread that can be ended (exports/tiles/tile-thread.ts).
 */
import Database from 'better-sqlite3'

export interface MbtilesFacts {
  metadata: Record<string, string>
  /** Lowest and highest level of its tiles; null: it has none */
  zooms: readonly [number, number] | null
}

/** What is known of a file by these; a description of layers has some hundred kB. */
const NAMES = ['name', 'format', 'bounds', 'attribution', 'json']
const MAX_VALUE_CHARS = 4_000_000
/** No tile is larger; see MAX_MAP_FILE_BYTES. */
const MAX_BYTES = 64 * 1024 * 1024

const asking = <T>(path: string, ask: (db: Database.Database, addressed: string) => T): T | 'no index' => {
  const db = new Database(path, { readonly: true, fileMustExist: true })
  try {
    db.pragma('trusted_schema = OFF')
    const addressed = addressedIn(db)
    return addressed === null ? 'no index' : ask(db, addressed)
  } finally {
    db.close()
  }
}

const COLUMN = String.raw`["\w.]+(?: as "?\w+"?)?`
/** `SELECT map.zoom_level AS zoom_level, … FROM map JOIN images ON images.tile_id = map.tile_id` */
const PLAIN_JOIN = new RegExp(
  String.raw`^create view "?\w+"? as select ${COLUMN}(?: ?, ?${COLUMN})* from (\w+) (?:inner |left )?join (\w+) on "?(\w+)"?\."?(\w+)"? ?= ?"?(\w+)"?\."?(\w+)"?$`,
)
const ADDRESS = ['tile_column', 'tile_row', 'zoom_level']

/**
 * @returns the table that holds the addresses of the tiles; null: it, or what it is joined with, has no unique index
 * @throws Error when what holds the tiles is neither a table nor such a join
 */
function addressedIn(db: Database.Database): string | null {
  const rows = db.prepare('SELECT type, lower(name), sql FROM sqlite_master').raw().all() as [string, string, string][]
  const texts = new Map(rows.map(([type, name, sql]) => [name, { type, sql: plain(sql) }]))
  const isTable = (name: string): boolean => {
    const found = texts.get(name)
    return found?.type === 'table' && found.sql.startsWith('create table ') && !/\bas ?\(/.test(found.sql)
  }
  if (!isTable('metadata')) throw new Error('metadata is no plain table')
  if (isTable('tiles')) return isUnique(db, 'tiles', ADDRESS) ? 'tiles' : null
  const [, left = '', right = '', ...ends] = PLAIN_JOIN.exec(texts.get('tiles')?.sql ?? '') ?? []
  if (!isTable(left) || !isTable(right)) throw new Error('tiles is no plain table')
  const [one, column, other, otherColumn] = ends
  const key = one === left && other === right ? otherColumn : one === right && other === left ? column : undefined
  return key !== undefined && isUnique(db, left, ADDRESS) && isUnique(db, right, [key]) ? left : null
}

/** @param columns in alphabetical order */
function isUnique(db: Database.Database, table: string, columns: readonly string[]): boolean {
  const primary = db.prepare('SELECT lower(name) FROM pragma_table_info(?) WHERE pk > 0 AND lower(type) = ?').pluck()
  // SQLite has no index of its own for this one.
  const isRowid = columns.length === 1 && primary.all(table, 'integer').join() === columns[0]
  const indexes = db.prepare('SELECT name FROM pragma_index_list(?) WHERE "unique" = 1 AND partial = 0').pluck()
  const indexed = db.prepare('SELECT lower(name) FROM pragma_index_info(?)').pluck()
  return (
    isRowid ||
    indexes.all(table).some((name) => {
      const found = indexed.all(name) as string[]
      // The lowest level is found by an index that begins with it.
      return found.toSorted().join() === columns.join() && (columns.length === 1 || found[0] === 'zoom_level')
    })
  )
}

const plain = (sql: string | null): string =>
  (sql ?? '')
    .replaceAll(/\s+/g, ' ')
    .replace(/;?\s*$/, '')
    .toLowerCase()

/** @throws Error when it is no MBTiles file */
export const mbtilesFacts = (path: string): MbtilesFacts | 'no index' =>
  asking(path, (db, addressed) => {
    const listed = NAMES.map(() => '?').join(', ')
    const rows = db
      .prepare(`SELECT name, value FROM metadata WHERE name IN (${listed}) AND length(value) <= ? LIMIT 100`)
      .raw()
      .all(...NAMES, MAX_VALUE_CHARS) as [string, unknown][]
    const level = (order: 'ASC' | 'DESC'): unknown =>
      db.prepare(`SELECT zoom_level FROM "${addressed}" ORDER BY zoom_level ${order} LIMIT 1`).pluck().get()
    const [lowest, highest] = [level('ASC'), level('DESC')]
    return {
      metadata: Object.fromEntries(rows.map(([name, value]) => [name, String(value)])),
      zooms: typeof lowest === 'number' && typeof highest === 'number' ? [lowest, highest] : null,
    }
  })

/**
 * @returns the bytes as they lie there, or null. Rows of MBTiles are counted from the south.
 * @throws Error when it is no MBTiles file
 */
export const mbtilesTile = (path: string, z: number, x: number, y: number): Uint8Array | null => {
  const found = asking(path, (db) =>
    db
      .prepare(
        'SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? AND length(tile_data) <= ? LIMIT 1',
      )
      .pluck()
      .get(z, x, 2 ** z - 1 - y, MAX_BYTES),
  )
  if (found === 'no index') throw new Error('Its tiles have no index')
  return found instanceof Uint8Array ? found : null
}
