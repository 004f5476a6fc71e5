/** A sheet of paper: millimetres from its upper left corner, and a piece of ground within a frame of it. */
import type { Extent } from '../domain/geometry/geometry.ts'
import type { Frame } from '../domain/look/print-sheets.ts'
import { PIXEL_MM } from '../domain/look/styles.ts'
import { type Shape, STROKE_WIDTH, SYMBOL_BOX } from '../domain/look/symbols.ts'

/** PDF counts in points of 1/72 inch. */
export const POINTS_PER_MM = 72 / 25.4

export type Pdf = PDFKit.PDFDocument

export interface Ground {
  /** RD New to points on the paper */
  at(x: number, y: number): [number, number]
  extent: Extent
  /** Denominator of the scale */
  scale: number
}

/** Cuts what follows to the frame, until `done`. */
export function groundIn(pdf: Pdf, frame: Frame, extent: Extent): Ground {
  const k = (frame.width / (extent.maxX - extent.minX)) * POINTS_PER_MM
  const left = frame.x * POINTS_PER_MM
  const top = frame.y * POINTS_PER_MM
  pdf.save()
  pdf.rect(left, top, frame.width * POINTS_PER_MM, frame.height * POINTS_PER_MM).clip()
  return {
    at: (x, y) => [left + (x - extent.minX) * k, top + (extent.maxY - y) * k],
    extent,
    scale: ((extent.maxX - extent.minX) * 1000) / frame.width,
  }
}

/** Pixels of the official style, 0.28 mm each, in points. */
export const px = (pixels: number): number => pixels * PIXEL_MM * POINTS_PER_MM

/** @param dash lengths in pixels, null: a whole line. pdfkit's own call knows one length and one space, the style has four. */
export function dashAs(pdf: Pdf, dash: readonly number[] | null): void {
  if (dash) pdf.addContent(`[${dash.map((length) => px(length).toFixed(3)).join(' ')}] 0 d`)
  else pdf.undash()
}

/** @param flat x, y, x, y, ... in RD New */
export function trace(pdf: Pdf, ground: Ground, flat: readonly number[], close = false): void {
  for (let i = 0; i + 1 < flat.length; i += 2) {
    const [x, y] = ground.at(flat[i]!, flat[i + 1]!)
    if (i === 0) pdf.moveTo(x, y)
    else pdf.lineTo(x, y)
  }
  if (close) pdf.closePath()
}

/** A symbol in its box of 50 px, its middle at a point of the paper, enlarged by `size` / 50, turned clockwise. */
export function stamp(
  pdf: Pdf,
  shapes: readonly Shape[],
  [x, y]: readonly [number, number],
  { colour, size = SYMBOL_BOX, degrees = 0 }: { colour: string; size?: number; degrees?: number },
): void {
  const unit = px(size / SYMBOL_BOX)
  pdf.save()
  pdf
    .translate(x, y)
    .rotate(degrees)
    .scale(unit)
    .translate(-SYMBOL_BOX / 2, -SYMBOL_BOX / 2)
  for (const shape of shapes) {
    if ('path' in shape) pdf.path(shape.path)
    else pdf.ellipse(shape.cx, shape.cy, shape.rx, shape.ry)
    const width = ('width' in shape ? shape.width : undefined) ?? STROKE_WIDTH
    if (shape.fill === undefined) pdf.undash().lineWidth(width).stroke(colour)
    else pdf.fill(shape.fill === 'white' ? '#ffffff' : colour)
  }
  pdf.restore()
}
