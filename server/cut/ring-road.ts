/**
 * The two sides of a road that comes back to where it began, and squares one after the other along it: each covers all
 * that is open next to the one before, and reaches as far as it can from there.
 *
 * Only the sides are followed, in doubles: whoever takes the squares sees to it that they cover the area.
 */
import type { Extent } from '../domain/geometry/geometry.ts'
import type { MmRing } from '../domain/geometry/plane.ts'
import type { Tile } from './strips.ts'

/** Sides are taken in pieces: at most this share of a square, and at most so many in all. */
const PIECE = 1 / 20
const MAX_PIECES = 1500

/** From (ax, ay) on to (bx, by); counted from the road's first corner, mm. */
export interface Piece {
  readonly ax: number
  readonly ay: number
  readonly bx: number
  readonly by: number
  /** The road lies to its left, as it does at its outline; else to its right. */
  readonly isLeft: boolean
}

export interface GreedyRun {
  readonly squares: Tile[]
  /** What is open before each square, and after the last. */
  readonly opens: (readonly Piece[])[]
}

/** Squares until nothing is open, but at most `most` of them. */
export const greedyAlong = (road: readonly Piece[], side: number, most: number): GreedyRun => {
  const squares: Tile[] = []
  const opens = [road]
  let open = road
  while (open.length > 0 && squares.length < most) {
    const square = squareFrom(open, side)
    squares.push(square)
    open = leftOpen(open, square)
    opens.push(open)
  }
  return { squares, opens }
}

/** Both sides of the road in the order of its outline; undefined when that is too many pieces. */
export const alongOutline = (outline: MmRing, hole: MmRing, side: number): Piece[] | undefined => {
  const [x, y] = [outline[0]!, outline[1]!]
  const step = Math.max(side * PIECE, (lengthOf(outline) * 3) / MAX_PIECES)
  const outer = piecesOf(outline, x, y, step)
  const inner = piecesOf(hole, x, y, step)
  if (outer.length + inner.length > MAX_PIECES) return undefined
  const beside = inner.map((own) => {
    const { ax, ay, bx, by } = own
    let nearest = 0
    let least = Infinity
    outer.forEach((piece, k) => {
      const distance = (piece.ax + piece.bx - ax - bx) ** 2 + (piece.ay + piece.by - ay - by) ** 2
      if (distance >= least) return
      least = distance
      nearest = k
    })
    // A hole turns the other way.
    return { piece: turnedAbout(own), at: nearest + 0.5 }
  })
  return [...outer.map((piece, at) => ({ piece, at })), ...beside.reverse()]
    .sort((p, q) => p.at - q.at)
    .map(({ piece }) => piece)
}

const lengthOf = (ring: MmRing): number => {
  let length = 0
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    length += Math.hypot(ring[i]! - ring[j]!, ring[i + 1]! - ring[j + 1]!)
  }
  return length
}

const piecesOf = (ring: MmRing, x: number, y: number, step: number): Piece[] => {
  const pieces: Piece[] = []
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length
    const whole = { ax: ring[i]! - x, ay: ring[i + 1]! - y, bx: ring[j]! - x, by: ring[j + 1]! - y, isLeft: true }
    const count = Math.ceil(Math.hypot(whole.bx - whole.ax, whole.by - whole.ay) / step)
    for (let s = 0; s < count; s++) pieces.push(between(whole, s / count, (s + 1) / count))
  }
  return pieces
}

export const turnedAbout = ({ ax, ay, bx, by, isLeft }: Piece): Piece => ({
  ax: bx,
  ay: by,
  bx: ax,
  by: ay,
  isLeft: !isLeft,
})

export const between = ({ ax, ay, bx, by, isLeft }: Piece, from: number, to: number): Piece => ({
  ax: ax + from * (bx - ax),
  ay: ay + from * (by - ay),
  bx: to === 1 ? bx : ax + to * (bx - ax),
  by: to === 1 ? by : ay + to * (by - ay),
  isLeft,
})

export const contains = ({ x0, y0, x1, y1 }: Tile, x: number, y: number): boolean =>
  x >= x0 && x <= x1 && y >= y0 && y <= y1

/** Of the open pieces the first that fit in one square, and of the next one as much as fits. */
export const squareFrom = (open: readonly Piece[], side: number): Tile => {
  const first = open[0]!
  const box = { minX: first.ax, maxX: first.ax, minY: first.ay, maxY: first.ay }
  for (const { ax, ay, bx, by } of open) {
    if (!fitted(box, ax, ay, side)) return squareAt(box, ax, ay, side)
    if (!fitted(box, bx, by, side)) {
      const share = shareThatFits(box, ax, ay, bx, by, side)
      fitted(box, ax + share * (bx - ax), ay + share * (by - ay), Infinity)
      return squareAt(box, bx, by, side)
    }
  }
  return squareAt(box, (box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2, side)
}

/** Grows the box to the place, if a square can cover both. @returns whether one can */
const fitted = (box: Extent, x: number, y: number, side: number): boolean => {
  const minX = Math.min(box.minX, x)
  const maxX = Math.max(box.maxX, x)
  const minY = Math.min(box.minY, y)
  const maxY = Math.max(box.maxY, y)
  if (maxX - minX > side || maxY - minY > side) return false
  box.minX = minX
  box.maxX = maxX
  box.minY = minY
  box.maxY = maxY
  return true
}

const shareThatFits = (box: Extent, ax: number, ay: number, bx: number, by: number, side: number): number => {
  let share = 1
  if (bx - box.minX > side) share = Math.min(share, (box.minX + side - ax) / (bx - ax))
  if (box.maxX - bx > side) share = Math.min(share, (box.maxX - side - ax) / (bx - ax))
  if (by - box.minY > side) share = Math.min(share, (box.minY + side - ay) / (by - ay))
  if (box.maxY - by > side) share = Math.min(share, (box.maxY - side - ay) / (by - ay))
  return Math.max(0, share)
}

/** A square round the box, as far as may be towards where the road goes on; whole millimetres. */
const squareAt = (box: Extent, x: number, y: number, side: number): Tile => {
  const x0 = startOf(box.minX, box.maxX, x, side)
  const y0 = startOf(box.minY, box.maxY, y, side)
  return { x0, y0, x1: x0 + side, y1: y0 + side }
}

const startOf = (low: number, high: number, towards: number, side: number): number => {
  if (towards > high) return Math.floor(low)
  if (towards < low) return Math.ceil(high) - side
  return Math.floor((low + high - side) / 2)
}

/** What is left of the pieces when a square lies there: nearly all are wholly beside it or wholly in it. */
export const leftOpen = (open: readonly Piece[], square: Tile): Piece[] => {
  const { x0, y0, x1, y1 } = square
  const left: Piece[] = []
  for (const piece of open) {
    const { ax, ay, bx, by } = piece
    const isBeside = (ax < x0 && bx < x0) || (ax > x1 && bx > x1) || (ay < y0 && by < y0) || (ay > y1 && by > y1)
    if (isBeside) left.push(piece)
    else if (!contains(square, ax, ay) || !contains(square, bx, by)) cutOff(piece, square, left)
  }
  return left
}

/** Adds what is left of one piece. */
const cutOff = (piece: Piece, { x0, y0, x1, y1 }: Tile, left: Piece[]): void => {
  const { ax, ay, bx, by } = piece
  const [entersX, leavesX] = within(ax, bx, x0, x1)
  const [entersY, leavesY] = within(ay, by, y0, y1)
  const from = Math.max(0, entersX, entersY)
  const to = Math.min(1, leavesX, leavesY)
  if (from >= to) {
    left.push(piece)
    return
  }
  if (from > 0) left.push(between(piece, 0, from))
  if (to < 1) left.push(between(piece, to, 1))
}

/** The shares of the way from `start` to `end` at which it comes between two places, and leaves. */
const within = (start: number, end: number, low: number, high: number): readonly [number, number] => {
  if (start === end) return start < low || start > high ? [0, -1] : [0, 1]
  return start < end
    ? [(low - start) / (end - start), (high - start) / (end - start)]
    : [(high - start) / (end - start), (low - start) / (end - start)]
}
