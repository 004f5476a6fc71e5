/**
 * Among equally many tiles, those that ask for less. A ring of streets inside one tile can only be asked for with the
 * block that it surrounds; where the border between two tiles runs through the block, neither asks for it:
 *
 *     ┌─────────┬───┐        ┌─────┬───────┐
 *     │ ┌─────┐ │   │        │ ┌── │ ──┐   │
 *     │ │▒▒▒▒▒│─│── │  ───►  │ │   │   │── │
 *     │ └─────┘ │   │        │ └── │ ──┘   │
 *     └─────────┴───┘        └─────┴───────┘
 *
 * One side of one tile after the other is moved into the blocks it surrounds; neighbours grow into what it gives up, as
 * far as a part may reach (coordinate descent). After every move all tiles together cover the area, exactly.
 */
import { doubleArea, type MmRing } from '../geometry/plane.ts'
import { around, columnsBetween, openBoxes, trimTiles } from './coverage.ts'
import { boxAround, type Tile } from './strips.ts'

/** Of a move, as a share of what is asked for: a small gain may take the room that a large one needs, so it comes last. */
const LEAST_GAINS = [0.03, 0.01, 0.001]
/** Where a block is cut, as a share of its width; how many such places one side may be moved to, the nearest first. */
const IN_BLOCK = [1 / 8, 1 / 2, 7 / 8]
const MAX_PLACES = 12
/** Columns in one side of a tile. */
const COLUMNS_PER_SIDE = 50
const SIDES = ['x0', 'x1', 'y0', 'y1'] as const

/**
 * @param tiles at most one side wide and high that cover the area
 * @param askedIn what the part of a tile asks for, any unit
 * @param moves that may be tried
 */
export const withLessExtraArea = (
  rings: readonly MmRing[],
  tiles: readonly Tile[],
  side: number,
  askedIn: (tile: Tile) => number,
  moves: number,
): Tile[] => {
  const blocks = rings.filter((ring) => doubleArea(ring) < 0).map((ring) => boxAround([ring]))
  const boxes = trimTiles(rings, tiles, side)
  const asked = boxes.map(askedIn)
  let left = moves
  let leastGain = 0
  const tryMove = (t: number, edge: (typeof SIDES)[number], to: number): boolean => {
    const smaller = { ...boxes[t]!, [edge]: to }
    const changed = givenTo(rings, boxes, t, smaller, side)
    if (!changed) return false
    const news = [...changed].map(([k, box]) => ({ k, box, asks: askedIn(box) }))
    const gain = news.reduce((sum, { k, asks }) => sum + asked[k]! - asks, 0)
    if (gain <= leastGain) return false
    for (const { k, box, asks } of news) {
      boxes[k] = box
      asked[k] = asks
    }
    return true
  }
  for (const share of LEAST_GAINS) {
    leastGain = share * total(asked)
    for (let t = 0; t < boxes.length; t++) {
      for (const edge of SIDES) {
        for (const to of placesFor(boxes[t]!, edge, blocks)) {
          if (left-- <= 0) return trimTiles(rings, boxes, side)
          if (tryMove(t, edge, to)) break
        }
      }
    }
  }
  return trimTiles(rings, boxes, side)
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** In the blocks that lie in the tile, the nearest to its side first. */
const placesFor = (box: Tile, edge: (typeof SIDES)[number], blocks: readonly Tile[]): number[] => {
  const [low, high] = edge.startsWith('x') ? (['x0', 'x1'] as const) : (['y0', 'y1'] as const)
  const places = blocks
    .filter((block) => block.x0 < box.x1 && block.x1 > box.x0 && block.y0 < box.y1 && block.y1 > box.y0)
    .flatMap((block) => IN_BLOCK.map((share) => Math.round(block[low] + share * (block[high] - block[low]))))
    .filter((at) => at > box[low] && at < box[high])
  return [...new Set(places)].sort((p, q) => Math.abs(p - box[edge]) - Math.abs(q - box[edge])).slice(0, MAX_PLACES)
}

/** Boxes that are other than before when one tile becomes smaller, itself included; undefined when nobody can take over. */
const givenTo = (
  rings: readonly MmRing[],
  boxes: readonly Tile[],
  t: number,
  smaller: Tile,
  side: number,
): Map<number, Tile> | undefined => {
  const now = boxes.with(t, smaller)
  const changed = new Map([[t, smaller]])
  const { x0, x1 } = boxes[t]!
  const columns = columnsBetween(rings, now, Math.ceil(side / COLUMNS_PER_SIDE), undefined, [x0, x1])
  for (const open of openBoxes(columns, now)) {
    let taker = -1
    let least = Infinity
    now.forEach((box, k) => {
      if (k === t) return
      const grown = around(box, open)
      if (grown.x1 - grown.x0 > side || grown.y1 - grown.y0 > side) return
      const growth = (grown.x1 - grown.x0) * (grown.y1 - grown.y0) - (box.x1 - box.x0) * (box.y1 - box.y0)
      if (growth >= least) return
      least = growth
      taker = k
    })
    if (taker < 0) return undefined
    now[taker] = around(now[taker], open)
    changed.set(taker, now[taker]!)
  }
  return changed
}
