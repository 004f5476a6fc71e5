/**
 * Letters and figures as lines, for the drawing of the invented town: no font is needed, and every machine draws the same.
 * Each glyph is a few lines of corners, `xy` each: the baseline is y = 2, small letters end at 6, capitals and figures at 8.
 */
import type { Position } from '../../geometry/geometry.ts'
import glyphs from '../data/letters.json' with { type: 'json' }

const BASELINE = 2
const CAPITAL = 6
const GAP = 1.6
const SPACE = 3

const GLYPHS: Readonly<Record<string, string>> = glyphs

/** @returns undefined for a sign that there is no drawing of */
export const linesOf = (sign: string): Position[][] | undefined =>
  GLYPHS[sign]?.split(',').map((line) => line.split(' ').map((corner) => [Number(corner[0]), Number(corner[1])]))

/** @returns the lines of a text in the middle of 0, 0; capitals are 1 high */
export function writing(text: string): Position[][] {
  const lines: Position[][] = []
  let at = 0
  for (const sign of text) {
    const glyph = linesOf(sign)
    if (glyph === undefined) {
      at += SPACE
      continue
    }
    let width = 0
    for (const line of glyph) {
      for (const [x] of line) width = Math.max(width, x)
      lines.push(line.map(([x, y]) => [at + x, y - BASELINE - CAPITAL / 2]))
    }
    at += width + GAP
  }
  const middle = (at - GAP) / 2
  return lines.map((line) => line.map(([x, y]) => [(x - middle) / CAPITAL, y / CAPITAL]))
}
