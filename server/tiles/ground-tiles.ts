/** Tiles of the ground of results, in web mercator for maps of the web, and in the Dutch matrix for whoever measures. */
import { type GroundAddress, placesIn } from '../domain/look/ground-tiles.ts'
import { TILE, tilePixels } from '../ground/png-tile.ts'
import { type WarpSource, warpedTile } from '../ground/warp.ts'
import { townPicture } from '../simulator/town-picture.ts'
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
            unpacked(`${path} ${set.table} ${level} ${column} ${row}`, () => {
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

/** The simulator's town, which deliveries of the simulator show as well. */
export const townTile = (at: GroundAddress): Promise<Uint8Array | null> => warpedTile([TOWN], placesIn(at))

const TOWN_PER_METRE = 14
const TOWN_ORIGIN = { x: -16_384, y: 655_360 }
const TOWN: WarpSource = {
  origin: TOWN_ORIGIN,
  pixel: { x: 1 / TOWN_PER_METRE, y: 1 / TOWN_PER_METRE },
  // All the country in one tile, of which nobody asks for the coarse ones.
  level: 14,
  tile(level, column, row) {
    const perMetre = TOWN_PER_METRE / 2 ** (TOWN.level - level)
    const side = TILE / perMetre
    const [minX, maxY] = [TOWN_ORIGIN.x + column * side, TOWN_ORIGIN.y - row * side]
    return unpacked(
      `town ${level} ${column} ${row}`,
      () => townPicture({ minX, minY: maxY - side, maxX: minX + side, maxY }, perMetre, 1).pixels,
    )
  },
}

/** Neighbouring tiles of a map are made of the same ones. A result is sealed: what was read stays true under its path. */
const kept = new Map<string, Uint32Array | undefined>()

function unpacked(name: string, read: () => Uint32Array | undefined): Uint32Array | undefined {
  const pixels = kept.get(name) ?? read()
  if (pixels === undefined) return undefined
  // Put at the end: the first is the one that was not asked for longest.
  kept.delete(name)
  kept.set(name, pixels)
  const [oldest] = kept.keys()
  if (kept.size > TILES_KEPT && oldest !== undefined) kept.delete(oldest)
  return pixels
}
