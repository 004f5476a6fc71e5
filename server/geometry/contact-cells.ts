/** Where edges lie: in which cells of a raster, and what they cover of a line. Edges are flat: x0, y0, x1, y1 of each, mm. */
import type { Extent } from './geometry.ts'

const MAX_CELLS_ACROSS = 512
/** As a mean; long edges get larger cells. */
const MAX_CELLS_OF_EDGE = 4
/** Rounding must lose no contact: of a cell's side, and in mm. */
const MARGIN = 1e-6

/** As many cells as edges, unless the edges are long. */
export const cellsAcross = (edges: Float64Array, members: Int32Array, { minX, minY, maxX, maxY }: Extent): number => {
  const width = maxX - minX || 1
  const height = maxY - minY || 1
  let passed = 0
  for (const edge of members) {
    passed += Math.min(1, Math.abs(edges[edge * 4 + 2]! - edges[edge * 4]!) / width)
    passed += Math.min(1, Math.abs(edges[edge * 4 + 3]! - edges[edge * 4 + 1]!) / height)
  }
  const across = Math.min(Math.sqrt(members.length), ((MAX_CELLS_OF_EDGE - 1) * members.length) / passed)
  return Math.max(2, Math.min(MAX_CELLS_ACROSS, Math.ceil(across)))
}

/** Every cell of the extent that an edge may pass, a little more than it does pass. */
export const walk = (
  edges: Float64Array,
  edge: number,
  { minX, minY, maxX, maxY }: Extent,
  across: number,
  visit: (cell: number) => void,
): void => {
  const cellWidth = (maxX - minX) / across || 1
  const cellHeight = (maxY - minY) / across || 1
  let x0 = (edges[edge * 4]! - minX) / cellWidth
  let y0 = (edges[edge * 4 + 1]! - minY) / cellHeight
  let x1 = (edges[edge * 4 + 2]! - minX) / cellWidth
  let y1 = (edges[edge * 4 + 3]! - minY) / cellHeight
  if (x0 > x1) [x0, y0, x1, y1] = [x1, y1, x0, y0]
  const cellAt = (offset: number) => Math.max(0, Math.min(across - 1, Math.floor(offset)))
  const isBeside = (low: number, high: number) => high < -1e-3 || low > across + 1e-3
  if (isBeside(x0, x1)) return
  const slope = x1 - x0 > 1e-9 ? (y1 - y0) / (x1 - x0) : 0
  // A steep edge turns the margin across into one along it.
  const slack = MARGIN * (1 + Math.abs(slope))
  for (let column = cellAt(x0 - MARGIN); column <= cellAt(x1 + MARGIN); column++) {
    let low = Math.min(y0, y1)
    let high = Math.max(y0, y1)
    if (slope !== 0) {
      const left = y0 + slope * (Math.max(x0, column) - x0)
      const right = y0 + slope * (Math.min(x1, column + 1) - x0)
      low = Math.max(low, Math.min(left, right))
      high = Math.min(high, Math.max(left, right))
    }
    if (isBeside(low - slack, high + slack)) continue
    for (let row = cellAt(low - slack); row <= cellAt(high + slack); row++) visit(row * across + column)
  }
}

/** The direction square to an edge, on which its neighbours that run along with it throw narrow shadows. */
export const acrossEdge = (edges: Float64Array, edge: number): [number, number] => {
  const dx = edges[edge * 4 + 2]! - edges[edge * 4]!
  const dy = edges[edge * 4 + 3]! - edges[edge * 4 + 1]!
  const length = Math.hypot(dx, dy) || 1
  return [-dy / length, dx / length]
}

export interface Shadows {
  from: Float64Array
  to: Float64Array
  /** Indices of the members, by `from` */
  order: Int32Array
  /** Pairs of shadows that overlap */
  overlaps: number
}

/** What the members, as far as they lie in the cell, cover of a line in direction x, y. */
export const shadowsOf = (edges: Float64Array, members: Int32Array, cell: Extent, x: number, y: number): Shadows => {
  const from = new Float64Array(members.length)
  const to = new Float64Array(members.length)
  members.forEach((edge, i) => {
    const [ax, ay, dx, dy] = [
      edges[edge * 4]! - cell.minX,
      edges[edge * 4 + 1]! - cell.minY,
      edges[edge * 4 + 2]! - edges[edge * 4]!,
      edges[edge * 4 + 3]! - edges[edge * 4 + 1]!,
    ]
    const [enters, leaves] = shareWithin(ax, ay, dx, dy, cell.maxX - cell.minX, cell.maxY - cell.minY)
    const one = (ax + enters * dx) * x + (ay + enters * dy) * y
    const other = (ax + leaves * dx) * x + (ay + leaves * dy) * y
    from[i] = Math.min(one, other) - MARGIN
    to[i] = Math.max(one, other) + MARGIN
  })
  const order = Int32Array.from(members, (_, i) => i).sort((p, q) => from[p]! - from[q]! || p - q)
  const ends = to.toSorted()
  // Each shadow begins before its own end, and of two that are apart one begins before the end of the other.
  let begun = 0
  let overlaps = (-members.length * (members.length + 1)) / 2
  for (const end of ends) {
    while (begun < order.length && from[order[begun]!]! <= end) begun++
    overlaps += begun
  }
  return { from, to, order, overlaps }
}

/** The stretch of an edge (0 to 1) within a cell that begins at 0, 0, and a little beyond; all of it when there is none. */
const shareWithin = (
  ax: number,
  ay: number,
  dx: number,
  dy: number,
  width: number,
  height: number,
): [number, number] => {
  let enters = 0
  let leaves = 1
  const clip = (at: number, by: number, side: number): void => {
    if (by === 0) return
    const slack = side * 1e-3 + MARGIN
    const one = (-slack - at) / by
    const other = (side + slack - at) / by
    enters = Math.max(enters, Math.min(one, other))
    leaves = Math.min(leaves, Math.max(one, other))
  }
  clip(ax, dx, width)
  clip(ay, dy, height)
  return enters <= leaves ? [enters, leaves] : [0, 1]
}
