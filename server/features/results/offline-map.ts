/** The offline map that a company has set: what it is, and its tiles. */

import type { TileAddress } from '../../exports/tiles/map-tiles.ts'
import { type OfflineMapFacts, type OfflineMapFault, OfflineMapUnusable } from '../../exports/tiles/offline-map.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller, Needs } from '../needs.ts'
import { effectiveSettings } from '../settings/rows.ts'

export type OfflineMapState =
  | { state: 'none' }
  | { state: 'unusable'; fault: OfflineMapFault }
  | { state: 'ready'; facts: OfflineMapFacts }

type MapNeeds = Pick<Needs, 'store' | 'offlineMaps' | 'operator'>

const fileOf = async (needs: MapNeeds, { companyId }: Caller): Promise<string | null> =>
  (await effectiveSettings(needs, companyId))['maps.offline_file']

export async function offlineMap(needs: MapNeeds, caller: Caller): Promise<OfflineMapState> {
  const file = await fileOf(needs, caller)
  if (file === null) return { state: 'none' }
  try {
    return { state: 'ready', facts: await needs.offlineMaps.facts(file, caller) }
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
  needs: MapNeeds,
  caller: Caller,
  at: TileAddress,
): Promise<{ bytes: Uint8Array | null; facts: OfflineMapFacts }> {
  const file = await fileOf(needs, caller)
  if (file === null) throw new Refusal('NOT_FOUND', 'There is no offline map.')
  try {
    const facts = await needs.offlineMaps.facts(file, caller)
    const [z, x, y] = at
    const isThere = z >= facts.minZoom && z <= facts.maxZoom && x < 2 ** z && y < 2 ** z
    return { bytes: isThere ? await needs.offlineMaps.tile(file, at, caller) : null, facts }
  } catch (error) {
    if (!(error instanceof OfflineMapUnusable)) throw error
    throw new Refusal('NOT_FOUND', 'The file of the offline map can’t be read now.', { cause: error })
  }
}
