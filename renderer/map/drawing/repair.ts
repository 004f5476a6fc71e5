/**
 * The faults of an outline, and the outline without them. A proposal, never more: people dig by the area, so the
 * change is shown and a person says yes. RD New metres. Pure.
 */
import type { Polygon, Position } from 'geojson'
import { joinPolygons, tidyRing } from './operations.ts'
import { crossingOf, distance, millimetres, surfaceOf } from './shape.ts'

export type Fault = 'unclosed' | 'duplicates' | 'spikes' | 'crossing'

export interface Repair {
  /** How many of each. */
  faults: Partial<Record<Fault, number>>
  /** Where outlines cross. */
  at: Position[]
  /** The repaired outline, largest piece first; empty when nothing is left. */
  pieces: Polygon[]
  /** Square metres: before by its outline, and after. */
  surface: { before: number; after: number }
}

/** Looking at every pair of sides takes too long beyond this; the server finds the crossings of larger ones. */
const MAX_CORNERS = 3000

const crossingsIn = (ring: readonly Position[]): Position[] => {
  if (ring.length > MAX_CORNERS) return []
  const found = new Map<string, Position>()
  for (let side = 0; side + 1 < ring.length; side++) {
    const at = crossingOf(ring, side)
    if (at) found.set(at.map((value) => value.toFixed(3)).join(), at)
  }
  return [...found.values()]
}

/** Null when nothing is broken. */
export const repairOf = (polygon: Polygon): Repair | null => {
  const faults: Record<Fault, number> = { unclosed: 0, duplicates: 0, spikes: 0, crossing: 0 }
  const at: Position[] = []
  const tidy: Position[][] = []
  for (const given of millimetres(polygon).coordinates) {
    const [first, last] = [given[0], given.at(-1)]
    if (!first || !last) continue
    const isClosed = distance(first, last) < 0.0005
    if (!isClosed) faults.unclosed += 1
    const { ring, duplicates, spikes } = tidyRing(isClosed ? given : [...given, first])
    faults.duplicates += duplicates
    faults.spikes += spikes
    if (ring.length < 4) {
      // Of no width: it runs back over itself.
      faults.spikes += 1
      continue
    }
    at.push(...crossingsIn(ring))
    tidy.push(ring)
  }
  faults.crossing = at.length
  if (Object.values(faults).every((count) => count === 0)) return null
  const repaired: Polygon = { type: 'Polygon', coordinates: tidy }
  const pieces = tidy.length === 0 ? [] : at.length > 0 ? joinPolygons([repaired]) : [repaired]
  return {
    faults: Object.fromEntries(Object.entries(faults).filter(([, count]) => count > 0)),
    at,
    pieces,
    surface: { before: surfaceOf(polygon), after: pieces.reduce((sum, piece) => sum + surfaceOf(piece), 0) },
  }
}
