/** Tiles of the ground of results, in web mercator for maps of the web, and in the Dutch matrix for whoever measures. */
import { type GroundAddress, placesIn } from '../domain/look/ground-tiles.ts'
import { tilePixels } from '../ground/png-tile.ts'
import { type WarpSource, warpedTile } from '../ground/warp.ts'
import { type GroundTiles, openGroundTiles } from '../store/geopackage/ground-tiles.ts'

/** Unpacked, a megabyte each. */
const TILES_KEPT = 48

/** @param paths of sealed results, on this disk; each is drawn over those before it */
export async function groundTile(paths: readonly string[], at: GroundAddress): Promise<Uint8Array | null> {
  const opened: GroundTiles[] = []
  try {
    const sources = paths.flatMap((path) => {
      const stored = openGroundTiles(path)
      opened.push(stored)
      return stored.sets.map(
        (set): WarpSource => ({
          ...set,
          tile: (level, column, row) =>
            unpacked(`${path} ${set.table} ${level} ${column} ${row}`, () => stored.tile(set, level, column, row)),
        }),
      )
    })
    return await warpedTile(sources, placesIn(at))
  } finally {
    for (const stored of opened) stored.close()
  }
}

/** Neighbouring tiles of a map are made of the same ones. A result is sealed: what was read stays true under its path. */
const kept = new Map<string, Uint32Array | undefined>()

function unpacked(name: string, read: () => Uint8Array | undefined): Uint32Array | undefined {
  let pixels = kept.get(name)
  if (pixels === undefined) {
    const png = read()
    if (png === undefined) return undefined
    pixels = tilePixels(png)
  }
  // Put at the end: the first is the one that was not asked for longest.
  kept.delete(name)
  kept.set(name, pixels)
  const [oldest] = kept.keys()
  if (kept.size > TILES_KEPT && oldest !== undefined) kept.delete(oldest)
  return pixels
}
