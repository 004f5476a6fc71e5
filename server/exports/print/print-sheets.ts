/** How a print is laid out: the frame of the map on the paper, and which sheets cover the area at the scale. */
import { extentOf } from '../../geometry/flat.ts'
import type { Extent, PolygonJson, Position } from '../../geometry/geometry.ts'
import { type Letter, PAPERS, type PrintFacts, type PrintOptions } from './print-options.ts'

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
  /** What of the ground it shows, RD New, before it is turned */
  ground: Extent
  /** Turned about its middle, anti-clockwise: its foot points so far from east to north */
  degrees: number
}

export interface PrintRequest {
  /** All that there are, in the order of their numbers; those in `options.sheets` are printed */
  sheets: readonly Sheet[]
  /** How many were left out because nothing lies on them */
  leftOut: number
  facts: PrintFacts
  options: PrintOptions
  /** That it is added to: in front, and then without the account of everything else */
  letter?: Letter
}

/** Of more nobody chooses some. */
export const MAX_LOOKED_AT = 400
/** Beyond this, sheets are not even looked at one by one. */
const MAX_TRIED = 10_000

const MARGIN_MM = 8
const GAP_MM = 4
const HEAD_MM = 12
/** So much of a neighbour is on each sheet, so that one can lay them together. */
export const OVERLAP_MM = 10

export function pageOf({ paper, orientation }: Pick<PrintOptions, 'paper' | 'orientation'>): Page {
  const [short, long] = PAPERS[paper]
  const [widthMm, heightMm] = orientation === 'portrait' ? [short, long] : [long, short]
  const columnWidth = Math.min(Math.max(widthMm * 0.2, 48), 130)
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
 * @returns the number that would be needed when it is more than MAX_LOOKED_AT
 */
export function sheetsOver(shape: PolygonJson, page: Page, scale: number): Sheet[] | number {
  const grid = gridOver(extentOf(shape.coordinates[0] as Position[]), page, scale)
  const { left, top, width, height, columns, rows } = grid
  if (columns * rows > MAX_TRIED) return columns * rows
  const sheets: Sheet[] = []
  for (const [index, isMet] of sheetsMet(shape.coordinates, grid).entries()) {
    if (isMet === 0) continue
    const minX = left + (index % columns) * grid.stepX
    const maxY = top - Math.floor(index / columns) * grid.stepY
    sheets.push({ no: sheets.length + 1, degrees: 0, ground: { minX, maxX: minX + width, maxY, minY: maxY - height } })
  }
  return sheets.length > MAX_LOOKED_AT ? sheets.length : sheets
}

/** Whether one sheet shows all of an area. @param extent of the area, RD New */
export function fitsOneSheet(extent: Extent, page: Page, scale: number): boolean {
  const { columns, rows } = gridOver(extent, page, scale)
  return columns * rows === 1
}

/** The one sheet around a place. */
export function sheetAt(
  { middle: [x, y], degrees }: NonNullable<PrintOptions['frame']>,
  page: Page,
  scale: number,
): Sheet {
  const [halfWidth, halfHeight] = [(page.map.width * scale) / 2000, (page.map.height * scale) / 2000]
  const ground = { minX: x - halfWidth, maxX: x + halfWidth, minY: y - halfHeight, maxY: y + halfHeight }
  return { no: 1, ground, degrees }
}

/** Sheets in rows from the upper left; each reaches over its neighbours. */
interface Grid {
  left: number
  top: number
  width: number
  height: number
  stepX: number
  stepY: number
  columns: number
  rows: number
}

/** The whole block of sheets stands in the middle of the area. */
function gridOver(area: Extent, page: Page, scale: number): Grid {
  const width = (page.map.width * scale) / 1000
  const height = (page.map.height * scale) / 1000
  const overlap = (OVERLAP_MM * scale) / 1000
  const columns = countOf(area.maxX - area.minX, width, overlap)
  const rows = countOf(area.maxY - area.minY, height, overlap)
  const [stepX, stepY] = [width - overlap, height - overlap]
  const left = (area.minX + area.maxX - columns * stepX - overlap) / 2
  const top = (area.minY + area.maxY + rows * stepY + overlap) / 2
  return { left, top, width, height, stepX, stepY, columns, rows }
}

/**
 * Each side is followed once over the sheets that it meets, and each row is crossed once: asking of every sheet whether it
 * meets an area of 49,000 corners took fourteen seconds.
 * @returns for each sheet, row by row, whether anything of the polygon lies on it
 */
function sheetsMet(rings: readonly Position[][], grid: Grid): Uint8Array {
  const { left, top, width, height, stepX, stepY, columns, rows } = grid
  const met = new Uint8Array(columns * rows)
  /** For each row, where sides cross its middle. */
  const crossings = Array.from({ length: rows }, (): number[] => [])
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      // From south to north.
      const isNorthwards = ring[i - 1]![1] <= ring[i]![1]
      const from = ring[isNorthwards ? i - 1 : i]!
      const to = ring[isNorthwards ? i : i - 1]!
      const ax = from[0]
      const ay = from[1]
      const bx = to[0]
      const by = to[1]
      const slope = ay === by ? 0 : (bx - ax) / (by - ay)
      const lastRow = Math.min(rows - 1, Math.floor((top - ay) / stepY))
      for (let row = Math.max(0, Math.ceil((top - height - by) / stepY)); row <= lastRow; row++) {
        const high = top - row * stepY
        // What of the side lies in the row.
        const x1 = ay === by ? ax : ax + slope * (Math.max(ay, high - height) - ay)
        const x2 = ay === by ? bx : ax + slope * (Math.min(by, high) - ay)
        const first = Math.max(0, Math.ceil((Math.min(x1, x2) - left - width) / stepX))
        const last = Math.min(columns - 1, Math.floor((Math.max(x1, x2) - left) / stepX))
        for (let column = first; column <= last; column++) met[row * columns + column] = 1
        const middle = high - height / 2
        if (ay <= middle && by > middle) crossings[row]!.push(ax + slope * (middle - ay))
      }
    }
  }
  // A sheet that no side meets lies inside or outside as a whole.
  for (const [row, across] of crossings.entries()) {
    across.sort((a, b) => a - b)
    let before = 0
    for (let column = 0; column < columns; column++) {
      const x = left + column * stepX + width / 2
      while (before < across.length && across[before]! < x) before++
      if (before % 2 === 1) met[row * columns + column] = 1
    }
  }
  return met
}

const countOf = (length: number, step: number, overlap: number): number =>
  Math.max(1, Math.ceil((length - overlap) / (step - overlap) - 1e-9))
