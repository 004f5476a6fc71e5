/** An MBTiles file (1.3) that is filled bit by bit, and gone on with after a break: what is in it is there for good. */
import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { MAX_TILE_BYTES } from '../domain/look/map-download.ts'

export interface FillingTile {
  z: number
  x: number
  y: number
  bytes: Uint8Array
}

export interface MbtilesFilling {
  /** `z/x/y` of what is here. */
  readonly here: ReadonlySet<string>
  add(tiles: readonly FillingTile[]): void
  close(): void
}

/**
 * @param metadata as the format names it
 * @param of what the tiles are out of: what was begun out of something else is begun anew
 */
export function fillMbtiles(path: string, metadata: Readonly<Record<string, string>>, of: string): MbtilesFilling {
  const db = new Database(path)
  try {
    db.pragma('journal_mode = WAL')
    db.exec('CREATE TABLE IF NOT EXISTS metadata (name TEXT PRIMARY KEY, value TEXT)')
    db.exec(
      'CREATE TABLE IF NOT EXISTS tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB, PRIMARY KEY (zoom_level, tile_column, tile_row))',
    )
    const say = db.prepare('INSERT OR REPLACE INTO metadata VALUES (?, ?)')
    const before = db.prepare("SELECT value FROM metadata WHERE name = 'source'").pluck().get()
    if (before !== of) db.exec('DELETE FROM tiles')
    for (const pair of Object.entries({ ...metadata, source: of })) say.run(...pair)
    const rows = db.prepare('SELECT zoom_level, tile_column, tile_row FROM tiles').raw().all() as [
      number,
      number,
      number,
    ][]
    // Rows of MBTiles are counted from the south.
    const here = new Set(rows.map(([z, x, row]) => `${z}/${x}/${2 ** z - 1 - row}`))
    const insert = db.prepare('INSERT OR REPLACE INTO tiles VALUES (?, ?, ?, ?)')
    const add = db.transaction((tiles: readonly FillingTile[]) => {
      for (const { z, x, y, bytes } of tiles) {
        if (bytes.length > MAX_TILE_BYTES) throw new Error(`a tile of ${bytes.length} bytes`)
        insert.run(z, x, 2 ** z - 1 - y, bytes)
      }
    })
    return {
      here,
      add: (tiles) => {
        add(tiles)
        for (const { z, x, y } of tiles) here.add(`${z}/${x}/${y}`)
      },
      close() {
        // One file, as it is handed on: no log beside it.
        db.pragma('journal_mode = DELETE')
        db.close()
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/** What an unfinished file is out of; null: there is none, or it is no such file. */
export function filledFrom(path: string): string | null {
  if (!existsSync(path)) return null
  let db: Database.Database | undefined
  try {
    db = new Database(path, { readonly: true, fileMustExist: true })
    const said = db.prepare("SELECT value FROM metadata WHERE name = 'source'").pluck().get()
    return typeof said === 'string' ? said : null
  } catch {
    return null
  } finally {
    db?.close()
  }
}
