/**
 * Where the tiles lie: the fewest found by the plans we know, each a list of rectangles that together cover the area.
 */
import { doubleArea, type MmRing } from '../plane.ts'
import { beamTiles } from './beam.ts'
import { lowerBoundOf, samplesOf } from './bound.ts'
import { columnsOf } from './columns.ts'
import { stripTiles, type Tile } from './strips.ts'

/** Thin columns in one side of a part; an area many sides wide gets coarser ones, down to the work below. */
const COLUMNS_PER_SIDE = 250
const MOST_COLUMNS = 60_000
/** Edges met in all columns together, so that a comb of long teeth can't take minutes. */
const MOST_MEETINGS = 1_500_000
/** Up to so many corners the borders are tried at each of them, too. */
const MOST_CORNERS = 300

/** Upright lines on which the bound looks for positions. */
const MOST_LINES = 3000
/** The search for squares anywhere gains on small counts only. */
const MOST_SEARCHED = 24

/**
 * @returns the plans with the fewest tiles, all equally many, none when all of them take more than `most`; and a number
 * that no cut can come below
 */
export const plansOf = (
  rings: readonly MmRing[],
  side: number,
  most: number,
): { plans: Tile[][]; lowerBound: number } => {
  const whole = extentOfRings(rings)
  if (whole.x1 - whole.x0 <= side && whole.y1 - whole.y0 <= side) return { plans: [[whole]], lowerBound: 1 }
  const upright = stripTiles(columnsOf(rings, bordersOf(rings, side)), side, most)
  const across = rings.map(transposed)
  const level = stripTiles(columnsOf(across, bordersOf(across, side)), side, upright?.length ?? most)?.map(
    ({ x0, y0, x1, y1 }) => ({ x0: y0, y0: x0, x1: y1, y1: x1 }),
  )
  const found = [upright, level].filter((tiles) => tiles !== undefined)
  if (found.length === 0) return { plans: [], lowerBound: most + 1 }
  const fewest = Math.min(...found.map((tiles) => tiles.length))
  const lowerBound = Math.min(boundOf(rings, side, fewest), fewest)
  const anywhere =
    fewest > lowerBound && fewest <= MOST_SEARCHED ? searched(rings, side, fewest, lowerBound) : undefined
  return { plans: anywhere ? [anywhere] : found.filter((tiles) => tiles.length === fewest), lowerBound }
}

/** Squares anywhere, searched from all four sides until the bound is reached. */
const searched = (
  rings: readonly MmRing[],
  side: number,
  fewerThan: number,
  lowerBound: number,
): Tile[] | undefined => {
  let best: Tile[] | undefined
  for (const isMirrored of [false, true]) {
    for (const isTransposed of [false, true]) {
      const view = rings.map((ring) => {
        const seen = isTransposed ? transposed(ring) : ring
        return isMirrored ? mirrored(seen) : seen
      })
      const most = best?.length ?? fewerThan
      if (most <= lowerBound) return best
      const tiles = beamTiles(view, side, most)
      if (!tiles) continue
      best = tiles.map((tile) => {
        const { x0, y0, x1, y1 } = isMirrored ? { ...tile, x0: -tile.x1, x1: -tile.x0 } : tile
        return isTransposed ? { x0: y0, y0: x0, x1: y1, y1: x1 } : { x0, y0, x1, y1 }
      })
    }
  }
  return best
}

const mirrored = (ring: MmRing): number[] => ring.map((value, i) => (i % 2 === 0 ? -value : value))

const extentOfRings = ([outline]: readonly MmRing[]): Tile => {
  const extent = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity }
  for (let i = 0; i < outline!.length; i += 2) {
    extent.x0 = Math.min(extent.x0, outline![i]!)
    extent.x1 = Math.max(extent.x1, outline![i]!)
    extent.y0 = Math.min(extent.y0, outline![i + 1]!)
    extent.y1 = Math.max(extent.y1, outline![i + 1]!)
  }
  return extent
}

const transposed = (ring: MmRing): number[] => {
  const out: number[] = []
  for (let i = 0; i < ring.length; i += 2) out.push(ring[i + 1]!, ring[i]!)
  return out
}

const boundOf = (rings: readonly MmRing[], side: number, enough: number): number => {
  const twice = rings.reduce((sum, ring) => sum + doubleArea(ring), 0)
  const across = rings.map(transposed)
  const step = Math.max(side / 10, ...[rings[0]!, across[0]!].map((ring) => widthOf(ring) / MOST_LINES))
  const samples = [
    ...samplesOf(rings, side, Math.round(step)),
    ...samplesOf(across, side, Math.round(step)).map(([x, y]): [number, number] => [y, x]),
  ]
  return lowerBoundOf(samples, twice, side, enough)
}

const widthOf = (ring: MmRing): number => {
  let [min, max] = [Infinity, -Infinity]
  for (let i = 0; i < ring.length; i += 2) {
    min = Math.min(min, ring[i]!)
    max = Math.max(max, ring[i]!)
  }
  return max - min
}

/** The x at which a strip may begin or end, ascending: an even raster, and the corners with a side before and after. */
const bordersOf = (rings: readonly MmRing[], side: number): number[] => {
  let [min, max] = [Infinity, -Infinity]
  let spans = 0
  let count = 0
  for (const ring of rings) {
    count += ring.length / 2
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      min = Math.min(min, ring[i]!)
      max = Math.max(max, ring[i]!)
      spans += Math.abs(ring[i]! - ring[j]!)
    }
  }
  const width = max - min
  const columns = Math.min(
    Math.ceil((width / side) * COLUMNS_PER_SIDE),
    MOST_COLUMNS,
    Math.ceil(MOST_MEETINGS / Math.max(1, spans / width)),
  )
  // A whole number of columns in a side, so that whole sides from the left rim are among the borders.
  const step = Math.max(1, Math.ceil(side / Math.max(1, Math.floor((columns * side) / width))))
  const xs = new Set<number>([max])
  for (let x = min; x < max; x += step) xs.add(x)
  for (let x = min; x < max; x += side) xs.add(x)
  for (let x = max; x > min; x -= side) xs.add(x)
  if (count <= MOST_CORNERS) {
    for (const ring of rings) {
      for (let i = 0; i < ring.length; i += 2) for (const by of [-side, 0, side]) xs.add(ring[i]! + by)
    }
  }
  return [...xs].filter((x) => x >= min && x <= max).sort((a, b) => a - b)
}

/** How many squares of a fixed grid anchored at the origin of RD hold some of the area. */
export const plainGridOf = (rings: readonly MmRing[], side: number): number => {
  let [min, max] = [Infinity, -Infinity]
  for (let i = 0; i < rings[0]!.length; i += 2) {
    min = Math.min(min, rings[0]![i]!)
    max = Math.max(max, rings[0]![i]!)
  }
  const xs: number[] = []
  for (let x = Math.floor(min / side) * side; x < max + side; x += side) xs.push(x)
  let squares = 0
  for (const stretches of columnsOf(rings, xs).reach) {
    let counted = -Infinity
    for (let i = 0; i < stretches.length; i += 2) {
      const first = Math.max(Math.floor(stretches[i]! / side), counted + 1)
      const last = Math.ceil(stretches[i + 1]! / side) - 1
      if (last < first) continue
      squares += last - first + 1
      counted = last
    }
  }
  return squares
}
