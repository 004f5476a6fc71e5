/**
 * Letters and figures as lines, for the drawing of the invented town: no font is needed, and every machine draws the same.
 * Each glyph is a few lines of corners, `xy` each: the baseline is y = 2, small letters end at 6, capitals and figures at 8.
 */
import type { Position } from '../domain/geometry/geometry.ts'

const BASELINE = 2
const CAPITAL = 6
const GAP = 1.6
const SPACE = 3

const GLYPHS: Readonly<Record<string, string>> = {
  a: '35 26 16 05 03 12 22 33,36 32',
  b: '08 02,05 16 26 35 33 22 12 03',
  c: '35 26 16 05 03 12 22 33',
  d: '38 32,35 26 16 05 03 12 22 33',
  e: '04 34 35 26 16 05 03 12 22 33',
  f: '28 17 12,06 26',
  g: '35 26 16 05 03 12 22 33,36 31 20 10 01',
  h: '08 02,05 16 26 35 32',
  i: '06 02,08 08',
  j: '16 11 00,18 18',
  k: '08 02,36 04,15 32',
  l: '08 02',
  m: '06 02,05 16 25 22,25 36 45 42',
  n: '06 02,05 16 26 35 32',
  o: '05 16 26 35 33 22 12 03 05',
  p: '06 00,05 16 26 35 33 22 12 03',
  r: '06 02,05 16 26',
  s: '35 26 16 05 14 24 33 22 12 03',
  t: '17 13 22,06 26',
  u: '06 03 12 22 33,36 32',
  v: '06 22 46',
  w: '06 12 25 32 46',
  x: '06 32,36 02',
  z: '06 36 02 32',
  A: '02 28 42,14 34',
  B: '02 08 28 37 36 25 05,25 34 33 22 02',
  D: '02 08 28 47 43 22 02',
  E: '38 08 02 32,05 25',
  G: '47 38 18 07 03 12 32 43 45 25',
  H: '08 02,48 42,05 45',
  I: '08 02',
  J: '38 33 22 12 03',
  K: '08 02,48 05,16 42',
  L: '08 02 32',
  M: '02 08 25 48 42',
  N: '02 08 42 48',
  O: '07 18 38 47 43 32 12 03 07',
  P: '02 08 28 37 36 25 05',
  R: '02 08 28 37 36 25 05,25 42',
  S: '37 28 18 07 06 15 25 34 33 22 12 03',
  V: '08 22 48',
  W: '08 12 26 32 48',
  Z: '08 48 02 42',
  '0': '07 18 28 37 33 22 12 03 07',
  '1': '07 18 12',
  '2': '07 18 28 37 36 02 32',
  '3': '07 18 28 37 36 25 34 33 22 12 03,15 25',
  '4': '28 04 34,25 22',
  '5': '38 08 05 25 34 33 22 12 03',
  '6': '37 28 18 07 03 12 22 33 34 25 15 04',
  '7': '08 38 12',
  '8': '15 06 07 18 28 37 36 25 15 04 03 12 22 33 34 25',
  '9': '03 12 22 33 37 28 18 07 06 15 25 36',
}

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
