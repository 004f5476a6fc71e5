/** On each edge of a sheet the number of the sheet that goes on there. */

import type { Ground, Pdf } from '../paper.ts'
import type { Side } from '../sheet-frame.ts'
import type { TypeSizes } from '../type-sizes.ts'

/** @param name of a sheet, by its number */
export function markNeighbours(
  pdf: Pdf,
  { left, top, right, bottom }: Ground,
  neighbours: Partial<Record<Side, number>>,
  { body }: TypeSizes,
  name: (no: number) => string,
): void {
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2]
  for (const [side, no] of Object.entries(neighbours) as [Side, number][]) {
    const said = name(no)
    pdf.font('Helvetica-Bold').fontSize(body)
    const [width, height] = [pdf.widthOfString(said) + body * 2, body * 1.6]
    const x = side === 'left' ? left : side === 'right' ? right - width : middleX - width / 2
    const y = side === 'top' ? top : side === 'bottom' ? bottom - height : middleY - height / 2
    pdf.undash().lineWidth(0.6).rect(x, y, width, height).fillAndStroke('#ffffff', '#000000')
    const isBefore = side === 'left'
    pointer(pdf, side, [isBefore ? x + body * 0.8 : x + width - body * 0.8, y + height / 2], body * 0.35)
    pdf.fill('#000000').text(said, isBefore ? x + body * 1.5 : x + body * 0.5, y + body * 0.38, { lineBreak: false })
  }
}

/** A head of an arrow, towards the edge. */
function pointer(pdf: Pdf, side: Side, [x, y]: [number, number], r: number): void {
  const [dx, dy] = { left: [-r, 0], right: [r, 0], top: [0, -r], bottom: [0, r] }[side] as [number, number]
  pdf.polygon([x + dx, y + dy], [x - dx + dy, y - dy + dx], [x - dx - dy, y - dy - dx]).fill('#000000')
}
