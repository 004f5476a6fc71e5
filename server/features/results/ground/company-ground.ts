/**
 * The grounds that a company was ever delivered, as one base map: which of them a tile is drawn from. Where they overlap the
 * newest is on top, and one that is wholly hidden is not looked at, so that a tile of a much-dug street costs little.
 */
import type { Extent } from '../../../geometry/geometry.ts'

/** A place that pictures are found by: a square of RD New. */
const CELL_M = 1000
/** Pictures of elsewhere, or of a damaged rectangle, are in no map. */
const REACH: Extent = { minX: -10_000, minY: 280_000, maxX: 310_000, maxY: 650_000 }

/** A map of 1:25,000 still shows it; from farther away houses are specks, and a tile would be made of hundreds. */
export const COMPANY_ZOOM_MIN = { mercator: 13, rd: 8 } as const

/** Numbers of the squares that it touches. */
export function cellsOf(extent: Extent): number[] {
  const index = (metres: number, from: number, to: number) => Math.floor(Math.min(to, Math.max(from, metres)) / CELL_M)
  if (extent.maxX < REACH.minX || extent.minX > REACH.maxX || extent.maxY < REACH.minY || extent.minY > REACH.maxY)
    return []
  const cells: number[] = []
  for (let x = index(extent.minX, REACH.minX, REACH.maxX); x <= index(extent.maxX, REACH.minX, REACH.maxX); x++)
    for (let y = index(extent.minY, REACH.minY, REACH.maxY); y <= index(extent.maxY, REACH.minY, REACH.maxY); y++)
      cells.push(x * CELL_M + y)
  return cells
}

/** Along a side of what is looked at: what shows in none of these squares is not drawn. */
const SQUARES = 32
/** A tile of the farthest zoom over a street that is dug every month. */
const MAX_DRAWN = 40

/**
 * @param pictures the newest first
 * @returns names of what shows in the box, in the order in which they are drawn: the oldest first
 */
export function shownIn(box: Extent, pictures: readonly { name: string; extent: Extent }[]): string[] {
  const open = new Uint8Array(SQUARES * SQUARES).fill(1)
  const names = new Set<string>()
  const [width, height] = [(box.maxX - box.minX) / SQUARES, (box.maxY - box.minY) / SQUARES]
  for (const { name, extent } of pictures) {
    const [left, right] = [(extent.minX - box.minX) / width, (extent.maxX - box.minX) / width]
    const [bottom, top] = [(extent.minY - box.minY) / height, (extent.maxY - box.minY) / height]
    const within = (square: number) => Math.min(SQUARES, Math.max(0, square))
    for (let y = within(Math.floor(bottom)); y < within(Math.ceil(top)); y++)
      for (let x = within(Math.floor(left)); x < within(Math.ceil(right)); x++) {
        if (open[y * SQUARES + x] === 0) continue
        names.add(name)
        if (x >= left && x + 1 <= right && y >= bottom && y + 1 <= top) open[y * SQUARES + x] = 0
      }
    if (names.size >= MAX_DRAWN || !open.includes(1)) break
  }
  return [...names].reverse()
}
