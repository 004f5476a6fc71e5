/** Merges the versions of one area from several deliveries: where they differ, their union. RD New metres. */
import polygonClipping, { type MultiPolygon } from 'polygon-clipping'
import { hasTooManyCrossings } from './crossings.ts'

/** polygons -> rings -> flat coordinates; closed */
export type Polygons = readonly (readonly (readonly number[])[])[]
type NestedRings = MultiPolygon

/**
 * @param versions one per delivery, in the order of the deliveries
 * @returns `isRepaired`: no union could be made of them, and all stand side by side (more area, never less)
 */
export function mergePolygons(versions: readonly Polygons[]): { polygons: Polygons; isRepaired: boolean } {
  const distinct: Polygons[] = []
  const seen = new Set<string>()
  for (const version of versions) {
    const key = JSON.stringify(version)
    if (!seen.has(key)) distinct.push(version)
    seen.add(key)
  }
  if (distinct.length === 1) return { polygons: distinct[0]!, isRepaired: false }
  if (hasTooManyCrossings(distinct.flat(2))) return { polygons: distinct.flat(), isRepaired: true }
  try {
    const [first, ...others] = distinct.map(nest)
    const polygons = polygonClipping.union(first!, ...others).map((rings) => rings.map((ring) => ring.flat()))
    return { polygons, isRepaired: false }
  } catch {
    // The clipper gives up on some self-touching rings.
    return { polygons: distinct.flat(), isRepaired: true }
  }
}

const nest = (polygons: Polygons): NestedRings =>
  polygons.map((rings) =>
    rings.map((flat) => {
      const ring: [number, number][] = []
      for (let i = 0; i < flat.length; i += 2) ring.push([flat[i]!, flat[i + 1]!])
      return ring
    }),
  )
