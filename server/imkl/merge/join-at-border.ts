/**
 * Joins at a border of two notifications what both delivered of one line. Merges its versions from several deliveries: the
 * longest one whole, so that a cable that doubles back keeps its double stretch; from the others, longest first, only the
 * stretches that are not there yet. RD New metres.
 */
import { emptyExtent, lengthOf, widen } from '../../geometry/flat.ts'
import { hasTooManyCrossings } from './crossings.ts'

/** Clip points are rounded to the millimetre and do not lie exactly on the line they cut. */
const SAME_LINE_M = 0.005
const SHORTEST_REMAINDER_M = 0.01
/** Existing segments are looked at in runs of this many, each with a box around it. */
const RUN = 16

export type Lines = readonly (readonly number[])[]

/**
 * @param versions one per delivery, in the order of the deliveries, none empty; versions of equal length keep that
 * order, so the result does not depend on which file was named first.
 * @returns `isRepaired`: they cross too often to be merged, and all stand on top of each other
 */
export function mergeLines(versions: readonly Lines[]): { lines: Lines; isRepaired: boolean } {
  const first = versions[0]!
  const others = versions.filter((version, index) => index === 0 || !sameLines(version, first))
  if (others.length === 1) return { lines: first, isRepaired: false }
  if (hasTooManyCrossings(others.flat())) return { lines: others.flat(), isRepaired: true }
  const longestFirst = others
    .map((lines) => ({ lines, length: lengthOf(lines) }))
    .sort((a, b) => b.length - a.length)
    .map(({ lines }) => lines)
  const merged: (readonly number[])[] = [...longestFirst[0]!]
  for (const lines of longestFirst.slice(1)) {
    const present = new SegmentRuns(merged)
    for (const stretch of lines.flatMap((line) => stretchesAwayFrom(line, present))) merged.push(stretch)
  }
  return { lines: merged, isRepaired: false }
}

function sameLines(a: Lines, b: Lines): boolean {
  if (a === b) return true
  if (a.length !== b.length) return false
  return a.every((line, i) => line.length === b[i]!.length && line.every((value, k) => value === b[i]![k]))
}

/** The parts of a line that lie more than 5 mm from every present segment; parts of 10 mm or less are dropped. */
function stretchesAwayFrom(line: readonly number[], present: SegmentRuns): number[][] {
  const stretches: number[][] = []
  let current: number[] = []
  const end = (): void => {
    if (current.length >= 4 && lengthOf([current]) > SHORTEST_REMAINDER_M) stretches.push(current)
    current = []
  }
  for (let i = 2; i < line.length; i += 2) {
    const x1 = line[i - 2]!
    const y1 = line[i - 1]!
    const x2 = line[i]!
    const y2 = line[i + 1]!
    const at = (t: number): [number, number] => [x1 + t * (x2 - x1), y1 + t * (y2 - y1)]
    let from = 0
    for (const [start, stop] of present.coveredOn(x1, y1, x2, y2)) {
      if (start > from) {
        if (current.length === 0) current.push(...at(from))
        current.push(...at(start))
      }
      end()
      from = stop
    }
    if (from >= 1) continue
    if (current.length === 0) current.push(...at(from))
    current.push(x2, y2)
  }
  end()
  return stretches
}

/** The segments of what is already there, with boxes around runs of them. */
class SegmentRuns {
  /** x1, y1, x2, y2 of each segment */
  private readonly segments: number[] = []
  /** minX, minY, maxX, maxY of each run, widened by the tolerance */
  private readonly boxes: number[] = []

  constructor(lines: Lines) {
    for (const line of lines)
      for (let i = 2; i < line.length; i += 2) this.segments.push(line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!)
    for (let from = 0; from < this.segments.length; from += 4 * RUN) {
      const to = Math.min(this.segments.length, from + 4 * RUN)
      const { minX, minY, maxX, maxY } = widen(emptyExtent(), this.segments.slice(from, to))
      this.boxes.push(minX - SAME_LINE_M, minY - SAME_LINE_M, maxX + SAME_LINE_M, maxY + SAME_LINE_M)
    }
  }

  /** Intervals of 0..1 along a segment that lie within 5 mm of a present one: ordered, joined where they overlap. */
  coveredOn(x1: number, y1: number, x2: number, y2: number): [number, number][] {
    const [minX, maxX] = x1 < x2 ? [x1, x2] : [x2, x1]
    const [minY, maxY] = y1 < y2 ? [y1, y2] : [y2, y1]
    const found: [number, number][] = []
    for (let run = 0; run * 4 < this.boxes.length; run++) {
      const box = run * 4
      if (this.boxes[box]! > maxX || this.boxes[box + 2]! < minX) continue
      if (this.boxes[box + 1]! > maxY || this.boxes[box + 3]! < minY) continue
      const to = Math.min(this.segments.length, (run + 1) * 4 * RUN)
      for (let i = run * 4 * RUN; i < to; i += 4) {
        const interval = nearInterval(x1, y1, x2, y2, this.segments, i)
        if (interval) found.push(interval)
      }
    }
    found.sort((a, b) => a[0] - b[0])
    const joined: [number, number][] = []
    for (const interval of found) {
      const last = joined.at(-1)
      if (last && interval[0] <= last[1]) last[1] = Math.max(last[1], interval[1])
      else joined.push(interval)
    }
    return joined
  }
}

/**
 * The part of segment P within 5 mm of segment Q, as an interval of 0..1 along P. What lies near a segment is a convex
 * shape (a strip with two round ends), so there is at most one interval: the hull of the hits on its three parts.
 */
function nearInterval(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  segments: readonly number[],
  at: number,
): [number, number] | null {
  const qx = segments[at]!
  const qy = segments[at + 1]!
  const ex = segments[at + 2]! - qx
  const ey = segments[at + 3]! - qy
  const dx = x2 - x1
  const dy = y2 - y1
  let low = Infinity
  let high = -Infinity
  const include = (from: number, to: number): void => {
    const a = Math.max(0, from)
    const b = Math.min(1, to)
    if (a > b) return
    low = Math.min(low, a)
    high = Math.max(high, b)
  }
  const disc = (cx: number, cy: number): void => {
    const a = dx * dx + dy * dy
    const fx = x1 - cx
    const fy = y1 - cy
    const c = fx * fx + fy * fy - SAME_LINE_M ** 2
    if (a === 0) {
      if (c <= 0) include(0, 1)
      return
    }
    const half = (fx * dx + fy * dy) / a
    const root = half * half - c / a
    if (root >= 0) include(-half - Math.sqrt(root), -half + Math.sqrt(root))
  }
  disc(qx, qy)
  disc(qx + ex, qy + ey)
  const length = Math.hypot(ex, ey)
  if (length > 0) {
    // Along and across Q: P is inside the strip where 0 <= along <= length and |across| <= 5 mm.
    const along = ((x1 - qx) * ex + (y1 - qy) * ey) / length
    const across = ((x1 - qx) * ey - (y1 - qy) * ex) / length
    const slab = within(along, (dx * ex + dy * ey) / length, 0, length)
    const band = within(across, (dx * ey - dy * ex) / length, -SAME_LINE_M, SAME_LINE_M)
    if (slab && band) include(Math.max(slab[0], band[0]), Math.min(slab[1], band[1]))
  }
  return low <= high ? [low, high] : null
}

/** Where `start + t * step` lies between two bounds; null for nowhere. */
function within(start: number, step: number, min: number, max: number): [number, number] | null {
  if (Math.abs(step) < 1e-12) return start >= min && start <= max ? [-Infinity, Infinity] : null
  const a = (min - start) / step
  const b = (max - start) / step
  return a < b ? [a, b] : [b, a]
}
