/** Text on paper: on its anchor and turned. */
import { TEXT_HALO } from '../../imkl/look/styles.ts'
import type { Drawing } from './map/drawing.ts'
import { mm, px } from './paper.ts'

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
  const place = [-anchor.h * width, -(1 - anchor.v) * size] as const
  pdf
    .lineWidth(mm(2 * TEXT_HALO.widthMm))
    .lineJoin('round')
    .undash()
  pdf.strokeColor(TEXT_HALO.colour, TEXT_HALO.opacity)
  pdf.text(shown, ...place, { lineBreak: false, stroke: true, fill: false })
  pdf.fillColor('#000000', 1).text(shown, ...place, { lineBreak: false })
  pdf.restore()
}
