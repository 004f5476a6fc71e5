/**
 * Writes a result as one GeoJSON FeatureCollection, in RD New or in longitude and latitude. RFC 7946 knows only the latter,
 * so for RD New the older `crs` member says what the numbers are; without it every reader would put the Netherlands in the
 * Gulf of Guinea.
 * One feature per line, strings built by hand (10 times as fast as through GDAL), 256 KiB at a time, never ahead of the disk.
 * Each feature has all columns of its layer, `laag`, and the IMKL id as its own id; unknown is null.
 */
import { open } from 'node:fs/promises'
import type { ResultGeometry } from '../domain/geometry.ts'
import { type Cell, type Column, LAYERS, type Layer, type Row } from '../domain/layers.ts'
import { CRS84, fromRd } from '../domain/output-crs.ts'
import { APPROXIMATION_ERROR_M, transformationKind } from '../domain/rd.ts'
import type { ResultReader } from '../domain/result.ts'
import { TextFile } from './text-file.ts'

/** Top-level members that hold the tables of a result. */
export const TABLE_MEMBERS = [
  ['levering', 'levering'],
  ['netbeheerders', 'netbeheerder'],
  ['documenten', 'document'],
  ['utiliteitsnetten', 'utiliteitsnet'],
  ['waarschuwingen', 'waarschuwing'],
  ['verantwoording', 'verantwoording'],
  ['onbekend', 'onbekend'],
] as const

const CRS = '{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::28992"}}'

/** How a position is written. */
type Place = (x: number, y: number) => string
const inMetres: Place = (x, y) => `[${metres(x)},${metres(y)}]`
const inDegrees: Place = (x, y) => `[${fromRd(CRS84, [x, y]).join(',')}]`

type Source = Pick<ResultReader, 'features' | 'table'>

/**
 * @param path of a file that does not exist yet; synced when this returns
 * @param crs of the shapes; positions in columns and tables (`x`, `y`) stay RD New
 * @returns the number of features per layer
 */
export async function writeGeoJson(
  path: string,
  source: Source,
  crs: 'RD New' | 'CRS84' = 'RD New',
): Promise<Record<string, number>> {
  const place = crs === 'RD New' ? inMetres : inDegrees
  const file = await open(path, 'wx')
  try {
    const written: Record<string, number> = {}
    const text = new TextFile(file)
    const says = crs === 'RD New' ? `"crs":${CRS}` : `"coordinaten":${JSON.stringify(degreesSaid())}`
    await text.put(`{"type":"FeatureCollection",\n${says},\n`)
    await text.put(nameJson(source))
    for (const [member, table] of TABLE_MEMBERS) await text.put(`"${member}":${rowsJson(source.table(table))},\n`)
    await text.put('"features":[')
    let separator = '\n'
    for (const layer of LAYERS) {
      const feature = featureWriter(layer, place)
      let count = 0
      for (const { cells, geometry } of source.features(layer.name)) {
        const line = separator + feature(cells, geometry)
        if (!text.add(line)) await text.turn(line)
        separator = ',\n'
        count++
      }
      written[layer.name] = count
    }
    await text.put('\n]}\n')
    await text.flush()
    await file.sync()
    return written
  } finally {
    await file.close()
  }
}

/** GIS programs call the layer by this member: whoever opens test data sees it there first. */
const nameJson = (source: Source): string => {
  const label = source.table('waarschuwing').find((row) => row.code === 'SIMULATED')
  return label ? `"name":${JSON.stringify(label.melding)},\n` : ''
}

/** How a line with a feature of this layer begins; nothing else in the file can look like it. */
export const featureStart = (layer: string): string => `{"type":"Feature","properties":{"laag":"${layer}",`

const rowsJson = (rows: readonly Row[]): string => `[${rows.map((row) => JSON.stringify(row)).join(',\n')}]`

function featureWriter(
  layer: Layer,
  place: Place,
): (cells: readonly Cell[], geometry: ResultGeometry | null) => string {
  const start = featureStart(layer.name)
  const keys = layer.columns.map((column: Column, i) => `${i === 0 ? '' : ','}${JSON.stringify(column.name)}:`)
  const unknown = keys.map((key) => `${key}null`)
  const idAt = layer.columns.findIndex((column) => column.name === 'id')
  const toJson = layer.geometry === 'Polygon' ? polygonJson : geometryJson
  return (cells, geometry) => {
    let text = start
    for (let i = 0; i < keys.length; i++) {
      const cell = cells[i] ?? null
      text += cell === null ? unknown[i]! : keys[i]! + cellJson(cell)
    }
    const id = cells[idAt] ?? null
    return `${text}},"id":${cellJson(id)},"geometry":${geometry ? toJson(geometry, place) : 'null'}}`
  }
}

/** What JSON must escape; anything else goes as it is. Lone surrogates too, since they have no UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are what JSON does not allow bare.
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/

const cellJson = (cell: Cell): string =>
  typeof cell === 'string' ? (ESCAPED.test(cell) ? JSON.stringify(cell) : `"${cell}"`) : `${cell}`

/** Whoever uses the numbers must know how they came to be. */
const degreesSaid = (): string =>
  'WGS 84 (lengtegraad, breedtegraad), uit RD New ' +
  (transformationKind() === 'grid'
    ? 'met het officiële correctiegrid'
    : `bij benadering, zonder het officiële correctiegrid: fout ten hoogste ${APPROXIMATION_ERROR_M} m`)

export function geometryJson(geometry: ResultGeometry, place: Place = inMetres): string {
  switch (geometry.type) {
    case 'Point':
      return `{"type":"Point","coordinates":${place(geometry.xy[0], geometry.xy[1])}}`
    case 'MultiLineString':
      return `{"type":"MultiLineString","coordinates":${pathsJson(geometry.lines, place)}}`
    case 'MultiPolygon':
      return `{"type":"MultiPolygon","coordinates":[${geometry.polygons.map((rings) => pathsJson(rings, place)).join(',')}]}`
  }
}

const polygonJson = (geometry: ResultGeometry, place: Place): string =>
  geometry.type === 'MultiPolygon' && geometry.polygons.length === 1
    ? `{"type":"Polygon","coordinates":${pathsJson(geometry.polygons[0]!, place)}}`
    : geometryJson(geometry, place)

function pathsJson(paths: readonly (readonly number[])[], place: Place): string {
  let text = '['
  for (let p = 0; p < paths.length; p++) {
    const flat = paths[p]!
    text += p === 0 ? '[' : ',['
    for (let i = 0; i < flat.length; i += 2) text += (i === 0 ? '' : ',') + place(flat[i]!, flat[i + 1]!)
    text += ']'
  }
  return `${text}]`
}

/** '', '.001', '.002', ..., '.1', ... : every fraction of a metre in whole millimetres. */
const FRACTIONS = Array.from({ length: 1000 }, (_, mm) =>
  mm === 0 ? '' : `.${String(mm).padStart(3, '0').replace(/0+$/, '')}`,
)

/** Metres with 3 decimals, without trailing zeros. By table, as printing a float exactly is what would cost the time. */
export function metres(value: number): string {
  const mm = Math.round(Math.abs(value) * 1000)
  const text = `${Math.floor(mm / 1000)}${FRACTIONS[mm % 1000]!}`
  return value < 0 && mm > 0 ? `-${text}` : text
}
