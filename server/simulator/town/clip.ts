/**
 * Cuts the world to the area of a request, as the land registry does: lines and areas are cut and rounded to
 * millimetres, points are in or out. The area is one simple ring of at most some two hundred positions.
 */
import polygonClipping from 'polygon-clipping'
import { passesEast } from '../../geometry/flat.ts'
import type { Position, Ring } from '../../geometry/geometry.ts'
import { doubleArea } from '../../geometry/plane.ts'
import { at, mm } from './streets.ts'

export const isInside = ([x, y]: Position, ring: Ring): boolean => {
  let inside = false
  for (let i = 1; i < ring.length; i += 1) {
    if (passesEast(x, y, ...ring[i - 1]!, ...ring[i]!)) inside = !inside
  }
  return inside
}

/** Where the stretch a-b meets the sides of the ring, as shares of its length in rising order, 0 and 1 included. */
const cuts = (a: Position, b: Position, ring: Ring): number[] => {
  const shares = [0, 1]
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  for (let i = 1; i < ring.length; i += 1) {
    const [cx, cy] = ring[i - 1]!
    const [ex, ey] = [ring[i]![0] - cx, ring[i]![1] - cy]
    const cross = dx * ey - dy * ex
    if (cross === 0) continue
    const share = ((cx - a[0]) * ey - (cy - a[1]) * ex) / cross
    const along = ((cx - a[0]) * dy - (cy - a[1]) * dx) / cross
    if (share > 0 && share < 1 && along >= 0 && along <= 1) shares.push(share)
  }
  return shares.sort((p, q) => p - q)
}

const same = (p: Position, q: Position): boolean => p[0] === q[0] && p[1] === q[1]

/** Stretches of the line inside the ring, in the line's own direction; those that round to nothing are dropped. */
export const clipLine = (line: readonly Position[], ring: Ring): Position[][] => {
  const pieces: Position[][] = []
  let piece: Position[] = []
  const end = (): void => {
    if (piece.length > 1) pieces.push(piece)
    piece = []
  }
  const add = (position: Position): void => {
    const last = piece.at(-1)
    if (!last || !same(last, position)) piece.push(position)
  }
  for (let i = 1; i < line.length; i += 1) {
    const [a, b] = [line[i - 1]!, line[i]!]
    const shares = cuts(a, b, ring)
    const on = (share: number): Position =>
      share === 0 ? a : share === 1 ? b : at(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
    for (let n = 1; n < shares.length; n += 1) {
      const [from, to] = [shares[n - 1]!, shares[n]!]
      const middle = (from + to) / 2
      if (!isInside([a[0] + (b[0] - a[0]) * middle, a[1] + (b[1] - a[1]) * middle], ring)) {
        end()
        continue
      }
      add(on(from))
      add(on(to))
    }
  }
  end()
  return pieces
}

/** @param rings outline and holes; @returns polygons of outlines and holes, empty when nothing is left */
export const clipArea = (rings: Ring[], ring: Ring): Ring[][] =>
  polygonClipping
    .intersection(rings, [ring])
    .map((polygon) => polygon.map((part) => part.map(([x, y]): Position => [mm(x), mm(y)])))

/** Without holes, however they and the outlines run. */
export const areaM2 = (polygons: readonly (readonly (readonly Position[])[])[]): number =>
  polygons.reduce(
    (sum, [outline = [], ...holes]) => sum + ringM2(outline) - holes.reduce((m2, hole) => m2 + ringM2(hole), 0),
    0,
  )

const ringM2 = (ring: readonly Position[]): number => Math.abs(doubleArea(ring.flat())) / 2

export const touches = (line: readonly Position[], ring: Ring): boolean => clipLine(line, ring).length > 0
