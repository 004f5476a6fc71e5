/** A tile at once, where nobody else waits. */
import type { TileAddress } from '../../server/exports/tiles/map-tiles.ts'
import type { TiledResult } from '../../server/exports/tiles/tiled-result.ts'

/** @returns the tile, and how often it would have given way */
export function wholeTile(result: TiledResult, ...at: TileAddress): { tile: Uint8Array | null; turns: number } {
  const slices = result.tile(...at)
  for (let turns = 0; ; turns++) {
    const { done, value } = slices.next()
    if (done) return { tile: value, turns }
  }
}
