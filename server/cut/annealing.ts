/**
 * A cover of a broad area by fewer squares than any plan in strips has: thrown down at random on a raster and moved
 * about, each move judged by how much of the area is open after it. At first many moves that open something are taken,
 * later fewer and fewer (simulated annealing), so that squares find an order together that none would find alone:
 *
 *     ┌────┐┌────┐┌────┐          ┌────┐┌────┐┌────┐
 *     │    │└────┘│    │  ───►    │    ││    │└────┘     rows and columns that are broken where the
 *     └──┌────┐───└────┘          └────┘┌────┐┌────┐     sides of the area slant
 *
 * A coarse raster first, in which a move is quick; what is nearly closed goes on in a fine one. Many short tries find
 * more than a few long ones: tries a quarter as long, in cells of a fifteenth of a side and not of a 25th, found a cover
 * more often in the same time on all three hard polders that were tried. Numbers that look random come from a seed, so
 * the same area is always cut in the same way, wherever it lies.
 *
 * Tried and left out: 1,000 cells and an integer programme, which needs minutes to find what this finds in a tenth
 * of a second; squares that may move farther or are kept hotter, which find less in the same time; heating what is
 * nearly closed again instead of beginning anew, which found more on one polder and less on two.
 */
import type { MmRing } from '../geometry/plane.ts'
import type { Budget } from './budget.ts'
import { type Raster, rasterOf, Squares, tilesAt } from './raster.ts'
import type { Tile } from './strips.ts'

/** Cells in a side of a square. */
const COARSE = 15
const FINE = 100
/** With more the area is long, and no broad one. */
const MAX_CELLS = 4_000_000

/** Shares of a square's cells, and of its side. */
interface Schedule {
  /** For each square. */
  readonly moves: number
  /** So much more may be open after a move at first: about every third such move is taken. */
  readonly hot: number
  /** At most so far at first. */
  readonly far: number
}
const IN_COARSE: Schedule = { moves: 2500, hot: 0.02, far: 0.25 }
const IN_FINE: Schedule = { moves: 1000, hot: 0.0006, far: 0.03 }
/** So many cells more may be open after a move at last. */
const COLD = 0.3
/** What is left open in the coarse raster, as a share of one square, with which going on in the fine one is tried. */
const NEARLY = 0.02
/** So often going on is tried from squares that leave the same open. */
const MAX_TRIES = 2
/** Of all moves: those along x, and along x or y; the others go both ways. */
const ALONG_X = 0.45
const STRAIGHT = 0.9
/** What a move takes besides the numbers it reads. */
const WORK_A_MOVE = 12

/**
 * @param isCover judges squares that cover all of the area or nearly so
 * @returns what it made of the first that pass; undefined when none did before the budget ran out
 */
export const annealedCover = (
  rings: readonly MmRing[],
  side: number,
  count: number,
  budget: Budget,
  isCover: (squares: Tile[]) => Tile[] | undefined,
): Tile[] | undefined => {
  const coarse = rasterOf(rings, side, COARSE, MAX_CELLS)
  const fine = rasterOf(rings, side, FINE, MAX_CELLS)
  if (!coarse || !fine) return undefined
  const random = randomFrom(count)
  /** How often the same cells were left open: mostly by the same order of squares, which then fails again. */
  const tries = new Map<string, number>()
  while (budget.left > 0) {
    const rough = annealed(coarse, thrown(coarse, count, random), IN_COARSE, random, budget)
    if (rough.open > NEARLY * COARSE * COARSE) continue
    const left = new Squares(coarse, rough.places).openCells().join()
    const tried = tries.get(left) ?? 0
    if (tried >= MAX_TRIES && rough.open > 0) continue
    tries.set(left, tried + 1)
    const places = rough.places.map((place) => Math.round((place * FINE) / COARSE))
    const cover = isCover(tilesAt(fine, annealed(fine, places, IN_FINE, random, budget).places))
    if (cover) return cover
  }
  return undefined
}

/** Numbers from 0 to 1 (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
type Random = ReturnType<typeof randomFrom>

/** Squares with their middles in the area. */
const thrown = ({ occupied, across, width, height }: Raster, count: number, random: Random): number[] => {
  const cells: number[] = []
  for (let cell = 0; cell < occupied.length; cell++) if (occupied[cell] === 1) cells.push(cell)
  return Array.from({ length: count }, () => {
    const cell = cells[Math.floor(random() * cells.length)]!
    const [x, y] = [Math.floor(cell / height), cell % height]
    const start = (middle: number, most: number) => Math.max(0, Math.min(most - across, middle - (across >> 1)))
    return [start(x, width), start(y, height)]
  }).flat()
}

/** The squares when the least was open. */
const annealed = (
  raster: Raster,
  places: readonly number[],
  { moves, hot, far }: Schedule,
  random: Random,
  budget: Budget,
): { open: number; places: number[] } => {
  const squares = new Squares(raster, places)
  budget.left -= squares.work + raster.inColumns.bits.length
  const count = places.length / 2
  const all = moves * count
  let best = squares.open
  let bestPlaces = squares.places
  for (let n = 0; n < all && best > 0 && budget.left > 0; n++) {
    const left = 1 - n / all
    const heat = hot * raster.across ** 2 * left ** 2 + COLD
    const most = Math.max(1, Math.round(far * raster.across * left))
    const step = () => Math.round((random() * 2 - 1) * most)
    const square = Math.floor(random() * count)
    const way = random()
    const columns = way < ALONG_X || way >= STRAIGHT ? step() : 0
    const rows = way >= ALONG_X ? step() : 0
    budget.left -= WORK_A_MOVE
    if (columns === 0 && rows === 0) continue
    const work = squares.work
    const more = squares.changeBy(square, columns, rows)
    if (more <= 0 || random() < Math.exp(-more / heat)) squares.move()
    budget.left -= squares.work - work
    if (squares.open < best) {
      best = squares.open
      bestPlaces = squares.places
    }
  }
  return { open: best, places: bestPlaces }
}
