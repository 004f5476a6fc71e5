/** A result as vector tiles, and the style they are drawn by. */

import { boxInDegrees } from '../../../exports/formats/output-crs.ts'
import { type MapStyle, mapStyle, type Reader, type Scheme } from '../../../exports/styling/map/style.ts'
import { TILE_LAYERS, TILE_ZOOM, type TileAddress } from '../../../exports/tiles/map-tiles.ts'
import { DRAW_ORDER } from '../../../imkl/look/styles.ts'
import type { Requester } from '../../../platform/fair-limit.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller, Compute } from '../../services.ts'
import { groundBelow } from '../ground/serve-ground.ts'
import type { ServedFile } from '../rows/results-of-company.ts'
import { type ResultServices, shownFile, type WithHead } from '../whole-result.ts'
import { fileOf, nameOf } from './serve-layers.ts'

export { type Reader, SCHEMES, type Scheme } from '../../../exports/styling/map/style.ts'

type TileServices = ResultServices & Pick<Compute, 'tiles'>

export type TiledJob = Pick<ServedFile, 'jobId' | 'reference' | 'revision' | 'path' | 'sha256' | 'ground'> & Requester

/** @throws Refusal NOT_FOUND when there is no such job, or nothing of it has come; as shownFile */
export async function tiledJob(
  services: ResultServices,
  { companyId, signal }: Caller,
  jobId: string,
): Promise<TiledJob> {
  const result = await shownFile(services, companyId, jobId)
  if (!result) throw new Refusal('NOT_FOUND', 'There is no result of a job with this id.')
  return { ...result, companyId, signal }
}

/**
 * @returns a Mapbox Vector Tile packed by gzip, or null when nothing lies there
 * @throws Refusal NOT_FOUND for an address that no map has
 */
export function tileOf({ tiles }: TileServices, job: TiledJob, at: TileAddress): Promise<Uint8Array | null> {
  const [z, x, y] = at
  if (z > TILE_ZOOM.max || x >= 2 ** z || y >= 2 ** z) {
    throw new Refusal('NOT_FOUND', `There are tiles of zoom ${TILE_ZOOM.min} to ${TILE_ZOOM.max}.`)
  }
  return z < TILE_ZOOM.min ? Promise.resolve(null) : tiles.tile(fileOf(job), at, job)
}

const NETHERLANDS = [3.2, 50.7, 7.3, 53.6] as const

/** [west, south, east, north] in degrees */
function boundsOf({ head }: WithHead<TiledJob>): readonly [number, number, number, number] {
  if (!head.extent) return NETHERLANDS
  const [minX, minY, maxX, maxY] = head.extent
  return boxInDegrees({ minX, minY, maxX, maxY })
}

const NEAR_ZOOM = 15

const centerOf = ([west, south, east, north]: readonly [number, number, number, number]) =>
  [(west + east) / 2, (south + north) / 2] as const

const titleOf = (job: WithHead<TiledJob>): string => `KLIC ${nameOf({ ...job, summary: job.head })}`

/**
 * TileJSON 3.0.0, and beside what that knows the ground below: its own, `coming` while it is on its way, or null.
 * @param address of the tiles, with {z}, {x} and {y}
 * @param groundAddress of those of the ground
 */
export function tileJson(job: WithHead<TiledJob>, address: string, groundAddress: string) {
  const bounds = boundsOf(job)
  return {
    tilejson: '3.0.0',
    name: titleOf(job),
    attribution: 'KLIC, Kadaster',
    scheme: 'xyz',
    tiles: [address],
    minzoom: TILE_ZOOM.min,
    maxzoom: TILE_ZOOM.max,
    bounds,
    center: [...centerOf(bounds), NEAR_ZOOM],
    ground: groundBelow(job, groundAddress),
    vector_layers: DRAW_ORDER.map((id) => ({
      id,
      minzoom: TILE_LAYERS[id].from,
      maxzoom: TILE_ZOOM.max,
      fields: Object.fromEntries(TILE_LAYERS[id].columns.map((column) => [column, ''])),
    })),
  }
}

/** The result is got ready beside it: who asks for the style asks for tiles next. */
export function styleOf(
  { tiles }: TileServices,
  job: WithHead<TiledJob>,
  look: { scheme: Scheme; reader: Reader },
  addresses: { tiles: string; sprite: string; glyphs: string },
): MapStyle {
  tiles.prepare(fileOf(job), job)
  const center = centerOf(boundsOf(job))
  return mapStyle({ name: titleOf(job), ...addresses, ...look, latitude: center[1], center, zoom: NEAR_ZOOM })
}
