/** Reads an MBTiles file (1.3): its description and one tile. Read-only, and opened for each question: it may be on a stick. */
import Database from 'better-sqlite3'

const asking = <T>(path: string, ask: (db: Database.Database) => T): T => {
  const db = new Database(path, { readonly: true, fileMustExist: true })
  try {
    return ask(db)
  } finally {
    db.close()
  }
}

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
