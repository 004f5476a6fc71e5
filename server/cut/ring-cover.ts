/**
 * A cover of a road that comes back to where it began, found by a greedy way round it (ring-road.ts). Where the first
 * square begins settles whether the last one has to come back for a rest, so many beginnings are tried, all within the
 * first square's reach: who begins farther on begins where some later square did.
 *
 *      ┌─────┐─────┐
 *      │  ▂▂▂│▂▂   │        The open sides of the road are taken in the order of the road, up to the first that does
 *      │ ▞   │  ▚▖ │        not fit; as much of that as fits; then what the square covers is no longer open.
 *      └▐────┘───▝▖┘
 *       ▐         ▐
 *
 * Only the sides are followed, in doubles: whoever takes the squares sees to it that they cover the area.
 */
import type { MmRing } from '../domain/geometry/plane.ts'
import { alongOutline, between, contains, greedyAlong, type Piece, squareFrom } from './ring-road.ts'
import type { Tile } from './strips.ts'

/** Beginnings on each piece. */
const BEGINNINGS = [0, 0.25, 0.5, 0.75]

/**
 * @param rings an outline and the one hole in it; @param fewer than this many squares
 * @param isCover judges squares that cover all sides. @returns the first that pass
 */
export const ringCover = (
  [outline, hole]: readonly MmRing[],
  side: number,
  fewer: number,
  isCover: (squares: Tile[]) => Tile[] | undefined,
): Tile[] | undefined => {
  const [x, y] = [outline![0]!, outline![1]!]
  const road = alongOutline(outline!, hole!, side)
  if (!road) return undefined
  const first = squareFrom(road, side)
  const reach = road.findIndex((piece) => !contains(first, piece.bx, piece.by))
  for (let k = 0; k < (reach < 0 ? road.length : reach); k++) {
    for (const share of BEGINNINGS) {
      const { squares, opens } = greedyAlong(begunAt(road, k, share), side, fewer - 1)
      if (opens.at(-1)!.length > 0) continue
      const cover = isCover(squares.map(({ x0, y0, x1, y1 }) => ({ x0: x0 + x, y0: y0 + y, x1: x1 + x, y1: y1 + y })))
      if (cover) return cover
    }
  }
  return undefined
}

const begunAt = (road: readonly Piece[], k: number, share: number): Piece[] => {
  const here = road[k]!
  const rest = [...road.slice(k + 1), ...road.slice(0, k)]
  return share === 0 ? [here, ...rest] : [between(here, share, 1), ...rest, between(here, 0, share)]
}
