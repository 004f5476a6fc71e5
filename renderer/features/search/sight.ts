/** What the map looks at when a place was found. */
import type { Position } from 'geojson'
import { toDegrees } from '../../map/exact.ts'
import type { Focus } from '../../map/map-layer.ts'

/** What the map is to look at, and where exactly it was, where that is one place. */
export interface Sight extends Focus {
  at?: readonly [number, number]
  /** What it is called. */
  name?: string
}

/** Half the side of what is shown around a place, metres. */
const AROUND_POINT_M = 120
const AROUND_TOWN_M = 1200

/** @param rd RD New, metres. @param reachM of a municipality, how far its places lie from there */
export const sightOf = ([x, y]: Position, isPoint: boolean, name?: string, reachM: number | null = null): Sight => {
  const half = isPoint ? AROUND_POINT_M : AROUND_TOWN_M + (reachM ?? 0)
  const bounds = [...toDegrees([x! - half, y! - half]), ...toDegrees([x! + half, y! + half])] as Focus['bounds']
  return { key: `search:${performance.now()}`, bounds, at: toDegrees([x!, y!]), ...(name && { name }) }
}
