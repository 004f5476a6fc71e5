/**
 * Joins the pieces of one tile into one ring by narrow bridges, so that they count as one notification.
 *
 *     A ────s┐            ┌q2──── B         one side of A and one of B are opened a little
 *            │            │                  and linked: the four-cornered bridge is added,
 *     A ────t┘            └q1──── B         nothing is taken away
 *
 * Whole millimetres; rings counter-clockwise, apart from each other.
 */
import { contactOf, type MmRing, turn } from '../../geometry/plane.ts'
import type { Tile } from '../strips.ts'
import { simplifyRing } from './simplify.ts'

/** Widths to try, mm: a metre is easily seen on a map, the narrow ones squeeze between other pieces. */
const WIDTHS_MM = [1000, 200, 20]
/** With more pieces than this the ring would have too many positions in any case. */
const MAX_PIECES = 24
/** All pieces together; each is compared with each. */
const MAX_POSITIONS = 500

/** @returns one ring that covers all pieces, or undefined when there are too many or no bridge was found */
export const joinTiles = (pieces: readonly MmRing[], tile: Tile): number[] | undefined => {
  if (pieces.length > MAX_PIECES) return undefined
  const share = Math.floor(MAX_POSITIONS / pieces.length)
  const reduced = pieces.map((piece) => simplifyRing(piece, share, tile))
  const [largest, ...others] = reduced.filter((piece) => piece !== undefined).sort((a, b) => b.length - a.length)
  if (others.length + 1 < pieces.length) return undefined
  let ring = [...largest!]
  while (others.length > 0) {
    const gaps = others.map((piece) => gapBetween(ring, piece))
    const nearest = gaps.reduce((best, gap, i) => (gap.distance < gaps[best]!.distance ? i : best), 0)
    const [piece] = others.splice(nearest, 1)
    const bridged = bridge(ring, piece!, gaps[nearest]!, others)
    if (!bridged) return undefined
    ring = bridged
  }
  return ring
}

/** Where two rings come closest: a position of one and a side of the other. */
interface Gap {
  distance: number
  cornerOnFirst: boolean
  corner: number
  side: number
  x: number
  y: number
}

const gapBetween = (first: MmRing, second: MmRing): Gap => {
  const fromFirst = closest(first, second)
  const fromSecond = closest(second, first)
  return fromFirst.distance <= fromSecond.distance
    ? { ...fromFirst, cornerOnFirst: true }
    : { ...fromSecond, cornerOnFirst: false }
}

const closest = (corners: MmRing, sides: MmRing): Omit<Gap, 'cornerOnFirst'> => {
  const best = { distance: Infinity, corner: 0, side: 0, x: 0, y: 0 }
  for (let s = 0; s < sides.length; s += 2) {
    const e = (s + 2) % sides.length
    const [ax, ay] = [sides[s]!, sides[s + 1]!]
    const dx = sides[e]! - ax
    const dy = sides[e + 1]! - ay
    const square = dx * dx + dy * dy
    for (let c = 0; c < corners.length; c += 2) {
      const share = Math.max(0, Math.min(1, ((corners[c]! - ax) * dx + (corners[c + 1]! - ay) * dy) / square))
      const x = ax + share * dx
      const y = ay + share * dy
      const distance = (corners[c]! - x) ** 2 + (corners[c + 1]! - y) ** 2
      if (distance < best.distance) Object.assign(best, { distance, corner: c, side: s, x, y })
    }
  }
  return best
}

const bridge = (first: MmRing, second: MmRing, gap: Gap, others: readonly MmRing[]): number[] | undefined => {
  const cornerRing = gap.cornerOnFirst ? first : second
  const sideRing = gap.cornerOnFirst ? second : first
  const length = cornerRing.length
  const before = (gap.corner + length - 2) % length
  for (const widthMm of WIDTHS_MM) {
    const openings = [
      opened(cornerRing, gap.corner, cornerRing[gap.corner]!, cornerRing[gap.corner + 1]!, widthMm, 'after'),
      opened(cornerRing, before, cornerRing[gap.corner]!, cornerRing[gap.corner + 1]!, widthMm, 'before'),
    ]
    const places = sidesAt(sideRing, gap).flatMap((side) =>
      (['around', 'after', 'before'] as const).map((where) => opened(sideRing, side, gap.x, gap.y, widthMm, where)),
    )
    for (const a of openings) for (const b of places) if (a && b && isBridge(a, b, others)) return [...a, ...b]
  }
  return undefined
}

/** The side that was found, and its neighbour where they share the nearest position. */
const sidesAt = (ring: MmRing, { side, x, y }: Gap): number[] => {
  const end = (side + 2) % ring.length
  if (ring[side] === x && ring[side + 1] === y) return [side, (side + ring.length - 2) % ring.length]
  if (ring[end] === x && ring[end + 1] === y) return [side, end]
  return [side]
}

/**
 * The ring, started at the far end of a gap in one of its sides and ended at the near end: the gap is the only side
 * left out. Ends of the gap that lie on the side are rounded outward.
 */
const opened = (
  ring: MmRing,
  side: number,
  x: number,
  y: number,
  widthMm: number,
  where: 'around' | 'after' | 'before',
): number[] | undefined => {
  const end = (side + 2) % ring.length
  const [ax, ay, bx, by] = [ring[side]!, ring[side + 1]!, ring[end]!, ring[end + 1]!]
  const length = Math.hypot(bx - ax, by - ay)
  const ux = (bx - ax) / length
  const uy = (by - ay) / length
  const here = (x - ax) * ux + (y - ay) * uy
  const from = where === 'after' ? here : where === 'before' ? here - widthMm : here - widthMm / 2
  const until = from + widthMm
  // Beyond the side's end there is nothing to open.
  if (from > length - 1.5 || until < 1.5) return undefined
  const near = from < 1.5 ? undefined : outside(ax, ay, bx, by, ax + from * ux, ay + from * uy)
  const far = until > length - 1.5 ? undefined : outside(ax, ay, bx, by, ax + until * ux, ay + until * uy)
  if (near === null || far === null) return undefined
  const chain: number[] = far ? [...far] : []
  for (let i = 0; i < ring.length; i += 2) {
    const at = (end + i) % ring.length
    chain.push(ring[at]!, ring[at + 1]!)
  }
  if (near) chain.push(...near)
  // The side a to near to far to b must not dip below the straight one anywhere.
  const isOutward =
    !near || !far || (turn(ax, ay, near[0], near[1], far[0], far[1]) >= 0 && turn(ax, ay, far[0], far[1], bx, by) >= 0)
  return isOutward ? chain : undefined
}

/** The whole position next to (x, y) that is not left of the side from a to b; null when there is none close by. */
const outside = (ax: number, ay: number, bx: number, by: number, x: number, y: number): [number, number] | null => {
  let best: [number, number] | null = null
  let least = Infinity
  for (let px = Math.floor(x) - 1; px <= Math.floor(x) + 2; px++) {
    for (let py = Math.floor(y) - 1; py <= Math.floor(y) + 2; py++) {
      const distance = Math.hypot(px - x, py - y)
      if (distance >= least || turn(ax, ay, px, py, bx, by) < 0) continue
      least = distance
      best = [px, py]
    }
  }
  return best
}

/** The gap of a runs from its last position to its first; so does that of b. */
const isBridge = (a: MmRing, b: MmRing, others: readonly MmRing[]): boolean => {
  const [tx, ty, sx, sy] = [a[0]!, a[1]!, a.at(-2)!, a.at(-1)!]
  const [q2x, q2y, q1x, q1y] = [b[0]!, b[1]!, b.at(-2)!, b.at(-1)!]
  const oneWay = turn(sx, sy, q2x, q2y, q1x, q1y) >= 0 && turn(sx, sy, q1x, q1y, tx, ty) >= 0
  const otherWay = turn(sx, sy, q2x, q2y, tx, ty) >= 0 && turn(q2x, q2y, q1x, q1y, tx, ty) >= 0
  if (!oneWay && !otherWay) return false
  return isFree(sx, sy, q2x, q2y, [a, b], others) && isFree(q1x, q1y, tx, ty, [a, b], others)
}

/** The link meets the open chains only at its own ends, and the other rings nowhere. */
const isFree = (
  px: number,
  py: number,
  qx: number,
  qy: number,
  chains: readonly MmRing[],
  others: readonly MmRing[],
): boolean => {
  const isEnd = (x: number, y: number) => (x === px && y === py) || (x === qx && y === qy)
  for (const chain of chains) {
    for (let i = 0; i + 3 < chain.length; i += 2) {
      const [ax, ay, bx, by] = [chain[i]!, chain[i + 1]!, chain[i + 2]!, chain[i + 3]!]
      const contact = contactOf(ax, ay, bx, by, px, py, qx, qy)
      if (contact === 'none' || (contact === 'touch' && (isEnd(ax, ay) || isEnd(bx, by)))) continue
      return false
    }
  }
  for (const ring of others) {
    for (let i = 0; i < ring.length; i += 2) {
      const j = (i + 2) % ring.length
      if (contactOf(ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!, px, py, qx, qy) !== 'none') return false
    }
  }
  return true
}
