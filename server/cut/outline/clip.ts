/**
 * Cuts an area along straight lines on whole millimetres. Where an edge meets the line the position is rounded along
 * the line, away from the area, so that nothing is ever lost; at most 1 mm is gained there.
 *
 * Rings are flat and open, the area on their left: outlines counter-clockwise, holes clockwise. Positions on the line
 * count as beyond it, so a piece never consists of a line.
 */
import type { MmRing } from '../../geometry/plane.ts'
import { floorOfProduct, withoutRepeats } from '../../geometry/plane.ts'
import type { Tile } from '../strips.ts'

/** Rings crossed each other, so inside and outside could not be told apart: the caller takes a plainer shape. */
export class ClipError extends Error {}

/** @throws ClipError */
export const clipToTile = (rings: readonly MmRing[], tile: Tile): number[][] => {
  const below = rotateRings(keepLeft(rotateRings(betweenSides(rings, tile), CLOCKWISE), tile.y1), COUNTER)
  return rotateRings(keepLeft(rotateRings(below, COUNTER), -tile.y0), CLOCKWISE)
}

/** What tiles above each other have in common: they come one after the other, of areas with thousands of positions. */
const known = new WeakMap<readonly MmRing[], { x0: number; x1: number; kept: readonly MmRing[] }>()

const betweenSides = (rings: readonly MmRing[], { x0, x1 }: Tile): readonly MmRing[] => {
  const last = known.get(rings)
  if (last?.x0 === x0 && last.x1 === x1) return last.kept
  const kept = rotateRings(keepLeft(rotateRings(keepLeft(rings, x1), HALF), -x0), HALF)
  known.set(rings, { x0, x1, kept })
  return kept
}

/** By quarters: what x and y become of x and of y. */
interface Turn {
  readonly xOfX: number
  readonly xOfY: number
  readonly yOfX: number
  readonly yOfY: number
}
export const HALF: Turn = { xOfX: -1, xOfY: 0, yOfX: 0, yOfY: -1 }
export const CLOCKWISE: Turn = { xOfX: 0, xOfY: 1, yOfX: -1, yOfY: 0 }
export const COUNTER: Turn = { xOfX: 0, xOfY: -1, yOfX: 1, yOfY: 0 }

export const rotateRings = (rings: readonly MmRing[], { xOfX, xOfY, yOfX, yOfY }: Turn): number[][] =>
  rings.map((ring) => {
    const out = new Array<number>(ring.length)
    for (let i = 0; i < ring.length; i += 2) {
      const x = ring[i]!
      const y = ring[i + 1]!
      out[i] = xOfX * x + xOfY * y
      out[i + 1] = yOfX * x + yOfY * y
    }
    return out
  })

/** Where a ring meets the line: it leaves (area above) or comes back (area below). */
interface Crossing {
  leaves: boolean
  /** On the edge from (ax, ay) left of the line to (bx, by) on or beyond it. */
  ax: number
  ay: number
  bx: number
  by: number
  /** The chain that ends or starts here. */
  chain: number
}

export const keepLeft = (rings: readonly MmRing[], line: number): number[][] => {
  const whole: number[][] = []
  const chains: number[][] = []
  const crossings: Crossing[] = []
  for (const ring of rings) {
    const first = firstEntry(ring, line)
    if (first === 'inside') whole.push([...ring])
    if (typeof first === 'string') continue
    cutRing(ring, line, first, chains, crossings)
  }
  crossings.sort((p, q) => inOrder(p, q, line))
  const comesBackAfter: number[] = []
  for (let i = 0; i < crossings.length; i += 2) {
    const low = crossings[i]!
    const high = crossings[i + 1]
    if (!high || !low.leaves || high.leaves) throw new ClipError()
    chains[low.chain]!.push(line, floorAt(low, line))
    chains[high.chain]!.unshift(line, ceilAt(high, line))
    comesBackAfter[low.chain] = high.chain
  }
  const used = new Set<number>()
  for (let start = 0; start < chains.length; start++) {
    if (used.has(start)) continue
    const ring: number[] = []
    for (let chain = start; !used.has(chain); chain = comesBackAfter[chain]!) {
      used.add(chain)
      for (const value of chains[chain]!) ring.push(value)
    }
    const clean = withoutRepeats(ring)
    if (clean.length >= 6) whole.push(clean)
  }
  return whole
}

/** Index of a position left of the line whose forerunner is not; or where all of them are. */
const firstEntry = (ring: MmRing, line: number): number | 'inside' | 'outside' => {
  let inside = false
  let outside = false
  for (let i = 0; i < ring.length; i += 2) {
    if (ring[i]! < line) inside = true
    else outside = true
  }
  if (!inside) return 'outside'
  if (!outside) return 'inside'
  for (let i = 0, j = ring.length - 2; ; j = i, i += 2) if (ring[i]! < line && ring[j]! >= line) return i
}

const cutRing = (ring: MmRing, line: number, first: number, chains: number[][], crossings: Crossing[]): void => {
  const length = ring.length
  for (let step = 0; step < length; step += 2) {
    const i = (first + step) % length
    if (ring[i]! >= line) continue
    const before = (i + length - 2) % length
    const after = (i + 2) % length
    if (ring[before]! >= line) {
      crossings.push(crossing(ring, i, before, false, chains.length))
      chains.push([])
    }
    chains.at(-1)!.push(ring[i]!, ring[i + 1]!)
    if (ring[after]! >= line) crossings.push(crossing(ring, i, after, true, chains.length - 1))
  }
}

const crossing = (ring: MmRing, inner: number, outer: number, leaves: boolean, chain: number): Crossing => ({
  leaves,
  ax: ring[inner]!,
  ay: ring[inner + 1]!,
  bx: ring[outer]!,
  by: ring[outer + 1]!,
  chain,
})

const floorAt = (c: Crossing, line: number): number => c.ay + floorOfProduct(line - c.ax, c.by - c.ay, c.bx - c.ax)
const ceilAt = (c: Crossing, line: number): number => c.ay - floorOfProduct(line - c.ax, c.ay - c.by, c.bx - c.ax)

/** From below, just left of the line; exact, because two edges may meet the line in one point or nearly so. */
const inOrder = (p: Crossing, q: Crossing, line: number): number => {
  const py = p.ay + ((line - p.ax) * (p.by - p.ay)) / (p.bx - p.ax)
  const qy = q.ay + ((line - q.ax) * (q.by - q.ay)) / (q.bx - q.ax)
  if (Math.abs(py - qy) > 1e-3) return py - qy
  const pWide = BigInt(p.bx - p.ax)
  const qWide = BigInt(q.bx - q.ax)
  const pRise = BigInt(p.by - p.ay)
  const qRise = BigInt(q.by - q.ay)
  const pHere = (BigInt(p.ay) * pWide + BigInt(line - p.ax) * pRise) * qWide
  const qHere = (BigInt(q.ay) * qWide + BigInt(line - q.ax) * qRise) * pWide
  if (pHere !== qHere) return pHere < qHere ? -1 : 1
  const slope = qRise * pWide - pRise * qWide
  return slope < 0n ? -1 : slope > 0n ? 1 : 0
}
