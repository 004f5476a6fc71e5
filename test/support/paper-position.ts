/** Where a page of a PDF lies on the ground, as GDAL reads it. */
import { spawnSync } from 'node:child_process'
import type { Position } from '../../server/geometry/geometry.ts'

/** Why there is nothing to read them with; false: it is here */
export const withoutGdal = spawnSync('gdalinfo', ['--formats'], { encoding: 'utf8' }).stdout?.includes('Geospatial PDF')
  ? false
  : 'no gdalinfo with PDF (gdal-bin) here'

/** What GDAL knows of a page: from pixels to RD New, and the edge of the map. */
export function positionOf(path: string, page: number) {
  const asked = ['-json', '--config', 'GDAL_PDF_DPI', '254', `PDF:${page}:${path}`]
  const said = JSON.parse(spawnSync('gdalinfo', asked, { encoding: 'utf8' }).stdout)
  const [x, perColumn, perRow, y, downColumn, downRow] = said.geoTransform as number[]
  return {
    wkt: said.coordinateSystem.wkt as string,
    /** @param column,row in tenths of a millimetre of the paper, from its upper left */
    at: (column: number, row: number): Position => [
      x! + perColumn! * column + perRow! * row,
      y! + downColumn! * column + downRow! * row,
    ],
    edge: [...String(said.metadata[''].NEATLINE).matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, a, b]) => [+a!, +b!]),
  }
}

/** Metres */
export const apart = ([x, y]: readonly number[], [otherX, otherY]: readonly number[]): number =>
  Math.hypot(x! - otherX!, y! - otherY!)
