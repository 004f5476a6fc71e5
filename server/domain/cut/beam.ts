/**
 * The second plan of a cut: squares anywhere, found by a beam search over a raster of 50 x 50 cells a square.
 * Some square must cover the lowest open cell of the leftmost open column; nothing is open left of it, so the square
 * may start at that column, and only its height is a choice:
 *
 *     ┌──────┐            All heights are tried; of the plans with equally many squares those that cover most
 *     │ ▒▒   │▒▒▒         live on. Better than strips where routes cross or run at 45 degrees, worse on broad
 *     │▒▒▒   │            areas, so it is asked for small counts only.
 *     └──────┘
 *
 * A cell counts as open when any of the area lies in it, so what the squares cover they cover exactly.
 */
import type { MmRing } from '../plane.ts'
import { columnsOf } from './columns.ts'
import type { Tile } from './strips.ts'

const CELLS_PER_SIDE = 50
const BEAM_WIDTH = 48
/** Moves carried out for one more square, twins included. */
const MOST_TRIES = 3 * BEAM_WIDTH
/** Cells of the raster, above which the search would take too long. */
const MOST_CELLS = 400_000

interface Raster {
  columns: number
  rows: number
  /** 32-bit words in a column. */
  words: number
  /** One bit a cell, column after column. */
  open: Uint32Array
  x0: number
  y0: number
  cell: number
}

interface Square {
  column: number
  row: number
  before: Square | undefined
}

interface State {
  open: Uint32Array
  covered: number
  /** Columns before this one are done. */
  from: number
  last: Square | undefined
}

/** @returns fewer than `fewerThan` tiles that cover the area, or undefined when none were found. Tiles may overlap. */
export const beamTiles = (rings: readonly MmRing[], side: number, fewerThan: number): Tile[] | undefined => {
  const raster = rasterOf(rings, side)
  if (!raster) return undefined
  let beam: State[] = [{ open: raster.open, covered: 0, from: 0, last: undefined }]
  for (let used = 1; used < fewerThan; used++) {
    const moves = beam.flatMap((state) => movesOf(raster, state))
    moves.sort((p, q) => q.covered - p.covered)
    const next: State[] = []
    const seen = new Set<string>()
    for (const move of moves.slice(0, MOST_TRIES)) {
      if (next.length >= BEAM_WIDTH) break
      const state = carriedOut(raster, move)
      if (state.from >= raster.columns) return shrunk(raster, squaresOf(state.last))
      const key = `${state.covered} ${hashOf(state.open)}`
      if (seen.has(key)) continue
      seen.add(key)
      next.push(state)
    }
    beam = next
  }
  return undefined
}

const rasterOf = (rings: readonly MmRing[], side: number): Raster | undefined => {
  const cell = side / CELLS_PER_SIDE
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < rings[0]!.length; i += 2) {
    x0 = Math.min(x0, rings[0]![i]!)
    x1 = Math.max(x1, rings[0]![i]!)
    y0 = Math.min(y0, rings[0]![i + 1]!)
    y1 = Math.max(y1, rings[0]![i + 1]!)
  }
  const columns = Math.max(1, Math.ceil((x1 - x0) / cell))
  const rows = Math.max(1, Math.ceil((y1 - y0) / cell))
  if (columns * rows > MOST_CELLS) return undefined
  const words = Math.ceil(rows / 32)
  const open = new Uint32Array(columns * words)
  const xs = Array.from({ length: columns + 1 }, (_, k) => x0 + k * cell)
  columnsOf(rings, xs).reach.forEach((stretches, column) => {
    for (let i = 0; i < stretches.length; i += 2) {
      const first = Math.floor((stretches[i]! - y0) / cell)
      const last = Math.min(rows - 1, Math.max(first, Math.ceil((stretches[i + 1]! - y0) / cell) - 1))
      for (let row = first; row <= last; row++) open[column * words + (row >>> 5)]! |= 1 << (row & 31)
    }
  })
  return { columns, rows, words, open, x0, y0, cell }
}

interface SquareMove {
  state: State
  column: number
  row: number
  covered: number
}

const movesOf = ({ columns, rows, words }: Raster, state: State): SquareMove[] => {
  const column = state.from
  const lowest = lowestOpen(state.open, column * words, words)
  const bottom = Math.max(0, lowest - CELLS_PER_SIDE + 1)
  const top = Math.min(rows, lowest + CELLS_PER_SIDE)
  /** Open cells by row, in the columns of the square. */
  const inRow = new Int32Array(top - bottom)
  const end = Math.min(columns, column + CELLS_PER_SIDE)
  for (let c = column; c < end; c++) {
    for (let word = bottom >>> 5; word <= (top - 1) >>> 5; word++) {
      let bits = state.open[c * words + word]!
      while (bits !== 0) {
        const bit = 31 - Math.clz32(bits & -bits)
        bits &= bits - 1
        const row = word * 32 + bit
        if (row >= bottom && row < top) inRow[row - bottom]!++
      }
    }
  }
  const moves: SquareMove[] = []
  for (let row = bottom; row <= lowest; row++) {
    // Moving up past an empty row loses nothing.
    if (inRow[row - bottom] === 0) continue
    let covered = state.covered
    for (let r = row; r < Math.min(top, row + CELLS_PER_SIDE); r++) covered += inRow[r - bottom]!
    moves.push({ state, column, row, covered })
  }
  return moves
}

const lowestOpen = (open: Uint32Array, start: number, words: number): number => {
  for (let word = 0; word < words; word++) {
    const bits = open[start + word]!
    if (bits !== 0) return word * 32 + 31 - Math.clz32(bits & -bits)
  }
  return -1
}

const carriedOut = ({ columns, rows, words }: Raster, { state, column, row, covered }: SquareMove): State => {
  const open = state.open.slice()
  const top = Math.min(rows, row + CELLS_PER_SIDE)
  for (let c = column; c < Math.min(columns, column + CELLS_PER_SIDE); c++) {
    for (let r = row; r < top; r++) open[c * words + (r >>> 5)]! &= ~(1 << (r & 31))
  }
  let from = state.from
  while (from < columns && lowestOpen(open, from * words, words) < 0) from++
  return { open, covered, from, last: { column, row, before: state.last } }
}

/** FNV-1a; two states are taken as equal when this and the number of covered cells are. */
const hashOf = (open: Uint32Array): number => {
  let hash = 0x811c9dc5
  for (const word of open) hash = Math.imul(hash ^ word, 0x01000193)
  return hash
}

const squaresOf = (last: Square | undefined): Square[] => {
  const squares: Square[] = []
  for (let square = last; square; square = square.before) squares.push(square)
  return squares
}

/** Each square drawn in to the open cells that no other covers: less area is asked for twice. */
const shrunk = ({ columns, rows, words, open, x0, y0, cell }: Raster, squares: readonly Square[]): Tile[] => {
  const boxes = squares.map(({ column, row }) => ({
    left: column,
    right: Math.min(columns, column + CELLS_PER_SIDE),
    bottom: row,
    top: Math.min(rows, row + CELLS_PER_SIDE),
  }))
  const holders = new Uint8Array(columns * rows)
  for (const box of boxes) {
    for (let c = box.left; c < box.right; c++) for (let r = box.bottom; r < box.top; r++) holders[c * rows + r]!++
  }
  return boxes.flatMap((box): Tile[] => {
    let [left, right, bottom, top] = [Infinity, -1, Infinity, -1]
    for (let c = box.left; c < box.right; c++) {
      for (let r = box.bottom; r < box.top; r++) {
        const isOpen = (open[c * words + (r >>> 5)]! >>> (r & 31)) & 1
        if (!isOpen || holders[c * rows + r]! > 1) continue
        left = Math.min(left, c)
        right = Math.max(right, c + 1)
        bottom = Math.min(bottom, r)
        top = Math.max(top, r + 1)
      }
    }
    for (let c = box.left; c < box.right; c++) {
      for (let r = box.bottom; r < box.top; r++) {
        if (c < left || c >= right || r < bottom || r >= top) holders[c * rows + r]!--
      }
    }
    if (right < 0) return []
    return [{ x0: x0 + left * cell, y0: y0 + bottom * cell, x1: x0 + right * cell, y1: y0 + top * cell }]
  })
}
