/** Whether an area seems to lie in another country: the registry's box of the Netherlands reaches far into two. */
import type { Position } from './geometry.ts'
import { NEIGHBOURS, UNIT_M } from './neighbours.ts'
import { extentOfRing, sideOfRing } from './plane.ts'

/** Corners of an area lie close together where there are many: so many of them are asked, evenly. */
const MAX_ASKED = 200

const RINGS = Object.entries(NEIGHBOURS).flatMap(([country, rings]) =>
  rings.map((units) => {
    const ring = units.map((unit) => unit * UNIT_M)
    return { country, ring, box: extentOfRing(ring) }
  }),
)

/**
 * @param ring open; RD New, metres
 * @returns the first of its positions that is certainly in Belgium or Germany, and which it is
 */
export const foundAbroad = (ring: readonly Position[]): { country: string; at: number } | undefined => {
  const step = Math.ceil(ring.length / MAX_ASKED)
  for (let at = 0; at < ring.length; at += step) {
    const [x, y] = ring[at]!.map(Math.round) as [number, number]
    const found = RINGS.find(
      ({ ring, box }) => x > box.minX && x < box.maxX && y > box.minY && y < box.maxY && sideOfRing(ring, x, y) === 1,
    )
    if (found) return { country: found.country, at }
  }
  return undefined
}
