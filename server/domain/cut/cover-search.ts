/**
 * The third plan of a cut: a cover of witnesses by a given number of squares, found by local search, and made a cover
 * of the whole area by adding the witnesses that it leaves open. Better than the others on broad areas, where borders
 * need not run through.
 *
 * One step: the square that is missed least goes, then one that covers some open witness comes. Witnesses that stay
 * open weigh more with every step, so the search does not turn in circles for long.
 */
import type { MmRing } from '../plane.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import { columnsBetween, drawnIn, openBoxes, pushedTogether } from './coverage.ts'
import type { Cell } from './heaviest.ts'
import type { Tile } from './strips.ts'
import { witnessesIn } from './witnesses.ts'

const MOST_ROUNDS = 60
const WITNESSES_A_ROUND = 40
/** Open boxes in which witnesses are looked for. */
const MOST_BOXES = 60
const MOST_STEPS_A_ROUND = 40_000

/** Looks at witnesses and squares, for what a clock can't say. */
export interface Budget {
  left: number
}

/**
 * @param pool witnesses; @param first of them to start with, by index
 * @param hard is told the witnesses that were hardest to hold
 * @returns `count` tiles or fewer that cover the area; undefined when none were found
 */
export const coverOfSize = (
  rings: readonly MmRing[],
  pool: readonly Cell[],
  first: readonly number[],
  count: number,
  side: number,
  budget: Budget,
  hard: { cells: readonly Cell[] },
): Tile[] | undefined => {
  const cells = first.map((index) => pool[index]!)
  hard.cells = cells
  let hint: Tile[] = []
  for (let round = 0; round < MOST_ROUNDS && budget.left > 0; round++) {
    const candidates = candidatesOf(cells, side)
    budget.left -= cells.length * candidates.length

    const chosen = localSearch(cells.length, candidates, count, hint, budget)
    if (!chosen) return undefined
    const tiles = chosen.map(({ x, y }) => ({ x0: x, y0: y, x1: x + side, y1: y + side }))
    hint = tiles
    const open = openOf(rings, pool, tiles, side)
    if (open.length === 0) return drawnIn(rings, tiles, side)
    const pushed = pushedTogether(rings, tiles, side)
    if (pushed) return drawnIn(rings, pushed, side)
    cells.push(...open)
  }
  return undefined
}

/** Witnesses that no tile holds, not all from one place; first from the pool, then from wherever anything is open. */
const openOf = (rings: readonly MmRing[], pool: readonly Cell[], tiles: readonly Tile[], side: number): Cell[] => {
  const isOpen = ([x, y]: Cell) => !tiles.some(({ x0, y0, x1, y1 }) => x >= x0 && x < x1 && y >= y0 && y < y1)
  const inPool = apart(pool.filter(isOpen), side)
  if (inPool.length > 0) return inPool
  const boxes = openBoxes(columnsBetween(rings, tiles, Math.ceil(side / 100)), tiles)
  const some = scattered(boxes.length).slice(0, MOST_BOXES)
  return apart(some.flatMap((k) => witnessesIn(rings, boxes[k]!)).filter(isOpen), side)
}

const apart = (cells: readonly Cell[], side: number): Cell[] => {
  const chosen: Cell[] = []
  const near = side / 8
  // From all over the list, since neighbours in it are neighbours on the ground.
  for (const k of scattered(cells.length)) {
    if (chosen.length >= WITNESSES_A_ROUND) break
    const [x, y] = cells[k]!
    if (!chosen.some((other) => Math.abs(other[0] - x) < near && Math.abs(other[1] - y) < near)) chosen.push(cells[k]!)
  }
  return chosen
}

/** All numbers below `count`, in an order that jumps about. */
const scattered = (count: number): number[] => {
  const order = Array.from({ length: count }, (_, k) => k)
  const key = (k: number) => Math.imul(k + 1, 0x9e3779b1) >>> 0
  return order.sort((p, q) => key(p) - key(q))
}

/** @returns as many candidates as asked that together hold all cells, or undefined */
const localSearch = (
  cellCount: number,
  candidates: readonly Candidate[],
  count: number,
  hint: readonly Tile[],
  budget: Budget,
): Candidate[] | undefined => {
  const holders: number[][] = Array.from({ length: cellCount }, () => [])
  candidates.forEach(({ cells }, c) => {
    for (const cell of cells) holders[cell]!.push(c)
  })
  const weight = new Int32Array(cellCount).fill(1)
  const times = new Int32Array(cellCount)
  /** Sum of the chosen that hold a cell: where it is one, that one. */
  const holdersSum = new Int32Array(cellCount)
  /** Chosen: the weight that would become open; else the weight that would be covered. */
  const score = new Int32Array(candidates.length)
  const since = new Int32Array(candidates.length)
  const chosen = new Set<number>()
  const open: number[] = []
  const placeOfOpen = new Int32Array(cellCount).fill(-1)
  const setOpen = (cell: number): void => {
    placeOfOpen[cell] = open.length
    open.push(cell)
  }
  const setCovered = (cell: number): void => {
    const place = placeOfOpen[cell]!
    const last = open.pop()!
    if (last !== cell) {
      open[place] = last
      placeOfOpen[last] = place
    }
    placeOfOpen[cell] = -1
  }
  for (let cell = 0; cell < cellCount; cell++) {
    setOpen(cell)
    for (const c of holders[cell]!) score[c]!++
  }
  const add = (c: number): void => {
    for (const cell of candidates[c]!.cells) {
      const before = times[cell]!++
      const only = holdersSum[cell]!
      holdersSum[cell]! += c
      if (before === 0) {
        setCovered(cell)
        for (const other of holders[cell]!) score[other]! -= weight[cell]!
        budget.left -= holders[cell]!.length
      } else if (before === 1) {
        score[only]! -= weight[cell]!
      }
    }
    chosen.add(c)
    score[c] = candidates[c]!.cells.reduce((sum, cell) => sum + (times[cell] === 1 ? weight[cell]! : 0), 0)
  }
  const remove = (c: number): void => {
    chosen.delete(c)
    for (const cell of candidates[c]!.cells) {
      const now = --times[cell]!
      holdersSum[cell]! -= c
      if (now === 0) {
        setOpen(cell)
        for (const other of holders[cell]!) score[other]! += weight[cell]!
        budget.left -= holders[cell]!.length
      } else if (now === 1) {
        score[holdersSum[cell]!]! += weight[cell]!
      }
    }
    score[c] = candidates[c]!.cells.reduce((sum, cell) => sum + (times[cell] === 0 ? weight[cell]! : 0), 0)
  }
  const nearest = ({ x0, y0 }: Tile): number => {
    let best = -1
    let least = Infinity
    candidates.forEach(({ x, y }, c) => {
      const distance = Math.abs(x - x0) + Math.abs(y - y0)
      if (distance >= least || chosen.has(c)) return
      least = distance
      best = c
    })
    return best
  }
  const best = (among: Iterable<number>, isBetter: (c: number, than: number) => boolean, but = -1): number => {
    let found = -1
    for (const c of among) if (c !== but && (found < 0 || isBetter(c, found))) found = c
    return found
  }
  const gains = (c: number, than: number) =>
    score[c]! > score[than]! || (score[c] === score[than] && since[c]! < since[than]!)
  const costsLess = (c: number, than: number) =>
    score[c]! < score[than]! || (score[c] === score[than] && since[c]! < since[than]!)

  for (const tile of hint) if (chosen.size < count) add(nearest(tile))
  while (chosen.size < count && open.length > 0) add(best(candidates.keys(), gains))
  let seed = 1
  let justAdded = -1
  for (let step = 1; open.length > 0; step++) {
    if (step > MOST_STEPS_A_ROUND || budget.left <= 0) return undefined
    const leaving = best(chosen, costsLess, justAdded)
    remove(leaving)
    since[leaving] = step
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    const cell = open[(seed >>> 8) % open.length]!
    const coming = best(holders[cell]!, gains, leaving)
    if (coming < 0) return undefined
    add(coming)
    since[coming] = step
    justAdded = coming
    for (const each of open) {
      weight[each]!++
      for (const c of holders[each]!) score[c]!++
      budget.left -= holders[each]!.length
    }
  }
  return [...chosen].map((c) => candidates[c]!)
}
