/** How a print is laid out: the frame of the map on the paper, and which sheets cover the area at the scale. */
import { bboxPolygon } from '@turf/bbox-polygon'
import { booleanIntersects } from '@turf/boolean-intersects'
import { polygon } from '@turf/helpers'
import { type Extent, extentOf, type PolygonJson, type Position } from './geometry.ts'
import { MOST_SHEETS, PAPERS, type PrintWishes } from './print.ts'

/** Millimetres on the paper, from its upper left corner. */
export interface Frame {
  x: number
  y: number
  width: number
  height: number
}

export interface Page {
  widthMm: number
  heightMm: number
  map: Frame
  /** Title, scale, legend */
  column: Frame
}

export interface Sheet {
  no: number
  /** What of the ground it shows, RD New */
  ground: Extent
}

/** Beyond this, sheets are not even looked at one by one. */
const MOST_TRIED = 10_000

const MARGIN_MM = 8
const GAP_MM = 4
const HEAD_MM = 12
/** So much of a neighbour is on each sheet, so that one can lay them together. */
const OVERLAP_MM = 10

export function pageOf({ paper, orientation }: Pick<PrintWishes, 'paper' | 'orientation'>): Page {
  const [short, long] = PAPERS[paper]
  const [widthMm, heightMm] = orientation === 'portrait' ? [short, long] : [long, short]
  const columnWidth = Math.min(Math.max(widthMm * 0.2, 48), 90)
  const top = MARGIN_MM + HEAD_MM
  const height = heightMm - top - MARGIN_MM
  const x = widthMm - MARGIN_MM - columnWidth
  return {
    widthMm,
    heightMm,
    map: { x: MARGIN_MM, y: top, width: x - GAP_MM - MARGIN_MM, height },
    column: { x, y: top, width: columnWidth, height },
  }
}

/**
 * Sheets in rows from the upper left, all of one size, that cover the area at the scale; those on which nothing of it
 * lies are left out.
 * @returns the number that would be needed when it is more than MOST_SHEETS
 */
export function sheetsOver(shape: PolygonJson, page: Page, scale: number): Sheet[] | number {
  const area = extentOf(shape.coordinates[0] as Position[])
  const width = (page.map.width * scale) / 1000
  const height = (page.map.height * scale) / 1000
  const overlap = (OVERLAP_MM * scale) / 1000
  const columns = countOf(area.maxX - area.minX, width, overlap)
  const rows = countOf(area.maxY - area.minY, height, overlap)
  const allWidth = columns * (width - overlap) + overlap
  const allHeight = rows * (height - overlap) + overlap
  // The whole block of sheets stands in the middle of the area.
  const left = (area.minX + area.maxX - allWidth) / 2
  const top = (area.minY + area.maxY + allHeight) / 2
  if (columns * rows > MOST_TRIED) return columns * rows
  const outline = polygon(shape.coordinates)
  const sheets: Sheet[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const minX = left + column * (width - overlap)
      const maxY = top - row * (height - overlap)
      const ground = { minX, maxX: minX + width, maxY, minY: maxY - height }
      const corners: [number, number, number, number] = [ground.minX, ground.minY, ground.maxX, ground.maxY]
      if (booleanIntersects(bboxPolygon(corners), outline)) sheets.push({ no: sheets.length + 1, ground })
    }
  }
  return sheets.length > MOST_SHEETS ? sheets.length : sheets
}

const countOf = (length: number, step: number, overlap: number): number =>
  Math.max(1, Math.ceil((length - overlap) / (step - overlap) - 1e-9))
