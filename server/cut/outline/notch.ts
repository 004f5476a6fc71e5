/**
 * Takes a corner off a clipped area: what is left lies in an L. Cut along the corner's upright side into what lies left
 * of it and what lies right of it and below, and put together again along the rest of that line:
 *
 *      ┌─────┐╌╌╌┐                A goes up the line, B down; where both have it, it is no border of the whole:
 *      │     │   ╎                a chain of A that comes to the line goes on as the chain of B that starts there,
 *      │  A  ├───┤                and back.
 *      │     │ B │
 *      └─────┴───┘
 *
 * Both round what meets the line in the same way (clip.ts), so their stretches on it agree to the millimetre.
 */
import type { MmRing } from '../../geometry/plane.ts'
import { withoutRepeats } from '../../geometry/plane.ts'
import type { Tile } from '../strips.ts'
import { CLOCKWISE, ClipError, COUNTER, HALF, keepLeft, rotateRings } from './clip.ts'

/**
 * @param rings of the area clipped to the tile; @param corner a rectangle that shares two sides with the tile
 * @returns the rings without what lies in the corner; @throws ClipError
 */
export const withoutCorner = (rings: readonly MmRing[], tile: Tile, corner: Tile): number[][] => {
  const isRight = corner.x1 === tile.x1
  const isTop = corner.y1 === tile.y1
  if (isRight && isTop) return withoutUpperRight(rings, corner.x0, corner.y0)
  if (isRight) return rotateRings(withoutUpperRight(rotateRings(rings, COUNTER), -corner.y1, corner.x0), CLOCKWISE)
  if (isTop) return rotateRings(withoutUpperRight(rotateRings(rings, CLOCKWISE), corner.y0, -corner.x1), COUNTER)
  return rotateRings(withoutUpperRight(rotateRings(rings, HALF), -corner.x1, -corner.y1), HALF)
}

const withoutUpperRight = (rings: readonly MmRing[], x: number, y: number): number[][] => {
  const left = keepLeft(rings, x)
  const right = rotateRings(keepLeft(rotateRings(rings, HALF), -x), HALF)
  const below = rotateRings(keepLeft(rotateRings(right, CLOCKWISE), y), COUNTER)
  return joinedAlong(x, left, below)
}

/** A stretch of the line, and the chains that end and begin there. */
interface Stretch {
  low: number
  high: number
  ends: number
  begins: number
}

const joinedAlong = (line: number, left: readonly MmRing[], right: readonly MmRing[]): number[][] => {
  const whole: number[][] = []
  const chains: number[][] = []
  const up = stretchesOf(left, line, 1, chains, whole)
  const down = stretchesOf(right, line, -1, chains, whole)
  const next: number[] = []
  let d = 0
  for (const a of up) {
    let open = a.ends
    while (d < down.length && down[d]!.high <= a.high) {
      if (down[d]!.low < a.low) throw new ClipError()
      next[open] = down[d]!.begins
      open = down[d]!.ends
      d++
    }
    next[open] = a.begins
  }
  if (d < down.length) throw new ClipError()
  const used = new Set<number>()
  for (let start = 0; start < chains.length; start++) {
    if (used.has(start)) continue
    const ring: number[] = []
    for (let chain = start; !used.has(chain); chain = next[chain]!) {
      used.add(chain)
      ring.push(...chains[chain]!)
    }
    const clean = withoutRepeats(ring)
    if (clean.length >= 6) whole.push(clean)
  }
  return whole
}

/** Sides on the line, from below; between them the rings fall into chains. Rings without such sides stay whole. */
const stretchesOf = (
  rings: readonly MmRing[],
  line: number,
  direction: 1 | -1,
  chains: number[][],
  whole: number[][],
): Stretch[] => {
  const stretches: Stretch[] = []
  for (const ring of rings) {
    const sides: number[] = []
    for (let i = 0; i < ring.length; i += 2) {
      const j = (i + 2) % ring.length
      if (ring[i] !== line || ring[j] !== line) continue
      if ((ring[j + 1]! - ring[i + 1]!) * direction <= 0) throw new ClipError()
      sides.push(i)
    }
    if (sides.length === 0) whole.push([...ring])
    const first = chains.length
    sides.forEach((side, s) => {
      const until = sides[(s + 1) % sides.length]!
      const chain: number[] = []
      for (let i = (side + 2) % ring.length; ; i = (i + 2) % ring.length) {
        chain.push(ring[i]!, ring[i + 1]!)
        if (i === until) break
      }
      chains.push(chain)
      const ends = first + ((s + sides.length - 1) % sides.length)
      const [from, to] = [ring[side + 1]!, ring[(side + 3) % ring.length]!]
      stretches.push({ low: Math.min(from, to), high: Math.max(from, to), ends, begins: first + s })
    })
  }
  return stretches.sort((p, q) => p.low - q.low)
}
