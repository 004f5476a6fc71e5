/**
 * Whether tiles cover an area, exactly, and what they leave open. Between two neighbouring borders the same tiles lie
 * side by side, so a thin column of the area is covered just when its shadow is.
 */
import type { MmRing } from '../geometry/plane.ts'
import type { Budget } from './budget.ts'
import { type Columns, columnsOf, type Intervals, mergeIntervals } from './columns.ts'
import type { Tile } from './strips.ts'

/** What a corner or a stretch costs. */
const WORK_A_STRETCH = 20

/** Columns between all borders of the tiles, and finer: at most `stepMm` wide; only from the one x to the other. */
export const columnsBetween = (
  rings: readonly MmRing[],
  tiles: readonly Tile[],
  stepMm: number,
  budget: Budget = { left: 0 },
  [from, to]: readonly [number, number] = [-Infinity, Infinity],
): Columns => {
  let [min, max] = [Infinity, -Infinity]
  for (let i = 0; i < rings[0]!.length; i += 2) {
    min = Math.min(min, rings[0]![i]!)
    max = Math.max(max, rings[0]![i]!)
  }
  min = Math.max(min, from)
  max = Math.min(max, to)
  const xs = new Set([min, max])
  for (const { x0, x1 } of tiles) for (const x of [x0, x1]) if (x > min && x < max) xs.add(x)
  for (let x = min; x < max; x += stepMm) xs.add(x)
  const columns = columnsOf(
    rings,
    [...xs].sort((p, q) => p - q),
  )
  const corners = rings.reduce((sum, ring) => sum + ring.length / 2, 0)
  budget.left -= WORK_A_STRETCH * (corners + columns.reach.reduce((sum, stretches) => sum + stretches.length, 0))
  return columns
}

/** Boxes, one column wide, around all of the area that no tile covers. */
export const openBoxes = ({ xs, reach }: Columns, tiles: readonly Tile[]): Tile[] => {
  const boxes: Tile[] = []
  reach.forEach((stretches, k) => {
    const [x0, x1] = [xs[k]!, xs[k + 1]!]
    let covered: Intervals = []
    for (const tile of tiles) if (tile.x0 <= x0 && tile.x1 >= x1) covered = mergeIntervals(covered, [tile.y0, tile.y1])
    for (let i = 0; i < stretches.length; i += 2) {
      let low = stretches[i]!
      const high = stretches[i + 1]!
      for (let c = 0; c < covered.length && low < high; c += 2) {
        if (covered[c + 1]! <= low) continue
        if (covered[c]! >= high) break
        if (covered[c]! > low) boxes.push({ x0, x1, y0: low, y1: covered[c]! })
        low = covered[c + 1]!
      }
      if (low < high) boxes.push({ x0, x1, y0: low, y1: high })
    }
  })
  return boxes
}

/**
 * Each tile trimmed to what no other covers: less area is asked for twice. One after the other, so that all together
 * still cover what they did.
 */
export const trimTiles = (rings: readonly MmRing[], tiles: readonly Tile[], side: number): Tile[] => {
  const columns = columnsBetween(rings, tiles, Math.ceil(side / 100))
  const kept: (Tile | undefined)[] = [...tiles]
  tiles.forEach((tile, t) => {
    const others = kept.filter((other, k) => other !== undefined && k !== t) as Tile[]
    let own: Tile | undefined
    for (const box of openBoxes(columns, others)) {
      if (!meets(box, tile, 0)) continue
      own = around(own, within(box, tile))
    }
    kept[t] = own
  })
  return kept.filter((tile) => tile !== undefined)
}

const MAX_SWEEPS = 4

/**
 * Squares that nearly cover the area, moved so that gaps between them close. One after the other, each goes where it
 * covers all that only it can cover and, as far as it reaches, what is open beside it.
 * @returns squares that cover the area, or undefined; also when the budget ran out
 */
export const gapsClosed = (
  rings: readonly MmRing[],
  squares: readonly Tile[],
  side: number,
  budget: Budget,
): Tile[] | undefined => {
  const tiles = [...squares]
  const step = Math.ceil(side / 20)
  for (let sweep = 0; sweep < MAX_SWEEPS && budget.left > 0; sweep++) {
    if (openBoxes(columnsBetween(rings, tiles, step, budget), tiles).length === 0) return tiles
    tiles.forEach((tile, t) => {
      if (budget.left <= 0) return
      const others = tiles.filter((_, k) => k !== t)
      const columns = columnsBetween(rings, tiles, step, budget, [tile.x0 - 2 * step, tile.x1 + 2 * step])
      const boxes = openBoxes(columns, others)
      const own = boxes.filter((box) => meets(box, tile, 0)).map((box) => within(box, tile))
      const beside = boxes.filter((box) => meets(box, tile, step)).sort((p, q) => gapTo(p, tile) - gapTo(q, tile))
      let reach = own.reduce<Tile | undefined>(around, undefined)
      for (const box of beside) {
        const wider = around(reach, box)
        if (wider.x1 - wider.x0 <= side && wider.y1 - wider.y0 <= side) reach = wider
      }
      if (!reach) return
      const x0 = Math.max(reach.x1 - side, Math.min(reach.x0, tile.x0))
      const y0 = Math.max(reach.y1 - side, Math.min(reach.y0, tile.y0))
      tiles[t] = { x0, y0, x1: x0 + side, y1: y0 + side }
    })
  }
  return undefined
}

const meets = (box: Tile, tile: Tile, by: number): boolean =>
  box.x0 < tile.x1 + by && box.x1 > tile.x0 - by && box.y0 < tile.y1 + by && box.y1 > tile.y0 - by

const within = (box: Tile, tile: Tile): Tile => ({
  x0: Math.max(box.x0, tile.x0),
  y0: Math.max(box.y0, tile.y0),
  x1: Math.min(box.x1, tile.x1),
  y1: Math.min(box.y1, tile.y1),
})

export const around = (one: Tile | undefined, other: Tile): Tile =>
  one
    ? {
        x0: Math.min(one.x0, other.x0),
        y0: Math.min(one.y0, other.y0),
        x1: Math.max(one.x1, other.x1),
        y1: Math.max(one.y1, other.y1),
      }
    : other

const gapTo = (box: Tile, tile: Tile): number =>
  Math.max(box.x0 - tile.x1, tile.x0 - box.x1, box.y0 - tile.y1, tile.y0 - box.y1, 0)
