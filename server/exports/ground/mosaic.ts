/**
 * Lays pictures side by side and cuts them into tiles, band by band from top to bottom, so that of any number of pictures of
 * any size only a row of tiles is in memory, and of each picture only a line; what is wide is laid in strips. Pixels are copied,
 * not resampled: only what is nearly white becomes white, which nobody sees and which packs far better. Where pictures overlap
 * the later one is on top.
 */
import { type PixelRow, signed } from './pixels.ts'
import type { Sized, TileSet } from './placing.ts'
import { Pyramid, type TileSink, type Tiles } from './pyramid.ts'
import { emptyTile, TILE } from './tile.ts'
import { UnreadablePicture } from './unreadable.ts'

export interface Picture extends Sized {
  /** From top to bottom; what it gives is used before the next is asked for. */
  rows(): AsyncGenerator<PixelRow>
}

const BLACK = 0xff000000
/** As signed numbers: white, and from where on all of red, green and blue are paper. */
const WHITE = 0xffffffff | 0
const PAPER = 0xfff8f8f8 | 0

/**
 * The same pictures give the same tiles in the same order.
 * @throws UnreadablePicture when a picture can't be read to its end
 */
export async function writeTiles(set: TileSet<Picture>, sink: TileSink): Promise<void> {
  const right = Math.max(...set.pictures.map(({ picture, left }) => left + picture.width))
  const lowest = right > STRIP_PIXELS ? set.level - LEVELS_IN_STRIP : 0
  const pyramid = new Pyramid(set.level, lowest, deflateLevelOf(set), sink)
  for (let from = 0; from < right; from += STRIP_PIXELS) {
    const reaches = ({ picture, left }: Placed): boolean => left < from + STRIP_PIXELS && left + picture.width > from
    const pictures = set.pictures.filter(reaches)
    if (pictures.length > 0) await writeStrip(pictures, from, pyramid)
  }
  await pyramid.end()
}

/**
 * So many tiles wide is what is laid at a time, so that of a corridor of kilometres no more is in memory. A picture that lies in
 * two strips is read for each. A power of two: then a strip is one tile wide some levels above.
 */
const STRIP = 64
const STRIP_PIXELS = STRIP * TILE
const LEVELS_IN_STRIP = Math.log2(STRIP)

type Placed = TileSet<Picture>['pictures'][number]

/** @param from in pixels from the left of the set */
async function writeStrip(pictures: readonly Placed[], from: number, pyramid: Pyramid): Promise<void> {
  const readers = pictures.map(({ picture, left, top }) => ({
    left,
    bottom: top + picture.height,
    next: framelessRows(picture, top),
  }))
  const highest = Math.min(...pictures.map(({ top }) => top))
  const lowest = Math.max(...readers.map(({ bottom }) => bottom))
  const strip = { from, to: from + STRIP_PIXELS }
  try {
    for (let band = Math.floor(highest / TILE); band * TILE < lowest; band++) {
      const tiles: Tiles = new Map()
      for (const { next, left, bottom } of readers) {
        while (bottom > band * TILE) {
          const row = await next((band + 1) * TILE)
          if (row === null) break
          copy(row, left, row.y - band * TILE, strip, tiles)
        }
      }
      await pyramid.add(tiles, band, (band + 1) * TILE >= lowest)
    }
  } finally {
    await Promise.all(readers.map(({ next }) => next(-1)))
  }
}

/** Up to so many pixels a picture, the level of deflate. */
const PACKINGS = [
  [30_000_000, 7],
  [40_000_000, 6],
] as const
const PACKING_OF_LARGER = 5

/**
 * Of eight delivered pictures level 9 packs 8 to 15 % smaller than level 7, and all that makes tiles then takes one and a half
 * to three times as long: no picture gets more than 7.
 * @returns the level of deflate
 */
export function deflateLevelOf({ pictures }: TileSet<Sized>): number {
  const pixels = pictures.reduce((sum, { picture: { width, height } }) => sum + width * height, 0) / pictures.length
  return PACKINGS.find(([most]) => pixels <= most)?.[1] ?? PACKING_OF_LARGER
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

/** What of it lies in the strip. */
function copy(
  { pixels, isAtEdge }: PlacedRow,
  left: number,
  yInBand: number,
  strip: { from: number; to: number },
  tiles: Tiles,
): void {
  const hasNothing = whiten(pixels)
  const { length } = pixels
  const last = Math.min(length, strip.to - left)
  for (let from = Math.max(0, strip.from - left); from < last; ) {
    const column = Math.floor((left + from) / TILE)
    const xInTile = left + from - column * TILE
    const to = Math.min(last, from + TILE - xInTile)
    let tile = tiles.get(column)
    if (tile === undefined) {
      tile = emptyTile()
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
    if (pixel === WHITE) continue
    if ((pixel & PAPER) === PAPER) pixels[x] = WHITE
    else if (pixel === 0) hasNothing = true
  }
  return hasNothing
}
