/**
 * Turns a sealed result GeoPackage into one ZIP: a Shapefile per layer (empty ones too), the tables as CSV, and
 * LEESMIJ.txt with what a Shapefile can't hold. GDAL does the work; ZIP times, modes and order are fixed, so that equal
 * results give equal bytes. Nobody else may have the GeoPackage open in this process meanwhile: GDAL brings a SQLite of
 * its own, and closing the file in one drops the other's locks.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import gdal from 'gdal-async'
import { type Column, LAYERS, type Layer } from '../domain/layers.ts'
import { RESULT_TABLES } from '../domain/result.ts'
import { csv } from './csv.ts'
import { readme } from './readme.ts'
import type { ResultRows } from './words.ts'
import { addNotice, writeZip } from './zip-file.ts'

export interface ShapefileTask {
  /** Sealed; read only. */
  gpkg: string
  /** A file that does not exist yet; synced when this returns. */
  zip: string
  /** A folder of its own is made in it, and removed. */
  tempDir: string
  /** Rows of every result table by name. */
  tables: ResultRows
  /** Features per layer, for LEESMIJ.txt. */
  counts: Readonly<Record<string, number>>
  onLayer?: (done: number, total: number) => void
}

/** What a DBF field holds at most. */
const TEXT_BYTES = 254
const PARTS = ['shp', 'shx', 'dbf', 'prj', 'cpg'] as const
/** In the DBF header, where GDAL would put today. */
const DBF_DATE = '1980-01-01'
/**
 * EPSG:28992 as ESRI writes it. Put there by us: GDAL would look it up for each layer, which takes longer than writing a
 * small one, and spells it by the version of its database.
 */
const PRJ =
  'PROJCS["RD_New",GEOGCS["GCS_Amersfoort",DATUM["D_Amersfoort",SPHEROID["Bessel_1841",6377397.155,299.1528128]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Double_Stereographic"],' +
  'PARAMETER["False_Easting",155000.0],PARAMETER["False_Northing",463000.0],' +
  'PARAMETER["Central_Meridian",5.38763888888889],PARAMETER["Scale_Factor",0.9999079],' +
  'PARAMETER["Latitude_Of_Origin",52.1561605555556],UNIT["Meter",1.0]]'
const GEOMETRY_TYPE = { Point: 'POINT', MultiLineString: 'LINESTRING', MultiPolygon: 'POLYGON', Polygon: 'POLYGON' }

export async function writeShapefileZip(task: ShapefileTask): Promise<void> {
  const folder = join(task.tempDir, 'shapefile')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    await writeZip(task.zip, async (archive) => {
      addNotice(archive, task.tables)
      archive.text('LEESMIJ.txt', readme(task.counts, task.tables))
      for (const table of RESULT_TABLES) archive.text(`${table.name}.csv`, csv(table, task.tables[table.name] ?? []))
      for await (const layer of shapefiles(task, folder)) {
        for (const part of PARTS) archive.file(`${layer}.${part}`, join(folder, `${layer}.${part}`))
      }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes the Shapefiles one by one, and gives the name of each that is done. */
async function* shapefiles(task: ShapefileTask, folder: string): AsyncGenerator<string> {
  // A list of notifications can only be too long when all of them together are.
  const klicChars = (task.tables.levering ?? []).reduce((sum, row) => sum + String(row.klic_nummer).length + 1, 0)
  const widths = await textWidths(task.gpkg)
  const view = virtualLayers(task.gpkg, widths, klicChars > TEXT_BYTES)
  const source = await gdal.openAsync(view, 'r', 'OGR_VRT')
  try {
    for (const [done, layer] of LAYERS.entries()) {
      const shapefile = await gdal.vectorTranslateAsync(join(folder, `${layer.name}.shp`), source, [
        ...['-f', 'ESRI Shapefile', '-nln', layer.name, '-nlt', GEOMETRY_TYPE[layer.geometry]],
        ...['-lco', 'ENCODING=UTF-8', '-lco', `DBF_DATE_LAST_UPDATE=${DBF_DATE}`],
        layer.name,
      ])
      shapefile.close()
      await writeFile(join(folder, `${layer.name}.prj`), PRJ)
      yield layer.name
      task.onLayer?.(done + 1, LAYERS.length)
    }
  } finally {
    source.close()
  }
}

/**
 * The longest text of each column in bytes, per layer. A DBF is as wide as its columns: at 254 each, a large result would
 * pass the 2 GB that a DBF can be, and GDAL's own resizing afterwards takes four times as long as the whole conversion.
 */
async function textWidths(gpkg: string): Promise<Map<string, Record<string, number | null>>> {
  const source = await gdal.openAsync(gpkg, 'r', 'GPKG')
  try {
    const widths = new Map<string, Record<string, number | null>>()
    for (const layer of LAYERS) {
      const longest = layer.columns
        .filter((column) => column.type === 'text')
        .map((column) => `max(length(CAST("${column.name}" AS BLOB))) AS "${column.name}"`)
      const rows = await source.executeSQLAsync(`SELECT ${longest.join(', ')} FROM "${layer.name}"`)
      widths.set(layer.name, rows.features.first().fields.toObject() as Record<string, number | null>)
    }
    return widths
  } finally {
    source.close()
  }
}

/** The layers as GDAL shall write them: short names, fixed types and widths, in the order of fid. An OGR VRT. */
function virtualLayers(
  gpkg: string,
  widths: ReadonlyMap<string, Readonly<Record<string, number | null>>>,
  longLists: boolean,
): string {
  const layers = LAYERS.map((layer) => {
    const fields = layer.columns.map((column) => {
      const width = Math.min(Math.max(widths.get(layer.name)?.[column.name] ?? 1, 1), TEXT_BYTES)
      return `<Field name="${column.shp}" src="${column.name}" ${FIELD_TYPE[column.type](width)}/>`
    })
    return (
      `<OGRVRTLayer name="${layer.name}"><SrcDataSource>${xml(resolve(gpkg))}</SrcDataSource>` +
      `<SrcSQL>${xml(select(layer, longLists))}</SrcSQL><GeometryType>wkb${layer.geometry}</GeometryType>` +
      `<LayerSRS>NULL</LayerSRS>${fields.join('')}</OGRVRTLayer>`
    )
  })
  return `<OGRVRTDataSource>${layers.join('')}</OGRVRTDataSource>`
}

const FIELD_TYPE: Record<Column['type'], (width: number) => string> = {
  text: (width) => `type="String" width="${width}"`,
  integer: () => 'type="Integer" width="9"',
  real: () => 'type="Real"',
  boolean: () => 'type="Integer" subtype="Boolean" width="1"',
  date: () => 'type="Date"',
}

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** GDAL itself cuts other text, on a character border. */
function select(layer: Layer, longLists: boolean): string {
  const expression = (column: Column): string =>
    longLists && column.name === 'klic_nummer' ? `${wholeNumbers(column.name)} AS "${column.name}"` : `"${column.name}"`
  return `SELECT geom, ${layer.columns.map(expression).join(', ')} FROM "${layer.name}" ORDER BY fid`
}

/** Cut at a comma: half a KLIC number would be another notification's. One character more shows if it ends at a border. */
const wholeNumbers = (name: string): string =>
  `CASE WHEN length("${name}") > ${TEXT_BYTES} ` +
  `THEN rtrim(rtrim(substr("${name}", 1, ${TEXT_BYTES + 1}), '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), ',') ELSE "${name}" END`

export interface ZippedLayer {
  name: string
  geometry: string
  rows: number
}

export interface ZippedShapefiles {
  layers: ZippedLayer[]
  /** What GDAL takes the .prj for; asked of one layer, as all have the same and it takes GDAL long. */
  epsg: string | null
}

/** Opens a finished ZIP with GDAL, as a user's GIS would, and says what is in it. */
export function inspectShapefileZip(path: string): ZippedShapefiles {
  // The braces let the path have any name and extension.
  const source = gdal.open(`/vsizip/{${path}}`, 'r', 'ESRI Shapefile')
  try {
    const srs = source.layers.get(LAYERS[0]!.name).srs
    srs?.autoIdentifyEPSG()
    return {
      layers: source.layers.map((layer) => ({
        name: layer.name,
        geometry: gdal.Geometry.getName(layer.geomType),
        rows: layer.features.count(),
      })),
      epsg: srs?.getAuthorityCode(null) ?? null,
    }
  } finally {
    source.close()
  }
}
