/** Tiles of the ground of results, in web mercator for maps of the web, and in the Dutch matrix for measuring. */

import { type GroundTiles, openGroundTiles } from '../geopackage/ground-tiles.ts'
import { keptTile } from '../ground/kept-tiles.ts'
import { tilePixels } from '../ground/png-tile.ts'
import { type WarpSource, warpedTile } from '../ground/warp.ts'
import { type GroundAddress, placesIn } from './ground-tile-grid.ts'

/** @param paths of sealed results, on this disk; each is drawn over those before it. A sealed result never changes. */
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
            keptTile(`${path} ${set.table} ${level} ${column} ${row}`, () => {
              const png = stored.tile(set, level, column, row)
              return png && tilePixels(png)
            }),
        }),
      )
    })
    return await warpedTile(sources, placesIn(at))
  } finally {
    for (const stored of opened) stored.close()
  }
}
