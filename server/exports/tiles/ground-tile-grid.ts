/** Tiles of the ground of a result, as map programs ask for them: pictures of 512 pixels. */

import { extentOf } from '../../geometry/flat.ts'
import type { Extent, Position } from '../../geometry/geometry.ts'
import { rdFromLngLat } from '../../geometry/rd/rd.ts'
import type { Requester } from '../../platform/fair-limit.ts'
import type { SealedResult } from './map-tiles.ts'

export const GROUND_MATRICES = ['mercator', 'rd'] as const
export type GroundMatrix = (typeof GROUND_MATRICES)[number]

/** Whether the ground that the deliveries of a result hold is in its GeoPackage. */
export const GROUND_STATES = ['coming', 'added', 'none', 'not_shown'] as const
export type GroundState = (typeof GROUND_STATES)[number]

export interface GroundAddress {
  matrix: GroundMatrix
  z: number
  x: number
  y: number
}

export interface GroundTileMaker {
  /**
   * In turn by company, while others wait as well.
   * @param gpkgs of several each is drawn over those before it
   * @returns a PNG, or null when nothing lies there
   * @throws TryLater when too many wait
   */
  ground(gpkgs: readonly SealedResult[], at: GroundAddress, asker: Requester): Promise<Uint8Array | null>
}

/** Pixels along a side of a tile. */
export const GROUND_TILE = 512

/**
 * The Dutch tile matrix (NL:RD, EPSG:28992). Its tiles are the national ones, by the same addresses, with twice as many pixels
 * along a side.
 */
const RD_MATRIX = { left: -285_401.92, top: 903_401.92, metresAcross: 880_803.84 } as const

/** Where a place of a tile lies in RD New metres; both from 0 to 1, from the top left. */
export type ToRd = (across: number, down: number) => Position

export const placesIn = ({ matrix, z, x, y }: GroundAddress): ToRd => {
  const tiles = 2 ** z
  if (matrix === 'mercator') return (across, down) => rdFromLngLat(lngLatOf((x + across) / tiles, (y + down) / tiles))
  const metres = RD_MATRIX.metresAcross / tiles
  return (across, down) => [RD_MATRIX.left + (x + across) * metres, RD_MATRIX.top - (y + down) * metres]
}

/** Of the unit square of web mercator. */
const lngLatOf = (x: number, y: number): Position => [
  (x - 0.5) * 360,
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
]

/** What of RD New a tile shows, or a little more. */
export const extentOfTile = (at: GroundAddress): Extent => {
  const toRd = placesIn(at)
  return extentOf([
    toRd(0, 0),
    toRd(1, 0),
    toRd(0, 1),
    toRd(1, 1),
    toRd(0.5, 0),
    toRd(0.5, 1),
    toRd(0, 0.5),
    toRd(1, 0.5),
  ])
}

/** The first level that shows more than a speck; and the last by how fine the ground is: closer by it is enlarged. */
export const GROUND_ZOOM_MIN = { mercator: 10, rd: 5 } as const

/** Metres of a pixel at level 0 in the middle of the Netherlands. */
const METRES_AT_0 = {
  mercator: ((2 * Math.PI * 6_378_137) / GROUND_TILE) * Math.cos((52 * Math.PI) / 180),
  rd: RD_MATRIX.metresAcross / GROUND_TILE,
} as const

/** @param perMetre pixels a metre of the finest scale */
export const groundZoomMax = (matrix: GroundMatrix, perMetre: number): number =>
  Math.ceil(Math.log2(METRES_AT_0[matrix] * perMetre) - 0.1)

/** A map of 1:25,000 still shows it; from farther away houses are specks, and a tile would be made of hundreds. */
export const COMPANY_ZOOM_MIN = { mercator: 13, rd: 8 } as const
