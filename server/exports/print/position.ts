/**
 * Where a frame of the paper lies on the ground, to open the PDF in a GIS, to walk with it, or to measure in it: a viewport
 * with a measure of kind GEO (ISO 32000-2, 12.10).
 */
import type { Position } from '../../geometry/geometry.ts'
import { RD_NEW_ESRI } from '../../geometry/rd/esri.ts'
import { besselFromRd } from '../../geometry/rd/rd.ts'

/** In points, from the upper left corner of the paper. */
interface Frame {
  left: number
  top: number
  width: number
  height: number
}

/** Corners of a frame as shares of its width and height, anti-clockwise from its lower left. */
const CORNERS = [0, 0, 1, 0, 1, 1, 0, 1]

/** @param corners of the frame in RD New, anti-clockwise from its lower left; it may be turned */
export function tellPosition(
  pdf: PDFKit.PDFDocument,
  { left, top, width, height }: Frame,
  corners: readonly Position[],
): void {
  // PDF counts upwards.
  const foot = pdf.page.height - top - height
  const measure = {
    Type: 'Measure',
    Subtype: 'GEO',
    Bounds: CORNERS,
    LPTS: CORNERS,
    // Latitude first, on the ellipsoid of the system that is named.
    GPTS: exactly(corners.slice(0, 4).flatMap((corner) => besselFromRd(corner).reverse())),
    GCS: { Type: 'PROJCS', EPSG: 28992, WKT: new String(RD_NEW_ESRI) },
  }
  const viewport = { Type: 'Viewport', BBox: [left, foot, left + width, foot + height], Measure: measure }
  Object.assign(pdf.page.dictionary.data, { VP: [viewport] })
}

/** An array of degrees: pdfkit writes a number to six places, which are 11 cm of a degree, and what it does not know as it is. */
const exactly = (degrees: readonly number[]) => ({
  [Symbol.toStringTag]: 'Degrees',
  toString: () => `[${degrees.map((value) => value.toFixed(10)).join(' ')}]`,
})
