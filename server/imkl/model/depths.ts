/** How deep a line lies, and how that is known. RD New metres. */
import type { Position } from '../../geometry/geometry.ts'
import type { Row } from './layers.ts'
import type { ResultFeature } from './result.ts'

export interface KnownDepth {
  /** Metres below the surface; null: nobody says */
  depth: number | null
  /** object: the cable's own; measured: a measurement nearby; standard: usual in that network */
  depthFrom: 'object' | 'measured' | 'standard' | null
}

/** A measured depth tells of a place when it was taken this near to it. */
export const MEASURED_NEAR_M = 5
/** Those that MeasuredDepths takes of a feature of the layer `diepte`. */
export const DEPTH_COLUMNS = ['diepte_m', 'net_id']

export class MeasuredDepths {
  readonly #byNetwork = new Map<unknown, { xy: Position; depth: number }[]>()

  /** @param feature of the layer `diepte`, with the cells of DEPTH_COLUMNS */
  add(feature: ResultFeature): void {
    const { geometry, cells } = feature
    const [depth, net] = cells
    if (geometry?.type !== 'Point' || typeof depth !== 'number') return
    const known = this.#byNetwork.get(net)
    if (known) known.push({ xy: geometry.xy, depth })
    else this.#byNetwork.set(net, [{ xy: geometry.xy, depth }])
  }

  /** What the object says of itself counts most, then the nearest measurement in the same network, then what is usual there. */
  at(row: Row, xy: Position): KnownDepth {
    if (typeof row.diepte_m === 'number') return { depth: row.diepte_m, depthFrom: 'object' }
    const inNetwork = typeof row.net_id === 'string' ? (this.#byNetwork.get(row.net_id) ?? []) : []
    let nearest: number | undefined
    let nearestM = MEASURED_NEAR_M
    for (const one of inNetwork) {
      const away = Math.hypot(one.xy[0] - xy[0], one.xy[1] - xy[1])
      if (away > nearestM || (nearest !== undefined && away === nearestM)) continue
      nearest = one.depth
      nearestM = away
    }
    if (nearest !== undefined) return { depth: nearest, depthFrom: 'measured' }
    if (typeof row.standaard_diepte_m === 'number') return { depth: row.standaard_diepte_m, depthFrom: 'standard' }
    return { depth: null, depthFrom: null }
  }
}
