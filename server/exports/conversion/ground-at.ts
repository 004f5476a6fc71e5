/** Opens the base map of a sealed result, for a print. */

import { openGroundTiles } from '../geopackage/ground-tiles.ts'
import { tilePixels } from '../ground/png-tile.ts'
import { groundWindow } from '../ground/window.ts'
import type { GroundAt } from '../print/print-options.ts'

/** @param gpkgs also without ground: then there is nothing anywhere */
export function openGround(gpkgs: readonly string[]): { at: GroundAt; close(): void } {
  const stored = gpkgs.map(openGroundTiles)
  const rasters = stored.flatMap(({ sets, tile: tileIn }) =>
    sets.map((set) => ({
      ...set,
      tile(level: number, column: number, row: number) {
        const png = tileIn(set, level, column, row)
        return png && tilePixels(png)
      },
    })),
  )
  const close = (): void => {
    for (const each of stored) each.close()
  }
  return { at: (extent, perMetre) => groundWindow(rasters, extent, perMetre), close }
}
