/** The RD grid on a sheet: crosses where its lines meet, and at the edges which lines they are. */

import { type Ground, halo, mm, type Pdf } from '../paper.ts'
import { directionOf } from '../sheet-frame.ts'
import type { TypeSizes } from '../type-sizes.ts'

const STEPS_M = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
/** Closer together, they would cover what lies between. */
const LEAST_MM = 60
const CROSS_MM = 2
const TICK_MM = 3

/** Metres from line to line. */
export const gridStep = (scale: number): number =>
  STEPS_M.find((step) => (step * 1000) / scale >= LEAST_MM) ?? STEPS_M.at(-1)!

export function drawGrid(pdf: Pdf, ground: Ground, { small }: TypeSizes): void {
  const step = gridStep(ground.scale)
  const { minX, maxX, minY, maxY } = ground.extent
  const first = (least: number): number => Math.ceil(least / step) * step
  const [cos, sin] = directionOf(ground.degrees)
  pdf.undash().lineWidth(0.4).lineCap('butt')
  const arm = mm(CROSS_MM)
  for (let x = first(minX); x <= maxX; x += step) {
    for (let y = first(minY); y <= maxY; y += step) {
      const [atX, atY] = ground.at(x, y)
      pdf.moveTo(atX - cos * arm, atY - sin * arm).lineTo(atX + cos * arm, atY + sin * arm)
      pdf.moveTo(atX + sin * arm, atY - cos * arm).lineTo(atX - sin * arm, atY + cos * arm)
    }
  }
  pdf.stroke('#000000')
  // Each line is named at two edges: where it goes up and down, at head and foot; where it goes across, at the sides.
  for (let x = first(minX); x <= maxX; x += step) atEdges(pdf, ground, [x, minY], [x, maxY], `x ${x}`, small)
  for (let y = first(minY); y <= maxY; y += step) atEdges(pdf, ground, [minX, y], [maxX, y], `y ${y}`, small)
}

function atEdges(pdf: Pdf, ground: Ground, from: Place, to: Place, name: string, size: number): void {
  const [ax, ay] = ground.at(...from)
  const [bx, by] = ground.at(...to)
  const { left, right, top, bottom } = ground
  const isUpright = Math.abs(by - ay) > Math.abs(bx - ax)
  pdf.font('Helvetica').fontSize(size)
  const width = pdf.widthOfString(name)
  for (const edge of isUpright ? [top, bottom] : [left, right]) {
    const share = isUpright ? (edge - ay) / (by - ay) : (edge - ax) / (bx - ax)
    const [x, y] = [ax + (bx - ax) * share, ay + (by - ay) * share]
    // In the corners two names would stand on each other.
    const isFree = isUpright
      ? x > left + width && x < right - width * 1.5
      : y > top + size * 3 && y < bottom - size * 3 && x >= left - 1 && x <= right + 1
    if (!isFree) continue
    const inward = edge === top || edge === left ? 1 : -1
    const tick = mm(TICK_MM) * inward
    pdf.undash().lineWidth(0.8).moveTo(x, y)
    if (isUpright) pdf.lineTo(x, y + tick)
    else pdf.lineTo(x + tick, y)
    pdf.stroke('#000000')
    const [atX, atY] = isUpright
      ? [x + 2, edge === top ? y + 1 : y - size - 1]
      : [edge === left ? x + 1 : x - width - 1, y + 1.5]
    halo(pdf, atX - 1, atY - 0.5, width + 2, size + 1)
    pdf.fill('#000000').text(name, atX, atY, { lineBreak: false })
  }
}

type Place = [number, number]
