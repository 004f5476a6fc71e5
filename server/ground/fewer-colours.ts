/**
 * Fewer colours for what was mixed of others, so that it packs well: areas keep theirs, and lines, letters and their edges, in
 * which each pixel has another grey, get the nearest of a few greys or of the colours of areas.
 */
import { TILE } from './png-tile.ts'

const BLACK = 0xff000000

/** To steps of sixteen, of which the last is white: what was mixed has too many colours for a small palette else. */
export function rounded(tile: Uint32Array): Uint32Array {
  const out = new Uint32Array(tile.length)
  let last = 0
  let rounding = 0
  for (let i = 0; i < tile.length; i++) {
    const pixel = tile[i]!
    if (pixel !== last) {
      last = pixel
      const stepped = step(pixel & 255) | (step((pixel >> 8) & 255) << 8) | (step((pixel >> 16) & 255) << 16)
      rounding = pixel === 0 ? 0 : (stepped | BLACK) >>> 0
    }
    out[i] = rounding
  }
  return out
}

const step = (value: number): number => (value >= 0xf0 ? 255 : (value + 8) & 0xf0)

/** So many squares of two by two pixels of one colour in a tile are an area, not the inside of letters. */
const AREA_SQUARES = 64
/** With these greys and nothing at all a palette of four bits is full. */
const MAX_AREAS = 11
/** Text, walls, thin lines, paper. */
const GREYS = [0xff303030, 0xff808080, 0xffc8c8c8, 0xffffffff]

/** @param tile TILE by TILE, of a level above the finest */
export function fewColours(tile: Uint32Array): Uint32Array {
  const pixels = rounded(tile)
  const counts = new Map<number, number>()
  const squares = new Map<number, number>()
  let last = 0
  let run = 0
  let square = 0
  const put = (): void => {
    counts.set(last, (counts.get(last) ?? 0) + run)
    if (square > 0) squares.set(last, (squares.get(last) ?? 0) + square)
    run = 0
    square = 0
  }
  for (let i = 0; i < pixels.length; i++) {
    const pixel = pixels[i]!
    if (pixel !== last) {
      put()
      last = pixel
    }
    run++
    // Beyond the right edge lies the next line: a square too many there makes no difference.
    if (pixel === pixels[i + 1] && pixel === pixels[i + TILE] && pixel === pixels[i + TILE + 1]) square++
  }
  put()
  const areas = [...squares]
    .filter(([pixel, of]) => pixel !== 0 && of >= AREA_SQUARES)
    .sort(([a, many], [b, more]) => more - many || a - b)
    .slice(0, MAX_AREAS)
  const kept = [...new Set([...areas.map(([pixel]) => pixel), ...GREYS])]
  const becomes = new Map([...counts.keys()].map((pixel) => [pixel, pixel === 0 ? 0 : nearest(pixel, kept)]))
  let from = 0
  let to = 0
  for (let i = 0; i < pixels.length; i++) {
    const pixel = pixels[i]!
    if (pixel !== from) {
      from = pixel
      to = becomes.get(pixel)!
    }
    pixels[i] = to
  }
  return pixels
}

function nearest(pixel: number, kept: readonly number[]): number {
  let found = 0
  let least = Number.POSITIVE_INFINITY
  for (const other of kept) {
    const far = difference(pixel, other)
    if (far < least) {
      least = far
      found = other
    }
  }
  return found
}

/** Of lightness, and three times as much of colour: a grey line beside water stays grey. */
function difference(one: number, other: number): number {
  const red = (one & 255) - (other & 255)
  const green = ((one >> 8) & 255) - ((other >> 8) & 255)
  const blue = ((one >> 16) & 255) - ((other >> 16) & 255)
  const lightness = (2 * red + 5 * green + blue) / 8
  return lightness * lightness + 3 * ((red - green) ** 2 + (blue - green) ** 2)
}
