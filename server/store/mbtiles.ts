/**
 * Reads an MBTiles file (1.3): its description and one tile. Read-only, and opened for each question: it may be on a stick.
 * It comes from anywhere, and a view may hold a question without end: what is asked is a table, or the one join of two that
 * programs write so that equal tiles are kept once.
 */
import Database from 'better-sqlite3'

const asking = <T>(path: string, ask: (db: Database.Database) => T): T => {
  const db = new Database(path, { readonly: true, fileMustExist: true })
  try {
    db.pragma('trusted_schema = OFF')
    refuseStrange(db)
    return ask(db)
  } finally {
    db.close()
  }
}

const COLUMN = String.raw`["\w.]+(?: as "?\w+"?)?`
/** `SELECT map.zoom_level AS zoom_level, … FROM map JOIN images ON images.tile_id = map.tile_id` */
const PLAIN_JOIN = new RegExp(
  String.raw`^create view "?\w+"? as select ${COLUMN}(?: ?, ?${COLUMN})* from (\w+) (?:inner |left )?join (\w+) on ["\w.]+ ?= ?["\w.]+$`,
)

/** @throws Error when what holds the tiles is neither a table nor such a join */
function refuseStrange(db: Database.Database): void {
  const rows = db.prepare('SELECT type, lower(name), sql FROM sqlite_master').raw().all() as [string, string, string][]
  const texts = new Map(rows.map(([type, name, sql]) => [name, { type, sql: plain(sql) }]))
  const isTable = (name: string): boolean => {
    const found = texts.get(name)
    return found?.type === 'table' && found.sql.startsWith('create table ') && !/\bas ?\(/.test(found.sql)
  }
  for (const name of ['metadata', 'tiles']) {
    const [, left, right] = PLAIN_JOIN.exec(texts.get(name)?.sql ?? '') ?? []
    const isJoin = name === 'tiles' && left !== undefined && isTable(left) && isTable(right!)
    if (!isTable(name) && !isJoin) throw new Error(`${name} is no plain table`)
  }
}

const plain = (sql: string | null): string =>
  (sql ?? '')
    .replaceAll(/\s+/g, ' ')
    .replace(/;?\s*$/, '')
    .toLowerCase()

/** @throws Error when it is no MBTiles file */
export const mbtilesMetadata = (path: string): Map<string, string> & { zooms?: readonly [number, number] } =>
  asking(path, (db) => {
    const rows = db.prepare('SELECT name, value FROM metadata').raw().all() as [string, unknown][]
    const metadata: ReturnType<typeof mbtilesMetadata> = new Map(rows.map(([name, value]) => [name, String(value)]))
    const zooms = db.prepare('SELECT min(zoom_level), max(zoom_level) FROM tiles').raw().get() as [unknown, unknown]
    if (typeof zooms[0] === 'number' && typeof zooms[1] === 'number') metadata.zooms = [zooms[0], zooms[1]]
    return metadata
  })

/** @returns the bytes as they lie there, or null. Rows of MBTiles are counted from the south. */
export const mbtilesTile = (path: string, z: number, x: number, y: number): Uint8Array | null =>
  asking(path, (db) => {
    const found = db
      .prepare('SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?')
      .pluck()
      .get(z, x, 2 ** z - 1 - y)
    return found instanceof Uint8Array ? found : null
  })
