/**
 * The lower bound: cells of the area of which no two fit in one part each need a part of their own (a packing); and no part
 * covers more than its own square.
 */
import { doubleArea, type MmRing } from '../geometry/plane.ts'
import type { Cell } from './samples.ts'

/** @returns the number of parts that the area's size alone takes */
export const boundByArea = (rings: readonly MmRing[], side: number): number => {
  const doubleAreaMm2 = rings.reduce((sum, ring) => sum + doubleArea(ring), 0)
  return Math.max(1, Math.ceil(doubleAreaMm2 / 2 / side / side - 1e-9))
}

const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
] as const

/**
 * From one side to the other: takes each sample that no taken sample excludes. The most of eight sides.
 * @param enough a set this large is not improved on: a cut with so many parts is known
 * @returns indices of samples, no two in one square of the side
 */
export const independentSamples = (cells: readonly Cell[], side: number, enough: number): number[] => {
  let most: number[] = []
  for (const [a, b] of SIDES) {
    const found = independentFrom(cells, side, a, b)
    if (found.length > most.length) most = found
    if (most.length >= enough) break
  }
  return most
}

const independentFrom = (cells: readonly Cell[], side: number, a: number, b: number): number[] => {
  const count = cells.length
  const [x0, y0] = cells[0] ?? [0, 0]
  // How far along and which one in one number: such are sorted much faster.
  const keys = new Float64Array(count)
  for (let k = 0; k < count; k++) keys[k] = (a * (cells[k]![0] - x0) + b * (cells[k]![1] - y0)) * count + k
  /** By column and row of one side: no two that are taken are in the same. */
  const takenIn = new Map<number, Cell>()
  const taken: number[] = []
  for (const key of keys.sort()) {
    const k = key - Math.floor(key / count) * count
    const cell = cells[k]!
    const place = Math.floor((cell[0] - x0) / side) * ROWS + Math.floor((cell[1] - y0) / side)
    let isFree = !takenIn.has(place)
    for (let n = 0; n < AROUND.length && isFree; n++) {
      const near = takenIn.get(place + AROUND[n]!)
      isFree = !near || !isTogether(cell, near, side)
    }
    if (!isFree) continue
    taken.push(k)
    takenIn.set(place, cell)
  }
  return taken
}

/** More than there are sides of a part between the south and the north. */
const ROWS = 100_000
const AROUND = [-1, 1, -ROWS, ROWS, -ROWS - 1, ROWS + 1, 1 - ROWS, ROWS - 1]

/** Some part can cover both. */
const isTogether = (p: Cell, q: Cell, side: number): boolean =>
  Math.abs(p[0] - q[0]) < side && Math.abs(p[1] - q[1]) < side
