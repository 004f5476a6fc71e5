/** A letter before the map that it speaks of: on A4, upright, as many pages as it takes. */
import { mm, type Pdf } from './paper.ts'
import { type Letter, PAPERS, TEST_LETTER } from './print-options.ts'
import { printable } from './text.ts'

const LEFT = 25
const RIGHT = 20
const TOP = 22
const FOOT = 275
const LABEL_MM = 52
const BODY = 10

/** @returns the number of pages */
export function letterPages(pdf: Pdf, letter: Letter): number {
  const [widthMm, heightMm] = PAPERS.A4
  let pages = 0
  let y = 0
  const turn = (): void => {
    pdf.addPage({ size: [mm(widthMm), mm(heightMm)], margin: 0 })
    pages++
    y = mm(TOP)
    pdf.fontSize(BODY)
    if (letter.isTest) put(TEST_LETTER, { bold: true, gap: 4 })
  }
  const width = mm(widthMm - LEFT - RIGHT)
  const shown = (text: string): string => text.split('\n').map(printable).join('\n')
  const heightOf = (text: string, wide: number, font: string): number =>
    pdf.font(font).fontSize(BODY).heightOfString(shown(text), { width: wide, lineGap: 1 })
  const at = (text: string, x: number, wide: number, font: string): void => {
    pdf.font(font).fontSize(BODY).fill('#000000').text(shown(text), x, y, { width: wide, lineGap: 1 })
  }
  const put = (text: string, { bold = false, gap = 3 } = {}): void => {
    const font = bold ? 'Helvetica-Bold' : 'Helvetica'
    const height = heightOf(text, width, font)
    if (y + height > mm(FOOT)) turn()
    at(text, mm(LEFT), width, font)
    y += height + mm(gap)
  }
  const row = (label: string, value: string): void => {
    const wide = width - mm(LABEL_MM)
    const height = Math.max(heightOf(label, mm(LABEL_MM - 3), 'Helvetica'), heightOf(value, wide, 'Helvetica-Bold'))
    if (y + height > mm(FOOT)) turn()
    at(label, mm(LEFT), mm(LABEL_MM - 3), 'Helvetica')
    at(value, mm(LEFT + LABEL_MM), wide, 'Helvetica-Bold')
    y += height + mm(1.2)
  }
  turn()
  put(letter.from.join('\n'), { gap: 8 })
  put(letter.to.join('\n'), { gap: 8 })
  put(letter.day, { gap: 8 })
  put(letter.subject, { bold: true, gap: 6 })
  for (const paragraph of letter.opening) put(paragraph)
  y += mm(2)
  for (const [label, value] of letter.rows) row(label, value)
  y += mm(3)
  for (const paragraph of letter.closing) put(paragraph)
  return pages
}
