/**
 * A guess at a cover: as many squares as asked that together hold some cells, found step by step. The square that is
 * missed least goes, then one that holds some open cell comes. Cells that stay open weigh more with every step, so the
 * search does not turn in circles for long.
 */
import type { Budget } from './budget.ts'
import type { Candidate } from './candidates.ts'
import type { Tile } from './strips.ts'

const MOST_STEPS = 40_000

/**
 * @param hint squares to start near. @returns indices of as many candidates as asked that hold all cells, or undefined
 */
export const guessedCover = (
  cellCount: number,
  candidates: readonly Candidate[],
  count: number,
  hint: readonly Tile[],
  budget: Budget,
): number[] | undefined => {
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

  for (const tile of hint) {
    const near = chosen.size < count ? nearest(tile) : -1
    if (near >= 0) add(near)
  }
  while (chosen.size < count && open.length > 0) {
    // A chosen one holds no open cell, so it is never among them.
    add(best(holders[open[0]!]!, gains))
  }
  let seed = 1
  let justAdded = -1
  for (let step = 1; open.length > 0; step++) {
    if (step > MOST_STEPS || budget.left <= 0) return undefined
    const leaving = best(chosen, costsLess, count > 1 ? justAdded : -1)
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
  return [...chosen]
}
