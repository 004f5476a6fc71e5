/**
 * Exact plane geometry on whole millimetres. Rings are flat and open (x0, y0, x1, y1, ... without the closing
 * position) and every answer is exact: products that a double can't hold go through BigInt.
 */
import { emptyExtent, widen } from './flat.ts'
import type { Extent, RdPolygon, Ring } from './geometry.ts'

/** Flat, open, whole millimetres in RD New. */
export type MmRing = readonly number[]

/** Products below this are exact in a double, with room for one subtraction. */
const EXACT_LIMIT = 2 ** 52

/** > 0 when a, b, c turn left, < 0 when right, 0 on one line: twice the area of the triangle, exact in its sign. */
export const turn = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number => {
  const left = (bx - ax) * (cy - ay)
  const right = (by - ay) * (cx - ax)
  if (Math.abs(left) < EXACT_LIMIT && Math.abs(right) < EXACT_LIMIT) return left - right
  const exact = BigInt(bx - ax) * BigInt(cy - ay) - BigInt(by - ay) * BigInt(cx - ax)
  return Number(exact)
}

/** floor(a * b / d) of whole numbers, exact; d > 0. */
export const floorOfProduct = (a: number, b: number, d: number): number => {
  const product = a * b
  if (Math.abs(product) < EXACT_LIMIT) {
    let quotient = Math.floor(product / d)
    const rest = product - quotient * d
    if (rest < 0) quotient--
    else if (rest >= d) quotient++
    return quotient
  }
  const exact = BigInt(a) * BigInt(b)
  const divisor = BigInt(d)
  const quotient = exact / divisor
  return Number(exact % divisor < 0n ? quotient - 1n : quotient)
}

/** Twice the signed area, mm2: positive for a counter-clockwise ring. Near zero when far from it, so exact in sign there. */
export const doubleArea = (ring: MmRing): number => {
  const count = ring.length
  const x0 = ring[0] ?? 0
  const y0 = ring[1] ?? 0
  let sum = 0
  for (let i = 2; i + 3 < count; i += 2) {
    sum += (ring[i]! - x0) * (ring[i + 3]! - y0) - (ring[i + 1]! - y0) * (ring[i + 2]! - x0)
  }
  return sum
}

/** Where two closed segments meet: 'cross' in one inner point of both, 'touch' in one point, 'overlap' in many. */
export type Contact = 'none' | 'touch' | 'cross' | 'overlap'

export const contactOf = (
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): Contact => {
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return 'none'
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return 'none'
  const c = turn(ax, ay, bx, by, cx, cy)
  const d = turn(ax, ay, bx, by, dx, dy)
  if ((c > 0 && d > 0) || (c < 0 && d < 0)) return 'none'
  const a = turn(cx, cy, dx, dy, ax, ay)
  const b = turn(cx, cy, dx, dy, bx, by)
  if ((a > 0 && b > 0) || (a < 0 && b < 0)) return 'none'
  if (c === 0 && d === 0) {
    // On one line with overlapping boxes: one common point, or a common stretch.
    const low = Math.abs(bx - ax) >= Math.abs(by - ay)
    const from = low ? Math.max(Math.min(ax, bx), Math.min(cx, dx)) : Math.max(Math.min(ay, by), Math.min(cy, dy))
    const to = low ? Math.min(Math.max(ax, bx), Math.max(cx, dx)) : Math.min(Math.max(ay, by), Math.max(cy, dy))
    return from === to ? 'touch' : 'overlap'
  }
  return a === 0 || b === 0 || c === 0 || d === 0 ? 'touch' : 'cross'
}

/** 1 inside, 0 on the ring, -1 outside. */
export const sideOfRing = (ring: MmRing, x: number, y: number): 1 | 0 | -1 => {
  let inside = false
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const ax = ring[j]!
    const ay = ring[j + 1]!
    const bx = ring[i]!
    const by = ring[i + 1]!
    if (ay > y !== by > y) {
      const side = turn(ax, ay, bx, by, x, y)
      if (side === 0) return 0
      if (side > 0 === by > ay) inside = !inside
    } else if (ay === y && by === y && Math.min(ax, bx) <= x && x <= Math.max(ax, bx)) return 0
    else if ((ax === x && ay === y) || (bx === x && by === y)) return 0
  }
  return inside ? 1 : -1
}

/** Infinite and inside out when there are no positions. */
export const extentOfRing = (ring: MmRing): Extent => widen(emptyExtent(), ring)

/** Drops positions that repeat their forerunner, also round the end. */
export const withoutRepeats = (ring: MmRing): number[] => {
  const kept: number[] = []
  for (let i = 0; i < ring.length; i += 2) {
    if (kept.length > 0 && kept.at(-2) === ring[i] && kept.at(-1) === ring[i + 1]) continue
    kept.push(ring[i]!, ring[i + 1]!)
  }
  while (kept.length > 2 && kept[0] === kept.at(-2) && kept[1] === kept.at(-1)) kept.length -= 2
  return kept
}

/** Millimetres of RD metres that lie on the millimetre grid. */
export const mmRing = (ring: Ring): number[] => {
  const flat: number[] = []
  for (let i = 0; i + 1 < ring.length; i++) flat.push(Math.round(ring[i]![0] * 1000), Math.round(ring[i]![1] * 1000))
  return flat
}

/** Closed ring in metres: each figure the double nearest to its three decimals. */
export const metreRing = (ring: MmRing): Ring => {
  const closed: Ring = []
  for (let i = 0; i <= ring.length; i += 2) {
    const at = i % ring.length
    closed.push([ring[at]! / 1000, ring[at + 1]! / 1000])
  }
  return closed
}

export const mmRings = (polygon: RdPolygon): number[][] => polygon.rings.map(mmRing)

/** Counter-clockwise convex hull without positions on its sides. */
export const hullOf = (points: MmRing): number[] => {
  const order: [number, number][] = []
  for (let i = 0; i < points.length; i += 2) order.push([points[i]!, points[i + 1]!])
  order.sort((p, q) => p[0] - q[0] || p[1] - q[1])
  const half = (list: [number, number][]) => {
    const chain: [number, number][] = []
    for (const p of list) {
      while (chain.length > 1 && turn(...chain.at(-2)!, ...chain.at(-1)!, ...p) <= 0) chain.pop()
      chain.push(p)
    }
    chain.pop()
    return chain
  }
  return [...half(order), ...half(order.toReversed())].flat()
}

/** Drops positions on a straight side and needles that double back: both have no area. */
export const withoutStraights = (ring: MmRing): number[] => {
  const out: number[] = []
  const isIdle = (a: number, b: number, c: number) =>
    (out[b]! === out[c]! && out[b + 1]! === out[c + 1]!) ||
    turn(out[a]!, out[a + 1]!, out[b]!, out[b + 1]!, out[c]!, out[c + 1]!) === 0
  for (let i = 0; i < ring.length; i += 2) {
    out.push(ring[i]!, ring[i + 1]!)
    while (out.length >= 6 && isIdle(out.length - 6, out.length - 4, out.length - 2)) {
      out.splice(out.length - 4, 2)
      if (out.length >= 4 && out.at(-4) === out.at(-2) && out.at(-3) === out.at(-1)) out.length -= 2
    }
  }
  for (let changed = true; changed && out.length >= 6; ) {
    changed = false
    const last = out.length - 2
    if (isIdle(last - 2, last, 0)) {
      out.length -= 2
      changed = true
    } else if (isIdle(last, 0, 2)) {
      out.splice(0, 2)
      changed = true
    }
  }
  return out
}
