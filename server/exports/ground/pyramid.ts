/**
 * The levels of a set of tiles: each above the finest is halved of the one below it, as soon as two bands of that are there, and
 * what is ready is packed in other threads.
 * GDAL's GeoPackage driver packs in one thread and with one palette for all tiles: of four delivered pictures all levels took
 * 1.12 to 1.28 times the picture's bytes, here of eight 0.78 to 0.99. One of seven pictures has more colours than a palette, and no tile
 * has more than 64.
 */
import { fewColours } from './fewer-colours.ts'
import { halveInto } from './halve.ts'
import { indexedPng, tilePng } from './png-tile.ts'
import { emptyTile, giveBack } from './tile.ts'

/** Takes tiles: level 0 is the coarsest; columns and rows count from the top left. */
export type TileSink = (level: number, column: number, row: number, png: Buffer) => void

/** Of a band, by column. */
export type Tiles = Map<number, Uint32Array>

/** Packed at the same time: as many as have a thread. */
const AT_ONCE = 4

/** Fed with the bands of one strip after the other, each from top to bottom. */
export class Pyramid {
  private readonly level: number
  private readonly lowest: number
  private readonly packing: number
  private readonly out: Outgoing
  /** By level: the band that is being filled. */
  private readonly waiting: Tiles[]
  /** Of the level above the lowest that a strip has for itself: all bands, which are few. */
  private readonly shared = new Map<number, Tiles>()

  /**
   * @param lowest of the levels of which each strip has tiles of its own; those above wait for all strips
   * @param packing the level of deflate
   */
  constructor(level: number, lowest: number, packing: number, sink: TileSink) {
    this.level = level
    this.lowest = lowest
    this.packing = packing
    this.out = new Outgoing(sink)
    this.waiting = Array.from({ length: level + 1 }, () => new Map())
  }

  /** @param isLast of the strip */
  add(tiles: Tiles, band: number, isLast: boolean): Promise<void> {
    return this.finish(this.level, tiles, band, isLast)
  }

  /** After the last strip. */
  async end(): Promise<void> {
    let bands = this.shared
    for (let level = this.lowest - 1; level >= 0; level--) {
      const above = new Map<number, Tiles>()
      for (const [band, tiles] of [...bands].sort(([a], [b]) => a - b))
        await this.give(level, tiles, band, level > 0 ? bandOf(above, band >> 1) : undefined)
      bands = above
    }
    await this.out.end()
  }

  private async finish(level: number, tiles: Tiles, band: number, isLast: boolean): Promise<void> {
    const above = level > this.lowest ? this.waiting[level - 1]! : undefined
    await this.give(level, tiles, band, above ?? (level > 0 ? bandOf(this.shared, band >> 1) : undefined))
    if (above === undefined || (band % 2 === 0 && !isLast)) return
    this.waiting[level - 1] = new Map()
    await this.finish(level - 1, above, band >> 1, isLast)
  }

  private async give(level: number, tiles: Tiles, band: number, above: Tiles | undefined): Promise<void> {
    for (const [column, tile] of [...tiles].sort(([a], [b]) => a - b)) {
      if (above !== undefined) halve(tile, above, column, band)
      const png = level === this.level ? tilePng(tile, this.packing) : indexedPng(fewColours(tile), this.packing)
      giveBack(tile)
      await this.out.put(level, column, band, png)
    }
  }
}

function bandOf(bands: Map<number, Tiles>, band: number): Tiles {
  const tiles = bands.get(band) ?? new Map<number, Uint32Array>()
  bands.set(band, tiles)
  return tiles
}

/** Into its quarter of the tile above. */
function halve(tile: Uint32Array, above: Tiles, column: number, band: number): void {
  let target = above.get(column >> 1)
  if (target === undefined) {
    target = emptyTile()
    above.set(column >> 1, target)
  }
  halveInto(target, tile, column & 1, band & 1)
}

/** Tiles that are being packed in other threads, given on in the order in which they came. */
class Outgoing {
  private readonly sink: TileSink
  private readonly under: { place: [number, number, number]; png: Promise<Buffer> }[] = []

  constructor(sink: TileSink) {
    this.sink = sink
  }

  async put(level: number, column: number, row: number, png: Promise<Buffer>): Promise<void> {
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
