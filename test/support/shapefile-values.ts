/** A Shapefile as GDAL reads it, value by value and position by position against the GeoPackage that it is made of. */
import assert from 'node:assert/strict'
import gdal from 'gdal-async'
import { openResult } from '../../server/exports/geopackage/read.ts'
import type { ResultGeometry } from '../../server/geometry/geometry.ts'
import { type Cell, type Column, LAYERS } from '../../server/imkl/model/layers.ts'

const UTF8 = new TextEncoder()

/** What a field of 254 bytes can hold of it; GDAL takes no blanks from its ends. */
function kept(text: string, name: string): string {
  if (name === 'klic_nummer' && text.length > 254) return text.slice(0, text.lastIndexOf(',', 254))
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += UTF8.encode(character).length
    if (bytes > 254) break
    end += character.length
  }
  return text.slice(0, end).trim()
}

function expected(cell: Cell, { type, name }: Column): unknown {
  if (cell === null || cell === '') return null
  if (type === 'boolean') return Number(cell)
  if (type === 'text') return kept(String(cell), name) || null
  if (type === 'real') return Number(Number(cell).toFixed(15))
  if (type !== 'date') return cell
  const [year, month, day] = String(cell).split('-').map(Number)
  return { year, month, day }
}

export const pairs = (flat: readonly number[]): string[] =>
  flat.flatMap((x, i) => (i % 2 === 0 ? `${x} ${flat[i + 1]}` : []))
/** A ring without the way round that it runs. */
const ringOf = (flat: readonly number[]): string => [pairs(flat).join(), pairs(flat).toReversed().join()].sort()[0]!

/** Lines as they are; polygons as sets of rings, since a Shapefile has no other order. */
function shapeOf(geometry: ResultGeometry | null): unknown {
  if (geometry === null) return null
  if (geometry.type === 'Point') return pairs(geometry.xy)
  if (geometry.type === 'MultiLineString') return geometry.lines.map(pairs)
  return geometry.polygons
    .map(([outline, ...holes]) => [ringOf(outline!), ...holes.map(ringOf).sort()].join('; '))
    .sort()
}

type Positions = number[][]
function asOurs(geometry: gdal.Geometry | null): ResultGeometry | null {
  if (geometry === null) return null
  const { type, coordinates } = JSON.parse(geometry.toJSON()) as { type: string; coordinates: never }
  switch (type) {
    case 'Point':
      return { type: 'Point', xy: coordinates }
    case 'LineString':
      return { type: 'MultiLineString', lines: [(coordinates as Positions).flat()] }
    case 'MultiLineString':
      return { type: 'MultiLineString', lines: (coordinates as Positions[]).map((line) => line.flat()) }
    case 'Polygon':
      return { type: 'MultiPolygon', polygons: [(coordinates as Positions[]).map((ring) => ring.flat())] }
    default:
      return {
        type: 'MultiPolygon',
        polygons: (coordinates as Positions[][]).map((rings) => rings.map((ring) => ring.flat())),
      }
  }
}

/** @returns how many features were compared */
export function compareShapes(zip: string, gpkg: string): number {
  const source = gdal.open(`/vsizip/{${zip}}`)
  const reader = openResult(gpkg)
  let compared = 0
  try {
    for (const { name, columns } of LAYERS) {
      const written = source.layers.get(name).features
      let feature = written.first()
      for (const { cells, geometry, fid } of reader.features(name)) {
        const found = [feature.fields.toArray(), shapeOf(asOurs(feature.getGeometry()))]
        const wanted = [cells.map((cell, i) => expected(cell, columns[i]!)), shapeOf(geometry)]
        // Its words for a difference are worth their time only where there is one.
        if (JSON.stringify(found) !== JSON.stringify(wanted)) assert.deepEqual(found, wanted, `${name} ${fid}`)
        feature = written.next()
        compared++
      }
      assert.equal(feature, null, name)
    }
  } finally {
    reader.close()
    source.close()
  }
  return compared
}
