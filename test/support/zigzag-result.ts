/** A result of one shape with so many corners or lines, as somebody could have it delivered: each tooth is 60 m high. */
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'

const [X, Y] = [155_000, 390_000]
export const ZIGZAG_EXTENT: [number, number, number, number] = [X, Y - 100, X + 2000, Y + 60]

/** @param shape a line, which is drawn in pieces, or the ring of an area, which can't be */
export function writeZigzag(path: string, shape: 'line' | 'ring', corners: number): void {
  const gpkg = createGeoPackage(path)
  const teeth = Array.from({ length: corners }, (_, i) => [X + (2000 * i) / corners, Y + (i % 2) * 60]).flat()
  if (shape === 'line')
    gpkg.feature('kabel_of_leiding', { id: 'zigzag', thema: 'water' }, { type: 'MultiLineString', lines: [teeth] })
  else {
    const ring = [...teeth, X + 2000, Y - 100, X, Y - 100, X, Y]
    gpkg.feature('eis_voorzorgsmaatregel', { id: 'zigzag' }, { type: 'MultiPolygon', polygons: [[ring]] })
  }
  gpkg.finish({ lastChange: '2026-11-20T10:00:00.000Z', warnings: [] })
}

export const LINES_EXTENT: [number, number, number, number] = [X, Y, X + 200, Y + 160]

/** One cable of so many lines, each of a metre or two. */
export function writeLines(path: string, count: number): void {
  const gpkg = createGeoPackage(path)
  const rows = count / 200
  const lines = Array.from({ length: count }, (_, i) => {
    const [x, y] = [X + (i % 200), Y + (Math.floor(i / 200) * 159) / rows]
    return [x, y, x + 1, y + 1]
  })
  gpkg.feature('kabel_of_leiding', { id: 'lines', thema: 'water' }, { type: 'MultiLineString', lines })
  gpkg.finish({ lastChange: '2026-11-20T10:00:00.000Z', warnings: [] })
}
