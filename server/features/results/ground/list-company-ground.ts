/** The base map of a company: all base maps that it was delivered, to draw a new area on without a network. */

import { boxInDegrees } from '../../../exports/formats/output-crs.ts'
import {
  COMPANY_ZOOM_MIN,
  extentOfTile,
  GROUND_TILE,
  type GroundAddress,
  type GroundMatrix,
  groundZoomMax,
} from '../../../exports/tiles/ground-tile-grid.ts'
import type { SealedResult } from '../../../exports/tiles/map-tiles.ts'
import type { Extent } from '../../../geometry/geometry.ts'
import { isPreliminary } from '../../../imkl/model/preliminary.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { requeueDamagedArtifact } from '../../jobs/rows/artifacts.ts'
import type { Caller, Compute, Registry } from '../../services.ts'
import { effectiveSettings } from '../../settings/rows.ts'
import { wantPreliminaryAgain } from '../rows/preliminary.ts'
import type { ResultServices } from '../whole-result.ts'
import { cellsOf, groundOfCompany, type SheetOfCompany, sheetsIn } from './sheet-rows.ts'

type GroundServices = ResultServices & Pick<Compute, 'tiles'>

/** As fine as most deliveries. */
const TOWN_PER_METRE = 14

const NOWHERE = [3.2, 50.7, 7.3, 53.6] as const

const environmentOf = async (services: GroundServices, { companyId }: Caller) =>
  (await effectiveSettings(services, companyId))['registry.environment']

/**
 * TileJSON 3.0.0, and beside what that knows how many results it is made of, and how many of them are left out because their
 * file is damaged. A company that was delivered none has tiles of which each is empty.
 * @param address of the tiles, with {z}, {x} and {y}
 */
export async function companyTileJson(services: GroundServices, caller: Caller, matrix: GroundMatrix, address: string) {
  const found = await groundOfCompany(services.store.db, caller.companyId, await environmentOf(services, caller))
  const [minX, minY, maxX, maxY] = found?.extent ?? [0, 0, 0, 0]
  return {
    tilejson: '3.0.0',
    name: 'Ondergrond van alle leveringen',
    attribution: 'BGT, KLIC, Kadaster',
    scheme: 'xyz',
    tiles: [address],
    tileSize: GROUND_TILE,
    minzoom: COMPANY_ZOOM_MIN[matrix],
    maxzoom: groundZoomMax(matrix, found?.finest ?? 1),
    bounds: found ? boxInDegrees({ minX, minY, maxX, maxY }) : NOWHERE,
    results: found?.results ?? 0,
    left_out: found?.damaged ?? 0,
    ...(matrix === 'rd' && { crs: 'EPSG:28992' }),
  }
}

/**
 * What a tile is made of: the newest results that show in it, whose files are whole. One that is not is made again, and the
 * tile is drawn without it.
 * @returns in the order in which they are drawn
 * @throws Refusal NOT_FOUND for an address that no map has
 */
export async function companyTileSources(
  services: GroundServices,
  caller: Caller,
  at: GroundAddress,
): Promise<SealedResult[]> {
  refuseBeyond(at, 24)
  if (at.z < COMPANY_ZOOM_MIN[at.matrix]) return []
  const box = extentOfTile(at)
  const environment = await environmentOf(services, caller)
  let sheets = await sheetsIn(services.store.db, caller.companyId, environment, cellsOf(box))
  for (;;) {
    const shown = shownIn(box, sheets.map(asPicture))
    const files = shown.map((name) => sheets.find(({ artifactId }) => artifactId === name)!)
    const damaged = await damagedOf(services, files)
    if (damaged.size === 0) return files.map(({ path, sha256 }) => ({ key: path, sha256 }))
    sheets = sheets.filter(({ artifactId }) => !damaged.has(artifactId))
  }
}

const asPicture = ({ artifactId, extent: [minX, minY, maxX, maxY] }: SheetOfCompany) => ({
  name: artifactId,
  extent: { minX, minY, maxX, maxY },
})

async function damagedOf(
  { store, storage, nudge }: GroundServices,
  files: readonly SheetOfCompany[],
): Promise<Set<string>> {
  const damaged = new Set<string>()
  for (const { artifactId, jobId, revision, path: key, sha256, bytes } of files) {
    if (await storage.isIntact({ key, sha256, bytes })) continue
    await (isPreliminary(revision)
      ? wantPreliminaryAgain(store.db, jobId)
      : requeueDamagedArtifact(store.db, artifactId))
    damaged.add(artifactId)
  }
  if (damaged.size > 0) nudge()
  return damaged
}

/**
 * The simulator's town, for a demonstration without a network.
 * @returns null farther away than such a map is drawn for
 * @throws Refusal NOT_FOUND while another registry is in force, and for an address that no map has
 * @throws TryLater while the simulator does not answer
 */
export async function townTile(
  services: GroundServices & Registry,
  caller: Caller,
  at: Omit<GroundAddress, 'matrix'>,
): Promise<Uint8Array | null> {
  const { simulator } = services
  if (!simulator || (await environmentOf(services, caller)) !== 'simulator')
    throw new Refusal('NOT_FOUND', 'The invented town is there only while the registry is the simulator.')
  refuseBeyond(at, groundZoomMax('mercator', TOWN_PER_METRE))
  return at.z < COMPANY_ZOOM_MIN.mercator ? null : simulator.town(at, caller)
}

function refuseBeyond({ z, x, y }: Omit<GroundAddress, 'matrix'>, most: number): void {
  if (z > most || x >= 2 ** z || y >= 2 ** z) throw new Refusal('NOT_FOUND', 'No map has a tile with this address.')
}

/** @returns a PNG, or null when nothing lies there */
export const companyTile = async (
  { tiles }: GroundServices,
  caller: Caller,
  sources: readonly SealedResult[],
  at: GroundAddress,
): Promise<Uint8Array | null> => (sources.length === 0 ? null : tiles.ground(sources, at, caller))

/** Along a side of what is looked at: what shows in none of these squares is not drawn. */
const SQUARES = 32
/** A tile of the farthest zoom over a street that is dug every month. */
const MAX_DRAWN = 40

/**
 * Where pictures overlap the newest is on top, and one that is wholly hidden is left out: a tile of a much-dug street costs little.
 * @param pictures the newest first
 * @returns names of what shows in the box, in the order in which they are drawn: the oldest first
 */
export function shownIn(box: Extent, pictures: readonly { name: string; extent: Extent }[]): string[] {
  const open = new Uint8Array(SQUARES * SQUARES).fill(1)
  const names = new Set<string>()
  const [width, height] = [(box.maxX - box.minX) / SQUARES, (box.maxY - box.minY) / SQUARES]
  for (const { name, extent } of pictures) {
    const [left, right] = [(extent.minX - box.minX) / width, (extent.maxX - box.minX) / width]
    const [bottom, top] = [(extent.minY - box.minY) / height, (extent.maxY - box.minY) / height]
    const within = (square: number) => Math.min(SQUARES, Math.max(0, square))
    for (let y = within(Math.floor(bottom)); y < within(Math.ceil(top)); y++)
      for (let x = within(Math.floor(left)); x < within(Math.ceil(right)); x++) {
        if (open[y * SQUARES + x] === 0) continue
        names.add(name)
        if (x >= left && x + 1 <= right && y >= bottom && y + 1 <= top) open[y * SQUARES + x] = 0
      }
    if (names.size >= MAX_DRAWN || !open.includes(1)) break
  }
  return [...names].reverse()
}
