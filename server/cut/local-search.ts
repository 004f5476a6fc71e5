/**
 * Local search for a cover: as many squares as given that together cover some cells, improved step by step. The square
 * that is missed least goes, then one that covers some open cell comes. Cells that stay open gain weight with every
 * step, so the search does not turn in circles for long (set cover by row weighting).
 */
import type { Budget } from './budget.ts'
import type { Candidates } from './candidates.ts'
import { invertedOf } from './lists.ts'
import type { Tile } from './strips.ts'

const MAX_STEPS = 40_000

/**
 * @param hint squares to start near. @returns indices of as many candidates as asked that cover all cells, or undefined
 */
export const localSearch = (
  cellCount: number,
  { count: many, xs, ys, covers }: Candidates,
  count: number,
  hint: readonly Tile[],
  budget: Budget,
): number[] | undefined => {
  const { starts, values } = covers
  const { starts: begins, values: coveredBy } = invertedOf(covers, cellCount)
  const weight = new Int32Array(cellCount).fill(1)
  const times = new Int32Array(cellCount)
  /** Sum of the chosen that cover a cell: where it is one, that one. */
  const coveredBySum = new Int32Array(cellCount)
  /** Chosen: the weight that would become open; else the weight that would be covered. */
  const score = new Int32Array(many)
  const since = new Int32Array(many)
  /** The first come first. */
  const chosen: number[] = []
  const open = new Int32Array(cellCount)
  let opens = 0
  const placeOfOpen = new Int32Array(cellCount).fill(-1)
  const setOpen = (cell: number): void => {
    placeOfOpen[cell] = opens
    open[opens++] = cell
  }
  const setCovered = (cell: number): void => {
    const place = placeOfOpen[cell]!
    const last = open[--opens]!
    open[place] = last
    placeOfOpen[last] = place
    placeOfOpen[cell] = -1
  }
  /** Changes the score of all that cover a cell. */
  const addToCoverers = (cell: number, by: number): void => {
    const end = begins[cell + 1]!
    for (let h = begins[cell]!; h < end; h++) score[coveredBy[h]!]! += by
    budget.left -= end - begins[cell]!
  }
  for (let cell = 0; cell < cellCount; cell++) setOpen(cell)
  for (let c = 0; c < many; c++) score[c] = starts[c + 1]! - starts[c]!
  const add = (c: number): void => {
    let alone = 0
    for (let k = starts[c]!; k < starts[c + 1]!; k++) {
      const cell = values[k]!
      const before = times[cell]!++
      const only = coveredBySum[cell]!
      coveredBySum[cell]! += c
      if (before === 0) {
        setCovered(cell)
        addToCoverers(cell, -weight[cell]!)
        alone += weight[cell]!
      } else if (before === 1) {
        score[only]! -= weight[cell]!
      }
    }
    chosen.push(c)
    score[c] = alone
  }
  const remove = (c: number): void => {
    chosen.splice(chosen.indexOf(c), 1)
    let alone = 0
    for (let k = starts[c]!; k < starts[c + 1]!; k++) {
      const cell = values[k]!
      const now = --times[cell]!
      coveredBySum[cell]! -= c
      if (now === 0) {
        setOpen(cell)
        addToCoverers(cell, weight[cell]!)
        alone += weight[cell]!
      } else if (now === 1) {
        score[coveredBySum[cell]!]! += weight[cell]!
      }
    }
    score[c] = alone
  }
  const nearest = ({ x0, y0 }: Tile): number => {
    let best = -1
    let least = Infinity
    for (let c = 0; c < many; c++) {
      const distance = Math.abs(xs[c]! - x0) + Math.abs(ys[c]! - y0)
      if (distance >= least || chosen.includes(c)) continue
      least = distance
      best = c
    }
    return best
  }
  /** Of those that cover a cell the one that covers most; of equal ones the one that waited longest. */
  const mostGaining = (cell: number, but: number): number => {
    let found = -1
    let most = -1
    for (let h = begins[cell]!; h < begins[cell + 1]!; h++) {
      const c = coveredBy[h]!
      const gain = score[c]!
      if (gain < most || c === but) continue
      if (gain === most && since[c]! >= since[found]!) continue
      found = c
      most = gain
    }
    return found
  }
  /** Of the chosen the one that is missed least; of equal ones the one that stayed longest. */
  const leastMissed = (but: number): number => {
    let found = -1
    for (const c of chosen) {
      if (c === but) continue
      if (found >= 0 && (score[c]! > score[found]! || (score[c] === score[found] && since[c]! >= since[found]!)))
        continue
      found = c
    }
    return found
  }

  for (const tile of hint) {
    const near = chosen.length < count ? nearest(tile) : -1
    if (near >= 0) add(near)
  }
  while (chosen.length < count && opens > 0) {
    // A chosen one covers no open cell, so it is never among them.
    add(mostGaining(open[0]!, -1))
  }
  let seed = 1
  let justAdded = -1
  for (let step = 1; opens > 0; step++) {
    if (step > MAX_STEPS || budget.left <= 0) return undefined
    const leaving = leastMissed(count > 1 ? justAdded : -1)
    remove(leaving)
    since[leaving] = step
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    const cell = open[(seed >>> 8) % opens]!
    const coming = mostGaining(cell, leaving)
    if (coming < 0) return undefined
    add(coming)
    since[coming] = step
    justAdded = coming
    for (let place = 0; place < opens; place++) {
      weight[open[place]!]!++
      addToCoverers(open[place]!, 1)
    }
  }
  return chosen
}
