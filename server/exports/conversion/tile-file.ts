/** Tiles in the order in which they were made, on their way into a GeoPackage that another process may write. */
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs'
import type { TileSink } from '../ground/pyramid.ts'

/** Before each PNG: level, column, row and the length of the PNG, four bytes each. */
const HEAD_BYTES = 16

export interface TileFileWriter {
  put: TileSink
  close(): void
}

export interface TileFileReader {
  /** The next so many. @throws Error when there are fewer */
  take(count: number, sink: TileSink): void
  close(): void
}

/** In place of the file that is there. */
export function createTileFile(path: string): TileFileWriter {
  const file = openSync(path, 'w')
  return {
    put(...[level, column, row, png]) {
      writeFileSync(file, new Uint32Array([level, column, row, png.length]))
      writeFileSync(file, png)
    },
    close: () => closeSync(file),
  }
}

export function openTileFile(path: string): TileFileReader {
  const file = openSync(path, 'r')
  const next = (bytes: number): Buffer => {
    const buffer = Buffer.alloc(bytes)
    for (let filled = 0; filled < bytes; ) {
      const count = readSync(file, buffer, filled, bytes - filled, null)
      if (count === 0) throw new Error(`${path} ends too soon`)
      filled += count
    }
    return buffer
  }
  return {
    take(count, sink) {
      for (let i = 0; i < count; i++) {
        const head = next(HEAD_BYTES)
        const [level, column, row, length] = new Uint32Array(head.buffer, head.byteOffset, 4)
        sink(level!, column!, row!, next(length!))
      }
    },
    close: () => closeSync(file),
  }
}
