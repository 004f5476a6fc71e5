/**
 * A proof that no cut can have fewer parts than it says: weights on witnesses of the area such that no square holds
 * more than a total of 1. Each part holds at most 1, together they hold all, so there are at least as many parts as the
 * weights sum to. Independent witnesses (bound.ts) are the case in which each weight is 0 or 1.
 *
 * The weights are looked for with a linear programme in doubles that grows where it is needed: by squares that hold too
 * much, and by witnesses that the best fractional cover leaves open. Nothing of that has to be right: at the end the
 * weights are made whole numbers, the heaviest square of all is found exactly, and the sum is divided by it.
 */
import { type Cell, heaviestSquares, type Weighed } from './heaviest.ts'
import { Programme } from './simplex.ts'
import type { Tile } from './strips.ts'

const PARTS_OF_ONE = 1_000_000
const TOO_MUCH = 1 + 1e-4
const TOO_LITTLE = 1 - 1e-4
const SQUARES_A_ROUND = 24
const WITNESSES_A_ROUND = 30
/** Squares and witnesses this far from mattering are left out again. */
const SPARE = 0.25
const MOST_ROUNDS = 400

export interface Proof {
  lowerBound: number
  /** Squares of the best fractional cover: where a cut with few parts would lie. */
  squares: { x: number; y: number; share: number }[]
  /** Multiplications. */
  work: number
}

/**
 * @param pool witnesses; @param first of them to start with, by index
 * @param cover tiles of a known cut: the first squares
 * @param enough a bound this high is not improved on
 * @param mostWork after which the bound so far is given
 */
export const proofOf = (
  pool: readonly Cell[],
  first: readonly number[],
  cover: readonly Tile[],
  side: number,
  enough: number,
  mostWork: number,
): Proof => {
  const programme = new Programme()
  const squares: { x: number; y: number; slack: number }[] = []
  const cells: Cell[] = []
  const numbers: number[] = []
  const indices: number[] = []
  const used = new Set<number>()
  let lowerBound = 1

  const addSquare = (x: number, y: number): void => {
    const held = numbers.filter((_, k) => holds(x, y, side, cells[k]!))
    squares.push({ x, y, slack: programme.addSquare(held) })
  }
  const addWitness = (index: number): void => {
    used.add(index)
    const cell = pool[index]!
    const around = squares.filter(({ x, y }) => holds(x, y, side, cell)).map(({ slack }) => slack)
    // Without a square around it a weight could grow for ever.
    if (around.length === 0) {
      addSquare(cell[0], cell[1])
      around.push(squares.at(-1)!.slack)
    }
    cells.push(cell)
    indices.push(index)
    numbers.push(programme.addWeight(around))
  }
  /** Until no square holds too much. @returns whether it came so far */
  const settle = (): boolean => {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const shown = numbers.flatMap((number, k) => {
        const weight = programme.valueOf(number)
        return weight > 1e-7 ? [{ cell: cells[k]!, weight }] : []
      })
      const heavy = heaviestSquares(
        shown.map(({ cell }) => cell),
        shown.map(({ weight }) => weight),
        side,
      )
      lowerBound = Math.max(lowerBound, verified(shown, side))
      if (lowerBound >= enough) return false
      const broken = spread(heavy, side)
      if (broken.length === 0) return true
      for (const { x, y } of broken) addSquare(x, y)
      if (!programme.mend(mostWork)) return false
    }
    return false
  }

  const purge = (): void => {
    for (let k = squares.length - 1; k >= 0; k--) {
      const { slack } = squares[k]!
      if (programme.isZero(slack) || !programme.dropped(slack, SPARE)) continue
      squares.splice(k, 1)
    }
    for (let k = cells.length - 1; k >= 0; k--) {
      if (!programme.isZero(numbers[k]!) || !programme.dropped(numbers[k]!, SPARE)) continue
      used.delete(indices[k]!)
      cells.splice(k, 1)
      numbers.splice(k, 1)
      indices.splice(k, 1)
    }
  }

  for (const { x0, y0 } of cover) addSquare(x0, y0)
  for (const index of first) addWitness(index)
  for (let round = 0; round < MOST_ROUNDS && programme.raise(mostWork) && settle(); round++) {
    purge()
    const open = openWitnesses(pool, used, shares(programme, squares), side)
    if (open.length === 0) break
    for (const index of open) addWitness(index)
  }
  return { lowerBound, squares: shares(programme, squares), work: programme.work }
}

const holds = (x: number, y: number, side: number, cell: Cell): boolean =>
  cell[0] >= x && cell[0] < x + side && cell[1] >= y && cell[1] < y + side

const shares = (programme: Programme, squares: readonly { x: number; y: number; slack: number }[]) =>
  squares.flatMap(({ x, y, slack }) => {
    const share = programme.shareOf(slack)
    return share > 1e-6 ? [{ x, y, share }] : []
  })

/** In whole numbers: what these weights prove. */
const verified = (shown: readonly { cell: Cell; weight: number }[], side: number): number => {
  const whole = shown
    .map(({ cell, weight }) => ({ cell, weight: Math.round(weight * PARTS_OF_ONE) }))
    .filter(({ weight }) => weight > 0)
  if (whole.length === 0) return 1
  const heaviest = heaviestSquares(
    whole.map(({ cell }) => cell),
    whole.map(({ weight }) => weight),
    side,
  ).reduce((most, { weight }) => Math.max(most, weight), 0)
  const sum = whole.reduce((total, { weight }) => total + weight, 0)
  return Math.floor((sum + heaviest - 1) / heaviest)
}

/** The worst of them, not all from one place. */
const spread = (heavy: readonly Weighed[], side: number): Weighed[] => {
  const chosen: Weighed[] = []
  const near = side / 20
  for (const square of heavy.filter(({ weight }) => weight > TOO_MUCH).sort((p, q) => q.weight - p.weight)) {
    if (chosen.length >= SQUARES_A_ROUND) break
    const isNear = chosen.some(({ x, y }) => Math.abs(x - square.x) < near && Math.abs(y - square.y) < near)
    if (!isNear) chosen.push(square)
  }
  return chosen
}

const openWitnesses = (
  pool: readonly Cell[],
  used: ReadonlySet<number>,
  squares: readonly { x: number; y: number; share: number }[],
  side: number,
): number[] => {
  const open: { index: number; covered: number }[] = []
  pool.forEach((cell, index) => {
    if (used.has(index)) return
    let covered = 0
    for (const { x, y, share } of squares) if (holds(x, y, side, cell)) covered += share
    if (covered < TOO_LITTLE) open.push({ index, covered })
  })
  open.sort((p, q) => p.covered - q.covered || p.index - q.index)
  const chosen: number[] = []
  const near = side / 16
  for (const { index } of open) {
    if (chosen.length >= WITNESSES_A_ROUND) break
    const [x, y] = pool[index]!
    const isNear = chosen.some((other) => Math.abs(pool[other]![0] - x) < near && Math.abs(pool[other]![1] - y) < near)
    if (!isNear) chosen.push(index)
  }
  return chosen
}
