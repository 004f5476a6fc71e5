/**
 * Where the tiles lie: the fewest found by the plans we know, each a list of rectangles that together cover the area.
 */
import type { MmRing } from '../geometry/plane.ts'
import { boundByArea, independentSamples } from './bound.ts'
import { columnsOf } from './columns.ts'
import { improvedPlans, smallestPlans } from './improve.ts'
import { samplesFor } from './samples.ts'
import { boxAround, stripTiles, stripTilesByPieces, type Tile, transposeRings } from './strips.ts'

interface ColumnMeasure {
  /** Thin columns in one side of a part; an area many sides wide gets coarser ones, down to the work below. */
  perSide: number
  mostColumns: number
  /** Edges met in all columns together, so that a comb of long teeth can't take minutes. */
  mostMeetings: number
  /** Up to so many corners the borders are tried at each of them, too. */
  mostCorners: number
}
const FIRST_COLUMNS: ColumnMeasure = { perSide: 50, mostColumns: 2000, mostMeetings: 60_000, mostCorners: 40 }
const BEST_COLUMNS: ColumnMeasure = { perSide: 250, mostColumns: 60_000, mostMeetings: 1_500_000, mostCorners: 300 }

const FIRST_LINES_PER_SIDE = 4
const MAX_FIRST_SAMPLES = 2000
/** Pieces in one column, each compared with each. */
const MAX_PIECES = 24

/** 'first': at once, while somebody draws; 'best': everything we know, bounded by counts of work. */
export type Effort = 'first' | 'best'

export interface Plans {
  /** The plans with the fewest tiles, all equally many; none when all of them take more than was allowed. */
  plans: Tile[][]
  /** Proven: no cut has fewer parts. */
  lowerBound: number
  /** More effort would be tried, and might find fewer or prove more. */
  canImprove: boolean
}

export const plansOf = (rings: readonly MmRing[], side: number, most: number, effort: Effort): Plans => {
  const whole = boxAround(rings.slice(0, 1))
  if (whole.x1 - whole.x0 <= side && whole.y1 - whole.y0 <= side) {
    return { plans: [[whole]], lowerBound: 1, canImprove: false }
  }
  const quick = stripPlans(rings, side, most, FIRST_COLUMNS)
  const fewestQuick = quick[0]?.length ?? most + 1
  const few = samplesFor(rings, side, FIRST_LINES_PER_SIDE, MAX_FIRST_SAMPLES)
  const apart = independentSamples(few, side, fewestQuick)
  const quickBound = Math.max(boundByArea(rings, side), apart.length)
  if (effort === 'first' || quickBound >= fewestQuick) {
    return { plans: quick, lowerBound: Math.min(quickBound, fewestQuick), canImprove: quickBound < fewestQuick }
  }
  if (quick.length === 0) return { plans: [], lowerBound: most + 1, canImprove: false }
  const isUpright = whole.y1 - whole.y0 > whole.x1 - whole.x0
  const laid = isUpright ? rings.map(transposeRings) : rings
  const turn = (tiles: Tile[]) => (isUpright ? tiles.map(turnedBack) : tiles)
  const known = [...quick.map(turn), ...stripPlans(laid, side, fewestQuick, BEST_COLUMNS)]
  const { plans, lowerBound } = improvedPlans(laid, side, known, quickBound)
  return { plans: plans.map(turn), lowerBound, canImprove: false }
}

/** Plans for who may not join pieces, of an area with few; which of all plans is best is known when they are finished. */
export const plansByPieces = (rings: readonly MmRing[], side: number): Tile[][] => {
  const upright = tilesByPieces(rings, side)
  const level = tilesByPieces(rings.map(transposeRings), side)?.map(turnedBack)
  return [upright, level].filter((tiles) => tiles !== undefined)
}

const tilesByPieces = (rings: readonly MmRing[], side: number): Tile[] | undefined => {
  const columns = columnsOf(rings, bordersOf(rings, side, FIRST_COLUMNS))
  const isBusy = columns.reach.some((stretches) => stretches.length > 2 * MAX_PIECES)
  return isBusy ? undefined : stripTilesByPieces(columns, side)
}

const turnedBack = ({ x0, y0, x1, y1 }: Tile): Tile => ({ x0: y0, y0: x0, x1: y1, y1: x1 })

const stripPlans = (rings: readonly MmRing[], side: number, most: number, measure: ColumnMeasure): Tile[][] => {
  const upright = stripTiles(columnsOf(rings, bordersOf(rings, side, measure)), side, most)
  const across = rings.map(transposeRings)
  const level = stripTiles(columnsOf(across, bordersOf(across, side, measure)), side, upright?.length ?? most)?.map(
    turnedBack,
  )
  return smallestPlans([upright, level].filter((tiles) => tiles !== undefined))
}

/** The x at which a strip may begin or end, ascending: an even raster, and the corners with a side before and after. */
const bordersOf = (rings: readonly MmRing[], side: number, measure: ColumnMeasure): number[] => {
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
    Math.ceil((width / side) * measure.perSide),
    measure.mostColumns,
    Math.ceil(measure.mostMeetings / Math.max(1, spans / width)),
  )
  // A whole number of columns in a side, so that whole sides from the left rim are among the borders.
  const step = Math.max(1, Math.ceil(side / Math.max(1, Math.floor((columns * side) / width))))
  const xs = new Set<number>([max])
  for (let x = min; x < max; x += step) xs.add(x)
  for (let x = min; x < max; x += side) xs.add(x)
  for (let x = max; x > min; x -= side) xs.add(x)
  if (count <= measure.mostCorners) {
    for (const ring of rings) {
      for (let i = 0; i < ring.length; i += 2) for (const by of [-side, 0, side]) xs.add(ring[i]! + by)
    }
  }
  return [...xs].filter((x) => x >= min && x <= max).sort((a, b) => a - b)
}

/** How many squares of a grid hold some of the area when the grid starts at the south-west corner of its bounding box. */
export const plainGridOf = (rings: readonly MmRing[], side: number): number => {
  const { x0, y0, x1 } = boxAround(rings.slice(0, 1))
  const xs: number[] = []
  for (let x = x0; x < x1 + side; x += side) xs.push(x)
  let squares = 0
  for (const stretches of columnsOf(rings, xs).reach) {
    let counted = -Infinity
    for (let i = 0; i < stretches.length; i += 2) {
      const first = Math.max(Math.floor((stretches[i]! - y0) / side), counted + 1)
      const last = Math.ceil((stretches[i + 1]! - y0) / side) - 1
      if (last < first) continue
      squares += last - first + 1
      counted = last
    }
  }
  return squares
}
