/**
 * A rectangle of the ground in grey, for paper. It has the pixels of the finest scale that lies there, or of a level of its pyramid,
 * copied and not resampled; only what lies on another raster is drawn between its pixels. It is made band by band: of a large
 * sheet no more than two rows of tiles are in memory.
 */
import type { Extent } from '../../geometry/geometry.ts'
import { TILE } from './tile.ts'
import { sampler, type WarpSource } from './warp.ts'

export interface WindowSource extends WarpSource {
  /** What its pictures cover. */
  readonly extent: Extent
}

export interface GroundWindow {
  /** Of all its pixels: their edges lie on those of the ground, so it reaches beyond what was asked for by less than one. */
  readonly extent: Extent
  readonly width: number
  readonly height: number
  /** Rows from the top, a byte a pixel: 0 is black, 255 white or nothing. */
  bands(): Generator<Uint8Array>
}

/** In pixels of the window's raster, of which 0, 0 is the top left of its finest source; may be negative. */
interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * @param sources the coarsest scale first: finer ones are drawn over it
 * @param perMetre so many pixels a metre are enough
 * @returns null when nothing lies there
 */
export function groundWindow(sources: readonly WindowSource[], wanted: Extent, perMetre: number): GroundWindow | null {
  const there = sources.flatMap((source) => {
    const shared = intersection(source.extent, wanted)
    return shared === null ? [] : [{ source, shared }]
  })
  const finest = there.at(-1)?.source
  if (finest === undefined) return null
  const coarser = Math.max(0, Math.min(finest.level, Math.floor(Math.log2(1 / (finest.pixel.x * perMetre)))))
  const raster = { ...finest, pixel: { x: finest.pixel.x * 2 ** coarser, y: finest.pixel.y * 2 ** coarser } }
  const boxes = there.map(({ source, shared }) => ({ source, box: boxOf(raster, shared) }))
  const left = Math.min(...boxes.map(({ box }) => box.left))
  const top = Math.min(...boxes.map(({ box }) => box.top))
  const right = Math.max(...boxes.map(({ box }) => box.right))
  const bottom = Math.max(...boxes.map(({ box }) => box.bottom))
  const width = right - left
  const { origin, pixel } = raster
  return {
    extent: {
      minX: origin.x + left * pixel.x,
      maxX: origin.x + right * pixel.x,
      minY: origin.y - bottom * pixel.y,
      maxY: origin.y - top * pixel.y,
    },
    width,
    height: bottom - top,
    *bands() {
      for (let from = top, to = top; from < bottom; from = to) {
        // No further than a row of tiles reaches.
        to = Math.min(bottom, (Math.floor(from / TILE) + 1) * TILE)
        const pixels = new Uint32Array(width * (to - from))
        for (const { source, box } of boxes) {
          const part = { ...box, top: Math.max(box.top, from), bottom: Math.min(box.bottom, to) }
          if (part.top >= part.bottom) continue
          const into = { pixels, width, left, top: from }
          if (source === finest) copy(source, source.level - coarser, part, into)
          else draw(source, raster, part, into)
        }
        yield grey(pixels)
      }
    },
  }
}

function intersection(one: Extent, other: Extent): Extent | null {
  const shared = {
    minX: Math.max(one.minX, other.minX),
    minY: Math.max(one.minY, other.minY),
    maxX: Math.min(one.maxX, other.maxX),
    maxY: Math.min(one.maxY, other.maxY),
  }
  return shared.minX < shared.maxX && shared.minY < shared.maxY ? shared : null
}

type Raster = Pick<WarpSource, 'origin' | 'pixel'>

/** A millionth of a pixel is an error of counting. */
const ALMOST = 1e-6

const boxOf = ({ origin, pixel }: Raster, { minX, minY, maxX, maxY }: Extent): Box => ({
  left: Math.floor((minX - origin.x) / pixel.x + ALMOST),
  right: Math.ceil((maxX - origin.x) / pixel.x - ALMOST),
  top: Math.floor((origin.y - maxY) / pixel.y + ALMOST),
  bottom: Math.ceil((origin.y - minY) / pixel.y - ALMOST),
})

interface Into {
  pixels: Uint32Array
  width: number
  /** Of its first pixel */
  left: number
  top: number
}

/** All of the part lies in one row of tiles. */
function copy(source: WarpSource, level: number, { left, top, right, bottom }: Box, into: Into): void {
  const row = Math.floor(top / TILE)
  for (let from = left, to = left; from < right; from = to) {
    const column = Math.floor(from / TILE)
    to = Math.min(right, (column + 1) * TILE)
    const tile = source.tile(level, column, row)
    if (tile === undefined) continue
    for (let y = top; y < bottom; y++) {
      let at = (y - row * TILE) * TILE + from - column * TILE
      let put = (y - into.top) * into.width + from - into.left
      for (let x = from; x < to; x++, at++, put++) if (tile[at] !== 0) into.pixels[put] = tile[at]!
    }
  }
}

/** Of another raster. */
function draw(source: WarpSource, raster: Raster, { left, top, right, bottom }: Box, into: Into): void {
  const coarser = Math.max(0, Math.floor(Math.log2(raster.pixel.x / source.pixel.x)))
  const level = Math.max(0, source.level - coarser)
  const scale = 2 ** (source.level - level)
  const sample = sampler(source, level)
  const stepX = raster.pixel.x / (source.pixel.x * scale)
  const stepY = raster.pixel.y / (source.pixel.y * scale)
  const startX = (raster.origin.x - source.origin.x) / (source.pixel.x * scale)
  const startY = (source.origin.y - raster.origin.y) / (source.pixel.y * scale)
  for (let y = top; y < bottom; y++) {
    let put = (y - into.top) * into.width + left - into.left
    for (let x = left; x < right; x++, put++) {
      const pixel = sample(startX + (x + 0.5) * stepX - 0.5, startY + (y + 0.5) * stepY - 0.5)
      if (pixel !== 0) into.pixels[put] = pixel
    }
  }
}

/** As light as the eye has it, near enough; nothing is white. */
function grey(pixels: Uint32Array): Uint8Array {
  const out = new Uint8Array(pixels.length)
  for (let i = 0; i < pixels.length; i++) {
    const pixel = pixels[i]!
    out[i] = pixel === 0 ? 255 : (2 * (pixel & 255) + 5 * ((pixel >> 8) & 255) + ((pixel >> 16) & 255)) >> 3
  }
  return out
}
