/**
 * Writes a result as one ZIP: a Shapefile per layer (empty ones too), the tables as CSV, and LEESMIJ.txt with what a
 * Shapefile can't hold. GDAL writes the Shapefiles. ZIP times, modes, order and the date in a DBF are fixed, so that
 * equal results give equal bytes. No other library may have the GeoPackage open in this process while GDAL has: GDAL
 * brings a SQLite of its own, and closing the file in one drops the locks of the other.
 */
import { basename, join } from 'node:path'
import gdal from 'gdal-async'
import type { ResultGeometry } from '../../geometry/geometry.ts'
import { RD_NEW_ESRI } from '../../geometry/rd/esri.ts'
import { type Column, type ColumnType, LAYERS, type Layer, type LayerGeometry } from '../../imkl/model/layers.ts'
import type { ResultReader } from '../../imkl/model/result.ts'
import { type LayerZipTask, writeLayerZip } from './layer-zip.ts'
import { readme } from './readme.ts'

export interface ShapefileTask extends LayerZipTask {
  /** Sealed; read only. */
  gpkg: string
  /** Of this GeoPackage. */
  measured: readonly MeasuredLayer[]
}

/** Beyond it many readers go astray: they count bytes in 32 bits with a sign. */
const MAX_BYTES = 2 ** 31 - 1
/** Of a text (dBASE III). */
const MAX_TEXT_BYTES = 254
/** Up to here a number is an integer of 32 bits to every reader. */
const INTEGER_WIDTH = 9
/** Numbers with more are rounded to these. */
const MAX_DECIMALS = 15
const MAX_NUMBER = 1e15
/** Sign, 15 digits, point and decimals. */
const MAX_REAL_WIDTH = 17 + MAX_DECIMALS
const DAY_WIDTH = 8
/** The first day that every system knows. GDAL would write today, and equal results would differ. */
const DATE = 'DBF_DATE_LAST_UPDATE=1980-01-01'

export async function writeShapefileZip(task: ShapefileTask): Promise<void> {
  await writeLayerZip(task, readme(task.counts, task.tables), async (archive, folder) => {
    const source = await gdal.openAsync(task.gpkg, 'r', 'GPKG')
    try {
      for (const [done, { layer, widths, pieces }] of task.measured.entries()) {
        for (const [no, piece] of pieces.entries()) {
          const name = no === 0 ? layer.name : `${layer.name}_${no + 1}`
          await writePiece(source, layer, widths, piece, join(folder, `${name}.shp`))
          for (const part of ['shp', 'shx', 'dbf']) archive.file(`${name}.${part}`, join(folder, `${name}.${part}`))
          archive.text(`${name}.prj`, RD_NEW_ESRI)
          archive.text(`${name}.cpg`, 'UTF-8')
        }
        task.onLayer?.(done + 1, LAYERS.length)
      }
    } finally {
      source.close()
    }
  })
}

interface Width {
  width: number
  decimals: number
}

/** First and last fid. */
type Piece = [first: number, last: number]

export interface MeasuredLayer {
  layer: Layer
  /** Of each column. */
  widths: readonly Width[]
  /** One Shapefile each. */
  pieces: readonly Piece[]
}

/** @param mostBytes of a file, for a test; default: what readers of Shapefiles can address */
export const measureLayers = (
  source: Pick<ResultReader, 'features' | 'longest'>,
  mostBytes = MAX_BYTES,
): MeasuredLayer[] => LAYERS.map((layer) => measure(layer, source, mostBytes))

function measure(layer: Layer, reader: Pick<ResultReader, 'features' | 'longest'>, mostBytes: number): MeasuredLayer {
  const longest = reader.longest(layer.name)
  const reals = layer.columns.filter(({ type }) => type === 'real')
  const digits = reals.map(() => ({ whole: 1, decimals: 0 }))
  const recordBytes = layer.columns.reduce((sum, column) => sum + widthOf(column, longest[column.name] ?? 0).width, 1)
  const pieces: Piece[] = [[1, 0]]
  let shapes = 0
  let records = 0
  for (const { fid, cells, geometry } of reader.features(layer.name, { columns: reals.map(({ name }) => name) })) {
    for (const [i, cell] of cells.entries()) if (cell !== null) count(Number(cell), digits[i]!)
    shapes += mostShapeBytes(geometry)
    records += recordBytes
    // A shape that is too large for any file is taken by the first, since nothing else could hold it.
    if (pieces.at(-1)![1] > 0 && Math.max(shapes, records) > mostBytes - HEADERS_BYTES) {
      pieces.push([fid, fid])
      shapes = mostShapeBytes(geometry)
      records = recordBytes
    }
    pieces.at(-1)![1] = fid
  }
  const widths = layer.columns.map((column) => {
    const real = digits[reals.indexOf(column)]
    if (!real) return widthOf(column, longest[column.name] ?? 0)
    return { width: real.whole + (real.decimals > 0 ? 1 + real.decimals : 0), decimals: real.decimals }
  })
  return { layer, widths, pieces }
}

/** At least the headers of a .shp or .dbf with all its fields. */
const HEADERS_BYTES = 4096

/** @param most bytes of its longest text, or digits of its longest integer */
function widthOf({ type }: Column, most: number): Width {
  switch (type) {
    case 'text':
      return { width: Math.min(Math.max(most, 1), MAX_TEXT_BYTES), decimals: 0 }
    case 'integer':
      return { width: Math.max(most, INTEGER_WIDTH), decimals: 0 }
    case 'real':
      return { width: MAX_REAL_WIDTH, decimals: MAX_DECIMALS }
    case 'boolean':
      return { width: 1, decimals: 0 }
    case 'date':
      return { width: DAY_WIDTH, decimals: 0 }
  }
}

/** Widens `most` to what the number takes: a column is as wide as its values are exact. */
function count(value: number, most: { whole: number; decimals: number }): void {
  const digits = `${value}`
  if (Math.abs(value) >= MAX_NUMBER) throw new Error(`A Shapefile does not hold the number ${digits}`)
  const text = digits.includes('e') ? value.toFixed(MAX_DECIMALS) : digits
  const [whole, fraction = ''] = text.split('.') as [string, string?]
  most.whole = Math.max(most.whole, whole.length)
  most.decimals = Math.max(most.decimals, Math.min(fraction.length, MAX_DECIMALS))
}

/** Of a record in a .shp: its header, kind, box, numbers of parts and points, and what they hold. */
function mostShapeBytes(geometry: ResultGeometry | null): number {
  if (geometry === null || geometry.type === 'Point') return 28
  const paths = geometry.type === 'MultiLineString' ? geometry.lines : geometry.polygons.flat()
  return paths.reduce((sum, path) => sum + 4 + 8 * path.length, 52)
}

const SHAPES: Readonly<Record<LayerGeometry, number>> = {
  Point: gdal.wkbPoint,
  MultiLineString: gdal.wkbMultiLineString,
  MultiPolygon: gdal.wkbMultiPolygon,
  Polygon: gdal.wkbPolygon,
}

const TYPES: Readonly<Record<ColumnType, string>> = {
  text: gdal.OFTString,
  integer: gdal.OFTInteger64,
  real: gdal.OFTReal,
  boolean: gdal.OFTInteger,
  date: gdal.OFTDate,
}

async function writePiece(
  source: gdal.Dataset,
  { name, geometry, columns }: Layer,
  widths: readonly Width[],
  [first, last]: Piece,
  path: string,
): Promise<void> {
  const empty = gdal.open(path, 'w', 'ESRI Shapefile')
  const { fields } = empty.layers.create(name, null, SHAPES[geometry], ['ENCODING=UTF-8', DATE])
  for (const [i, { shp, type }] of columns.entries()) {
    const field = new gdal.FieldDefn(shp, TYPES[type])
    field.width = widths[i]!.width
    field.precision = widths[i]!.decimals
    fields.add(field)
  }
  empty.close()
  // A result that an earlier version made may lack a layer or a column.
  const present = source.layers.map((layer) => layer.name).includes(name)
    ? source.layers.get(name).fields.getNames()
    : undefined
  if (!present || last < first) return
  const cells = columns.map((column) => `${present.includes(column.name) ? sqlOf(column) : 'NULL'} AS "${column.shp}"`)
  const rows = `SELECT geom, ${cells.join(', ')} FROM "${name}" WHERE fid BETWEEN ${first} AND ${last} ORDER BY fid`
  const written = await gdal.vectorTranslateAsync(path, source, [
    ...['-f', 'ESRI Shapefile', '-append', '-nln', basename(path, '.shp')],
    ...['-sql', rows, '-doo', DATE],
  ])
  written.close()
}

const IN_A_NUMBER = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** SQL of what a Shapefile holds of a value. */
function sqlOf({ name }: Column): string {
  if (name !== 'klic_nummer') return `"${name}"`
  // Cut at a comma: half a KLIC number would be another notification's.
  const whole = `rtrim(rtrim(substr("${name}", 1, ${MAX_TEXT_BYTES + 1}), '${IN_A_NUMBER}'), ',')`
  return `CASE WHEN length("${name}") > ${MAX_TEXT_BYTES} THEN ${whole} ELSE "${name}" END`
}

export interface ZippedShapefile {
  name: string
  geometry: string
  rows: number
}

/** Opens the Shapefiles of a finished ZIP with GDAL, as a user's GIS would. */
export function inspectShapefileZip(path: string): ZippedShapefile[] {
  // The braces let the path have any name and extension.
  const source = gdal.open(`/vsizip/{${path}}`, 'r', 'ESRI Shapefile')
  try {
    return source.layers.map((layer) => ({
      name: layer.name,
      geometry: gdal.Geometry.getName(layer.geomType),
      rows: layer.features.count(),
    }))
  } finally {
    source.close()
  }
}
