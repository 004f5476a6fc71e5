/**
 * That a road which comes back to where it began can't be covered by a given number of squares. The LP
 * bound ends just below a whole number there: round a ring each square may give a little to the next. So it is branched
 * on where one square lies, past which nothing comes round any more.
 *
 *      ┌╌╌╌╌╌┐              Some square covers the westernmost cell, and may as well begin at its x, since there is
 *      ┆▂▂▂▂▂▂▂▂▂           nothing farther west. Its y is one of a stretch of `side` millimetres. For all of a stretch
 *      ▐     ┆              together: what is outside of the rectangle around them all must be covered by one square
 *      ┆▔▔▔▔▔▔▔▔▔           less; when that is proven impossible, none of that stretch will do, else each half is asked.
 *      └╌╌╌╌╌┘
 *
 * Samples are square millimetres that every legal part covers whole or not at all, so what is impossible for them is
 * impossible. They are taken where squares that are somewhat too large hand over to the next on their way along the
 * road, from both ends: a few dozen, so that dynamic programming among them (dynamic-programming.ts) takes no time. Which ones, and the
 * order in which they are tried, say only how soon something is proven.
 *
 * Tried and left out: samples everywhere along the road, as close as they must be (thousands, too many to try
 * everything); and adding those that an answer leaves open until there is none (ten times as many problems).
 */
import { doubleArea, type MmRing, sideOfRing } from '../domain/geometry/plane.ts'
import type { Budget } from './budget.ts'
import { candidatesOf, tileOf } from './candidates.ts'
import { columnsOf } from './columns.ts'
import { reducedByDominance } from './dominance.ts'
import { coverInOrder } from './dynamic-programming.ts'
import { alongOutline, between, greedyAlong, leftOpen, type Piece, turnedAbout } from './ring-road.ts'
import { SamplePool } from './sample-pool.ts'
import type { Cell } from './samples.ts'
import { boxAround, type Tile, transposed } from './strips.ts'

/** What following a piece past a square costs. */
const WORK_A_PIECE = 0.5
/** How far inside of the road, and from where a piece begins, a sample lies: mm. */
const INSIDE = 1.5
const ALONG = 2
/** When an answer is left: squares so much less too large bring further samples. */
const CLOSER = 4

/** A road, its sides by their direction from the middle, and what they are counted from. */
interface Round {
  readonly rings: readonly MmRing[]
  readonly road: readonly Piece[]
  readonly x: number
  readonly y: number
  readonly side: number
}

/**
 * @param laid an outline and the one hole in it, also turned over
 * @returns whether it is proven that no `count` squares cover the area
 */
export const isRingInfeasible = (laid: readonly MmRing[], side: number, count: number, budget: Budget): boolean => {
  const rings = doubleArea(laid[0]!) > 0 ? laid : laid.map(transposed)
  const [outline, hole] = rings as [MmRing, MmRing]
  const pieces = alongOutline(outline, hole, side)
  if (!pieces) return false
  const { x0: west } = boxAround([outline])
  const [lowest, highest] = columnsOf(rings, [west, west + 1]).reach[0]!
  if (lowest === undefined || highest === lowest) return false
  const [x, y] = [outline[0]!, outline[1]!]
  const [dx, dy] = fromMiddle(outline, x, y)
  const road = Array.from(
    orderRound(pieces.map(({ ax, ay, bx, by }): Cell => [dx + ax + bx, dy + ay + by])),
    (k) => pieces[k]!,
  )
  const round = { rings, road, x, y, side }
  const stretches: [number, number][] = [[lowest - side + 1, lowest]]
  while (stretches.length > 0) {
    if (budget.left <= 0) return false
    const [from, to] = stretches.pop()!
    if (isRestInfeasible(round, { x0: west, y0: from, x1: west + side, y1: to + side }, count - 1, budget)) continue
    if (from === to) return false
    const middle = Math.floor((from + to) / 2)
    stretches.push([from, middle], [middle + 1, to])
  }
  return true
}

/** @returns whether it is proven that no `count` squares cover what is outside of a rectangle in the west */
const isRestInfeasible = (round: Round, west: Tile, count: number, budget: Budget): boolean => {
  const open = leftOpen(round.road, seenFrom(round, west))
  const samples = new Map<string, Cell>()
  const add = (pieces: readonly Piece[]): void => {
    for (const piece of pieces) {
      const cell = cellAt(round, piece)
      if (cell && !isIn(west, cell)) samples.set(String(cell), cell)
    }
  }
  add(handedOver(open, round.side, count, 1, budget))
  const cover = coverRound(round, [...samples.values()], count, budget)
  if (typeof cover === 'string') return cover === 'impossible'
  add(handedOver(open, round.side, count, CLOSER, budget))
  const left = cover.reduce((rest: readonly Piece[], square) => leftOpen(rest, seenFrom(round, square)), open)
  add([...beginningsOf(left), ...left.map((piece) => between(piece, 0.5, 1))])
  return coverRound(round, [...samples.values()], count, budget) === 'impossible'
}

const seenFrom = ({ x, y }: Round, { x0, y0, x1, y1 }: Tile): Tile => ({
  x0: x0 - x,
  y0: y0 - y,
  x1: x1 - x,
  y1: y1 - y,
})

const isIn = ({ x0, y0, x1, y1 }: Tile, [x, y]: Cell): boolean => x >= x0 && x < x1 && y >= y0 && y < y1

/**
 * Where `most` squares that go along what is open, from either end, hand over to the next; the squares so much too large
 * that they just don't reach the other end, or by a share of that. None when as many real ones do.
 */
const handedOver = (open: readonly Piece[], side: number, most: number, share: number, budget: Budget): Piece[] => {
  const found: Piece[] = []
  for (const way of [open, open.toReversed().map(turnedAbout)]) {
    const opensBy = (more: number) => {
      const { opens } = greedyAlong(way, side + more, most)
      budget.left -= opens.reduce((sum, { length }) => sum + length, 0) * WORK_A_PIECE
      return opens.at(-1)!.length > 0 ? opens : undefined
    }
    let opens = opensBy(0)
    if (!opens) return []
    // The road has two sides; what is left of both is shared out among the squares.
    const left = opens.at(-1)!.reduce((sum, { ax, ay, bx, by }) => sum + Math.hypot(bx - ax, by - ay), 0)
    let larger: typeof opens | undefined
    for (let more = Math.floor(left / 2 / (most + 1) / share); more > 0 && !larger; more = Math.floor(more / 2)) {
      larger = opensBy(more)
    }
    opens = larger ?? opens
    found.push(...opens.flatMap(beginningsOf))
  }
  return found
}

/** Those that go on where no other of their side ends. */
const beginningsOf = (open: readonly Piece[]): Piece[] => {
  let [left, right]: (Piece | undefined)[] = []
  return open.filter((piece) => {
    const before = piece.isLeft ? left : right
    if (piece.isLeft) left = piece
    else right = piece
    return before?.bx !== piece.ax || before.by !== piece.ay
  })
}

/** A cell that is on the road, near the beginning of a piece of its side. */
const cellAt = ({ rings: [outline, hole], x, y }: Round, piece: Piece): Cell | undefined => {
  const [dx, dy] = [piece.bx - piece.ax, piece.by - piece.ay]
  const length = Math.hypot(dx, dy)
  if (length === 0) return undefined
  const along = Math.min(ALONG, length / 2) / length
  const inside = (piece.isLeft ? INSIDE : -INSIDE) / length
  const cell: Cell = [
    x + Math.floor(piece.ax + along * dx - inside * dy),
    y + Math.floor(piece.ay + along * dy + inside * dx),
  ]
  // What lies strictly inside of the area is the corner of a cell that holds some of it.
  return sideOfRing(outline!, ...cell) === 1 && sideOfRing(hole!, ...cell) === -1 ? cell : undefined
}

/** @returns at most `count` squares that cover all samples */
const coverRound = ({ rings, side }: Round, samples: readonly Cell[], count: number, budget: Budget) => {
  if (samples.length === 0) return 'unknown'
  const { cells } = new SamplePool(samples)
  const { kept, candidates } = reducedByDominance(cells.length, candidatesOf(cells, side), budget)
  const order = orderRound(kept.map((k) => fromMiddle(rings[0]!, ...cells[k]!)))
  const cover = coverInOrder(candidates, order, count, budget)
  return typeof cover === 'string' ? cover : cover.map((c) => tileOf(candidates, c, side))
}

/** Twice how far a place lies from the middle of a ring. */
const fromMiddle = (ring: MmRing, x: number, y: number): Cell => {
  const { x0, y0, x1, y1 } = boxAround([ring])
  return [2 * x - x0 - x1, 2 * y - y0 - y1]
}

/** By their direction from the middle: from the west, by the south, to the west. */
const orderRound = (places: readonly Cell[]): Int32Array => {
  const angles = places.map(([x, y]) => Math.atan2(y, x))
  return Int32Array.from(angles, (_, k) => k).sort((p, q) => angles[p]! - angles[q]! || p - q)
}
