/** A map file of somebody's own, PMTiles or MBTiles, as the background where there is no network. */
import type { Requester } from '../../platform/fair-limit.ts'
import type { TileAddress } from './map-tiles.ts'

export const OFFLINE_MAP_FORMATS = ['pmtiles', 'mbtiles'] as const
export type OfflineMapFormat = (typeof OFFLINE_MAP_FORMATS)[number]

/** Why a file can't serve as the map. */
export const OFFLINE_MAP_FAULTS = [
  'MAP_FILE_NOT_FOUND',
  /** Neither PMTiles of version 3 nor MBTiles, or damaged. */
  'MAP_FILE_UNREADABLE',
  /** Its tiles are of a kind that the window can't draw. */
  'MAP_TILES_UNKNOWN',
  /** MBTiles in which each tile would have to be searched for. */
  'MAP_FILE_NO_INDEX',
] as const
export type OfflineMapFault = (typeof OFFLINE_MAP_FAULTS)[number]

export const MAX_MAP_BYTES = 8 * 1024 ** 3

/** Map files have some dozens; the others are not drawn. */
export const MAX_VECTOR_LAYERS = 500

export interface OfflineMapFacts {
  format: OfflineMapFormat
  /** As the file calls itself, else the name of the file. */
  name: string
  /** As the file says it, without markup. */
  attribution: string | null
  mediaType: string
  /** The layers of vector tiles; null: the tiles are pictures. */
  vectorLayers: readonly string[] | null
  minZoom: number
  maxZoom: number
  /** [west, south, east, north] in degrees */
  bounds: readonly [number, number, number, number]
  /** Another one when the file is another. */
  version: string
}

export interface OfflineMaps {
  /** @param path absolute @throws OfflineMapUnusable; TryLater when too many wait */
  facts(path: string, asker: Requester): Promise<OfflineMapFacts>
  /** @returns the tile, unpacked, or null when there is none. Throws as facts does. */
  tile(path: string, at: TileAddress, asker: Requester): Promise<Uint8Array | null>
}

export class OfflineMapUnusable extends Error {
  readonly fault: OfflineMapFault

  constructor(fault: OfflineMapFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}
