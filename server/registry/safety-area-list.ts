/**
 * Safety areas (veiligheidsgebieden): a request for a piece of one gets no delivery, its manager does. The registry gives
 * their outlines over REST to those to whom it has granted that; they are kept with the day on which they were given.
 */
import { extentsMeet } from '../geometry/flat.ts'
import type { Extent, RdPolygon, Ring } from '../geometry/geometry.ts'
import { contactOf, extentOfRing, type MmRing, mmRing, sideOfRing } from '../geometry/plane.ts'
import type { Warning } from './warnings.ts'

/** More is no list of the Netherlands: none of it is kept. */
export const MAX_SAFETY_AREAS = 5_000
export const MAX_SAFETY_POSITIONS = 50_000

/** How asking for the list ended. */
export const SAFETY_LIST_ENDS = [
  'listed',
  /** 401, 403 or 404: the registry grants it on request. */
  'not_granted',
  /** No credentials, or somebody has to log in: the registry was not asked for it. */
  'no_access',
  /** It lies on a host that gets no token from us. */
  'host_not_allowed',
  'unavailable',
  'unreadable',
] as const
export type SafetyListEnd = (typeof SAFETY_LIST_ENDS)[number]

/** RD New, metres; of each area its rings, the outline first. */
export type SafetyAreas = readonly (readonly Ring[])[]

export interface ReadSafetyAreas {
  areas: SafetyAreas
  /** What was no area in the Netherlands. */
  leftOut: number
}

/** As it is kept, and goes into the survey of an area: `listedOn` is a Dutch day. */
export interface KeptSafetyAreas {
  listedOn: string
  areas: SafetyAreas
}

interface Outline {
  ring: MmRing
  extent: Extent
}

const outlineOf = (ring: Ring): Outline => {
  const flat = mmRing(ring)
  return { ring: flat, extent: extentOfRing(flat) }
}

/** Whether two borders have a position in common. */
const cross = (a: Outline, b: Outline): boolean => {
  if (!extentsMeet(a.extent, b.extent)) return false
  const [p, q] = [a.ring, b.ring]
  for (let i = 0, j = p.length - 2; i < p.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [p[j]!, p[j + 1]!, p[i]!, p[i + 1]!]
    const side = { minX: Math.min(ax, bx), minY: Math.min(ay, by), maxX: Math.max(ax, bx), maxY: Math.max(ay, by) }
    if (!extentsMeet(side, b.extent)) continue
    for (let k = 0, l = q.length - 2; k < q.length; l = k, k += 2) {
      if (contactOf(ax, ay, bx, by, q[l]!, q[l + 1]!, q[k]!, q[k + 1]!) !== 'none') return true
    }
  }
  return false
}

const holds = ({ ring, extent }: Outline, x: number, y: number): boolean =>
  x >= extent.minX && x <= extent.maxX && y >= extent.minY && y <= extent.maxY && sideOfRing(ring, x, y) >= 0

/** A border in common counts: the registry's own rule is that even a corner does. */
export const touchesSafetyArea = (areas: SafetyAreas, polygons: readonly RdPolygon[]): boolean => {
  const parts = polygons.flatMap(({ rings }) => rings.slice(0, 1).map(outlineOf))
  return areas.some((rings) => {
    const own = rings.map(outlineOf)
    return parts.some((part) => {
      if (own[0] === undefined || !extentsMeet(own[0].extent, part.extent)) return false
      if (own.some((ring) => cross(part, ring))) return true
      // No border is crossed: one lies within the other, and not in a hole of it.
      const [x, y] = part.ring as [number, number]
      const within = own.filter((ring) => holds(ring, x, y)).length
      return within % 2 === 1 || holds(part, own[0].ring[0]!, own[0].ring[1]!)
    })
  })
}

export const safetyWarnings = (kept: KeptSafetyAreas, polygons: readonly RdPolygon[]): Warning[] =>
  touchesSafetyArea(kept.areas, polygons)
    ? [
        {
          code: 'SAFETY_AREA',
          message: `What is asked for touches a safety area (veiligheidsgebied) on the registry's list of ${kept.listedOn}: of each notification that touches one the delivery goes to the area's manager, who decides what the applicant receives.`,
        },
      ]
    : []
