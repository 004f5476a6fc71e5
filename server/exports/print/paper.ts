/** A sheet of paper: millimetres from its upper left corner, and a piece of ground within a frame of it. */
import { extentOf } from '../../geometry/flat.ts'
import type { Extent } from '../../geometry/geometry.ts'
import { PIXEL_MM } from '../../imkl/look/styles.ts'
import { type Shape, STROKE_WIDTH, SYMBOL_BOX } from '../../imkl/look/symbols.ts'
import { tellPosition } from './position.ts'
import type { Frame, Sheet } from './print-sheets.ts'
import { cornersOf, directionOf } from './sheet-frame.ts'

/** PDF counts in points of 1/72 inch. */
const POINTS_PER_MM = 72 / 25.4

/** In points. */
export const mm = (millimetres: number): number => millimetres * POINTS_PER_MM

export type Pdf = PDFKit.PDFDocument

export interface Ground {
  /** RD New to points on the paper */
  at(x: number, y: number): [number, number]
  /** Of all that it shows, along the grid */
  extent: Extent
  /** Denominator of the scale */
  scale: number
  /** So far north lies clockwise of the top of the paper, degrees */
  degrees: number
  /** Where it lies on the paper, in points */
  left: number
  top: number
  right: number
  bottom: number
}

/** Cuts what follows to the frame, until `restore`; the page says where on the ground the frame lies. */
export function groundIn(pdf: Pdf, frame: Frame, sheet: Pick<Sheet, 'ground' | 'degrees'>): Ground {
  const { minX, maxX, minY, maxY } = sheet.ground
  const k = (frame.width / (maxX - minX)) * POINTS_PER_MM
  const [left, top, width, height] = [mm(frame.x), mm(frame.y), mm(frame.width), mm(frame.height)]
  const [middleX, middleY] = [(minX + maxX) / 2, (minY + maxY) / 2]
  const [cos, sin] = directionOf(sheet.degrees)
  tellPosition(pdf, { left, top, width, height }, cornersOf(sheet))
  pdf.save()
  pdf.rect(left, top, width, height).clip()
  return {
    at: (x, y) => {
      const [east, north] = [x - middleX, y - middleY]
      return [
        left + (cos * east + sin * north + (maxX - minX) / 2) * k,
        top + (sin * east - cos * north + (maxY - minY) / 2) * k,
      ]
    },
    extent: extentOf(cornersOf(sheet)),
    scale: ((maxX - minX) * 1000) / frame.width,
    degrees: sheet.degrees,
    left,
    top,
    right: left + width,
    bottom: top + height,
  }
}

/** Pixels of the official style, 0.28 mm each, in points. */
export const px = (pixels: number): number => pixels * PIXEL_MM * POINTS_PER_MM

/** Behind letters, so that they can be read on what lies there. */
export function halo(pdf: Pdf, x: number, y: number, width: number, height: number): void {
  pdf.fillOpacity(0.75).rect(x, y, width, height).fill('#ffffff').fillOpacity(1)
}

/** @param dash lengths in pixels, null: a whole line. pdfkit's own call knows one length and one space, the style has four. */
export function dashAs(pdf: Pdf, dash: readonly number[] | null): void {
  if (dash) pdf.addContent(`[${dash.map((length) => px(length).toFixed(3)).join(' ')}] 0 d`)
  else pdf.undash()
}

/** @param flat x, y, x, y, ... in RD New */
export function trace(pdf: Pdf, ground: Pick<Ground, 'at'>, flat: readonly number[], close = false): void {
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
