/**
 * The information polygon of a GRAAF part: the part and all within a number of metres of it, about which information
 * is asked for without digging there. Source: Kadaster KLIC B2B, informatiePolygoon: it contains the part (GEO0022),
 * reaches nowhere more than 100 m beyond it (GEO0023), is at most 500 x 500 m, and has at most 200 positions.
 *
 * Each position of the part becomes a square of twice the buffer, so that the extent grows by the buffer on each side
 * and no more; corners lie a factor root 2 farther, which is why the buffer ends at 70 m.
 */
import polygonClipping from 'polygon-clipping'
import { isSimple } from '../../geometry/contacts.ts'
import type { RdPolygon } from '../../geometry/geometry.ts'
import { doubleArea, hullOf, type MmRing, metreRing, mmRings, withoutStraights } from '../../geometry/plane.ts'

/** The closing one counted. */
const MAX_POSITIONS = 200

type Points = [number, number][]

/** @param part one ring; @param bufferM more than 0, at most MAX_INFO_BUFFER_M (registry-limits.ts), whole millimetres. @returns one ring */
export const informationAreaOf = (part: RdPolygon, bufferM: number): RdPolygon => {
  const ring = mmRings(part)[0]!
  const by = Math.round(bufferM * 1000)
  const wide = widened(ring, by)
  const few = wide && wide.length / 2 < MAX_POSITIONS && isSimple(wide) ? wide : hullOf(squaresAt(ring, by))
  return { crs: 'EPSG:28992', rings: [metreRing(few)] }
}

const squaresAt = (ring: MmRing, by: number): number[] => {
  const corners: number[] = []
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y] = [ring[i]!, ring[i + 1]!]
    corners.push(x - by, y - by, x + by, y - by, x + by, y + by, x - by, y + by)
  }
  return corners
}

/** What a square sweeps along each side, with the part itself; gaps inside are filled. */
const widened = (ring: MmRing, by: number): number[] | undefined => {
  const [x0, y0] = [ring[0]!, ring[1]!]
  const points = (flat: MmRing): Points => {
    const list: Points = []
    for (let i = 0; i < flat.length; i += 2) list.push([flat[i]! - x0, flat[i + 1]! - y0])
    return list
  }
  const swept: [Points][] = []
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length
    swept.push([points(hullOf(squaresAt([ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!], by)))])
  }
  const union = polygonClipping.union([points(ring)], ...swept)
  if (union.length !== 1) return undefined
  const outline = union[0]![0]!.slice(0, -1).flatMap(([x, y]) => [Math.round(x) + x0, Math.round(y) + y0])
  const straight = withoutStraights(outline)
  return doubleArea(straight) > 0 ? straight : undefined
}
