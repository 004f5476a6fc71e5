/**
 * Lays pictures side by side and cuts them into tiles, band by band from top to bottom, so that of any number of pictures of
 * any size only a row of tiles is in memory, and of each picture only a line. Pixels are copied, not resampled: only what is
 * nearly white becomes white, which nobody sees and which packs far better. Where pictures overlap the later one is on top.
 * Each level above has half the scale.
 */

import { fewColours } from './fewer-colours.ts'
import { halveInto } from './halve.ts'
import { type PixelRow, signed } from './pixels.ts'
import type { Sized, TileSet } from './placing.ts'
import { TILE, tilePng } from './png-tile.ts'
import { UnreadablePicture } from './unreadable.ts'

export interface Picture extends Sized {
  /** From top to bottom; what it gives is used before the next is asked for. */
  rows(): AsyncGenerator<PixelRow>
}

/** Takes tiles: level 0 is the coarsest; columns and rows count from the top left. */
export type TileSink = (level: number, column: number, row: number, png: Buffer) => void

/** Packed at the same time: as many as have a thread. */
const AT_ONCE = 4
const BLACK = 0xff000000
/** As signed numbers: white, and from where on all of red, green and blue are paper. */
const WHITE = 0xffffffff | 0
const PAPER = 0xfff8f8f8 | 0

type Tiles = Map<number, Uint32Array>

/**
 * The same pictures give the same tiles in the same order.
 * @throws UnreadablePicture when a picture can't be read to its end
 */
export async function writeTiles(set: TileSet<Picture>, sink: TileSink): Promise<void> {
  const readers = set.pictures.map(({ picture, left, top }) => ({
    left,
    bottom: top + picture.height,
    next: framelessRows(picture, top),
  }))
  const out = new Outgoing(sink, packingOf(set))
  const pyramid = new Pyramid(set.level, out)
  const lowest = Math.max(...readers.map(({ bottom }) => bottom))
  try {
    for (let band = 0; band * TILE < lowest; band++) {
      const tiles: Tiles = new Map()
      for (const { next, left, bottom } of readers) {
        while (bottom > band * TILE) {
          const row = await next((band + 1) * TILE)
          if (row === null) break
          copy(row, left, row.y - band * TILE, tiles)
        }
      }
      const isLast = (band + 1) * TILE >= lowest
      await pyramid.add(tiles, band, isLast)
    }
    await out.end()
  } finally {
    await Promise.all(set.pictures.map((_, i) => readers[i]!.next(-1)))
  }
}

/**
 * The best that there is takes six times as long as the soonest and packs a tenth smaller: each picture gets the best for which
 * it is ready within the time that is promised.
 * @returns the level of deflate
 */
export function packingOf({ pictures }: TileSet<Sized>): number {
  const pixels = pictures.reduce((sum, { picture: { width, height } }) => sum + width * height, 0) / pictures.length
  return pixels <= 8_000_000 ? 9 : pixels <= 30_000_000 ? 8 : 6
}

interface PlacedRow {
  /** From the top of the set */
  y: number
  pixels: PixelRow
  isAtEdge: boolean
}

/**
 * The rows of a picture, of which the frame has the colours of what lies beside it: registries draw a black line of one
 * pixel around each picture. Pixels of the edge are only ever drawn where there is nothing yet.
 * @returns gives the next row above `before`, null when that lies below; a negative `before` ends it
 */
function framelessRows(picture: Picture, top: number): (before: number) => Promise<PlacedRow | null> {
  const rows = picture.rows()
  const { width, height } = picture
  const take = async (): Promise<PixelRow | null> => {
    const { value, done } = await rows.next()
    return done ? null : value
  }
  let y = 0
  /** The row after the first, which was read to repair that one. */
  let second: PixelRow | null = null
  const above = new Uint32Array(width)
  return async (before) => {
    if (before < 0) {
      await rows.return(undefined)
      return null
    }
    if (y >= height || top + y >= before) return null
    let row: PixelRow
    if (second !== null) {
      row = second
      second = null
    } else {
      const read = await take()
      if (read === null) throw new UnreadablePicture('damaged', 'It ends too soon')
      row = read
    }
    sides(row, width)
    if (y === 0 && height > 1) {
      const first = row.slice()
      const read = await take()
      if (read === null) throw new UnreadablePicture('damaged', 'It ends too soon')
      second = read
      // Its own sides are in order only when it is given.
      const beside = read.slice()
      sides(beside, width)
      repair(first, beside)
      row = first
    } else if (y === height - 1) repair(row, above)
    if (y === height - 2) above.set(row)
    const isAtEdge = y === 0 || y === height - 1
    if (y === height - 1) while ((await take()) !== null);
    return { y: top + y++, pixels: row, isAtEdge }
  }
}

function sides(row: PixelRow, width: number): void {
  if (width < 2) return
  if (row[0] === BLACK) row[0] = row[1]!
  if (row[width - 1] === BLACK) row[width - 1] = row[width - 2]!
}

function repair(row: PixelRow, beside: PixelRow): void {
  for (let x = 0; x < row.length; x++) if (row[x] === BLACK) row[x] = beside[x]!
}

function copy({ pixels, isAtEdge }: PlacedRow, left: number, yInBand: number, tiles: Tiles): void {
  const hasNothing = whiten(pixels)
  const { length } = pixels
  for (let from = 0; from < length; ) {
    const column = Math.floor((left + from) / TILE)
    const xInTile = left + from - column * TILE
    const to = Math.min(length, from + TILE - xInTile)
    let tile = tiles.get(column)
    if (tile === undefined) {
      tile = new Uint32Array(TILE * TILE)
      tiles.set(column, tile)
    }
    const at = yInBand * TILE + xInTile - from
    const [first, end] = isAtEdge ? [to, to] : [Math.max(from, 1), Math.min(to, length - 1)]
    for (let x = from; x < first; x++) tile[at + x] ||= pixels[x]!
    if (!hasNothing) tile.set(pixels.subarray(first, end), at + first)
    else for (let x = first; x < end; x++) if (pixels[x] !== 0) tile[at + x] = pixels[x]!
    for (let x = Math.max(first, end); x < to; x++) tile[at + x] ||= pixels[x]!
    from = to
  }
}

/**
 * Makes paper of what is nearly that.
 * @returns whether there is nothing in some of its pixels
 */
function whiten(row: PixelRow): boolean {
  const pixels = signed(row)
  let hasNothing = false
  for (let x = 0; x < pixels.length; x++) {
    const pixel = pixels[x]!
    if ((pixel & PAPER) === PAPER) pixels[x] = WHITE
    else if (pixel === 0) hasNothing = true
  }
  return hasNothing
}

/** The levels above the finest, each of which is ready when the two bands below it are. */
class Pyramid {
  private readonly level: number
  private readonly out: Outgoing
  /** By level: the band that is being filled. */
  private readonly waiting: Tiles[]

  constructor(level: number, out: Outgoing) {
    this.level = level
    this.out = out
    this.waiting = Array.from({ length: level + 1 }, () => new Map())
  }

  add(tiles: Tiles, band: number, isLast: boolean): Promise<void> {
    return this.finish(this.level, tiles, band, isLast)
  }

  private async finish(level: number, tiles: Tiles, band: number, isLast: boolean): Promise<void> {
    const above = this.waiting[level - 1]
    for (const [column, tile] of [...tiles].sort(([a], [b]) => a - b)) {
      if (above !== undefined) halve(tile, above, column, band)
      await this.out.put(level, column, band, level === this.level ? tile : fewColours(tile))
    }
    if (above === undefined || (band % 2 === 0 && !isLast)) return
    this.waiting[level - 1] = new Map()
    await this.finish(level - 1, above, band >> 1, isLast)
  }
}

/** Into its quarter of the tile above. */
function halve(tile: Uint32Array, above: Tiles, column: number, band: number): void {
  let target = above.get(column >> 1)
  if (target === undefined) {
    target = new Uint32Array(TILE * TILE)
    above.set(column >> 1, target)
  }
  halveInto(target, tile, column & 1, band & 1)
}

/** Tiles that are being packed in other threads, given on in the order in which they came. */
class Outgoing {
  private readonly sink: TileSink
  private readonly packing: number
  private readonly under: { place: [number, number, number]; png: Promise<Buffer> }[] = []

  constructor(sink: TileSink, packing: number) {
    this.sink = sink
    this.packing = packing
  }

  async put(level: number, column: number, row: number, tile: Uint32Array): Promise<void> {
    const png = tilePng(tile, this.packing)
    // Somebody hears of a failure even when the picture ends before.
    png.catch(() => {})
    this.under.push({ place: [level, column, row], png })
    if (this.under.length > AT_ONCE) await this.give()
  }

  async end(): Promise<void> {
    while (this.under.length > 0) await this.give()
  }

  private async give(): Promise<void> {
    const { place, png } = this.under.shift()!
    this.sink(...place, await png)
  }
}
