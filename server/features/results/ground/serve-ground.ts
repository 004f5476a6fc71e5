/** The ground of a result as tiles of pictures: for maps of the web, and in the Dutch matrix. */

import { boxInDegrees } from '../../../exports/formats/output-crs.ts'
import type { GroundTileMaker } from '../../../exports/tiles/ground-tile-grid.ts'
import {
  GROUND_TILE,
  GROUND_ZOOM_MIN,
  type GroundAddress,
  type GroundMatrix,
  groundZoomMax,
} from '../../../exports/tiles/ground-tile-grid.ts'
import type { GroundLayer } from '../../../imkl/model/conversion-task.ts'
import type { Requester } from '../../../platform/fair-limit.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { fileOf } from '../map/serve-layers.ts'
import type { ServedFile } from '../rows/results-of-company.ts'
import type { WithHead } from '../whole-result.ts'

type GroundedJob = WithHead<Pick<ServedFile, 'jobId' | 'revision' | 'reference' | 'path' | 'sha256' | 'ground'>> &
  Requester

const layersOf = ({ head }: Pick<GroundedJob, 'head'>): readonly GroundLayer[] => head.ground?.layers ?? []

/** @throws Refusal NOT_FOUND when the deliveries hold none, or it is not in the result yet */
export function groundOf(job: Pick<GroundedJob, 'head' | 'ground'>): readonly GroundLayer[] {
  const layers = layersOf(job)
  if (layers.length > 0) return layers
  const message =
    job.ground === 'wanted'
      ? 'The ground of this result is not in it yet: ask again in a moment.'
      : 'The deliveries of this result hold no ground that can be shown.'
  throw new Refusal('NOT_FOUND', message)
}

/** What the window draws below a result. @param address as for groundTileJson */
export function groundBelow(job: GroundedJob, address: string) {
  if (layersOf(job).length > 0) return groundTileJson(job, 'mercator', address)
  return job.ground === 'wanted' ? 'coming' : null
}

const finest = (layers: readonly GroundLayer[]): number => Math.max(...layers.map(({ perMetre }) => perMetre))

const boundsOf = (layers: readonly GroundLayer[]): [number, number, number, number] => [
  Math.min(...layers.map(({ extent }) => extent[0])),
  Math.min(...layers.map(({ extent }) => extent[1])),
  Math.max(...layers.map(({ extent }) => extent[2])),
  Math.max(...layers.map(({ extent }) => extent[3])),
]

/**
 * TileJSON 3.0.0; in the Dutch matrix with `crs`, which the standard does not know.
 * @param address of the tiles, with {z}, {x} and {y}
 * @throws Refusal NOT_FOUND
 */
export function groundTileJson(job: GroundedJob, matrix: GroundMatrix, address: string) {
  const layers = groundOf(job)
  const [minX, minY, maxX, maxY] = boundsOf(layers)
  return {
    tilejson: '3.0.0',
    name: `KLIC ${job.reference ?? job.jobId}: ondergrond`,
    attribution: 'BGT, KLIC, Kadaster',
    scheme: 'xyz',
    tiles: [address],
    tileSize: GROUND_TILE,
    minzoom: GROUND_ZOOM_MIN[matrix],
    maxzoom: groundZoomMax(matrix, finest(layers)),
    bounds: boxInDegrees({ minX, minY, maxX, maxY }),
    ...(matrix === 'rd' && { crs: 'EPSG:28992' }),
  }
}

/**
 * @returns a PNG, or null when nothing lies there
 * @throws Refusal NOT_FOUND without ground, and for an address that no map has
 */
export function groundTileOf(tiles: GroundTileMaker, job: GroundedJob, at: GroundAddress): Promise<Uint8Array | null> {
  const layers = groundOf(job)
  const [least, most] = [GROUND_ZOOM_MIN[at.matrix], groundZoomMax(at.matrix, finest(layers))]
  const across = 2 ** at.z
  if (at.z > most || at.x >= across || at.y >= across) {
    throw new Refusal('NOT_FOUND', `There are tiles of the ground of zoom ${least} to ${most}.`)
  }
  return at.z < least ? Promise.resolve(null) : tiles.ground([fileOf(job)], at, job)
}
