/** Text on paper: on its anchor and turned, and letters along lines. */
import type { Drawing } from './drawing.ts'
import { type Pdf, POINTS_PER_MM, px } from './paper.ts'
import { LETTERS } from './words.ts'

/** The standard fonts of PDF hold what Western languages write; anything else would come out as another letter. */
export const printable = (text: string): string =>
  text.normalize('NFC').replaceAll(/[^\x20-\x7e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u20ac]/g, '?')

/** Behind letters, so that they can be read on lines. */
function halo(pdf: Pdf, x: number, y: number, width: number, height: number): void {
  pdf.fillOpacity(0.75).rect(x, y, width, height).fill('#ffffff').fillOpacity(1)
}

/**
 * @param at points on the paper
 * @param anchor 0 to 1: which part of the text stands there, from its left and from its foot
 * @param degrees clockwise, as the standard counts
 * @param height in pixels of the standard
 */
export function textAt(
  { pdf }: Drawing,
  text: string,
  at: readonly [number, number],
  { anchor, degrees, height }: { anchor: { h: number; v: number }; degrees: number; height: number },
): void {
  const shown = printable(text)
  const size = px(height)
  pdf.font('Helvetica').fontSize(size)
  const width = pdf.widthOfString(shown)
  pdf.save()
  pdf.translate(at[0], at[1]).rotate(degrees)
  pdf.fill('#000000').text(shown, -anchor.h * width, -(1 - anchor.v) * size, { lineBreak: false })
  pdf.restore()
}

const EVERY_MM = 35
const LETTER_POINTS = 6.5

/** The letters of a theme, every few centimetres, along the longest segments. */
export function lettersAlong({ pdf, ground }: Drawing, lines: readonly (readonly number[])[], thema: string): void {
  const letters = LETTERS[thema] ?? '?'
  pdf.font('Helvetica-Bold').fontSize(LETTER_POINTS)
  const width = pdf.widthOfString(letters)
  let since = EVERY_MM * POINTS_PER_MM * 0.5
  for (const line of lines) {
    for (let i = 0; i + 3 < line.length; i += 2) {
      const from = ground.at(line[i]!, line[i + 1]!)
      const to = ground.at(line[i + 2]!, line[i + 3]!)
      const length = Math.hypot(to[0] - from[0], to[1] - from[1])
      since += length
      if (since < EVERY_MM * POINTS_PER_MM || length < width * 1.5) continue
      since = 0
      const slope = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI
      pdf.save()
      pdf.translate((from[0] + to[0]) / 2, (from[1] + to[1]) / 2)
      pdf.rotate(Math.abs(slope) > 90 ? slope + 180 : slope)
      halo(pdf, -width / 2 - 1, -LETTER_POINTS / 2 - 0.5, width + 2, LETTER_POINTS + 1)
      pdf.fill('#000000').text(letters, -width / 2, -LETTER_POINTS / 2 + 0.4, { lineBreak: false })
      pdf.restore()
    }
  }
}
