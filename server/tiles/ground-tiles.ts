/** Tiles of the ground of one result, in web mercator for maps of the web, and in the Dutch matrix for whoever measures. */

import type { Position } from '../domain/geometry/geometry.ts'
import type { GroundAddress } from '../domain/look/ground-tiles.ts'
import { RD_MATRIX } from '../domain/look/ground-tiles.ts'
import { rdFromLngLat } from '../domain/rd/rd.ts'
import { tilePixels } from '../ground/png-tile.ts'
import { type ToRd, type WarpSource, warpedTile } from '../ground/warp.ts'
import { openGroundTiles } from '../store/geopackage/ground-tiles.ts'

/** Unpacked, a megabyte each. */
const TILES_KEPT = 48

/** @param path of a sealed result, on this disk */
export async function groundTile(path: string, at: GroundAddress): Promise<Uint8Array | null> {
  const stored = openGroundTiles(path)
  try {
    const sources = stored.sets.map(
      (set): WarpSource => ({
        ...set,
        tile: (level, column, row) =>
          unpacked(`${path} ${set.table} ${level} ${column} ${row}`, () => stored.tile(set, level, column, row)),
      }),
    )
    return await warpedTile(sources, at.matrix === 'rd' ? inRd(at) : inMercator(at))
  } finally {
    stored.close()
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

const inMercator = ({ z, x, y }: GroundAddress): ToRd => {
  const tiles = 2 ** z
  return (across, down) => rdFromLngLat(lngLatOf((x + across) / tiles, (y + down) / tiles))
}

/** Of the unit square of web mercator. */
const lngLatOf = (x: number, y: number): Position => [
  (x - 0.5) * 360,
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
]

const inRd = ({ z, x, y }: GroundAddress): ToRd => {
  const metres = RD_MATRIX.metresAcross / 2 ** z
  return (across, down) => [RD_MATRIX.left + (x + across) * metres, RD_MATRIX.top - (y + down) * metres]
}
