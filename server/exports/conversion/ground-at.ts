/** Opens the base map of a sealed result, for a print. */

import { openGroundTiles } from '../geopackage/ground-tiles.ts'
import { tilePixels } from '../ground/png-tile.ts'
import { groundWindow } from '../ground/window.ts'
import type { GroundAt } from '../print/print-options.ts'

/** @param gpkg also without ground: then there is nothing anywhere */
export function openGround(gpkg: string): { at: GroundAt; close(): void } {
  const stored = openGroundTiles(gpkg)
  const rasters = stored.sets.map((set) => ({
    ...set,
    tile(level: number, column: number, row: number) {
      const png = stored.tile(set, level, column, row)
      return png && tilePixels(png)
    },
  }))
  return { at: (extent, perMetre) => groundWindow(rasters, extent, perMetre), close: stored.close }
}
