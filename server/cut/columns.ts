/**
 * What an area covers, seen from the side: for thin columns between given x, the y that the area reaches there.
 * A strip of columns needs as many squares as it takes to cover the union of these intervals, and that is exact:
 * the shadow of a piece of any shape is one interval.
 *
 *        ▒▒▒▒        column: every edge inside gives its own y range,
 *      ▒▒▒▒│▒▒       the left rim gives the stretches in between
 *      ▒▒▒▒│▒        (together: the shadow of each piece)
 *
 * The right rim is not needed: where a piece meets it, the bottom of its lowest and the top of its highest stretch
 * are the ends of one connected line of edges and left stretches.
 *
 * All millimetres, rounded outward. The other direction: turn the rings first.
 */
import { floorOfProduct, type MmRing } from '../geometry/plane.ts'

/** Sorted, apart from each other: low0, high0, low1, high1, ... */
export type Intervals = number[]

export interface Columns {
  /** Borders; column k lies between xs[k] and xs[k + 1]. */
  readonly xs: readonly number[]
  readonly reach: readonly Intervals[]
}

/** @param xs ascending whole millimetres; what lies left of the first or right of the last is left out */
export const columnsOf = (rings: readonly MmRing[], xs: readonly number[]): Columns => {
  const edges = edgesByLeft(rings)
  const reach: Intervals[] = []
  let active: Edge[] = []
  let next = 0
  for (let k = 0; k + 1 < xs.length; k++) {
    const from = xs[k]!
    const to = xs[k + 1]!
    active = active.filter((edge) => edge.x1 > from)
    while (next < edges.length && edges[next]!.x0 < to) {
      const edge = edges[next++]!
      if (edge.x1 > from) active.push(edge)
    }
    reach.push(reachOf(active, from, to))
  }
  return { xs, reach }
}

/** From left to right. */
interface Edge {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** The same rings are asked about hundreds of times. */
const known = new WeakMap<readonly MmRing[], Edge[]>()

const edgesByLeft = (rings: readonly MmRing[]): Edge[] => {
  const before = known.get(rings)
  if (before) return before
  const edges: Edge[] = []
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [ax, ay, bx, by] = [ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!]
      if (ax <= bx) edges.push({ x0: ax, y0: ay, x1: bx, y1: by })
      else edges.push({ x0: bx, y0: by, x1: ax, y1: ay })
    }
  }
  edges.sort((a, b) => a.x0 - b.x0)
  known.set(rings, edges)
  return edges
}

const reachOf = (active: readonly Edge[], from: number, to: number): Intervals => {
  const lows: number[] = []
  const highs: number[] = []
  const atFrom: Edge[] = []
  for (const edge of active) {
    if (edge.x0 === edge.x1) {
      // Upright, between the rims: an upright edge on a rim belongs to the column on its other side.
      if (edge.x0 <= from) continue
      lows.push(Math.min(edge.y0, edge.y1))
      highs.push(Math.max(edge.y0, edge.y1))
      continue
    }
    const left = Math.max(edge.x0, from)
    const right = Math.min(edge.x1, to)
    const rises = edge.y1 >= edge.y0
    lows.push(floorAt(edge, rises ? left : right))
    highs.push(ceilAt(edge, rises ? right : left))
    if (edge.x0 <= from) atFrom.push(edge)
  }
  pairUp(atFrom, from, lows, highs)
  return unionOf(lows, highs)
}

/** Between the first and second edge from below lies area, between the third and fourth, and so on. */
const pairUp = (edges: Edge[], x: number, lows: number[], highs: number[]): void => {
  if (edges.length === 2) {
    // The usual case, a route: spares the sort.
    const [a, b] = edges as [Edge, Edge]
    lows.push(Math.min(floorAt(a, x), floorAt(b, x)))
    highs.push(Math.max(ceilAt(a, x), ceilAt(b, x)))
    return
  }
  const order = edges.map((edge) => ({ edge, y: yAt(edge, x) })).sort((a, b) => a.y - b.y)
  for (let i = 0; i + 1 < order.length; i += 2) {
    lows.push(floorAt(order[i]!.edge, x))
    highs.push(ceilAt(order[i + 1]!.edge, x))
  }
}

const yAt = (edge: Edge, x: number): number => edge.y0 + ((x - edge.x0) * (edge.y1 - edge.y0)) / (edge.x1 - edge.x0)

const floorAt = (edge: Edge, x: number): number =>
  edge.y0 + floorOfProduct(x - edge.x0, edge.y1 - edge.y0, edge.x1 - edge.x0)

const ceilAt = (edge: Edge, x: number): number =>
  edge.y0 - floorOfProduct(x - edge.x0, edge.y0 - edge.y1, edge.x1 - edge.x0)

const unionOf = (lows: number[], highs: number[]): Intervals => {
  sortTogether(lows, highs)
  const union: Intervals = []
  let end = -Infinity
  for (let i = 0; i < lows.length; i++) {
    if (union.length > 0 && lows[i]! <= end) {
      if (highs[i]! <= end) continue
      end = highs[i]!
      union[union.length - 1] = end
    } else {
      end = highs[i]!
      union.push(lows[i]!, end)
    }
  }
  return union
}

const FEW = 24

/** By the lows; a handful is inserted one by one, which is what nearly every column has. */
const sortTogether = (lows: number[], highs: number[]): void => {
  if (lows.length > FEW) {
    // The low and which one it is in one number: such are sorted much faster. Millimetres of a country times
    // thousands are far from what a double can't hold.
    const count = lows.length
    const keys = new Float64Array(count)
    for (let i = 0; i < count; i++) keys[i] = lows[i]! * count + i
    const before = Float64Array.from(highs)
    keys.sort()
    for (let to = 0; to < count; to++) {
      const key = keys[to]!
      lows[to] = Math.floor(key / count)
      highs[to] = before[key - lows[to]! * count]!
    }
    return
  }
  for (let i = 1; i < lows.length; i++) {
    const low = lows[i]!
    const high = highs[i]!
    let at = i
    for (; at > 0 && lows[at - 1]! > low; at--) {
      lows[at] = lows[at - 1]!
      highs[at] = highs[at - 1]!
    }
    lows[at] = low
    highs[at] = high
  }
}

/** The union of two lists; the very same list `a` when `b` adds nothing. */
export const mergeIntervals = (a: Intervals, b: Intervals): Intervals => {
  if (contains(a, b)) return a
  const union: Intervals = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const fromA = j >= b.length || (i < a.length && a[i]! <= b[j]!)
    const low = fromA ? a[i]! : b[j]!
    const high = fromA ? a[i + 1]! : b[j + 1]!
    if (fromA) i += 2
    else j += 2
    if (union.length > 0 && low <= union.at(-1)!) {
      if (high > union.at(-1)!) union[union.length - 1] = high
    } else union.push(low, high)
  }
  return union
}

const contains = (a: Intervals, b: Intervals): boolean => {
  let i = 0
  for (let j = 0; j < b.length; j += 2) {
    while (i < a.length && a[i + 1]! < b[j + 1]!) i += 2
    if (i >= a.length || a[i]! > b[j]!) return false
  }
  return true
}

/** Starts of the fewest stretches of `side` that cover the intervals, from below. */
export const coverOf = (intervals: Intervals, side: number): number[] => {
  const starts: number[] = []
  let covered = -Infinity
  for (let i = 0; i < intervals.length; i += 2) {
    const high = intervals[i + 1]!
    let low = Math.max(intervals[i]!, covered)
    // A stretch without length still has to be in a square, so it counts when nothing reaches it.
    while (low < high || (low === high && intervals[i]! > covered)) {
      starts.push(low)
      covered = low + side
      if (covered >= high) break
      low = covered
    }
  }
  return starts
}
