/** The offline map that a company has set: what it is, its tiles, and the file that comes through the window. */

import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { TileAddress } from '../../../exports/tiles/map-tiles.ts'
import {
  MAX_MAP_BYTES,
  type OfflineMapFacts,
  type OfflineMapFault,
  OfflineMapUnusable,
} from '../../../exports/tiles/offline-map.ts'
import { ownPlaces } from '../../../platform/fair-limit.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { atMost, writeTemporary } from '../../kept-files.ts'
import type { Caller, Compute, Database, Files, Permitted } from '../../services.ts'
import { checkOfflineFile, setByOperator } from '../../settings/change-settings.ts'
import { effectiveSettings, setSetting } from '../../settings/rows.ts'

export type OfflineMapState =
  | { state: 'none' }
  | { state: 'unusable'; fault: OfflineMapFault }
  | { state: 'ready'; facts: OfflineMapFacts }

type MapServices = Database & Pick<Compute, 'offlineMaps'>

const fileOf = async (services: MapServices, { companyId }: Caller): Promise<string | null> =>
  (await effectiveSettings(services, companyId))['maps.offline_file']

export async function offlineMap(services: MapServices, caller: Caller): Promise<OfflineMapState> {
  const file = await fileOf(services, caller)
  if (file === null) return { state: 'none' }
  try {
    return { state: 'ready', facts: await services.offlineMaps.facts(file, caller) }
  } catch (error) {
    if (error instanceof OfflineMapUnusable) return { state: 'unusable', fault: error.fault }
    throw error
  }
}

/**
 * @returns null when nothing lies there
 * @throws Refusal NOT_FOUND when there is no map, or its file can't be read now
 */
export async function offlineTile(
  services: MapServices,
  caller: Caller,
  at: TileAddress,
): Promise<{ bytes: Uint8Array | null; facts: OfflineMapFacts }> {
  const file = await fileOf(services, caller)
  if (file === null) throw new Refusal('NOT_FOUND', 'There is no offline map.')
  try {
    const facts = await services.offlineMaps.facts(file, caller)
    const [z, x, y] = at
    const isThere = z >= facts.minZoom && z <= facts.maxZoom && x < 2 ** z && y < 2 ** z
    return { bytes: isThere ? await services.offlineMaps.tile(file, at, caller) : null, facts }
  } catch (error) {
    if (!(error instanceof OfflineMapUnusable)) throw error
    throw new Refusal('NOT_FOUND', 'The file of the offline map can’t be read now.', { cause: error })
  }
}

const FILE = 'maps.offline_file'
const UPLOADS_AT_ONCE = 1
const inPlace = ownPlaces<OfflineMapState>(UPLOADS_AT_ONCE)

/**
 * Takes a file as the map once it is whole and one; until then the former stays. On a server for others the map is its
 * operator's, for all companies.
 * @throws Refusal PERMISSION_DENIED; PAYLOAD_TOO_LARGE; VALIDATION_FAILED when it is none
 */
export const takeMapFile = async (
  services: MapServices & Database & Files,
  caller: Permitted<'admin'>,
  body: Readable,
): Promise<OfflineMapState> => {
  if (services.operator) throw setByOperator([FILE])
  const { companyId } = caller
  return inPlace(caller, async () => {
    const folder = join(services.dataDir, 'maps', companyId)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `own-${services.ids.make('map')}`
    const path = join(folder, name)
    try {
      await writeTemporary(services.room, path, body, atMost(MAX_MAP_BYTES, tooLarge))
      await checkOfflineFile(services.offlineMaps, path, caller)
      await services.store.transaction({ company: companyId }, (trx) => setSetting(trx, companyId, FILE, path))
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    for (const other of await readdir(folder)) {
      if (other !== name) await rm(join(folder, other), { force: true })
    }
    return offlineMap(services, caller)
  })
}

const tooLarge = (): Refusal =>
  new Refusal('PAYLOAD_TOO_LARGE', `A map of at most ${MAX_MAP_BYTES / 1024 ** 3} GiB is taken.`)
