/**
 * The ground at half its scale: of four pixels halfway between their mean and their darkest, since the mean alone makes walls
 * and house numbers fade and the darkest alone makes them fat.
 */

import { TILE } from '../../imkl/model/ground-tiles.ts'
import { signed } from './pixels.ts'

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
  let count = 0
  let red = 0
  let green = 0
  let blue = 0
  let darkest = 0
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < 4; i++) {
    const pixel = i === 0 ? a : i === 1 ? b : i === 2 ? c : d
    if (pixel === 0) continue
    const r = pixel & 255
    const g = (pixel >> 8) & 255
    const bl = (pixel >> 16) & 255
    count++
    red += r
    green += g
    blue += bl
    const light = 2 * r + 5 * g + bl
    if (light < least) {
      least = light
      darkest = pixel
    }
  }
  if (count === 0) return 0
  red = (red / count + (darkest & 255)) / 2
  green = (green / count + ((darkest >> 8) & 255)) / 2
  blue = (blue / count + ((darkest >> 16) & 255)) / 2
  return (255 << 24) | ((blue + 0.5) << 16) | ((green + 0.5) << 8) | (red + 0.5)
}
