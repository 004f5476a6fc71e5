/**
 * How far apart two drawings of one object lie. RD New metres. What both have in common costs next to nothing, since
 * most objects of two results are equal or nearly so.
 */
import { pathsOf, squaredDistance } from './flat.ts'
import type { ResultGeometry } from './geometry.ts'

/** Between the corners a line is looked at this often, so that a stretch that is gone is seen. */
const SAMPLE_M = 0.5
const MAX_SAMPLES = 400
/** More or less length than this is a difference, even if all that is left lies where it lay. */
const SAME_LENGTH_M = 0.1

/**
 * The greatest distance from a point of one to the nearest point of the other, both ways, sampled along the lines.
 * @returns metres; 0 for equal ones; null when only one of them has a geometry, or they are of different kinds
 */
export function distanceBetween(a: ResultGeometry | null, b: ResultGeometry | null): number | null {
  if (a === null && b === null) return 0
  if (a === null || b === null || a.type !== b.type) return null
  if (a.type === 'Point' && b.type === 'Point') return Math.hypot(a.xy[0] - b.xy[0], a.xy[1] - b.xy[1])
  const first = edgesOf(a)
  const second = edgesOf(b)
  const apart = Math.max(farthest(first, second), farthest(second, first))
  const longer = Math.abs(lengthOf(first) - lengthOf(second))
  return longer > SAME_LENGTH_M ? Math.max(apart, longer) : apart
}

/** x1, y1, x2, y2 of each. */
type Edges = readonly number[]

function edgesOf(geometry: ResultGeometry): Edges {
  if (geometry.type === 'Point') return []
  const edges: number[] = []
  for (const path of pathsOf(geometry))
    for (let i = 2; i < path.length; i += 2) edges.push(path[i - 2]!, path[i - 1]!, path[i]!, path[i + 1]!)
  return edges
}

function lengthOf(edges: Edges): number {
  let sum = 0
  for (let i = 0; i < edges.length; i += 4) sum += Math.hypot(edges[i + 2]! - edges[i]!, edges[i + 3]! - edges[i + 1]!)
  return sum
}

const keyOf = (edges: Edges, i: number): string => {
  const from = `${edges[i]} ${edges[i + 1]}`
  const to = `${edges[i + 2]} ${edges[i + 3]}`
  return from < to ? `${from} ${to}` : `${to} ${from}`
}

function farthest(edges: Edges, others: Edges): number {
  const shared = new Set<string>()
  for (let i = 0; i < others.length; i += 4) shared.add(keyOf(others, i))
  let most = 0
  for (let i = 0; i < edges.length; i += 4) {
    if (shared.has(keyOf(edges, i))) continue
    const dx = edges[i + 2]! - edges[i]!
    const dy = edges[i + 3]! - edges[i + 1]!
    const samples = Math.min(MAX_SAMPLES, Math.max(2, Math.ceil(Math.hypot(dx, dy) / SAMPLE_M)))
    for (let n = 0; n <= samples; n++) {
      const t = n / samples
      most = Math.max(most, nearest(edges[i]! + t * dx, edges[i + 1]! + t * dy, others))
    }
  }
  return most
}

function nearest(x: number, y: number, edges: Edges): number {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < edges.length; i += 4) {
    const away = squaredDistance(x, y, edges[i]!, edges[i + 1]!, edges[i + 2]!, edges[i + 3]!)
    if (away < least) least = away
  }
  return Math.sqrt(least)
}
