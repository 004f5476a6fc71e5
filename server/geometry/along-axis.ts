/**
 * Places along an axis by their chainage: metres along it, from its start. RD New metres, doubles.
 */
import type { Position } from './geometry.ts'

/** Chainage at which a stretch begins and ends. */
export type Stretch = readonly [from: number, to: number]

export interface Axis {
  readonly line: readonly Position[]
  /** Chainage of each position of the line */
  readonly at: readonly number[]
  readonly lengthM: number
}

/** @throws Error for a line of less than two different positions */
export function axisOf(line: readonly Position[]): Axis {
  const kept = line.filter((each, i) => i === 0 || each[0] !== line[i - 1]![0] || each[1] !== line[i - 1]![1])
  if (kept.length < 2) throw new Error('An axis needs two different positions')
  const at = [0]
  for (let i = 1; i < kept.length; i++)
    at.push(at[i - 1]! + Math.hypot(kept[i]![0] - kept[i - 1]![0], kept[i]![1] - kept[i - 1]![1]))
  return { line: kept, at, lengthM: at.at(-1)! }
}

/** The position at a chainage, and the direction of the axis there as a unit vector. Beyond an end the axis goes straight on. */
export function placeAt({ line, at }: Axis, chainage: number): { xy: Position; direction: Position } {
  let i = 0
  while (i < line.length - 2 && at[i + 1]! <= chainage) i++
  const [from, to] = [line[i]!, line[i + 1]!]
  const length = at[i + 1]! - at[i]!
  const direction: Position = [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
  const walked = chainage - at[i]!
  return { xy: [from[0] + walked * direction[0], from[1] + walked * direction[1]], direction }
}

export function placeBeside(axis: Axis, chainage: number, leftM: number): Position {
  const { xy, direction } = placeAt(axis, chainage)
  return [xy[0] - leftM * direction[1], xy[1] + leftM * direction[0]]
}

/** The axis between two chainages. */
export const between = (axis: Axis, fromM: number, toM: number): Position[] => [
  placeAt(axis, fromM).xy,
  ...axis.line.filter((_, i) => axis.at[i]! > fromM && axis.at[i]! < toM),
  placeAt(axis, toM).xy,
]

/** Where `low <= a + b t <= high`, within what is left of t. */
const limited = ([from, to]: Stretch, a: number, b: number, low: number, high: number): Stretch => {
  if (b === 0) return a >= low && a <= high ? [from, to] : [1, 0]
  const [one, other] = [(low - a) / b, (high - a) / b]
  return [Math.max(from, Math.min(one, other)), Math.min(to, Math.max(one, other))]
}

/** Where the segment from p by d lies within a circle, of 0 to 1. */
const inCircle = (px: number, py: number, dx: number, dy: number, radius: number): Stretch => {
  const a = dx * dx + dy * dy
  const b = px * dx + py * dy
  const c = px * px + py * py - radius * radius
  if (a === 0) return c <= 0 ? [0, 1] : [1, 0]
  const root = b * b - a * c
  if (root < 0) return [1, 0]
  const reach = Math.sqrt(root)
  return [Math.max(0, (-b - reach) / a), Math.min(1, (-b + reach) / a)]
}

/**
 * The chainages at which a path lies beside the axis, at most so far from it: at each of them a cut across the axis, of
 * this width to each side, meets the path. Beyond an end, and outside a bend, what is nearest to the end or the corner
 * lies at its chainage.
 * @param path flat: x, y, x, y, ...
 * @param withinM metres to each side
 * @returns apart from each other, ascending
 */
export function stretchesBeside({ line, at }: Axis, path: readonly number[], withinM: number): Stretch[] {
  const found: [number, number][] = []
  for (let k = 0; k + 3 < path.length; k += 2) {
    const [px, py, dx, dy] = [path[k]!, path[k + 1]!, path[k + 2]! - path[k]!, path[k + 3]! - path[k + 1]!]
    let [inX, inY] = [0, 0]
    for (let i = 0; i < line.length; i++) {
      const [x, y] = [px - line[i]![0], py - line[i]![1]]
      const isLast = i === line.length - 1
      const length = isLast ? 0 : at[i + 1]! - at[i]!
      const outX = isLast ? 0 : (line[i + 1]![0] - line[i]![0]) / length
      const outY = isLast ? 0 : (line[i + 1]![1] - line[i]![1]) / length
      // Nearest to the corner: past the segment before it, and not yet at the one behind it.
      let near = inCircle(x, y, dx, dy, withinM)
      if (i > 0) near = limited(near, x * inX + y * inY, dx * inX + dy * inY, 0, Infinity)
      if (!isLast) near = limited(near, x * outX + y * outY, dx * outX + dy * outY, -Infinity, 0)
      if (near[0] <= near[1]) found.push([at[i]!, at[i]!])
      if (!isLast) {
        const [along, step] = [x * outX + y * outY, dx * outX + dy * outY]
        const abreast = limited([0, 1], along, step, 0, length)
        const beside = limited(abreast, x * outY - y * outX, dx * outY - dy * outX, -withinM, withinM)
        if (beside[0] <= beside[1]) {
          const ends = beside.map((t) => at[i]! + Math.min(length, Math.max(0, along + t * step)))
          found.push([Math.min(...ends), Math.max(...ends)])
        }
      }
      ;[inX, inY] = [outX, outY]
    }
  }
  found.sort((a, b) => a[0] - b[0])
  const apart: [number, number][] = []
  for (const each of found) {
    const last = apart.at(-1)
    if (last && each[0] <= last[1] + SAME_PLACE_M) last[1] = Math.max(last[1], each[1])
    else apart.push(each)
  }
  return apart
}

/** Rounding between one segment and the next is no gap. */
const SAME_PLACE_M = 1e-6
