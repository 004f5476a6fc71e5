/**
 * How many squares of a plain grid hold some of an area, for the best of several anchors: what a cut must never be
 * worse than. Counted by clipping the outline to each square (Sutherland and Hodgman), which the cut does not do.
 */
import type { MmRing } from '../../server/geometry/plane.ts'

type Point = [number, number]

/** @param anchors tried along each axis */
export const bestGridOf = (rings: readonly MmRing[], side: number, anchors: number): number => {
  const points = rings.map((ring) => {
    const list: Point[] = []
    for (let i = 0; i < ring.length; i += 2) list.push([ring[i]!, ring[i + 1]!])
    return list
  })
  const xs = points[0]!.map(([x]) => x)
  const ys = points[0]!.map(([, y]) => y)
  let best = Infinity
  for (let a = 0; a < anchors; a++) {
    const x0 = Math.min(...xs) - (a * side) / anchors
    const columns: Point[][][] = []
    for (let x = x0; x < Math.max(...xs); x += side) {
      columns.push(points.map((ring) => between(ring, 0, x, x + side)))
    }
    for (let b = 0; b < anchors; b++) {
      const y0 = Math.min(...ys) - (b * side) / anchors
      let squares = 0
      for (let y = y0; y < Math.max(...ys); y += side) {
        for (const column of columns) {
          // A hole clips to a ring of the other direction, so the sum is what is left of the area.
          const area = column.reduce((sum, ring) => sum + shoelace(between(ring, 1, y, y + side)), 0)
          // Less than a hundredth of a square millimetre a metre of side is rounding.
          if (area > side * 1e-5) squares++
        }
      }
      best = Math.min(best, squares)
    }
  }
  return best
}

const between = (ring: readonly Point[], axis: 0 | 1, low: number, high: number): Point[] =>
  halfOf(halfOf(ring, axis, low, 1), axis, high, -1)

const halfOf = (ring: readonly Point[], axis: 0 | 1, line: number, sign: 1 | -1): Point[] => {
  const kept: Point[] = []
  ring.forEach((point, i) => {
    const before = ring.at(i - 1)!
    const isIn = (point[axis] - line) * sign >= 0
    const wasIn = (before[axis] - line) * sign >= 0
    if (isIn !== wasIn) {
      const share = (line - before[axis]) / (point[axis] - before[axis])
      kept.push([before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])])
    }
    if (isIn) kept.push(point)
  })
  return kept
}

const shoelace = (ring: readonly Point[]): number => {
  let twice = 0
  for (let i = 1; i + 1 < ring.length; i++) {
    const [a, b, c] = [ring[0]!, ring[i]!, ring[i + 1]!]
    twice += (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
  }
  return twice / 2
}
