/**
 * A tile of any matrix out of the tiles of the ground: of each of its pixels it is asked where that lies in RD New, and what
 * the level nearest to its scale shows there, between four pixels. Scales above the coarsest level are made of that.
 */

import type { ToRd } from '../tiles/ground-tile-grid.ts'
import { rounded } from './fewer-colours.ts'
import { halveInto } from './halve.ts'
import { tilePng } from './png-tile.ts'
import { TILE } from './tile.ts'

/** One scale of the ground, with its tiles. */
export interface WarpSource {
  readonly origin: { readonly x: number; readonly y: number }
  readonly pixel: { readonly x: number; readonly y: number }
  readonly level: number
  /** Unpacked; undefined when nothing lies there. */
  tile(level: number, column: number, row: number): Uint32Array | undefined
}

/** So many cells along a side in which positions are linear: at the coarsest zoom they are right to a pixel, nearer by to millimetres. */
const CELLS = 16
/** A level that has somewhat larger pixels than the tile is as good, and a quarter of the work. */
const COARSER = 1.25

/** So many levels above the coarsest: there it is smaller than a few pixels. */
const MAX_ABOVE = 10
const QUARTERS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const

/**
 * @param sources the coarsest scale first: finer ones are drawn over it
 * @returns PNG of TILE by TILE pixels; null when nothing lies there
 */
export async function warpedTile(sources: readonly WarpSource[], toRd: ToRd): Promise<Buffer | null> {
  const corners = cornersOf(toRd)
  const metresPerPixel = Math.abs(toRd(1, 0.5)[0] - toRd(0, 0.5)[0]) / TILE
  const pixels = new Uint32Array(TILE * TILE)
  let isEmpty = true
  for (const source of sources) {
    const coarser = Math.max(0, Math.floor(Math.log2((metresPerPixel * COARSER) / source.pixel.x)))
    const level = Math.max(-MAX_ABOVE, source.level - coarser)
    if (draw(level < 0 ? withAbove(source) : source, level, corners, pixels)) isEmpty = false
  }
  // What was mixed has too many colours for a palette; packing that takes long is for files that are kept.
  return isEmpty ? null : tilePng(rounded(pixels), 3)
}

/**
 * With levels below 0, each one tile and made of the level below it, which has two by two at most: four pixels of level 0
 * alone would show some lines and not others.
 */
function withAbove(source: WarpSource): WarpSource {
  const tile = (level: number, column: number, row: number): Uint32Array | undefined => {
    if (level >= 0) return source.tile(level, column, row)
    if (column !== 0 || row !== 0) return undefined
    let target: Uint32Array | undefined
    for (const [right, down] of QUARTERS) {
      const below = tile(level + 1, right, down)
      if (below === undefined) continue
      target ??= new Uint32Array(TILE * TILE)
      halveInto(target, below, right, down)
    }
    return target
  }
  const { origin, pixel, level } = source
  return { origin, pixel, level, tile }
}

function cornersOf(toRd: ToRd): Float64Array {
  const corners = new Float64Array((CELLS + 1) ** 2 * 2)
  for (let row = 0, at = 0; row <= CELLS; row++)
    for (let column = 0; column <= CELLS; column++) {
      const [x, y] = toRd(column / CELLS, row / CELLS)
      corners[at++] = x
      corners[at++] = y
    }
  return corners
}

function draw(source: WarpSource, level: number, corners: Float64Array, pixels: Uint32Array): boolean {
  const scale = 2 ** (source.level - level)
  const [width, height] = [source.pixel.x * scale, source.pixel.y * scale]
  const size = TILE / CELLS
  const sample = sampler(source, level)
  let isDrawn = false
  for (let cell = 0; cell < CELLS * CELLS; cell++) {
    const [column, row] = [cell % CELLS, Math.floor(cell / CELLS)]
    const at = (row * (CELLS + 1) + column) * 2
    const below = at + (CELLS + 1) * 2
    // In pixels of the level, from its top left.
    const left = (i: number): number => (corners[i]! - source.origin.x) / width
    const top = (i: number): number => (source.origin.y - corners[i + 1]!) / height
    for (let y = 0; y < size; y++) {
      const t = (y + 0.5) / size
      const fromX = left(at) * (1 - t) + left(below) * t
      const fromY = top(at) * (1 - t) + top(below) * t
      const stepX = (left(at + 2) * (1 - t) + left(below + 2) * t - fromX) / size
      const stepY = (top(at + 2) * (1 - t) + top(below + 2) * t - fromY) / size
      let to = (row * size + y) * TILE + column * size
      for (let x = 0; x < size; x++, to++) {
        const pixel = sample(fromX + (x + 0.5) * stepX - 0.5, fromY + (x + 0.5) * stepY - 0.5)
        if (pixel === 0) continue
        pixels[to] = pixel
        isDrawn = true
      }
    }
  }
  return isDrawn
}

/** Between the four pixels around a place; at the edge of what there is, of those that are there. */
export function sampler(source: WarpSource, level: number): (x: number, y: number) => number {
  const tiles = new Map<number, Uint32Array | undefined>()
  let [lastKey, last] = [Number.NaN, undefined as Uint32Array | undefined]
  const pixelAt = (x: number, y: number): number => {
    if (x < 0 || y < 0) return 0
    const key = (y >>> 9) * 0x100000 + (x >>> 9)
    if (key !== lastKey) {
      if (!tiles.has(key)) tiles.set(key, source.tile(level, x >>> 9, y >>> 9))
      last = tiles.get(key)
      lastKey = key
    }
    return last === undefined ? 0 : last[(y & (TILE - 1)) * TILE + (x & (TILE - 1))]!
  }
  return (x, y) => {
    const [column, row] = [Math.floor(x), Math.floor(y)]
    const a = pixelAt(column, row)
    const b = pixelAt(column + 1, row)
    const c = pixelAt(column, row + 1)
    const d = pixelAt(column + 1, row + 1)
    if (a === b && a === c && a === d) return a
    const s = x - column
    const t = y - row
    return mixed([a, b, c, d], [(1 - s) * (1 - t), s * (1 - t), (1 - s) * t, s * t])
  }
}

/** Less than half of something is nothing: an edge stays where it is. */
function mixed(pixels: readonly number[], weights: readonly number[]): number {
  let [weight, red, green, blue] = [0, 0, 0, 0]
  for (let i = 0; i < 4; i++) {
    const pixel = pixels[i]!
    if (pixel === 0) continue
    const share = weights[i]!
    weight += share
    red += (pixel & 255) * share
    green += ((pixel >> 8) & 255) * share
    blue += ((pixel >> 16) & 255) * share
  }
  if (weight < 0.5) return 0
  const of = (sum: number): number => Math.round(sum / weight)
  return ((255 << 24) | (of(blue) << 16) | (of(green) << 8) | of(red)) >>> 0
}
