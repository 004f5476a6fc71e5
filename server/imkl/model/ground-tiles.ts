/** Tiles of the ground on their way from the process that makes them (caged.ts) into a GeoPackage, as JSON. */
import type { Extent } from '../../geometry/geometry.ts'
import type { DeliverySource, GroundSummary } from './conversion-task.ts'

/** The tiles of the ground that deliveries hold, into the file `path`. Its result: TiledGround */
export interface GroundTilesTask {
  kind: 'ground-tiles'
  deliveries: DeliverySource[]
  path: string
  tempDir: string
}

export type GroundProblem =
  | { kind: 'missing' | 'no_bounds' | 'damaged' | 'no_png' | 'too_large' }
  | { kind: 'does_not_fit'; pixels: readonly [number, number]; metres: readonly [number, number] }

/** Where the tiles of one table lie. */
export interface TileMatrix {
  /** Pixels a metre */
  readonly perMetre: number
  /** Top left of the matrix at every level, RD New metres. */
  readonly origin: { readonly x: number; readonly y: number }
  /** Metres, at the finest level */
  readonly pixel: { readonly x: number; readonly y: number }
  /** Of the finest level. */
  readonly level: number
  /** Tiles along a side of level 0. */
  readonly across: number
  /** What the pictures cover together. */
  readonly extent: Extent
}

/** The ground before it is in a GeoPackage. */
export interface TiledGround {
  pictures: GroundSummary['pictures']
  /** Of the pictures that are not shown. */
  problems: { klicNumber: string; problem: GroundProblem }[]
  /** The coarsest scale first, as their tiles follow each other in the file. */
  sets: (TileMatrix & { klicNumbers: string[]; tiles: number })[]
}
