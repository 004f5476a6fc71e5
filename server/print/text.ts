/** Text on paper: on its anchor and turned. */
import type { Drawing } from './drawing.ts'
import { px } from './paper.ts'

/** The standard fonts of PDF hold what Western languages write; anything else would come out as another letter. */
export const printable = (text: string): string =>
  text.normalize('NFC').replaceAll(/[^\x20-\x7e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u20ac]/g, '?')

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
