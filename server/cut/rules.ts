/**
 * What the user does not want to be asked for, beyond the registry's own rules, and whether a part keeps to it. A part
 * may reach beyond the area where its pieces are joined, its holes filled or its outline made simpler.
 *
 * Judged with the polygon-clipping library on millimetres counted from the tile's corner, where its doubles are good to
 * far less than a millimetre. When it can't tell, the answer is no: that costs a part, never a broken promise.
 */
import polygonClipping from 'polygon-clipping'
import { passesEast, squaredDistance } from '../geometry/flat.ts'
import { doubleArea, type MmRing, mmRings } from '../geometry/plane.ts'
import type { CutRules } from './cut-rules.ts'
import type { Tile } from './strips.ts'

/** A part's outline is rounded to whole millimetres, and one on a cut line by up to one more. */
const ROUNDING_MM = 5
/** Strips thinner than this are rounding. */
const THIN_MM = 2
/** Squares work at for one part, after which the answer is no. */
const MAX_WORK = 6000

type Polygons = [number, number][][][]

export interface Allowance {
  /** @param outline of a part; @param rings of the area inside its tile */
  permits(outline: MmRing, rings: readonly MmRing[], tile: Tile): boolean
}

/** @returns undefined when everything inside a tile may be asked for */
export const allowanceOf = ({ maxExtraM, keepOut = [] }: CutRules): Allowance | undefined => {
  if (maxExtraM === undefined && keepOut.length === 0) return undefined
  const forbidden = keepOut.map(mmRings)
  return {
    permits(outline, rings, tile) {
      try {
        const extra = extraOf(outline, rings, tile)
        if (forbidden.some((area) => meets(extra, fromCorner(area, tile)))) return false
        return maxExtraM === undefined || isNear(extra, rings, tile, maxExtraM * 1000 + ROUNDING_MM)
      } catch {
        return false
      }
    },
  }
}

const fromCorner = (rings: readonly MmRing[], { x0, y0 }: Tile): [number, number][][] =>
  rings.map((ring) => {
    const points: [number, number][] = []
    for (let i = 0; i < ring.length; i += 2) points.push([ring[i]! - x0, ring[i + 1]! - y0])
    return points
  })

/** What the outline holds beyond the area, without strips that rounding made. */
const extraOf = (outline: MmRing, rings: readonly MmRing[], tile: Tile): Polygons => {
  const pieces = fromCorner(rings, tile)
  // Outlines and holes take turns from outside to inside, so the area is where an odd number of rings lies around.
  const [first, ...others] = pieces.map((ring) => [ring])
  const area = first ? polygonClipping.xor(first, ...others) : []
  const extra = polygonClipping.difference([fromCorner([outline], tile)[0]!], area) as Polygons
  return extra.filter((polygon) => !isThin(polygon))
}

const meets = (extra: Polygons, area: [number, number][][]): boolean =>
  extra.length > 0 && polygonClipping.intersection(extra, area).some((polygon) => !isThin(polygon as Polygons[number]))

const isThin = (polygon: Polygons[number]): boolean => {
  let twice = 0
  let length = 0
  for (const ring of polygon) {
    twice += doubleArea(ring.flat())
    for (let i = 0; i + 1 < ring.length; i++) {
      const [[ax, ay], [bx, by]] = [ring[i]!, ring[i + 1]!]
      length += Math.hypot(bx - ax, by - ay)
    }
  }
  return Math.abs(twice) <= THIN_MM * length
}

/** Whether no position of the extra is farther than `mostMm` from the area; squares are halved until that is certain. */
const isNear = (extra: Polygons, rings: readonly MmRing[], tile: Tile, mostMm: number): boolean => {
  const area = fromCorner(rings, tile)
  let work = 0
  const isFine = (polygon: Polygons[number], x: number, y: number, half: number): boolean => {
    if (++work > MAX_WORK) return false
    const reach = half * Math.SQRT2
    const inExtra = isInside(polygon, x, y)
    if (!inExtra && distanceTo(polygon, x, y) >= reach) return true
    // Inside the extra, so outside the area: its rings are what is nearest.
    const distance = isInside(area, x, y) ? 0 : distanceTo(area, x, y)
    if (distance + reach <= mostMm) return true
    if ((inExtra && distance > mostMm) || half < 1) return false
    const next = half / 2
    return (
      isFine(polygon, x - next, y - next, next) &&
      isFine(polygon, x + next, y - next, next) &&
      isFine(polygon, x - next, y + next, next) &&
      isFine(polygon, x + next, y + next, next)
    )
  }
  return extra.every((polygon) => {
    const xs = polygon[0]!.map(([x]) => x)
    const ys = polygon[0]!.map(([, y]) => y)
    const [minX, maxX, minY, maxY] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    return isFine(polygon, (minX + maxX) / 2, (minY + maxY) / 2, Math.max(maxX - minX, maxY - minY) / 2)
  })
}

const isInside = (rings: readonly (readonly [number, number])[][], x: number, y: number): boolean => {
  let inside = false
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      if (passesEast(x, y, ...ring[j]!, ...ring[i]!)) inside = !inside
    }
  }
  return inside
}

const distanceTo = (rings: readonly (readonly [number, number])[][], x: number, y: number): number => {
  let least = Infinity
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      least = Math.min(least, squaredDistance(x, y, ...ring[j]!, ...ring[i]!))
    }
  }
  return Math.sqrt(least)
}
