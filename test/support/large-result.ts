/** A result of at least so many features: a district of its own, side by side as often as needed. */

import { openResult } from '../../server/exports/geopackage/read.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import type { ResultGeometry } from '../../server/geometry/geometry.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { rowOf } from '../../server/imkl/model/result.ts'

const shifted = (flat: readonly number[], dx: number, dy: number): number[] =>
  flat.map((value, i) => value + (i % 2 === 0 ? dx : dy))

const moved = (geometry: ResultGeometry, dx: number, dy: number): ResultGeometry => {
  switch (geometry.type) {
    case 'Point':
      return { type: 'Point', xy: [geometry.xy[0] + dx, geometry.xy[1] + dy] }
    case 'MultiLineString':
      return { ...geometry, lines: geometry.lines.map((line) => shifted(line, dx, dy)) }
    case 'MultiPolygon':
      return {
        ...geometry,
        polygons: geometry.polygons.map((rings) => rings.map((ring) => shifted(ring, dx, dy))),
      }
  }
}

/**
 * @param from a sealed result, whose extent is [minX, minY, maxX, maxY] in RD New
 * @returns how many features were written, and their extent
 */
export function writeLargeResult(
  to: string,
  from: string,
  [minX, minY, maxX, maxY]: readonly [number, number, number, number],
  atLeast: number,
): { features: number; extent: [number, number, number, number] } {
  const reader = openResult(from)
  const each = LAYERS.reduce((sum, { name }) => sum + reader.count(name), 0)
  const copies = Math.ceil(atLeast / each)
  const columns = Math.ceil(Math.sqrt((copies * (maxY - minY)) / (maxX - minX)))
  const writer = createGeoPackage(to)
  for (const { name, columns: known } of LAYERS) {
    const features = [...reader.features(name)]
    for (let copy = 0; copy < copies; copy++) {
      const dx = (copy % columns) * (maxX - minX)
      const dy = Math.floor(copy / columns) * (maxY - minY)
      for (const { cells, geometry } of features) {
        const row = rowOf(known, cells)
        writer.feature(name, { ...row, id: `${row.id}.${copy}` }, geometry && moved(geometry, dx, dy))
      }
    }
  }
  reader.close()
  writer.finish({ lastChange: '2026-11-20T10:00:00.000Z', warnings: [] })
  const rows = Math.ceil(copies / columns)
  const extent = [minX, minY, minX + columns * (maxX - minX), minY + rows * (maxY - minY)] as const
  return { features: each * copies, extent: [...extent] }
}
