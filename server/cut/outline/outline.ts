/**
 * From the pieces of an area in one tile to the one ring the registry takes: no hole, no contact with itself, at most
 * 49 different positions, inside the tile. The ring may cover more than the pieces, never less.
 *
 * [Note: why nothing is lost] The pieces wind once round each of their points. Filling a hole, rounding outward, adding
 * a bridge, dropping a reflex corner and lengthening sides each add a curve that winds 0 or 1 times. So the last ring
 * winds at least once round each point of the area; and where it is simple, that is to be inside it. Hence only the
 * last ring is checked, and when it is not simple the hull is taken, or the rectangle, which always serves.
 */
import { isSimple } from '../../geometry/contacts.ts'
import { doubleArea, extentOfRing, hullOf, type MmRing, sideOfRing, withoutStraights } from '../../geometry/plane.ts'
import { MAX_PART_POSITIONS } from '../../geometry/registry-limits.ts'
import type { Tile } from '../strips.ts'
import { joinTiles } from './join.ts'
import { simplifyRing } from './simplify.ts'

/** The closing position is one of those that count. */
const MAX_POSITIONS = MAX_PART_POSITIONS - 1

/** With more pieces than this, none is work for inside another. */
const MAX_NESTED = 400

/** @param rings of the area clipped to the tile. @returns undefined when there is nothing in the tile */
export const outlineOf = (rings: readonly MmRing[], tile: Tile): number[] | undefined => {
  const pieces = outermost(rings)
  if (pieces.length === 0) return undefined
  const ring = pieces.length === 1 ? pieces[0] : joinTiles(pieces, tile)
  return (ring && legal(ring, tile)) ?? legal(hullOf(pieces.flat()), tile) ?? rectangleOf(pieces.flat())
}

/** One ring for each piece that lies in no hole of another. */
export const outermost = (rings: readonly MmRing[]): number[][] => {
  const outlines = rings.map(withoutStraights).filter((ring) => ring.length >= 6 && doubleArea(ring) > 0)
  // A fine comb has thousands of teeth, for which only their hull will do: nobody asks which lie in which.
  if (outlines.length > MAX_NESTED) return outlines
  const boxes = outlines.map(extentOfRing)
  return outlines.filter((ring, i) => {
    const [x, y] = [ring[0]!, ring[1]!]
    for (let j = 0; j < boxes.length; j++) {
      const box = boxes[j]!
      if (i === j || x < box.minX || x > box.maxX || y < box.minY || y > box.maxY) continue
      if (isWithin(ring, outlines[j]!)) return false
    }
    return true
  })
}

const legal = (ring: MmRing, tile: Tile): number[] | undefined => {
  const straight = withoutStraights(ring)
  const few = straight.length / 2 <= MAX_POSITIONS ? straight : simplifyRing(straight, MAX_POSITIONS, tile)
  return few && doubleArea(few) > 0 && isSimple(few) ? few : undefined
}

/** Inside the other, as a hole is or what lies in a hole. */
export const isWithin = (ring: MmRing, other: MmRing): boolean => {
  for (let i = 0; i < ring.length; i += 2) {
    const side = sideOfRing(other, ring[i]!, ring[i + 1]!)
    if (side !== 0) return side === 1
  }
  return false
}

const rectangleOf = (points: MmRing): number[] => {
  const { minX, minY, maxX, maxY } = extentOfRing(points)
  return [minX, minY, maxX, minY, maxX, maxY, minX, maxY]
}
