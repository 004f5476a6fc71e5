/**
 * The ground at half its scale: of four pixels halfway between their mean and their darkest, since the mean alone makes walls
 * and house numbers fade and the darkest alone makes them fat.
 */
import { signed } from './pixels.ts'
import { TILE } from './tile.ts'

/**
 * @param target of the level above
 * @param column 0 or 1: into which quarter of it
 */
export function halveInto(target: Uint32Array, tile: Uint32Array, column: number, row: number): void {
  const pixels = signed(tile)
  const half = TILE / 2
  const corner = row * half * TILE + column * half
  for (let y = 0; y < half; y++) {
    let at = corner + y * TILE
    let from = y * 2 * TILE
    for (let x = 0; x < half; x++, at++, from += 2) {
      const a = pixels[from]!
      const b = pixels[from + 1]!
      const c = pixels[from + TILE]!
      const d = pixels[from + TILE + 1]!
      target[at] = a === b && a === c && a === d ? a : between(a, b, c, d)
    }
  }
}

/** Of the four some may be nothing. */
function between(a: number, b: number, c: number, d: number): number {
  const count = Number(a !== 0) + Number(b !== 0) + Number(c !== 0) + Number(d !== 0)
  let darkest = a
  let least = lightness(a)
  if (lightness(b) < least) [darkest, least] = [b, lightness(b)]
  if (lightness(c) < least) [darkest, least] = [c, lightness(c)]
  if (lightness(d) < least) darkest = d
  const red = (a & 255) + (b & 255) + (c & 255) + (d & 255)
  const green = ((a >> 8) & 255) + ((b >> 8) & 255) + ((c >> 8) & 255) + ((d >> 8) & 255)
  const blue = ((a >> 16) & 255) + ((b >> 16) & 255) + ((c >> 16) & 255) + ((d >> 16) & 255)
  const half = (sum: number, shift: number): number => ((sum / count + ((darkest >> shift) & 255)) / 2 + 0.5) << shift
  return (255 << 24) | half(blue, 16) | half(green, 8) | half(red, 0)
}

const lightness = (pixel: number): number =>
  pixel === 0 ? NOTHING : 2 * (pixel & 255) + 5 * ((pixel >> 8) & 255) + ((pixel >> 16) & 255)
/** Lighter than anything. */
const NOTHING = 8 * 256
