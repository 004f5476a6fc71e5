/** What lies in a part that is withheld or missing is not known: blank paper would say that nothing does. */
import { extentOf } from '../../../geometry/flat.ts'
import type { Position } from '../../../geometry/geometry.ts'
import { type Ground, halo, mm, type Pdf, trace } from '../paper.ts'
import type { TypeSizes } from '../type-sizes.ts'

const SPACE_MM = 5
const GREY = '#6b6b6b'

/**
 * Hatched within a dashed border, and said in its middle.
 * @param outlines RD New
 */
export function drawUnknown(
  pdf: Pdf,
  ground: Ground,
  outlines: readonly (readonly Position[])[],
  { said, sizes }: { said: string; sizes: TypeSizes },
): void {
  for (const outline of outlines) {
    // What of it is on the sheet, where it is said.
    const [of, on] = [extentOf(outline), ground.extent]
    const [minX, maxX] = [Math.max(of.minX, on.minX), Math.min(of.maxX, on.maxX)]
    const [minY, maxY] = [Math.max(of.minY, on.minY), Math.min(of.maxY, on.maxY)]
    if (minX > maxX || minY > maxY) continue
    pdf.save()
    trace(pdf, ground, outline.flat(), true)
    pdf.clip()
    const height = ground.bottom - ground.top
    for (let x = ground.left - height; x < ground.right; x += mm(SPACE_MM))
      pdf.moveTo(x, ground.bottom).lineTo(x + height, ground.top)
    pdf.undash().lineWidth(0.4).stroke(GREY)
    pdf.restore()
    trace(pdf, ground, outline.flat(), true)
    pdf.dash(6, { space: 3 }).lineWidth(1).stroke(GREY).undash()
    pdf.font('Helvetica-Bold').fontSize(sizes.heading)
    const [x, y] = ground.at((minX + maxX) / 2, (minY + maxY) / 2)
    const width = pdf.widthOfString(said)
    halo(pdf, x - width / 2 - 2, y - sizes.heading / 2 - 2, width + 4, sizes.heading + 4)
    pdf.fill('#000000').text(said, x - width / 2, y - sizes.heading / 2, { lineBreak: false })
  }
}
