/** A file for the offline map that comes through the window, and is kept in the data folder. */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { MAX_MAP_BYTES } from '../../exports/tiles/offline-map.ts'
import { ownPlaces } from '../../platform/fair-limit.ts'
import { Refusal } from '../../platform/refusal.ts'
import { atMost, writeTemporary } from '../kept-files.ts'
import type { Caller, Needs } from '../needs.ts'
import { checkOfflineFile, setByOperator } from '../settings/change-settings.ts'
import { setSetting } from '../settings/rows.ts'
import { type OfflineMapState, offlineMap } from './offline-map.ts'

const FILE = 'maps.offline_file'
const UPLOADS_AT_ONCE = 1
const inPlace = ownPlaces<OfflineMapState>(UPLOADS_AT_ONCE)

type MapNeeds = Pick<Needs, 'store' | 'offlineMaps' | 'operator' | 'clock' | 'ids' | 'room'> & {
  readonly dataDir: string
}

/** On a server for others the map is its operator's, for all companies. @throws Refusal PERMISSION_DENIED */
const refuseOthers = ({ operator }: Pick<Needs, 'operator'>): void => {
  if (operator) throw setByOperator([FILE])
}

const folderOf = ({ dataDir }: MapNeeds, { companyId }: Caller): string => join(dataDir, 'maps', companyId)

const show = ({ store }: MapNeeds, { companyId }: Caller, path: string): Promise<void> =>
  store.transaction({ company: companyId }, (trx) => setSetting(trx, companyId, FILE, path))

/**
 * Takes a file as the map once it is whole and one; until then the former stays.
 * @throws Refusal PERMISSION_DENIED; PAYLOAD_TOO_LARGE; VALIDATION_FAILED when it is none
 */
export const takeMapFile = async (needs: MapNeeds, caller: Caller, body: Readable): Promise<OfflineMapState> => {
  refuseOthers(needs)
  return inPlace(caller, async () => {
    const folder = folderOf(needs, caller)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `own-${needs.ids.make('map')}`
    const path = join(folder, name)
    try {
      await writeTemporary(needs, path, body, atMost(MAX_MAP_BYTES, tooLarge))
      await checkOfflineFile(needs.offlineMaps, path, caller)
      await show(needs, caller, path)
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    for (const other of await readdir(folder)) {
      if (other !== name) await rm(join(folder, other), { force: true })
    }
    return offlineMap(needs, caller)
  })
}

const tooLarge = (): Refusal =>
  new Refusal('PAYLOAD_TOO_LARGE', `A map of at most ${MAX_MAP_BYTES / 1024 ** 3} GiB is taken.`)
